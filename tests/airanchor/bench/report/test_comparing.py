"""Paired tests with paths as units."""

import numpy as np
import pytest

from airanchor.bench.metrics import Profile
from airanchor.bench.report.comparison import TWO_SIGMA_P, compare, corrected
from airanchor.bench.statistics import mcnemar
from tests.airanchor.bench.report.flown import results

NEAR, FAR = 5.0, 60.0


def test_single_paths_give_mcnemars_exact_test():
    row, other = results([NEAR] * 9 + [FAR] * 11), results([FAR] * 8 + [NEAR] * 2 + [FAR] * 10)
    found = compare(row, other, Profile.PAPER)["SR"]
    exact = mcnemar([True] * 9 + [False] * 11, [False] * 8 + [True] * 2 + [False] * 10)
    assert found.p_value == found.p_by_episode == exact.p_value
    assert found.difference.value == pytest.approx(35.0) and "McNemar" in found.method


def test_tripled_instructions_are_no_more_evidence_than_single_ones():
    row, other = [NEAR] * 5 + [FAR] * 3, [FAR] * 8
    single = compare(results(row), results(other), Profile.PAPER)
    tripled = compare(
        results(np.repeat(row, 3), share=3), results(np.repeat(other, 3), share=3), Profile.PAPER
    )
    for key in ("SR", "OSR", "NE", "SDTW"):
        assert tripled[key].p_value == pytest.approx(single[key].p_value)
        assert tripled[key].p_by_episode < single[key].p_by_episode
        assert tripled[key].difference.value == pytest.approx(single[key].difference.value)


def test_differences_have_the_sign_of_row_minus_other_and_their_unit():
    found = compare(results([FAR] * 12), results([NEAR] * 12), Profile.PAPER)
    assert found["NE"].difference.value == pytest.approx(FAR - NEAR)
    assert found["SR"].difference.value == pytest.approx(-100.0)


def test_two_readings_may_differ():
    high = results([0.0] * 3)
    assert compare(high, results([FAR] * 3), Profile.AIRVLN)["NE"].difference.value == pytest.approx(-FAR)


def test_holm_is_over_all_tests_and_decides_what_is_shown():
    strong = compare(results([NEAR] * 12), results([FAR] * 12), Profile.PAPER)
    weak = compare(results([NEAR] + [FAR] * 11), results([FAR] * 12), Profile.PAPER)
    first, second = corrected([strong, weak])
    assert all(one.p_holm >= one.p_value for row in (first, second) for one in row.values())
    assert first["NE"].p_holm == pytest.approx(8 * first["NE"].p_value)
    assert first["NE"].is_shown and not second["SR"].is_shown


def test_two_sigma_is_two_standard_errors():
    assert pytest.approx(0.0455, abs=1e-4) == TWO_SIGMA_P
