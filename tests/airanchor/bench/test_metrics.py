"""Scores of a flight: worked examples, both readings, exact warping against plain recurrences, bad input."""

import json
import math
from typing import Any

import numpy as np
import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from airanchor.bench.metrics import (
    Scores,
    checked_positions,
    dtw_m,
    ndtw,
    path_length_m,
    score,
    without_repeats,
)
from airanchor.errors import InputError
from tests.folders import SHARED_DATA

LINE = [[0, 0, 10], [10, 0, 10], [20, 0, 10], [30, 0, 10], [40, 0, 10]]
VECTORS = SHARED_DATA / "metrics" / "dtw_vectors.json"
needs_vectors = pytest.mark.skipif(not VECTORS.exists(), reason="the published vectors are not here")

coordinates = st.floats(-500, 500, allow_nan=False).map(lambda number: round(number, 3))
paths = st.lists(st.tuples(coordinates, coordinates, coordinates), min_size=1, max_size=12).map(np.array)


def scored(path: Any, reference: Any = LINE, **changes: Any) -> Scores:
    given_values = {"goal": reference[-1], "steps": len(path) - 1, "collisions": 0} | changes
    return score(path, reference=reference, **given_values)


def plain_dtw(path: Any, reference: Any) -> float:
    """The definition, cell by cell."""
    best = np.full((len(path) + 1, len(reference) + 1), np.inf)
    best[0, 0] = 0
    for i, p in enumerate(path):
        for j, r in enumerate(reference):
            best[i + 1, j + 1] = math.dist(p, r) + min(best[i, j + 1], best[i + 1, j], best[i, j])
    return float(best[-1, -1])


def test_turns_and_blocked_steps_add_nothing_but_the_references_turns_count() -> None:
    turning = [LINE[0], LINE[0], LINE[1], LINE[1], LINE[1], *LINE[2:], LINE[4]]
    offset = np.add(turning, [0, 5, 0])
    assert scored(offset).dtw_m == pytest.approx(25)
    assert dtw_m(offset.astype(float), np.array(LINE, float)) == pytest.approx(45)
    repeated = scored(np.add(LINE, [0, 5, 0]), turning)
    assert repeated.dtw_m == pytest.approx(45)
    assert repeated.ndtw == pytest.approx(math.exp(-45 / (9 * 20)))


def test_only_consecutive_repeats_go() -> None:
    path = np.array([[0, 0, 0], [0, 0, 0], [1, 0, 0], [0, 0, 0]], float)
    assert without_repeats(path).tolist() == [[0, 0, 0], [1, 0, 0], [0, 0, 0]]


def test_the_threshold_is_inclusive_without_tolerance() -> None:
    assert scored([[20, 0, 10]]).paper.is_success
    beyond = scored([[math.nextafter(20, 0), 0, 10]])
    assert beyond.paper.navigation_error_m > 20
    assert not beyond.paper.is_success
    assert not beyond.airvln.is_oracle_success


def test_altitude_counts_for_the_paper_only() -> None:
    found = scored([[0, 0, 10], [40, 0, 35]])
    assert (found.paper.navigation_error_m, found.airvln.navigation_error_m) == (25, 0)
    assert (found.paper.is_success, found.airvln.is_success) == (False, True)
    assert (found.paper.is_oracle_success, found.airvln.is_oracle_success) == (False, True)
    assert (found.paper.sdtw, found.airvln.sdtw) == (0, found.ndtw)
    assert (found.paper.spl, found.airvln.spl) == (0, 40 / math.hypot(40, 25))


def test_airvln_overlooks_moves_within_a_metre_until_they_add_up() -> None:
    still = scored([[0, 0, 10], [19.5, 0, 10], [20.2, 0, 10]])
    assert (still.paper.is_success, still.airvln.is_success) == (True, False)
    assert still.airvln.navigation_error_m == pytest.approx(20.5)
    assert not still.airvln.is_oracle_success
    crept = scored([[0, 0, 10], [19.5, 0, 10], [20.2, 0, 10], [20.9, 0, 10]])
    assert crept.airvln.navigation_error_m == pytest.approx(19.1)
    climbed = scored([[0, 0, 10], [19.5, 0, 10], [20.2, 0, 12]])
    assert climbed.airvln.navigation_error_m == pytest.approx(19.8)


def test_airvlns_metre_grows_with_the_coordinate() -> None:
    goal = [1000, 0, 0]
    assert scored([[975, 0, 0], [976.005, 0, 0]], [goal]).airvln.navigation_error_m == 25
    assert scored([[975, 0, 0], [976.01, 0, 0]], [goal]).airvln.navigation_error_m == pytest.approx(23.99)


def test_a_pass_by_is_an_oracle_success_and_the_start_counts() -> None:
    passed = scored([*LINE, [70, 0, 10]])
    assert (passed.paper.is_success, passed.paper.is_oracle_success) == (False, True)
    left = scored([[40, 0, 10], [0, 0, 10]])
    assert left.paper.is_oracle_success
    assert left.airvln.is_oracle_success


def test_who_never_stops_never_succeeds() -> None:
    found = scored(LINE, is_stopped=False)
    for reading in (found.paper, found.airvln):
        assert (reading.is_success, reading.sdtw, reading.spl) == (False, 0, 0)
        assert reading.is_oracle_success
    assert found.ndtw == 1


def test_spl_is_the_shorter_of_detour_and_one() -> None:
    detour = scored([[0, 0, 10], [0, 30, 10], [40, 0, 10]])
    assert detour.paper.spl == pytest.approx(40 / 80)
    short_cut = scored([[0, 0, 10], [25, 0, 10]])
    assert short_cut.paper.spl == 1


def test_single_points() -> None:
    there = scored([[1, 2, 3]], [[1, 2, 3]])
    assert (there.dtw_m, there.ndtw, there.path_length_m, there.paper.spl) == (0, 1, 0, 1)
    away = scored([[1, 2, 3], [4, 6, 3]], [[1, 2, 3]])
    assert (away.dtw_m, away.path_length_m, away.paper.spl) == (5, 5, 0)
    assert away.paper.is_success


def test_passed_through_and_written_as_json() -> None:
    found = scored(np.array(LINE), steps=np.int64(9), collisions=2, is_stopped=np.bool_(True))
    plain = json.loads(json.dumps(found.to_json(), allow_nan=False))
    assert (plain["steps"], plain["collisions"], plain["is_stopped"], plain["threshold_m"]) == (
        9,
        2,
        True,
        20,
    )
    assert plain["paper"] == plain["airvln"]
    assert plain["paper"] == {
        "navigation_error_m": 0,
        "is_success": True,
        "is_oracle_success": True,
        "sdtw": 1,
        "spl": 1,
    }
    assert (plain["path_length_m"], plain["reference_length_m"]) == (40, 40)


@pytest.mark.parametrize(
    ("path", "words"),
    [
        ([], "trajectory is empty"),
        (np.empty((0, 3)), "trajectory is empty"),
        ([[0, 0, 0], [1, math.nan, 2]], r"trajectory\[1\] = \[1.0, nan, 2.0\]"),
        ([[0, 0, -math.inf]], r"trajectory\[0\]"),
        ([[0, 0, 1e200]], "within 1e"),
        ([[0, 0]], r"shape \(1, 2\)"),
        ([0, 0, 0], r"shape \(3,\)"),
        ([[0, 0, 0], [1, 1]], "rows of x, y, z"),
        ([["0", "0", "0"]], "give numbers"),
        ([[1j, 0, 0]], "give numbers"),
    ],
)
def test_what_is_no_path_is_refused(path: Any, words: str) -> None:
    with pytest.raises(InputError, match=words):
        scored(path)
    with pytest.raises(InputError, match=words.replace("trajectory", "reference")):
        score(LINE, reference=path, goal=[0, 0, 0], steps=0, collisions=0)


@pytest.mark.parametrize(
    ("changes", "words"),
    [
        ({"goal": [0, 0]}, "goal has shape"),
        ({"goal": [0, 0, math.nan]}, "goal"),
        ({"goal": []}, "goal is empty"),
        ({"threshold_m": 0}, "threshold_m = 0"),
        ({"threshold_m": math.nan}, "threshold_m = nan"),
        ({"steps": -1}, "steps = -1"),
        ({"collisions": -2}, "collisions = -2"),
    ],
)
def test_bad_numbers_are_named(changes: dict[str, Any], words: str) -> None:
    with pytest.raises(InputError, match=words):
        scored(LINE, **changes)


@settings(max_examples=60, deadline=None)
@given(paths, paths)
def test_warping_is_the_plain_recurrence_both_ways(path: np.ndarray, reference: np.ndarray) -> None:
    expected = pytest.approx(plain_dtw(path, reference), rel=1e-12, abs=1e-9)
    assert dtw_m(path, reference) == expected
    assert dtw_m(reference, path) == expected
    assert dtw_m(path[::-1].copy(), reference[::-1].copy()) == expected


@settings(max_examples=60, deadline=None)
@given(paths, paths, st.tuples(coordinates, coordinates, coordinates))
def test_scores_keep_their_bounds(path: np.ndarray, reference: np.ndarray, goal: tuple[float, ...]) -> None:
    found = scored(path, reference, goal=goal)
    gaps = [math.dist(path[0], reference[0]), math.dist(path[-1], reference[-1])]
    assert found.dtw_m >= max(gaps) - 1e-9
    assert 0 <= found.ndtw <= 1
    for reading in (found.paper, found.airvln):
        assert reading.is_success <= reading.is_oracle_success
        assert 0 <= reading.sdtw <= found.ndtw
        assert 0 <= reading.spl <= 1
    assert found.path_length_m >= math.dist(path[0], path[-1]) - 1e-9


@settings(max_examples=40, deadline=None)
@given(paths, st.tuples(coordinates, coordinates, coordinates), st.floats(0, 6))
def test_the_papers_scores_do_not_depend_on_the_frame(
    path: np.ndarray, shift: tuple[float, ...], turn_rad: float
) -> None:
    c, s = math.cos(turn_rad), math.sin(turn_rad)
    turned = path @ np.array([[c, s, 0], [-s, c, 0], [0, 0, 1]]) + shift
    reference = np.array(LINE, float)
    turned_reference = reference @ np.array([[c, s, 0], [-s, c, 0], [0, 0, 1]]) + shift
    here, there = scored(path), scored(turned, turned_reference)
    assert there.dtw_m == pytest.approx(here.dtw_m)
    assert there.paper.navigation_error_m == pytest.approx(here.paper.navigation_error_m)
    assert there.path_length_m == pytest.approx(here.path_length_m)


def lifted(points: Any) -> np.ndarray:
    """Points of one or two dimensions as positions."""
    rows = np.array(points, float).reshape(len(points), -1)
    return np.pad(rows, ((0, 0), (0, 3 - rows.shape[1])))


@needs_vectors
def test_published_small_cases() -> None:
    vectors = json.loads(VECTORS.read_text(encoding="utf-8"))
    for case in vectors["A2_fastdtw_tests"]["cases"]:
        assert dtw_m(lifted(case["x"]), lifted(case["y"])) == pytest.approx(case["dtw"], abs=1e-9)
    grid = vectors["A_r4r_doctests"]
    case = grid["dtw_cases"][0]
    distance_m = dtw_m(lifted(case["prediction"]), lifted(case["reference"]))
    assert distance_m == pytest.approx(case["dtw"])
    assert ndtw(distance_m, len(case["reference"]), grid["threshold"]) == pytest.approx(case["ndtw"])


@needs_vectors
def test_real_paths_agree_with_four_libraries() -> None:
    cases = json.loads(VECTORS.read_text(encoding="utf-8"))["C_real_trajectories"]["cases"]
    assert len(cases) >= 18
    for case in cases:
        path, reference = (checked_positions(name, case[name]) for name in ("prediction", "reference"))
        found = scored(path, reference, threshold_m=case["threshold"])
        expected = pytest.approx(case["dtw_exact"], abs=1e-6)
        assert dtw_m(path, reference) == expected
        assert found.dtw_m <= case["fastdtw_radius1"] + 1e-6
        assert ndtw(case["dtw_exact"], len(reference), case["threshold"]) == pytest.approx(case["ndtw"])
        assert found.paper.navigation_error_m == pytest.approx(case["navigation_error"], abs=1e-6)
        assert found.paper.is_success == case["success"]
        assert found.paper.is_oracle_success == case["oracle_success"]
        assert found.paper.spl == pytest.approx(case["spl_ref_as_shortest"])
        assert path_length_m(path) == pytest.approx(case["path_length_pred"])
        if len(without_repeats(path)) == len(path):
            assert (found.dtw_m, found.paper.sdtw) == (expected, pytest.approx(case["sdtw"]))
