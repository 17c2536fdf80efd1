"""Scores by pass: intervals, the rise against the arm without priors, the curve over a scene's flights."""

from dataclasses import replace

import pytest

from airanchor.bench.lifelong.scores import by_pass, curve, rises
from tests.airanchor.bench.studies.test_studies import flown as flown_episode

PATHS, PASSES = 8, 3


def arm(row, success):
    """A result per path and pass; `success(path, pass)` says which arrived."""
    return [
        replace(
            flown_episode(row, number, 0.0 if success(path, number) else 80.0),
            episode_id=f"{path}-{number}",
            trajectory_id=f"t{path}",
            scene_id=f"town-{path % 2}",
            ordinal=(number - 1) * PATHS + path,
        )
        for number in range(1, PASSES + 1)
        for path in range(PATHS)
    ]


NUMBERS = {f"{path}-{number}": number for number in (1, 2, 3) for path in range(PATHS)}
ARMS = {
    "airanchor": arm("airanchor", lambda path, number: number == 3),
    "no-prior": arm("no-prior", lambda path, number: path == 0),
}


def test_every_pass_has_its_own_rate():
    found = by_pass(ARMS["airanchor"], NUMBERS)
    assert [found[number]["SR"].value for number in (1, 2, 3)] == [0.0, 0.0, 100.0]
    assert found[1]["SR"].high > 0 and found[3]["SR"].low < 100
    assert found[1]["NE"].value == pytest.approx(80.0)
    assert found[2]["decisions"].value == 4.0


def test_the_rise_is_paired_by_path_and_judged_against_no_priors():
    found = rises(ARMS, NUMBERS, "no-prior")
    success = found["airanchor"][0]
    assert success.key == "SR" and success.change.value == 100.0
    assert success.against is not None and success.against.value == 100.0
    assert success.p_value is not None and success.p_value == pytest.approx(2 / 2**PATHS)
    assert success.p_holm is not None and success.p_holm >= success.p_value
    assert success.low_by_scene == success.high_by_scene == 100.0
    own = found["no-prior"][0]
    assert own.change.value == 0.0 and own.against is None and own.p_value is None


def test_what_the_control_gains_too_is_no_rise():
    same = {"airanchor": ARMS["airanchor"], "no-prior": arm("no-prior", lambda path, number: number == 3)}
    success = rises(same, NUMBERS, "no-prior")["airanchor"][0]
    assert success.change.value == 100.0
    assert success.against is not None and success.against.value == 0.0 and success.p_value == 1.0


def test_the_curve_covers_every_flight_once():
    points = curve(ARMS["airanchor"])
    assert sum(count for _, count, _ in points) == PATHS * PASSES
    assert points[0][2].value == 0.0 and points[-1][2].value == 100.0
    assert curve([]) == []
