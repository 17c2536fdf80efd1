"""Poses and displacements: valid by construction, turning, and the way from one to another."""

import math

import numpy as np
import pytest
from hypothesis import given

from aircity.errors import InputError
from aircity.geometry import Displacement, Pose, wrap
from tests.aircity.geometry.strategies import angles_rad, poses


@pytest.mark.parametrize("field", ["x_m", "y_m", "z_m", "heading_rad"])
@pytest.mark.parametrize("value", [math.nan, math.inf, -math.inf])
def test_non_finite_numbers_are_rejected_by_name(field: str, value: float) -> None:
    numbers = {"x_m": 0.0, "y_m": 0.0, "z_m": 0.0, "heading_rad": 0.0, field: value}
    with pytest.raises(InputError, match=field):
        Pose(**numbers)


@pytest.mark.parametrize("digits", [400, 5000])
def test_numbers_too_large_for_a_float_are_rejected(digits: int) -> None:
    for make in (Pose, Pose.at):
        with pytest.raises(InputError, match="y_m is too large"):
            make(0, 10**digits, 0)
        with pytest.raises(InputError, match=r"heading_.* is too large"):
            make(0, 0, 0, 10**digits)


def test_poses_are_values() -> None:
    assert Pose.at(1, 2, 3, 90) == Pose(1.0, 2.0, 3.0, math.pi / 2)
    assert len({Pose(1, 2, 3), Pose(1, 2, 3)}) == 1
    assert Pose.at(0, 0, 0, -45).heading_deg == pytest.approx(-45)


def test_changing_the_position_array_leaves_the_pose_alone() -> None:
    pose = Pose(1, 2, 3)
    pose.position[:] = 0
    assert pose.position.tolist() == [1, 2, 3]


@given(poses, angles_rad)
def test_turning_keeps_the_place_and_wraps(pose: Pose, turn_rad: float) -> None:
    turned = pose.turned(turn_rad)
    assert turned.position.tolist() == pose.position.tolist()
    assert -math.pi <= turned.heading_rad < math.pi
    assert wrap(turned.heading_rad - pose.heading_rad - turn_rad) == pytest.approx(0, abs=1e-12)


@given(poses, poses)
def test_a_displacement_leads_from_one_pose_to_the_other(before: Pose, after: Pose) -> None:
    moved = Displacement.between(before, after)
    reached = before.position + np.array([moved.dx_m, moved.dy_m, moved.dz_m])
    assert reached == pytest.approx(after.position, abs=1e-9)
    turned = before.turned(moved.dheading_rad)
    assert wrap(turned.heading_rad - after.heading_rad) == pytest.approx(0, abs=1e-12)
    assert -math.pi <= moved.dheading_rad < math.pi
