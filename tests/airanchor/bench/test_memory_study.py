"""The memory study end to end on a small town, and what its report says."""

import json
from dataclasses import asdict
from pathlib import Path
from typing import Any

import pytest
from typer.testing import CliRunner

from airanchor.bench.memory_study.plot import study_chart
from airanchor.bench.memory_study.report import METRICS, summarise, to_markdown
from airanchor.bench.memory_study.runs import forecast_s, made_with, read_kept, result_path, run_study
from airanchor.bench.memory_study.study import FLAT, PAPER, StudiedMemory, StudySettings, judge, run_survey
from airanchor.cli.bench.app import bench_app
from airanchor.errors import InputError
from tests.airanchor.bench.small_town import HashedWords, MeanColours, small_town

SETTINGS = StudySettings(places=6, phrases=20, variety=0.6)
TWO = (StudiedMemory(PAPER, "sokb", "paper"), StudiedMemory(FLAT, "flat", "paper"))


@pytest.fixture(scope="module")
def result() -> dict[str, Any]:
    scene = small_town()
    survey = run_survey(scene, SETTINGS, MeanColours(), threads=1)
    return judge(scene, survey, SETTINGS, HashedWords(), MeanColours(), TWO)


def test_counts_hold_together(result: dict[str, Any]) -> None:
    for row in result["rows"].values():
        assert row["stored"] == row["correct_unique"] + row["duplicates"] + row["incorrect"]
        assert row["observations"] == result["survey"]["object"]
        assert row["present"] + row["absent"] == row["asked"]
        assert row["first_right"] <= row["among_right"] <= row["present"]
        assert row["near_first_right"] + row["far_first_right"] == row["first_right"]
        assert row["kept"] <= row["passed"] and row["kept"] <= 3 * row["asked"]


def test_other_words_split_the_flat_memory_and_not_the_sokb(result: dict[str, Any]) -> None:
    sokb, flat = result["rows"][PAPER], result["rows"][FLAT]
    assert sokb["duplicates"] < flat["duplicates"]
    assert sokb["pairs_right"] > flat["pairs_right"]


def test_every_told_mistake_has_a_reason(result: dict[str, Any]) -> None:
    cases = result["cases"][FLAT]
    assert cases["splits"]
    for case in (*cases["splits"], *cases["false_merges"]):
        assert case["reason"] and case["is"]


def test_results_are_equal_but_for_times(result: dict[str, Any]) -> None:
    scene = small_town()
    survey = run_survey(scene, SETTINGS, MeanColours(), threads=1)
    again = judge(scene, survey, SETTINGS, HashedWords(), MeanColours(), TWO)
    assert json.dumps({**again, "timing": 0}) == json.dumps({**result, "timing": 0})


def _counts(**changed: int) -> dict[str, int]:
    base = dict.fromkeys(
        "stored correct_unique duplicates incorrect false_merges pairs_right pairs_stored pairs_true asked "  # noqa: SIM905
        "passed kept absent none_right present first_right among_right near_present near_first_right "
        "far_present far_first_right observations".split(),
        10,
    )
    return {**base, **changed}


def _scene(name: str, sokb: dict[str, int], flat: dict[str, int]) -> dict[str, Any]:
    return {
        "scene": name,
        "settings": asdict(StudySettings()),
        "encoders": ["words", "pictures"],
        "survey": {"views": 128, "object": 10, "objects": 5, "queries": {"near": 10}},
        "rows": {PAPER: sokb, FLAT: flat},
        "timing": {PAPER: 0.5, FLAT: 0.1},
    }


RESULTS = (
    _scene("a", _counts(duplicates=2, first_right=9), _counts(duplicates=8, first_right=6)),
    _scene("b", _counts(duplicates=4, first_right=6), _counts(duplicates=8, first_right=6)),
)


def test_totals_are_ratios_of_sums_with_paired_changes() -> None:
    summary = summarise(RESULTS)
    value, low, high = summary["totals"][PAPER]["duplicates"]
    assert (value, low, high) == (3.0, 2.0, 4.0)
    assert summary["totals"][PAPER]["recall_at_1"][0] == 75.0
    assert summary["change_percent"][PAPER]["duplicates"] == [-62.5, -75.0, -50.0]
    assert summary["change_percent"][PAPER]["recall_at_1"][0] == 25.0
    assert FLAT not in summary["change_percent"]


def test_what_cannot_be_divided_is_told_as_missing() -> None:
    nothing = (_scene("a", _counts(duplicates=3), _counts(duplicates=0)),)
    summary = summarise(nothing)
    assert summary["change_percent"][PAPER]["duplicates"] is None
    assert "n/a" in to_markdown(summary, nothing, "airanchor bench study memory")


def test_the_page_tells_command_seed_counts_and_the_papers_own_numbers() -> None:
    page = to_markdown(summarise(RESULTS), RESULTS, "airanchor bench study memory --seed 1")
    assert "`airanchor bench study memory --seed 1`" in page
    assert "n = 2 scenes, 256 views, 20 observations of 10 objects, 20 phrases. Seed 1" in page
    for metric in METRICS:
        if metric.paper_change is not None:
            assert f"{metric.paper_change:+.1f} |" in page
    papers = {metric.key: metric.paper_change for metric in METRICS if metric.paper_change is not None}
    assert papers == {
        "stored": -20.9, "correct_unique": 9.8, "duplicates": -74.0, "recall_at_1": 18.6, "candidates": -53.7,
    }  # fmt: skip


def test_the_chart_has_a_bar_with_its_interval_for_each_row() -> None:
    summary = summarise(RESULTS)
    chart = study_chart(summary)
    stored, right, candidates = chart.strips[0].panels
    assert list(stored.series) == list(right.series) == list(candidates.series) == list(summary["totals"])
    for row, values in summary["totals"].items():
        bar = stored.series[row][stored.quantities.index("duplicates")]
        assert [bar.value, bar.low, bar.high] == values["duplicates"]
    assert "observations" in chart.note and "95 %" in chart.note


def test_a_kept_scene_is_not_done_again(tmp_path: Path) -> None:
    kept = {**RESULTS[0], "settings": asdict(SETTINGS), "made_with": made_with()}
    path = result_path(tmp_path, "a")
    path.write_text(json.dumps(kept))
    assert forecast_s(["a"], SETTINGS, tmp_path) == 0
    assert list(run_study(["a"], SETTINGS, tmp_path)) == [json.loads(path.read_text())]
    assert read_kept(path, StudySettings(seed=99)) is None
    path.write_text(json.dumps({**kept, "made_with": {**made_with(), "cities": "older"}}))
    assert read_kept(path, SETTINGS) is None
    path.write_text("{ broken")
    assert read_kept(path, SETTINGS) is None
    assert forecast_s(["a"], SETTINGS, tmp_path) > 0


def test_a_study_of_nothing_is_refused(tmp_path: Path) -> None:
    with pytest.raises(InputError, match="at least one scene"):
        list(run_study([], SETTINGS, tmp_path))


def test_help_teaches_by_example() -> None:
    text = CliRunner().invoke(bench_app, ["study", "memory", "--help"]).output
    assert "Example: airanchor bench study memory" in text
