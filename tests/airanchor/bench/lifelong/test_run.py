"""The lifelong study from the flights to the page, small: it resumes, verifies, and counts what was flown."""

import shutil

import pytest

from airanchor.bench.lifelong.page import lifelong_chart
from airanchor.bench.lifelong.run import count_flights, fly_lifelong, plan_lifelong
from airanchor.bench.report.verify import verify_run
from airanchor.bench.run import Conduct, RunOrder, serial
from airanchor.errors import InputError

ORDER = RunOrder(
    rows=(),
    episodes="",
    subset="2-paths",
    scenes=("practice-square",),
    sets=("agent.iterations=2",),
    survey_places=1,
)


def plan_in(root):
    return plan_lifelong(root, "dev", ORDER, Conduct(), "airanchor bench study lifelong")


@pytest.mark.slow
def test_the_study_flies_counts_and_goes_on_where_it_was_broken_off(tmp_path):
    plan = plan_in(tmp_path)
    assert count_flights(plan) == (6, 4)
    page = fly_lifelong(plan, serial, jobs=1)
    arms = {arm.row: arm for arm in page.found.arms}
    assert set(arms) == {"airanchor", "flat-kb", "memory-frozen", "no-prior"}
    for arm in arms.values():
        assert arm.episodes == 6 and set(arm.passes) == {1, 2, 3}
        assert sum(count for _, count, _ in arm.curve) == 6
    told = list(arms["no-prior"].funnel.values())
    assert sum(row.landmarks for row in told) > 0
    assert all(row.counts["told"] == row.counts["selected"] == 0 for row in told)
    assert all(row.helped is None for row in told)
    for row in plan.study.rows:
        assert verify_run(plan.run_root("dev", row)).is_right
    assert "Surveyed beforehand" in page.markdown and "| SOKB | 3 |" in page.markdown
    assert "flights in the scene" in lifelong_chart(page.found).told()

    shutil.rmtree(plan.run_root("dev", "flat-kb"))
    again = fly_lifelong(plan_in(tmp_path), serial, jobs=1)
    assert again.json["arms"] == page.json["arms"]


def test_chosen_arms_are_flown_beside_the_one_they_are_judged_by(tmp_path):
    plan = plan_lifelong(tmp_path, "dev", ORDER, Conduct(), "", arms=("flat-kb",))
    assert plan.study.rows == ("flat-kb", "no-prior")
    with pytest.raises(InputError, match="no arm 'sokb'; valid are airanchor"):
        plan_lifelong(tmp_path, "dev", ORDER, Conduct(), "", arms=("sokb",))
