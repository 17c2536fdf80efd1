"""`airanchor bench table` and `bench verify` as a person types them."""

import json
from pathlib import Path

import pytest

from airanchor.bench.results import RunFolder
from airanchor.bench.run import RunOrder, fly_run, prepare_run
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

    for name, words in (("a.md", "| row |"), ("b.csv", "SR_low"), ("c.tex", "\\toprule"), ("d.html", "<svg")):
        made = command("bench", "table", str(run), "--out", str(tmp_path / "tables" / name))
        assert made.code == 0 and not made.out and words in (tmp_path / "tables" / name).read_text("utf-8")

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
