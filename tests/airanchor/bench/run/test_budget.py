"""A split that states a budget: every row is granted it, unless the user says otherwise."""

import pytest

from airanchor.bench.episodes.splits import granted
from airanchor.bench.run import RunOrder, prepare_run
from airanchor.bench.run.inputs import RunInputs
from airanchor.bench.run.record import read_record

pytestmark = pytest.mark.xdist_group("bench-run")
ROWS = ("airanchor", "no-eag", "pixel-only", "random")


def decisions(root, **given):
    """What the record of a prepared run and the flights of its rows are granted, and what the user hears."""
    heard = []
    order = RunOrder(rows=ROWS, **given)
    prepare_run(root, order, tell=heard.append)
    kept = {row: one["agent"]["iterations"] for row, one in read_record(root).resolved["settings"].items()}
    assert kept == {row: RunInputs(root).settings(order, row).agent.iterations for row in ROWS}
    return set(kept.values()), heard


@pytest.mark.parametrize("profile", ["paper", "embedded"])
def test_hard_grants_fifty_decisions_to_every_row(tmp_path, profile):
    found, heard = decisions(tmp_path / "run", episodes="hard", profile=profile)
    assert found == {50} and heard == ["hard grants 50 decisions to every flight"]


def test_a_user_may_grant_another_number_and_is_told_so(tmp_path):
    found, heard = decisions(tmp_path / "one", episodes="hard", sets=("agent.iterations=30",))
    assert found == {30} and len(heard) == 1 + len(ROWS) and "airanchor is given 30" in heard[1]
    file = tmp_path / "mine.toml"
    file.write_text("[agent]\niterations = 31\n", "utf-8")
    found, heard = decisions(tmp_path / "two", episodes="hard", settings_file=str(file))
    assert found == {31} and "given 31" in heard[-1]


def test_a_run_by_mail_says_once_where_its_questions_are(tmp_path):
    box = tmp_path / "mail"
    _, heard = decisions(tmp_path / "run", episodes="dev", subset="1", reasoner=f"mailbox:{box}")
    assert heard == [f"questions go to {box}; answer them there, or with: airanchor reasoner answer {box}"]


def test_other_splits_keep_the_budget_of_the_settings(tmp_path):
    found, heard = decisions(tmp_path / "run", episodes="dev", subset="1")
    assert found == {20} and not heard
    assert granted("dev") == granted("mini") == granted("hard.json") == ()
