"""The information study from recorded flights to the page, small: the rules answer alike, and it resumes."""

from pathlib import Path

import pytest

from airanchor.bench.information.asking import InformationOrder, answers_file, read_answers
from airanchor.bench.information.page import information_chart, to_markdown
from airanchor.bench.information.run import record_flights
from airanchor.bench.information.study import AGAIN, Tally, ask_all, count_all, count_questions
from airanchor.bench.run import RunOrder, prepare_run, serial
from airanchor.errors import InputError


def test_a_tally_counts_the_changed_by_who_was_better():
    tally = Tally("navigation", "plan", "removed")
    assert tally.share is None
    for is_changed, verdict in (
        (False, None),
        (True, (True, False)),
        (True, (False, True)),
        (True, (False, False)),
        (True, None),
    ):
        tally.add(is_changed, verdict)
    assert (tally.asked, tally.changed, tally.with_better, tally.without_better, tally.unjudged) == (
        5,
        4,
        1,
        1,
        1,
    )
    assert tally.share is not None and tally.share.value == pytest.approx(0.8)
    assert tally.to_json()["share"]["high"] < 1


def test_a_run_without_traces_is_bad_input(tmp_path):
    prepare_run(tmp_path / "run", RunOrder(rows=("airanchor",), episodes="dev", subset="2"))
    with pytest.raises(InputError, match="no traces"):
        count_questions(InformationOrder(run=str(tmp_path / "run")))


@pytest.mark.slow
def test_recorded_questions_are_asked_again_and_judged(tmp_path: Path) -> None:
    run, out = tmp_path / "run", tmp_path / "out"
    flown = RunOrder(
        rows=("airanchor",),
        episodes="dev",
        subset="2",
        scenes=("practice-square",),
        sets=("agent.iterations=6",),
    )
    record_flights(run, flown, serial, command="airanchor bench run")
    order = InformationOrder(run=str(run), every=3)
    questions, askings = count_questions(order)
    assert 0 < questions < askings
    ask_all(order, out)
    found = count_all(order, out)
    assert found.episodes == found.recorded == 2 and found.unread == 0
    assert found.asked == questions < found.questions
    again = [one for one in found.ordered() if one.field == AGAIN]
    assert again and sum(one.changed for one in again) == 0  # the rules are steady
    subtask = found.tally("navigation", "subtask", "shuffled")
    assert subtask.asked > 0 and subtask.changed > 0  # another subtask is flown otherwise
    for one in found.ordered():
        assert one.with_better + one.without_better + one.unjudged <= one.changed <= one.asked
    assert "| subtask | shuffled |" in to_markdown(found, "airanchor bench study information")
    assert "answers changed" in information_chart(found).told()

    file = next((out / "answers").iterdir())
    whole = file.read_bytes()
    file.write_bytes(whole[: len(whole) // 2])  # killed in the middle of a line
    ask_all(order, out)
    assert file.read_bytes() == whole
    assert count_all(order, out).to_json() == found.to_json()
    with pytest.raises(InputError, match="seed"):
        ask_all(InformationOrder(run=str(run), every=3, seed=1), out)
    answers, end = read_answers(answers_file(out, "nobody"))
    assert answers == [] and end is None
