"""Cues: turning by the bearing faces the point, and recentring is relating again."""

import math

import numpy as np
import pytest
from hypothesis import assume, given

from aircity.errors import InputError
from aircity.geometry import Cue, Pose, relate, relate_all, wrap
from tests.aircity.geometry.strategies import angles_rad, points, poses


@given(poses, points(3, most=1))
def test_turning_by_the_bearing_faces_the_point(pose: Pose, target: np.ndarray) -> None:
    cue = relate(pose, target[0])
    assert relate(pose.turned(cue.bearing_rad), target[0]).bearing_rad == pytest.approx(0, abs=1e-9)


@given(poses, points(3, most=1))
def test_a_cue_leads_back_to_the_point(pose: Pose, target: np.ndarray) -> None:
    cue = relate(pose, target[0])
    azimuth = pose.heading_rad + cue.bearing_rad
    offset = (cue.d_xy_m * math.cos(azimuth), cue.d_xy_m * math.sin(azimuth), cue.dz_m)
    assert pose.position + offset == pytest.approx(target[0], abs=1e-6)
    assert cue.d_3d_m == pytest.approx(math.dist(pose.position, target[0]), abs=1e-9)
    assert -math.pi <= cue.bearing_rad < math.pi


@given(poses, points(3, most=1), angles_rad)
def test_recentring_after_a_turn_changes_only_the_bearing(
    pose: Pose, target: np.ndarray, turn_rad: float
) -> None:
    before, after = relate(pose, target[0]), relate(pose.turned(turn_rad), target[0])
    assert (after.dz_m, after.d_xy_m, after.d_3d_m) == (before.dz_m, before.d_xy_m, before.d_3d_m)
    if before.d_xy_m >= 1e-9:
        assert wrap(before.bearing_rad - turn_rad - after.bearing_rad) == pytest.approx(0, abs=1e-9)


@given(poses, points(3, most=1), points(3, most=1))
def test_moving_world_and_drone_together_changes_nothing(
    pose: Pose, target: np.ndarray, shift: np.ndarray
) -> None:
    before = relate(pose, target[0])
    assume(before.d_xy_m > 0.1)
    moved = Pose(*(pose.position + shift[0]), pose.heading_rad)
    after = relate(moved, target[0] + shift[0])
    assert wrap(after.bearing_rad - before.bearing_rad) == pytest.approx(0, abs=1e-9)
    assert (after.dz_m, after.d_xy_m) == pytest.approx((before.dz_m, before.d_xy_m), abs=1e-9)


@given(poses, points(3))
def test_many_points_give_the_same_cues_as_one_by_one(pose: Pose, targets: np.ndarray) -> None:
    assert [Cue(*row) for row in relate_all(pose, targets).tolist()] == [relate(pose, p) for p in targets]


@pytest.mark.parametrize("dz_m", [-25.0, 0.0, 40.0])
def test_a_point_straight_above_or_below_has_bearing_zero(dz_m: float) -> None:
    cue = relate(Pose.at(4, 4, 30, 50), (4, 4, 30 + dz_m))
    assert cue == Cue(0.0, dz_m, 0.0, abs(dz_m))


def test_straight_behind_is_minus_pi() -> None:
    assert relate(Pose(0, 0, 0), (-10, 0, 0)).bearing_deg == -180


def test_a_cue_unpacks_in_the_order_of_the_paper() -> None:
    row = relate_all(Pose(0, 0, 0), (3, 4, 12))
    assert row.tolist() == pytest.approx([math.atan2(4, 3), 12, 5, 13])


@pytest.mark.parametrize("bad", [(1.0, 2.0), [[1.0, 2.0, 3.0]]])
def test_nonsense_points_are_rejected(bad: object) -> None:
    with pytest.raises(InputError, match="shape"):
        relate(Pose(0, 0, 0), bad)  # type: ignore[arg-type]
