"""The renderer against exact geometry: depth, ids, orientation, pictures, threads."""

import math
from dataclasses import replace
from typing import Any

import numpy as np
import pytest
from shapely.geometry import box

from aircity.city.render.renderer import Renderer
from aircity.city.solids.materials import Material
from aircity.city.solids.mesh import MeshBuilder, Surface
from aircity.errors import InputError
from aircity.geometry import Camera, Pose
from tests.aircity.city.exactness import measure
from tests.aircity.city.scenes import BLUE, GREEN, GREY, RED, add_wall, difficult_scene, scene_of
from tests.paper.goldens import cases

CAMERA = Camera.from_fov(512, 512)
SMALL = Camera.from_fov(65, 65)


def test_pixels_agree_with_brute_force_rays() -> None:
    poses = [Pose.at(0, 0, 25, 20), Pose.at(-30, 5, 3, 100), Pose.at(70, -60, 110, 200), Pose.at(5, 2, 1, 0)]
    found = measure(difficult_scene(), seed=1, n_pixels=5000, poses=poses)
    assert found.same_id >= 0.999
    assert found.worst_error_m <= 0.002
    assert found.worst_relative_error <= 1e-5
    assert found.sky > 100


@pytest.mark.parametrize("pitch_deg", [-90.0, -35.0, 90.0])
def test_unusual_cameras_agree_with_brute_force_rays(pitch_deg: float) -> None:
    camera = Camera(93, 201, 70.0, 110.0, 30.5, 120.25, math.radians(pitch_deg), forward_offset_m=0.5)
    found = measure(difficult_scene(2), 2, 1500, [Pose.at(3, 1, 30, 77), Pose.at(0, 0, 12, -160)], camera)
    assert found.same_id >= 0.999
    assert found.worst_error_m <= 0.002


@cases("analytic_plane")
def test_planes_have_their_analytic_depth(inputs: dict[str, Any], expected: dict[str, Any]) -> None:
    builder = MeshBuilder()
    if "ground" in inputs["surface"]:
        builder.flat(box(-900, -900, 900, 900), 0.0, GREY, 7)
    else:
        add_wall(builder, (30, -500, -500), (0, 1000, 0), (0, 0, 1000), GREY, 7)
    pose = Pose.at(*inputs["camera_xyz"], inputs["heading_deg"])
    frame = Renderer(scene_of(builder)).render(pose, CAMERA)
    u, v = inputs["pixel"]
    assert frame.depth_m[v, u] == pytest.approx(expected["ray_depth"], rel=1e-7)
    assert frame.object_id[v, u] == 7


def test_positive_yaw_looks_right() -> None:
    builder = MeshBuilder()
    add_wall(builder, (-20, 30, -20), (40, 0, 0), (0, 0, 40), RED, 1)
    add_wall(builder, (-20, -30, -20), (40, 0, 0), (0, 0, 40), BLUE, 2)
    east, west = Renderer(scene_of(builder)).render_many([Pose.at(0, 0, 0, 90), Pose.at(0, 0, 0, -90)], SMALL)
    assert east.object_id[32, 32] == 1 and west.object_id[32, 32] == 2
    red, green, blue = (int(value) for value in east.rgb[32, 32])
    assert red > 3 * green and red > 3 * blue


def test_east_is_on_the_right_and_the_sky_above() -> None:
    builder = MeshBuilder()
    add_wall(builder, (30, 5, -20), (0, 10, 0), (0, 0, 40), GREY, 1)
    builder.flat(box(-900, -900, 900, 900), -3.0, GREY, 2)
    frame = Renderer(scene_of(builder)).render(Pose.at(0, 0, 0, 0), SMALL)
    assert frame.object_id[32, 42] == 1 and frame.object_id[32, 22] == 0
    assert frame.object_id[0, 5] == 0 and frame.object_id[64, 5] == 2
    assert np.isposinf(frame.depth_m[frame.object_id == 0]).all()
    assert np.isfinite(frame.depth_m[frame.object_id > 0]).all()


@pytest.mark.parametrize(("pitch_deg", "top"), [(-90.0, 1), (90.0, 2)])
def test_image_top_of_looks_down_and_up(pitch_deg: float, top: int) -> None:
    builder = MeshBuilder()
    for z in (-10.0, 10.0):
        builder.flat(box(2, -20, 20, 20), z, GREEN, 1)  # ahead, to the north
        builder.flat(box(-20, -20, -2, 20), z, BLUE, 2)  # behind
        builder.flat(box(-2, 2, 2, 20), z, RED, 3)  # to the right
    frame = Renderer(scene_of(builder)).render(Pose.at(0, 0, 0), SMALL.pitched(math.radians(pitch_deg)))
    assert frame.object_id[5, 32] == top
    assert frame.object_id[60, 32] == 3 - top
    assert frame.object_id[32, 60] == 3


def test_a_picture_reads_the_right_way() -> None:
    picture = np.full((256, 256, 3), 255, np.uint8)
    picture[:128, :128] = (255, 0, 0)  # the reader's upper left
    picture[128:, :128] = (0, 0, 255)  # lower left
    surface = Surface(Material.TEXTURE, (1, 1, 1), texture=0)
    builder = MeshBuilder()
    # Seen from the south looking north: left is west, v runs down.
    add_wall(builder, (20, -10, 10), (0, 20, 0), (0, 0, -20), surface, 1)
    frame = Renderer(scene_of(builder, picture[None])).render(Pose.at(0, 0, 0), SMALL)
    upper_left, lower_left, right = (frame.rgb[v, u].astype(int) for v, u in ((24, 24), (40, 24), (32, 40)))
    assert upper_left[0] > 1.5 * upper_left[2]
    assert lower_left[2] > 1.5 * lower_left[0]
    assert right.max() < 1.3 * right.min()


def test_both_sides_of_a_triangle_are_lit_by_where_the_viewer_is() -> None:
    faces = []
    for flip in (False, True):
        builder = MeshBuilder()
        corners = np.array(
            [[[-50, -50, 0], [50, -50, 0], [50, 50, 0]], [[-50, -50, 0], [50, 50, 0], [-50, 50, 0]]]
        )
        builder.triangles(corners[:, ::-1] if flip else corners, GREY, 1)
        down = SMALL.pitched(-math.pi / 2)
        faces.append(Renderer(scene_of(builder)).render(Pose.at(3, 4, 10), down).rgb)
    assert np.array_equal(faces[0], faces[1])


def test_smooth_normals_vary_over_a_face() -> None:
    corners = np.array([[[-9.0, -9, 0], [9, -9, 0], [0, 9, 0]]])
    tilted = np.array([[[-0.7, 0, 0.7], [0.7, 0, 0.7], [0, 0, 1.0]]])
    shades = []
    for normals in (None, tilted):
        builder = MeshBuilder()
        builder.triangles(corners, GREY, 1, normals=normals)
        frame = Renderer(scene_of(builder)).render(Pose.at(0, 0, 9), SMALL.pitched(-math.pi / 2))
        shades.append(np.ptp(frame.rgb[frame.object_id == 1].astype(float).mean(axis=1)))
    assert shades[1] > 3 * shades[0]


def test_threads_never_change_a_byte() -> None:
    scene = difficult_scene(5)
    poses = [Pose.at(0, 0, 25, angle) for angle in (0, 45, 90)]
    camera = Camera.from_fov(200, 120)
    frames = [Renderer(scene, threads=n).render_many(poses, camera) for n in (1, 2, 3)]
    singles = [Renderer(scene).render(pose, camera) for pose in poses]
    for other in (*frames[1:], singles):
        for ours, theirs in zip(frames[0], other, strict=True):
            assert ours.rgb.tobytes() == theirs.rgb.tobytes()
            assert ours.depth_m.tobytes() == theirs.depth_m.tobytes()
            assert ours.object_id.tobytes() == theirs.object_id.tobytes()


def test_every_material_is_painted() -> None:
    builder = MeshBuilder()
    for material in Material:
        surface = Surface(material, (0.7, 0.5, 0.3), (0.2, 0.3, 0.4), (1.5, 0.8), texture=0)
        add_wall(builder, (30, 4.0 * material - 54, -8), (0, 4, 0), (0, 0, 16), surface, int(material) + 1)
    picture = np.random.default_rng(0).integers(0, 256, (1, 256, 256, 3), dtype=np.uint8)
    frame = Renderer(scene_of(builder, picture)).render(Pose.at(0, 0, 0), Camera.from_fov(512, 128, 130))
    for material in Material:
        shown = frame.rgb[frame.object_id == int(material) + 1]
        assert len(shown) > 20 and shown.max() > 20, material.name


def test_an_empty_scene_is_all_sky() -> None:
    frame = Renderer(scene_of(MeshBuilder())).render(Pose.at(0, 0, 0), SMALL)
    assert (frame.object_id == 0).all() and np.isposinf(frame.depth_m).all()
    assert frame.rgb[0, 0, 2] > frame.rgb[0, 0, 0]


def test_rays_find_the_triangles_and_stop_at_the_limit() -> None:
    builder = MeshBuilder()
    add_wall(builder, (30, -5, -5), (0, 10, 0), (0, 0, 10), GREY, 4)
    renderer = Renderer(scene_of(builder))
    hits = renderer.raycast([[0, 0, 0], [60, 0, 0], [0, 0, 0]], [[2, 0.1, 0], [-1, 0, 0], [0, 0, 1]])
    assert hits.distance_m[:2] == pytest.approx([30 * math.hypot(1, 0.05), 30])
    assert hits.object_id.tolist() == [4, 4, 0] and hits.triangle[2] == -1 and math.isinf(hits.distance_m[2])
    assert renderer.raycast([[0, 0, 0]], [[1, 0, 0]], max_distance_m=29.9).triangle[0] == -1
    assert renderer.raycast([[0, 0, 0]], [[1, 0, 0]], max_distance_m=30.1).triangle[0] >= 0


def test_rays_agree_with_the_image() -> None:
    scene = difficult_scene(3)
    renderer, pose = Renderer(scene), Pose.at(0, 0, 25, 20)
    frame = renderer.render(pose, SMALL)
    rotation, origin = SMALL.world_from_camera(pose)
    grid = np.stack(np.meshgrid(np.arange(65.0), np.arange(65.0)), axis=-1).reshape(-1, 2)
    hits = renderer.raycast(np.tile(origin, (len(grid), 1)), SMALL.rays(grid) @ rotation.T)
    same = hits.object_id == frame.object_id.ravel()
    assert same.mean() > 0.999
    assert np.allclose(hits.distance_m[same], frame.depth_m.ravel()[same], rtol=1e-6)


def test_bad_rays_and_threads_are_named() -> None:
    renderer = Renderer(scene_of(MeshBuilder()))
    with pytest.raises(InputError, match="positive length"):
        renderer.raycast([[0, 0, 0]], [[0, 0, 0]])
    with pytest.raises(InputError, match="2 origins for 1 directions"):
        renderer.raycast([[0, 0, 0], [1, 0, 0]], [[0, 0, 1]])
    with pytest.raises(InputError, match="threads = 0"):
        Renderer(scene_of(MeshBuilder()), threads=0)


def test_far_from_the_origin_depth_stays_exact() -> None:
    builder = MeshBuilder()
    add_wall(builder, (4030, 3980, -20), (0, 40, 0), (0, 0, 40), GREY, 1)
    frame = Renderer(scene_of(builder)).render(Pose.at(4000.123, 4000, 0), SMALL)
    assert frame.depth_m[32, 32] == pytest.approx(29.877, abs=1e-5)


def test_frames_have_their_types() -> None:
    frame = Renderer(scene_of(MeshBuilder())).render(Pose.at(0, 0, 0), replace(SMALL, height_px=33))
    assert frame.rgb.shape == (33, 65, 3) and frame.rgb.dtype == np.uint8
    assert frame.depth_m.shape == (33, 65) and frame.depth_m.dtype == np.float32
    assert frame.object_id.shape == (33, 65) and frame.object_id.dtype == np.int32
