"""`airanchor bench table` and `bench verify` as a person types them."""

import json
import sys
from pathlib import Path

import pytest

from airanchor.bench.charts import Chart, write_chart
from airanchor.bench.results import RunFolder
from airanchor.bench.run import RunOrder, fly_run, prepare_run
from aircity.cli.terminal.output import written_charts
from tests.airanchor.bench.run.town import keep_towns, town_episodes, write_towns


@pytest.fixture
def run(command, tmp_path) -> Path:
    """Two rows over four episodes; `command` keeps the towns in the test's own folder."""
    keep_towns()
    episodes = write_towns(tmp_path / "towns.json", town_episodes(2))
    prepare_run(tmp_path / "run", RunOrder(rows=("random", "reference"), episodes=episodes))
    assert fly_run(tmp_path / "run").is_complete
    return tmp_path / "run"


def test_a_run_is_verified_tabulated_and_spoiled(command, run, tmp_path):
    right = command("bench", "verify", str(run))
    assert right.code == 0 and "8 of 8 episodes" in right.out and "all agree" in right.out

    text = command("bench", "table", str(run), "--by", "scene")
    assert text.code == 0 and "Reference path" in text.out and "4 instructions over 2 paths" in text.out
    assert "towns, by scene, paper metrics" in text.out

    document = json.loads(command("bench", "table", str(run), "--metrics", "both", "--json").out)
    assert [block["metrics"] for block in document["blocks"]] == ["paper", "airvln"]
    assert document["facts"][0]["reasoner"] == "rulebook"
    bound = document["blocks"][0]["rows"][1]
    assert bound["is_upper_bound"] and bound["cells"]["SR"]["value"] == 100.0 and bound["successes"] == 4

    for name, words in (
        ("a.md", "| row |"),
        ("b.csv", "SR_low"),
        ("c.tex", "\\toprule"),
        ("d.html", "data:image/svg+xml"),
    ):
        made = command("bench", "table", str(run), "--out", str(tmp_path / "tables" / name))
        assert made.code == 0 and not made.out and words in (tmp_path / "tables" / name).read_text("utf-8")

    for name, begin in (("e.pdf", b"%PDF"), ("f.svg", b"<?xml"), ("g.png", b"\x89PNG")):
        made = command("bench", "table", str(run), "--json", "--chart", str(tmp_path / "charts" / name))
        assert made.code == 0 and json.loads(made.out) and f"charts/{name}" in made.err
        assert (tmp_path / "charts" / name).read_bytes().startswith(begin)
    refused = command("bench", "table", str(run), "--chart", "h.eps")
    assert refused.code == 2 and ".pdf, .svg, .png" in refused.err

    twice = command("bench", "table", str(run), str(run), "--against", "random @ run #2")
    assert twice.code == 0 and "difference from Random (run #2)" in twice.out
    unknown = command("bench", "table", str(run), "--against", "nobody")
    assert unknown.code == 2 and "random, reference" in unknown.err

    results = RunFolder(run).results_file("random")
    results.write_text(results.read_text("utf-8").replace('"collisions":', '"collisions":1', 1), "utf-8")
    wrong = command("bench", "verify", str(run))
    assert wrong.code == 1 and "MISMATCH random town-a-0: scores: scores.collisions" in wrong.out
    told = json.loads(command("bench", "verify", str(run), "--json").out)
    assert not told["is_right"] and told["runs"][0]["findings"][0]["episode_id"] == "town-a-0"


def test_folders_without_runs_are_bad_input(command, tmp_path):
    for name in ("verify", "table"):
        result = command("bench", name, str(tmp_path))
        assert result.code == 2 and "run.json" in result.err


def test_without_matplotlib_a_table_is_made_and_a_chart_is_an_error_with_the_install_command(
    command, run, tmp_path, monkeypatch
):
    monkeypatch.delitem(sys.modules, "airanchor.bench.charts.figure", raising=False)
    monkeypatch.setitem(sys.modules, "matplotlib", None)
    assert command("bench", "table", str(run), "--out", str(tmp_path / "t.html")).code == 0
    assert command("bench", "table", str(run), "--json").code == 0
    missing = command("bench", "table", str(run), "--chart", str(tmp_path / "c.pdf"))
    assert missing.code != 0 and "pip install" in missing.err and not (tmp_path / "c.pdf").exists()
    assert written_charts(lambda: write_chart(Chart(()), tmp_path / "c.pdf")) == ()
