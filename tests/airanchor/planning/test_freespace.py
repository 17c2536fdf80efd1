"""Free space against its definition, and the ball of a lateral clearance against brute force."""

import math
from dataclasses import replace

import numpy as np
import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from airanchor.errors import InputError
from airanchor.planning import FreeSpace, PlanningConfig
from aircity.geometry import Camera, Pose
from aircity.world import Observation
from tests.airanchor.planning.views import START, flat_view, is_free, view_of, views

PAPER = PlanningConfig()


def ahead_of(pose: Pose, ahead_m: float, right_m: float = 0.0, up_m: float = 0.0) -> list[float]:
    cos, sin = math.cos(pose.heading_rad), math.sin(pose.heading_rad)
    return [
        pose.x_m + ahead_m * cos - right_m * sin,
        pose.y_m + ahead_m * sin + right_m * cos,
        pose.z_m + up_m,
    ]


@settings(max_examples=60)
@given(views(), st.integers(0, 2**32 - 1), st.sampled_from([0.0, math.pi / 2, -math.pi / 2]))
def test_free_points_are_free_by_definition(view: Observation, seed: int, pitch_rad: float) -> None:
    view = replace(view, camera=view.camera.pitched(pitch_rad))
    points = view.pose.position + np.random.default_rng(seed).normal(0, 15, (60, 3))
    free = FreeSpace(view).contains(points)
    assert free.tolist() == [is_free(point, view, PAPER) for point in points]


def test_the_start_is_free_even_before_a_wall() -> None:
    view = flat_view(0.5)
    assert FreeSpace(view).contains([START.position, ahead_of(START, 0.1)]).tolist() == [True, False]


def test_behind_beside_and_above_are_unknown() -> None:
    points = [ahead_of(START, -5), ahead_of(START, 0, right_m=5), ahead_of(START, 1, up_m=2)]
    assert not FreeSpace(flat_view(50)).contains(points).any()


def test_the_end_of_a_free_segment_is_not_free() -> None:
    free = FreeSpace(flat_view(30)).contains([ahead_of(START, 27.999), ahead_of(START, 28)])
    assert free.tolist() == [True, False]


def test_between_two_pixels_both_must_be_free() -> None:
    depth = np.full((64, 64), 50.0)
    depth[:, 31] = 3.0  # the axis runs between columns 31 and 32
    assert not FreeSpace(view_of(depth)).contains([ahead_of(START, 10)])[0]
    depth = depth[:, ::-1]
    assert not FreeSpace(view_of(depth)).contains([ahead_of(START, 10)])[0]


@pytest.mark.parametrize("lost", [0.0, -1.0, np.nan])
def test_without_a_reading_nothing_is_free(lost: float) -> None:
    assert not FreeSpace(flat_view(lost)).contains([ahead_of(START, 1)])[0]


def test_segments_start_at_the_body_also_when_the_camera_is_ahead() -> None:
    view = flat_view(30)
    camera = replace(view.camera, forward_offset_m=1.0)
    free = FreeSpace(replace(view, camera=camera)).contains([ahead_of(START, 0.5), ahead_of(START, 28.5)])
    assert free.tolist() == [True, False]


@pytest.mark.parametrize(("pitch_rad", "up_m"), [(math.pi / 2, 5.0), (-math.pi / 2, -5.0)])
def test_vertical_views_see_up_or_down(pitch_rad: float, up_m: float) -> None:
    view = flat_view(30)
    space = FreeSpace(replace(view, camera=view.camera.pitched(pitch_rad)))
    assert space.contains([ahead_of(START, 0, up_m=up_m), ahead_of(START, 0, up_m=-up_m)]).tolist() == [
        True,
        False,
    ]


def test_a_depth_image_must_fit_its_camera() -> None:
    with pytest.raises(InputError, match=r"\(64, 64\) does not fit its camera of 32x32"):
        FreeSpace(view_of(np.ones((64, 64)), camera=Camera.from_fov(32, 32)))


def test_clearance_keeps_off_an_edge_that_the_ray_passes() -> None:
    depth = np.full((256, 256), 90.0)
    depth[:, :120] = 10.0  # its edge is 0.6 m left of the axis at 10 m
    points = [ahead_of(START, 9.0), ahead_of(START, 14.0)]
    wide = PlanningConfig(lateral_clearance_m=1.0)
    narrow = PlanningConfig(lateral_clearance_m=0.3)
    assert FreeSpace(view_of(depth)).contains(points).all()
    assert FreeSpace(view_of(depth), narrow).contains(points[:1]).all()
    assert not FreeSpace(view_of(depth), wide).contains(points).any()


def test_clearance_ends_where_the_image_does_but_not_next_to_the_start() -> None:
    space = FreeSpace(flat_view(90, 256), PlanningConfig(lateral_clearance_m=0.5))
    edge = [ahead_of(START, 10, right_m=9.8), ahead_of(START, 10, right_m=9.2)]
    assert space.contains(edge).tolist() == [False, True]
    assert space.contains([ahead_of(START, s) for s in (0.1, 0.3, 0.5, 1.0)]).all()


def test_lost_readings_beside_the_path_do_not_close_it() -> None:
    depth = np.full((256, 256), 90.0)
    depth[128, 140] = 0.0
    config = PlanningConfig(lateral_clearance_m=1.0)
    assert FreeSpace(view_of(depth), config).contains([ahead_of(START, 10)])[0]


@settings(max_examples=40)
@given(views(), st.integers(0, 2**32 - 1), st.floats(0.2, 1.5))
def test_a_ball_that_is_free_lies_before_all_surfaces(view: Observation, seed: int, radius_m: float) -> None:
    rng = np.random.default_rng(seed)
    config = PlanningConfig(lateral_clearance_m=radius_m)
    rays = view.camera.rays_in_world(rng.uniform(0, view.camera.width_px - 1, (40, 2)), view.pose)
    points = view.pose.position + rays * rng.uniform(0.5, 50, (40, 1))
    free = FreeSpace(view, config).contains(points)
    assert not (free & ~FreeSpace(view).contains(points)).any()
    for point in points[free]:
        for offset in rng.normal(size=(50, 3)):
            on_ball = point + radius_m * offset / np.linalg.norm(offset)
            assert not is_behind_a_surface(on_ball, view)


def is_behind_a_surface(point: np.ndarray, view: Observation) -> bool:
    """Whether the pixel that shows a point saw something nearer."""
    pixel = view.camera.project(point, view.pose)
    if not (np.isfinite(pixel).all() and view.camera.sees(pixel)):
        return False
    column, row = np.floor(pixel + 0.5).astype(int)
    depth_m = view.depth_m[row, column]
    return bool(0 < depth_m < np.linalg.norm(point - view.pose.position))
