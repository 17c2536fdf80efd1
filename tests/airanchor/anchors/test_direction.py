"""Directions: the median, the cap, the point, and what no depth does."""

import math

import numpy as np
import pytest
from hypothesis import given
from hypothesis import strategies as st
from hypothesis.extra.numpy import arrays

from airanchor.anchors import AnchorConfig, DirectionAnchor, DirectionRequest, Reason
from airanchor.anchors.direction import ground_direction, median_depth_m
from aircity.geometry import Camera, Pose
from tests.airanchor.anchors.views import flat_view, view_of

PAPER = AnchorConfig()


def ground(depth_m: object, pixel: tuple[int, int], **options: object) -> DirectionAnchor:
    outcome = ground_direction(DirectionRequest(1, pixel), view_of(depth_m, **options), PAPER)  # type: ignore[arg-type]
    assert isinstance(outcome.anchor, DirectionAnchor)
    return outcome.anchor


def test_the_point_lies_on_the_pixels_own_ray() -> None:
    pose, camera = Pose.at(3, -2, 30, 60), Camera.from_fov(64, 64)
    anchor = ground(np.full((64, 64), 25.0), (50, 9), pose=pose, camera=camera)
    assert anchor.distance_m == 25.0
    assert np.linalg.norm(anchor.point_in_world - pose.position) == pytest.approx(25.0)
    assert camera.project(anchor.point_in_world, pose) == pytest.approx(np.array([50, 9]))


def test_columns_and_rows_are_not_mixed_up() -> None:
    depth_m = np.full((64, 64), 10.0)
    depth_m[:, 40:] = 70.0
    assert ground(depth_m, (50, 9)).distance_m == 70.0
    assert ground(depth_m, (9, 50)).distance_m == 10.0


def test_a_camera_ahead_of_the_body_measures_from_the_camera() -> None:
    camera = Camera(64, 64, 32, 32, 31.5, 31.5, forward_offset_m=1.0)
    at_body = ground(np.full((64, 64), 20.0), (31, 31), pose=Pose(0, 0, 40))
    ahead = ground(np.full((64, 64), 20.0), (31, 31), pose=Pose(0, 0, 40), camera=camera)
    assert ahead.distance_m == at_body.distance_m
    assert ahead.point_in_world - at_body.point_in_world == pytest.approx(np.array([1.0, 0, 0]))


def test_the_window_follows_its_setting() -> None:
    depth_m = np.full((9, 9), 50.0)
    depth_m[4, 4] = 10.0
    assert median_depth_m(depth_m, (4, 4), 1) == 10.0
    assert median_depth_m(depth_m, (4, 4), 3) == 50.0


def test_half_far_half_near_is_far() -> None:
    depth_m = np.zeros((9, 9))
    depth_m[4, 3:5] = (60.0, math.inf)
    anchor = ground(depth_m, (4, 4))
    assert anchor.is_far
    assert anchor.distance_m == 100.0


def test_no_depth_is_discarded_with_its_reason() -> None:
    outcome = ground_direction(DirectionRequest(2, (30, 20)), flat_view(0.0), PAPER)
    assert outcome.anchor is None
    assert outcome.reason is Reason.NO_DEPTH
    assert outcome.words == "no positive depth in the 5x5 pixels around [30, 20]"


def test_another_reliable_range_caps_elsewhere() -> None:
    config = AnchorConfig(reliable_range_m=40.0)
    outcome = ground_direction(DirectionRequest(1, (3, 3)), flat_view(60.0), config)
    assert isinstance(outcome.anchor, DirectionAnchor)
    assert (outcome.anchor.distance_m, outcome.anchor.is_far) == (40.0, True)


sides = st.integers(1, 12)
readings = st.one_of(
    st.floats(width=32, allow_nan=True, allow_infinity=True), st.sampled_from([0.0, -1.0, 99.0, 101.0])
)


@given(st.data())
def test_any_depth_is_measured_or_discarded(data: st.DataObject) -> None:
    height, width = data.draw(sides), data.draw(sides)
    depth_m = data.draw(arrays(np.float32, (height, width), elements=readings))
    pixel = data.draw(st.tuples(st.integers(0, width - 1), st.integers(0, height - 1)))
    outcome = ground_direction(DirectionRequest(1, pixel), view_of(depth_m), PAPER)
    near = [
        float(depth_m[row, column])
        for row in range(height)
        for column in range(width)
        if abs(row - pixel[1]) <= 2 and abs(column - pixel[0]) <= 2 and depth_m[row, column] > 0
    ]
    if not near:
        assert outcome.anchor is None and outcome.reason is Reason.NO_DEPTH
        return
    assert isinstance(outcome.anchor, DirectionAnchor)
    middle = sorted(near)[(len(near) - 1) // 2], sorted(near)[len(near) // 2]
    assert outcome.anchor.distance_m == pytest.approx(min(sum(middle) / 2, 100.0))
    assert outcome.anchor.is_far == (sum(middle) / 2 > 100.0)
    assert np.isfinite(outcome.anchor.point_in_world).all()
