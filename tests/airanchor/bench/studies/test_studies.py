"""The studies: their rows exist, their extras add up, and pages are made from results."""

from dataclasses import replace

import numpy as np
import pytest

from airanchor.bench.metrics import score
from airanchor.bench.results import EpisodeResult
from airanchor.bench.rows import all_rows
from airanchor.bench.run import RunOrder
from airanchor.bench.studies import STUDIES, StudyPlan, find_study, forecast_s
from airanchor.bench.studies.extras import order_spread, roles_of
from airanchor.bench.studies.page import make_page
from airanchor.bench.studies.styles import style_lines, success_by_style
from airanchor.cli.bench.study import STUDY_NAMES
from airanchor.errors import InputError
from airanchor.reasoner import RoleUse


def use(role, calls, given, told):
    return RoleUse(role, calls, given, told, 0, "counted", 0.0, 0.0, 0, 0, 0, 0)


def flown(row, number, miss_m, split="val_seen", usage=()):
    reference = [[0.0, 0.0, 20.0], [100.0, 0.0, 20.0]]
    scores = score(
        [[0.0, 0.0, 20.0], [100.0 + miss_m, 0.0, 20.0]],
        reference=reference,
        goal=reference[-1],
        steps=20,
        collisions=0,
    )
    return EpisodeResult(
        row=row,
        episode_id=f"e{number}",
        trajectory_id=f"t{number}",
        scene_id="town",
        split=split,
        ordinal=number,
        scores=scores,
        start_goal_m=100.0,
        ending="completed",
        iterations=4,
        subtasks=2,
        subtasks_completed=2,
        refusals=0,
        instances=3,
        usage=usage,
    )


def test_every_row_of_a_study_is_registered_and_compared_with_our_own():
    for study in STUDIES.values():
        assert set(study.rows) <= set(all_rows())
        assert "airanchor" in study.rows
        assert set(study.titles) <= set(study.rows)
    assert tuple(STUDIES) == STUDY_NAMES


def test_the_ablation_has_the_nine_rows_of_the_paper_and_one_of_them_both_ways():
    assert len(STUDIES["ablation"].rows) == 1 + 9 + 1
    assert len(STUDIES["skills"].rows) == 5
    assert set(STUDIES["anchors"].marks.values()) == {1, 3, 6}


def test_an_unknown_study_is_named():
    with pytest.raises(InputError, match="ablation"):
        find_study("ablations")


def test_the_spread_over_orders_uses_the_sample_deviation():
    rows = {
        "airanchor": [flown("airanchor", n, 0.0) for n in range(4)],
        "order-1": [flown("order-1", n, 50.0 if n < 1 else 0.0) for n in range(4)],
        "order-2": [flown("order-2", n, 50.0 if n < 2 else 0.0) for n in range(4)],
        "order-3": [flown("order-3", n, 50.0 if n < 3 else 0.0) for n in range(4)],
    }
    found = order_spread(rows)["SR"]
    assert found.canonical == 100.0
    assert found.runs == (75.0, 50.0, 25.0)
    assert found.mean == pytest.approx(50.0) and found.std == pytest.approx(25.0)


def test_tokens_per_episode_are_calls_times_tokens_per_call():
    results = [
        flown("airanchor", 0, 0.0, usage=(use("navigation", 4, 4000, 200), use("reflection", 4, 2000, 80))),
        flown("airanchor", 1, 0.0, usage=(use("navigation", 2, 1000, 100), use("reflection", 2, 900, 60))),
    ]
    *roles, total = roles_of(results)
    assert [one.role for one in roles] == ["navigation", "reflection"]
    assert total.calls == 6.0
    assert total.tokens == pytest.approx((4000 + 200 + 2000 + 80 + 1000 + 100 + 900 + 60) / 2)
    assert roles[0].input_per_call == pytest.approx(5000 / 6)


@pytest.mark.parametrize("name", STUDIES)
def test_a_page_is_made_of_results(name, tmp_path):
    study = STUDIES[name]
    rng = np.random.default_rng(3)
    usage = (use("navigation", 4, 4000, 200),)
    results = {
        split: {
            row: [flown(row, n, float(miss), split, usage) for n, miss in enumerate(rng.uniform(0, 60, 12))]
            for row in study.rows
        }
        for split in study.splits
    }
    page = make_page(study, results)
    for row in study.rows:
        assert study.titles.get(row, all_rows()[row].title) in page.markdown
    assert "n = 12" in page.markdown or "| 12" in page.markdown
    assert page.to_json()["blocks"]
    assert "n = 12" in page.chart.told() and page.chart.told().count("val_unseen") == (name == "main")
    if name == "episode-order":
        assert "ddof 1" in page.markdown and page.to_json()["spread"]["SR"]["runs"]
    if name == "workload":
        assert page.to_json()["roles"][-1]["role"] == "all roles"
        assert "all roles 4200 " in page.chart.told()
    if name == "anchors":
        assert [point.x for point in page.chart.strips[0].panels[0].series["SR"]] == [1, 3, 6]
    if name == "robustness":
        assert "| 3 harsh |" in page.markdown and "| 2 busy |" in page.markdown
        assert set(page.to_json()["moving_collisions"]) == {"traffic-3"}
        for panel in page.chart.strips[0].panels:
            assert {key: [point.x for point in line] for key, line in panel.series.items()} == {
                "noise": [0, 1, 2, 3],
                "traffic": [0, 3],
            }


def test_success_is_told_by_style_and_split():
    results = {
        "val_seen": {
            "airanchor": [
                replace(flown("airanchor", number, miss), scene_id="copper-bay")
                for number, miss in enumerate((0.0, 0.0, 80.0))
            ]
        },
        "hard": {"airanchor": [replace(flown("airanchor", 0, 80.0, "hard"), scene_id="copper-bay")]},
    }
    (style, of), *others = success_by_style(results, "airanchor").items()
    assert not others
    assert of["val_seen"][0] == 3 and of["val_seen"][1].value == pytest.approx(2 / 3)
    assert of["hard"][1].value == 0.0
    (line,) = style_lines({style: of}, ("val_seen", "hard", "voices"))[2:-1]
    assert line.startswith(f"| {style} | 66.7 [") and line.endswith("(n = 1) |  |")


def test_the_forecast_counts_what_is_missing(tmp_path):
    study = replace(STUDIES["skills"], rows=("airanchor", "pixel-only"))
    order = RunOrder(rows=(), episodes="", subset="paths")
    plan = StudyPlan(study=study, root=tmp_path, order=order)
    assert forecast_s(plan, jobs=2) == pytest.approx(forecast_s(plan, jobs=1) / 2)
    assert forecast_s(plan, jobs=1) > 111
    one = replace(plan, study=replace(study, rows=("random",)))
    assert 0 < forecast_s(one, jobs=1) < forecast_s(plan, jobs=1) / 2
