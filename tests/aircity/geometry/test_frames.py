"""The NED border: z flips, yaw stays, and both ways undo each other."""

import math

import numpy as np
import pytest
from hypothesis import given
from hypothesis import strategies as st

from aircity.errors import InputError
from aircity.geometry import (
    Pose,
    heading_from_wxyz,
    ned_from_points,
    ned_from_pose,
    points_from_ned,
    pose_from_ned,
    wrap,
    wxyz_from_heading,
)
from tests.aircity.geometry.strategies import angles_rad, points, poses


@given(poses)
def test_poses_round_trip(pose: Pose) -> None:
    assert pose_from_ned(*ned_from_pose(pose)) == pose


@given(points(3))
def test_points_round_trip(world: np.ndarray) -> None:
    ned = ned_from_points(world)
    assert np.array_equal(ned[:, :2], world[:, :2])
    assert np.array_equal(ned[:, 2], -world[:, 2])
    assert np.array_equal(points_from_ned(ned), world)


def test_the_input_array_is_not_changed_and_zero_stays_zero() -> None:
    ned = np.array([1.0, 2.0, 0.0])
    assert math.copysign(1, points_from_ned(ned)[2]) == 1
    points_from_ned(np.ones(3, dtype=int))
    assert ned.tolist() == [1, 2, 0]


@given(angles_rad)
def test_headings_round_trip_through_quaternions_of_any_sign_and_length(heading_rad: float) -> None:
    for scale in (1.0, -1.0, 0.5):
        heading = heading_from_wxyz(scale * wxyz_from_heading(heading_rad))
        assert wrap(heading - heading_rad) == pytest.approx(0, abs=1e-9)


def product(one: tuple[float, ...], other: tuple[float, ...]) -> tuple[float, ...]:
    """Hamilton's product of two quaternions (w, x, y, z)."""
    (a, b, c, d), (w, x, y, z) = one, other
    return (
        a * w - b * x - c * y - d * z,
        a * x + b * w + c * z - d * y,
        a * y - b * z + c * w + d * x,
        a * z + b * y - c * x + d * w,
    )


@given(st.floats(-3.1, 3.1), st.floats(-1.4, 1.4), st.floats(-3, 3))
def test_pitch_and_roll_do_not_disturb_the_heading(yaw: float, pitch: float, roll: float) -> None:
    about_z = (math.cos(yaw / 2), 0.0, 0.0, math.sin(yaw / 2))
    about_y = (math.cos(pitch / 2), 0.0, math.sin(pitch / 2), 0.0)
    about_x = (math.cos(roll / 2), math.sin(roll / 2), 0.0, 0.0)
    attitude = product(product(about_z, about_y), about_x)
    assert heading_from_wxyz(attitude) == pytest.approx(yaw, abs=1e-9)


def test_the_scalar_comes_first() -> None:
    half = math.radians(40) / 2
    assert math.degrees(heading_from_wxyz([math.cos(half), 0, 0, math.sin(half)])) == pytest.approx(40)
    assert math.degrees(heading_from_wxyz([0, 0, math.sin(half), math.cos(half)])) != pytest.approx(40)


@pytest.mark.parametrize("bad", [[0, 0, 0, 0], [1, 0, 0], [math.nan, 0, 0, 1]])
def test_nonsense_quaternions_are_rejected(bad: list[float]) -> None:
    with pytest.raises(InputError, match="w, x, y, z"):
        heading_from_wxyz(bad)
