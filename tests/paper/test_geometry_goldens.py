"""Every golden case that geometry and the action contract can answer."""

import math
from typing import Any

import numpy as np
import pytest

from aircity.geometry import (
    Camera,
    Cue,
    Displacement,
    Extent,
    Footprint,
    Pose,
    bearing_words,
    heading_from_wxyz,
    height_words,
    metres_words,
    ned_from_pose,
    pose_from_ned,
    relate,
    wrap,
)
from aircity.world import Action, advance
from tests.aircity.geometry.regions import hausdorff_m
from tests.paper.goldens import cases, meta

TOLERANCE = meta()["tolerance"]
Case = dict[str, Any]


def close(expected: Any) -> Any:
    return pytest.approx(np.asarray(expected, dtype=float), abs=TOLERANCE, rel=0)


def differ(one: Any, other: Any) -> bool:
    return not np.allclose(one, other, atol=TOLERANCE, rtol=0)


def camera_of(inputs: Case) -> Camera:
    matrix = inputs["K"] if isinstance(inputs["K"], list) else meta()["intrinsics"][inputs["K"]]
    (fx, _, cx), (_, fy, cy), _ = matrix
    height, width = np.shape(inputs.get("depth", np.empty((512, 512))))
    camera = Camera(width, height, fx, fy, cx, cy)
    return camera.pitched(math.radians(inputs.get("camera_pitch_deg", 0)))


def pose_of(inputs: Case) -> Pose:
    return Pose.at(*inputs.get("camera_xyz", (0, 0, 0)), heading_deg=inputs["heading_deg"])


def assert_same_angle(actual_rad: float, expected_deg: float) -> None:
    assert wrap(actual_rad - math.radians(expected_deg)) == pytest.approx(0, abs=TOLERANCE)


def assert_same_region(footprint: Footprint, vertices: list[list[float]], area_m2: float) -> None:
    """Hulls agree by area, centroid and Hausdorff distance; vertex lists are numerically unstable."""
    assert footprint.area_m2 == close(area_m2)
    expected = Footprint.hull_of(vertices)
    assert footprint.centroid == close(expected.centroid)
    assert hausdorff_m(footprint, expected) == close(0)


@cases("camera_rotation")
def test_camera_rotation(inputs: Case, expected: Case) -> None:
    camera = Camera.from_fov().pitched(math.radians(inputs["camera_pitch_deg"]))
    rotation, _ = camera.world_from_camera(pose_of(inputs))
    assert rotation == close(expected["R_wc"])
    assert np.linalg.det(rotation) == close(expected["det"])


@cases("ned_to_world")
def test_ned_to_world(inputs: Case, expected: Case) -> None:
    pose = pose_from_ned(inputs["ned_xyz"], math.radians(inputs["ned_yaw_deg"]))
    assert pose.position == close(expected["world_xyz"])
    assert_same_angle(pose.heading_rad, expected["heading_deg"])
    position_in_ned, yaw_rad = ned_from_pose(pose)
    assert position_in_ned == close(inputs["ned_xyz"])
    assert_same_angle(yaw_rad, inputs["ned_yaw_deg"])


@cases("airvln_start_rotation")
def test_airvln_start_rotation(inputs: Case, expected: Case) -> None:
    assert_same_angle(heading_from_wxyz(inputs["start_rotation_wxyz"]), expected["heading_deg"])


@cases("primitive_actions")
def test_primitive_actions(inputs: Case, expected: Case) -> None:
    name = {"ASCEND": "GO_UP", "DESCEND": "GO_DOWN"}.get(inputs["action"], inputs["action"])
    pose = advance(Pose.at(*inputs["xyz"], inputs["heading_deg"]), Action.parse(name))
    assert pose.position == close(expected["xyz"])
    assert_same_angle(pose.heading_rad, expected["heading_deg"])


@cases("unit_ray")
def test_unit_ray(inputs: Case, expected: Case) -> None:
    assert camera_of(inputs).rays(inputs["pixel"]) == close(expected["ray_cam"])


@cases("backprojection")
def test_backprojection(inputs: Case, expected: Case) -> None:
    camera, pose = camera_of(inputs), pose_of(inputs)
    point = camera.back_project(inputs["pixel"], inputs["depth_m"], pose)
    assert point == close(expected["point_world"])
    assert np.linalg.norm(point - pose.position) == close(expected["distance_to_camera"])
    planar_mistake = expected["WRONG_if_planar_depth"]
    assert differ(point, planar_mistake) == differ(expected["point_world"], planar_mistake)
    assert camera.project(point, pose) == close(inputs["pixel"])


@cases("analytic_plane")
def test_analytic_plane(inputs: Case, expected: Case) -> None:
    camera, pose = camera_of(inputs), pose_of(inputs)
    axis, level_m = (2, 0.0) if inputs["surface"].startswith("ground") else (0, 30.0)
    ray = camera.rays_in_world(inputs["pixel"], pose)
    depth_m = (level_m - pose.position[axis]) / ray[axis]
    assert depth_m == close(expected["ray_depth"])
    forward = camera.world_from_camera(pose)[0][:, 2]
    assert depth_m * (ray @ forward) == close(expected["planar_depth_WRONG"])
    assert differ(depth_m, expected["planar_depth_WRONG"])
    point = camera.back_project(inputs["pixel"], expected["ray_depth"], pose)
    assert point == close(expected["point_world"])
    assert point[axis] == close(level_m)


@cases("vertical_view_ray")
def test_vertical_view_ray(inputs: Case, expected: Case) -> None:
    ray = camera_of(inputs).rays_in_world(inputs["pixel"], pose_of(inputs))
    assert ray == close(expected["ray_world"])


@cases("project_for_after_image")
def test_project_for_after_image(inputs: Case, expected: Case) -> None:
    camera = camera_of(inputs)
    pixel = camera.project(inputs["point_world"], pose_of(inputs))
    assert bool(camera.sees(pixel)) == expected["draw_marker"]
    if expected["pixel"] is None:
        assert np.isnan(pixel).all()
    else:
        assert pixel == close(expected["pixel"])


@cases("convex_hull")
def test_convex_hull(inputs: Case, expected: Case) -> None:
    footprint = Footprint.hull_of(inputs["points_xy"])
    assert_same_region(footprint, expected["vertices_as_set"], expected["area"])
    assert footprint.centroid == close(expected["centroid"])
    mean_mistake = expected["mean_of_points_WRONG"]
    assert differ(footprint.centroid, mean_mistake) == differ(expected["centroid"], mean_mistake)


def assert_same_cue(cue: Cue, expected: Case) -> None:
    assert_same_angle(cue.bearing_rad, expected["bearing_deg"])
    assert (cue.dz_m, cue.d_xy_m, cue.d_3d_m) == close((expected["dz"], expected["d_xy"], expected["d_3d"]))


@cases("spatial_cue")
def test_spatial_cue(inputs: Case, expected: Case) -> None:
    cue = relate(Pose.at(*inputs["uav_xyz"], inputs["heading_deg"]), inputs["ref_xyz"])
    bearing_deg = expected.get("bearing_deg", expected.get("recommended_bearing_deg"))
    assert_same_cue(cue, {**expected, "bearing_deg": bearing_deg})
    if "object_text" in expected:
        pieces = (
            f"is {bearing_words(cue.bearing_rad)}, {height_words(cue.dz_m)}, at a horizontal distance "
            f"of {metres_words(cue.d_xy_m)} and a 3D distance of {metres_words(cue.d_3d_m)}."
        )
        assert expected["object_text"].endswith(pieces)


@cases("recenter")
def test_recenter(inputs: Case, expected: Case) -> None:
    before, after = Pose.at(*inputs["pose_before"]), Pose.at(*inputs["pose_after"])
    for point, cues in zip(inputs["refs"], expected["cues"], strict=True):
        assert_same_cue(relate(before, point), cues["before"])
        assert_same_cue(relate(after, point), cues["after"])


@cases("history_displacement")
def test_history_displacement(inputs: Case, expected: Case) -> None:
    moved = Displacement.between(Pose.at(*inputs["before"]), Pose.at(*inputs["after"]))
    assert (moved.dx_m, moved.dy_m, moved.dz_m) == close(expected["dxyz"])
    assert math.degrees(moved.dheading_rad) == close(expected["dheading_deg"])


@cases("geometry_score")
def test_geometry_score_regions(inputs: Case, expected: Case) -> None:
    incoming = Extent(Footprint.hull_of(inputs["R_i"]), 0.0, 10.0)
    stored = Extent(Footprint.hull_of(inputs["R_j"]), 50.0, 60.0)  # heights must play no part
    assert incoming.footprint.area_m2 == pytest.approx(expected["area_i"], rel=1e-9)
    assert incoming.bev_overlap_m2(stored) == pytest.approx(expected["area_inter"], rel=1e-9)
    assert incoming.bev_distance_m(stored) == close(expected["d_bev"])


@cases("fusion")
def test_fusion_extent(inputs: Case, expected: Case) -> None:
    stored = Extent(Footprint.hull_of(inputs["R_j"]), *inputs["z_j"])
    merged = stored.merged(Extent(Footprint.hull_of(inputs["R_i"]), *inputs["z_i"]))
    assert_same_region(merged.footprint, expected["R_vertices_as_set"], expected["area"])
    assert (merged.z_min_m, merged.z_max_m) == close((expected["z_min"], expected["z_max"]))
    assert merged.center == close(expected["center"])


@cases("object_anchor", having="n_points")
def test_object_anchor_extent(inputs: Case, expected: Case) -> None:
    camera = camera_of(inputs)
    depth_m = np.asarray(inputs["depth"], dtype=float)
    kept = (np.asarray(inputs["mask"]) == 1) & (depth_m > 0) & (depth_m <= meta()["hyperparameters"]["D_max"])
    points = camera.back_project(camera.pixel_grid[kept], depth_m[kept], pose_of(inputs))
    extent = Extent.of_points(points)
    assert len(points) == expected["n_points"]
    assert_same_region(extent.footprint, expected["hull_vertices_as_set"], expected["area"])
    assert (extent.z_min_m, extent.z_max_m) == close((expected["z_min"], expected["z_max"]))
    assert extent.center == close(expected["center"])
    mean_mistake = expected["mean_of_points_WRONG"]
    assert differ(extent.center, mean_mistake) == differ(expected["center"], mean_mistake)


@cases("directional_anchor", having="point_world")
def test_directional_anchor_point(inputs: Case, expected: Case) -> None:
    point = camera_of(inputs).back_project(inputs["pixel"], expected["d_hat"], pose_of(inputs))
    assert point == close(expected["point_world"])


@cases("eag_text", having="cue")
def test_eag_text_pieces(inputs: Case, expected: Case) -> None:
    cue = inputs["cue"]
    words = f"{bearing_words(math.radians(cue['bearing_deg']))}, {height_words(cue['dz'])}"
    assert words in expected["text"]
