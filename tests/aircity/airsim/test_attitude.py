"""Attitudes on the wire: headings and pitches exact to the last bit, compositions as the camera has them."""

import math

import numpy as np
import pytest
from hypothesis import given
from hypothesis import strategies as st

from aircity.airsim.attitude import LEVEL, angle_of, rotation, turn, yaw_and_pitch
from aircity.airsim.messages import pose_message, product, read_placement, read_pose
from aircity.errors import InputError
from aircity.geometry import Camera, Pose, heading_from_wxyz, points_from_ned, wrap


def angles(largest_rad):
    """Halving loses a bit of numbers below the smallest normal one; no drone turns so little."""
    return st.floats(-largest_rad, largest_rad, allow_subnormal=False)


ANGLES = angles(math.nextafter(2 * math.pi, 0))
HEADINGS = angles(math.pi)
METRES = st.floats(-1e4, 1e4)


@given(ANGLES, st.sampled_from([1, 2, 3]))
def test_an_angle_comes_back_to_the_last_bit(angle_rad, axis):
    quaternion = turn(axis, angle_rad)
    assert angle_of(quaternion, axis) == angle_rad
    assert math.hypot(*quaternion) == pytest.approx(1)


@pytest.mark.parametrize("steps", range(-23, 24))
def test_multiples_of_fifteen_degrees_come_back(steps):
    for angle_rad in (steps * math.radians(15), wrap(steps * math.radians(15)), math.radians(15 * steps)):
        assert angle_of(turn(3, angle_rad), 3) == angle_rad


@given(METRES, METRES, METRES, HEADINGS)
def test_a_pose_comes_back_to_the_last_bit(x_m, y_m, z_m, heading_rad):
    pose = Pose(x_m, y_m, z_m, heading_rad)
    assert read_pose(pose_message(pose)) == pose
    assert heading_from_wxyz(turn(3, heading_rad)) == pytest.approx(
        math.remainder(heading_rad, math.tau), abs=1e-9
    )


@given(HEADINGS, angles(math.pi / 2))
def test_a_pitched_camera_is_read_exactly_on_a_level_drone(heading_rad, pitch_rad):
    assert yaw_and_pitch(turn(3, heading_rad), turn(2, pitch_rad)) == (heading_rad, pitch_rad)


@given(HEADINGS, angles(7.0))
def test_a_turned_camera_is_read_as_the_turned_pose(heading_rad, right_rad):
    seen_rad, pitch_rad = yaw_and_pitch(turn(3, heading_rad), turn(3, right_rad))
    turned_rad = Pose(0, 0, 0, heading_rad).turned(right_rad).heading_rad
    assert pitch_rad == 0
    if abs(right_rad) < 2 * math.pi:
        assert seen_rad == turned_rad
    else:
        assert abs(wrap(seen_rad - turned_rad)) < 1e-12


@given(HEADINGS, angles(1.5))
def test_axes_agree_with_the_camera(heading_rad, pitch_rad):
    body = product(turn(3, heading_rad), turn(2, pitch_rad))
    columns, _ = Camera.from_fov().pitched(pitch_rad).world_from_camera(Pose(0, 0, 0, heading_rad))
    right, down, ahead = columns.T
    in_world = points_from_ned(rotation(body).T)
    assert np.allclose(in_world, [ahead, right, down], atol=1e-9)
    seen = yaw_and_pitch(body)
    assert seen[1] == pytest.approx(pitch_rad, abs=1e-6) and abs(wrap(seen[0] - heading_rad)) < 1e-6


def test_straight_up_and_down_keep_the_heading():
    for pitch_rad in (math.pi / 2, -math.pi / 2):
        heading_rad, seen_rad = yaw_and_pitch(product(turn(3, 1.0), turn(2, pitch_rad)))
        assert heading_rad == pytest.approx(1.0) and seen_rad == pytest.approx(pitch_rad)


def test_a_rolled_or_overturned_camera_is_refused():
    for attitude in (turn(1, 0.3), turn(2, 2.5), turn(1, math.pi)):
        with pytest.raises(InputError, match="roll"):
            yaw_and_pitch(LEVEL, attitude)


@pytest.mark.parametrize("bad", [None, 5, {}, {"position": {"x_val": 1.0}}, {"position": [1, 2, 3]}])
def test_a_message_that_is_no_pose_is_named(bad):
    with pytest.raises(InputError, match="pose"):
        read_placement(bad)


def test_a_pose_with_bad_numbers_is_named():
    message = pose_message(Pose(1, 2, 3))
    message["position"]["y_val"] = math.nan
    with pytest.raises(InputError, match=r"pose.position.y_val is nan; it must be a finite number"):
        read_placement(message)
    message = pose_message(Pose(1, 2, 3))
    message["orientation"] = dict.fromkeys(message["orientation"], 0.0)
    with pytest.raises(InputError, match="all zero; a level one is w_val 1"):
        read_placement(message)
