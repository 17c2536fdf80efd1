"""The camera: round trips, handedness, depth kinds, vertical views, valid by construction."""

import dataclasses
import math

import numpy as np
import pytest
from hypothesis import assume, given
from hypothesis import strategies as st

from aircity.errors import InputError
from aircity.geometry import Camera, Pose, relate
from tests.aircity.geometry.strategies import cameras, depths_m, poses

fractions = st.floats(0, 1)


@given(cameras(), poses, fractions, fractions, depths_m)
def test_project_undoes_back_project(
    camera: Camera, pose: Pose, across: float, along: float, depth_m: float
) -> None:
    pixel = np.array([across * (camera.width_px - 1), along * (camera.height_px - 1)])
    point = camera.back_project(pixel, depth_m, pose)
    assert camera.project(point, pose) == pytest.approx(pixel, abs=1e-4)
    _, origin = camera.world_from_camera(pose)
    assert np.linalg.norm(point - origin) == pytest.approx(depth_m, rel=1e-9, abs=1e-9)


@given(cameras(), poses)
def test_the_rotation_is_orthonormal_and_left_handed(camera: Camera, pose: Pose) -> None:
    rotation, _ = camera.world_from_camera(pose)
    assert rotation @ rotation.T == pytest.approx(np.eye(3), abs=1e-12)
    assert np.linalg.det(rotation) == pytest.approx(-1)


@given(cameras(), poses)
def test_the_mount_is_ahead_of_the_body_whatever_the_pitch(camera: Camera, pose: Pose) -> None:
    _, origin = camera.world_from_camera(pose)
    ahead = np.array([math.cos(pose.heading_rad), math.sin(pose.heading_rad), 0])
    assert origin - pose.position == pytest.approx(camera.forward_offset_m * ahead, abs=1e-9)


@given(cameras(), st.lists(st.tuples(fractions, fractions), min_size=1), st.floats(0, 1e4))
def test_a_planar_depth_is_that_of_the_point_ahead_of_the_camera(
    camera: Camera, spots: list[tuple[float, float]], depth_m: float
) -> None:
    pixels = np.array(spots) * (camera.width_px - 1, camera.height_px - 1)
    pose = Pose(0, 0, 0)
    forward = camera.world_from_camera(pose)[0][:, 2]
    planar_m = depth_m * (camera.rays_in_world(pixels, pose) @ forward)
    assert (planar_m <= depth_m + 1e-9).all()
    assert camera.ray_from_planar(pixels, planar_m) == pytest.approx(depth_m)


def test_a_facing_wall_has_one_planar_depth() -> None:
    camera = Camera.from_fov(64, 48)
    ray_m = camera.ray_from_planar(camera.pixel_grid, np.full((48, 64), 30.0))
    points = camera.back_project(camera.pixel_grid, ray_m, Pose(5, 6, 7))
    assert points[..., 0] == pytest.approx(35)
    assert ray_m[0, 0] == pytest.approx(ray_m[-1, -1])
    assert ray_m[0, 0] > 1.2 * ray_m[24, 32]


def test_depth_conversion_keeps_no_hit_and_no_reading() -> None:
    camera = Camera.from_fov(8, 8)
    assert camera.ray_from_planar([[0, 0], [1, 2]], [math.inf, 0.0]).tolist() == [math.inf, 0.0]


def test_the_pixel_grid_is_indexed_row_first() -> None:
    camera = Camera.from_fov(5, 3)
    assert camera.pixel_grid.shape == (3, 5, 2)
    assert camera.pixel_grid[2, 4].tolist() == [4, 2]


def test_east_is_right_of_a_drone_that_faces_north() -> None:
    camera, pose, point = Camera.from_fov(), Pose(0, 0, 20), (30, 10, 20)
    u, v = camera.project(point, pose)
    assert u > camera.cx_px
    assert v == pytest.approx(camera.cy_px)
    assert relate(pose, point).bearing_rad > 0


@given(poses, st.floats(1, 200), st.floats(-1.2, 1.2), st.floats(-50, 50))
def test_the_image_side_is_the_side_of_the_bearing(
    pose: Pose, distance_m: float, bearing_rad: float, dz_m: float
) -> None:
    assume(abs(bearing_rad) > 1e-6)
    azimuth = pose.heading_rad + bearing_rad
    offset = (distance_m * math.cos(azimuth), distance_m * math.sin(azimuth), dz_m)
    camera, point = Camera.from_fov(), pose.position + offset
    assert (camera.project(point, pose)[0] > camera.cx_px) == (relate(pose, point).bearing_rad > 0)


@pytest.mark.parametrize(("pitch_rad", "top_is"), [(-math.pi / 2, 1.0), (math.pi / 2, -1.0)])
def test_the_top_of_the_down_view_is_ahead_and_of_the_up_view_behind(pitch_rad: float, top_is: float) -> None:
    camera, pose = Camera.from_fov().pitched(pitch_rad), Pose.at(0, 0, 50, 30)
    top = camera.rays_in_world([camera.cx_px, 0], pose)
    right = camera.rays_in_world([511, camera.cy_px], pose)
    ahead = np.array([math.cos(pose.heading_rad), math.sin(pose.heading_rad), 0])
    assert np.sign(top @ ahead) == top_is
    assert right @ [-math.sin(pose.heading_rad), math.cos(pose.heading_rad), 0] > 0.5


def test_the_first_and_last_pixel_mirror_each_other() -> None:
    camera = Camera.from_fov()
    assert camera.rays([0, 0])[:2] == pytest.approx(-camera.rays([511, 511])[:2])
    assert (camera.fx_px, camera.cx_px) == (pytest.approx(256), 255.5)
    assert camera.matrix @ [0, 0, 1] == pytest.approx([255.5, 255.5, 1])


def test_points_behind_the_camera_have_no_pixel() -> None:
    camera = Camera.from_fov()
    pixels = camera.project([[10, 0, 0], [-10, 0, 0], [0, 0, 0]], Pose(0, 0, 0))
    assert np.isnan(pixels).any(axis=-1).tolist() == [False, True, True]
    assert camera.sees(pixels).tolist() == [True, False, False]


def test_the_image_ends_half_a_pixel_beyond_its_last_centres() -> None:
    camera = Camera.from_fov(4, 2)
    assert camera.sees([[-0.5, 0], [3.49, 1.49], [-0.51, 0], [3.5, 0], [0, 1.5]]).tolist() == [
        True,
        True,
        False,
        False,
        False,
    ]


@pytest.mark.parametrize(
    ("field", "value", "said"),
    [
        ("width_px", 0, "size"),
        ("height_px", -4, "size"),
        ("fx_px", 0.0, "focal"),
        ("fy_px", math.nan, "focal"),
        ("fx_px", math.inf, "focal"),
        ("cx_px", math.nan, "principal"),
        ("cy_px", math.inf, "principal"),
        ("pitch_rad", 90.0, "pitch"),
        ("pitch_rad", math.nan, "pitch"),
        ("forward_offset_m", math.nan, "offset"),
    ],
)
def test_nonsense_cameras_are_rejected(field: str, value: float, said: str) -> None:
    with pytest.raises(InputError, match=said):
        dataclasses.replace(Camera.from_fov(), **{field: value})


@pytest.mark.parametrize("fov_deg", [0, 180, -90, math.nan])
def test_nonsense_fields_of_view_are_rejected(fov_deg: float) -> None:
    with pytest.raises(InputError, match="field of view"):
        Camera.from_fov(fov_deg=fov_deg)


@pytest.mark.parametrize("size", [(64.5, 64), (64, 64.0), ("64", 64), (64, None), (True, 64), (math.nan, 64)])
def test_sizes_are_whole_numbers(size: tuple[int, int]) -> None:
    with pytest.raises(InputError, match="whole numbers"):
        Camera.from_fov(*size)
    assert Camera.from_fov(*np.array([64, 48])).height_px == 48
