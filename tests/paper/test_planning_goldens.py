"""Every golden case about planning, run through the room itself, and the paper's values line by line."""

import math
from dataclasses import replace
from itertools import pairwise
from typing import Any

import numpy as np
import pytest

from airanchor.planning import (
    ActionPlan,
    FreeSpace,
    Infeasible,
    PlanningConfig,
    plan_altitude,
    plan_pixel,
    plan_rotation,
    quantise_yaw,
    retrace,
)
from airanchor.planning.altitude import commanded_climb_m
from airanchor.planning.freespace import free_reach_m
from airanchor.planning.pixel import commanded_m, executable_m, pixel_goal
from aircity.geometry import Camera, Pose
from aircity.world import Action, Observation, StepSizes
from tests.paper.goldens import cases, meta

TOLERANCE = meta()["tolerance"]
PAPER = PlanningConfig()
Case = dict[str, Any]


def close(expected: Any) -> Any:
    return pytest.approx(np.asarray(expected, dtype=float), abs=TOLERANCE, rel=0)


def view_at(inputs: Case, depth_m: float) -> Observation:
    (fx, _, cx), (_, fy, cy), _ = meta()["intrinsics"][inputs["K"]]
    pose = Pose.at(*inputs["uav_xyz"], inputs["heading_deg"])
    depth = np.full((512, 512), depth_m, dtype=np.float32)
    return Observation(np.zeros((512, 512, 3), dtype=np.uint8), depth, pose, Camera(512, 512, fx, fy, cx, cy))


@cases("free_space_point")
def test_free_space_point(inputs: Case, expected: Case) -> None:
    view = view_at(inputs, inputs["uniform_ray_depth"])
    point = np.array(inputs["point"], dtype=float)
    assert float(np.linalg.norm(point - view.pose.position)) == close(expected["range"])
    assert FreeSpace(view, PAPER).contains([point]).tolist() == [expected["free"]]


@cases("pixel_exec_depth")
def test_pixel_exec_depth(inputs: Case, expected: Case) -> None:
    assert commanded_m(inputs["distance_m"], PAPER) == close(expected["commanded_clamped"])
    exec_m = executable_m(inputs["distance_m"], inputs["depth_at_pixel"], PAPER)
    assert exec_m == close(expected["d_exec"])
    assert (exec_m == 0) == expected["infeasible"]


@cases("pixel_goal")
def test_pixel_goal(inputs: Case, expected: Case) -> None:
    view = view_at(inputs, inputs["depth_at_pixel"])
    exec_m = executable_m(inputs["distance_m"], inputs["depth_at_pixel"], PAPER)
    assert exec_m == close(expected["d_exec"])
    assert pixel_goal(view, inputs["pixel"], exec_m) == close(expected["goal_xyz"])
    plan = plan_pixel(view, inputs["pixel"], inputs["distance_m"])
    assert isinstance(plan, ActionPlan)
    assert plan.goal == close(expected["goal_xyz"])


@cases("pixel_goal")
def test_the_goal_is_measured_from_the_body_not_from_a_camera_ahead_of_it(
    inputs: Case, expected: Case
) -> None:
    view = view_at(inputs, inputs["depth_at_pixel"])
    ahead = replace(view, camera=replace(view.camera, forward_offset_m=1.0))
    plan = plan_pixel(ahead, inputs["pixel"], inputs["distance_m"])
    assert isinstance(plan, ActionPlan)
    assert plan.goal == close(expected["goal_xyz"])


@cases("altitude")
def test_altitude(inputs: Case, expected: Case) -> None:
    sign = {"up": 1, "down": -1}[expected["view"]]
    camera = Camera.from_fov().pitched(sign * math.pi / 2)
    depth = np.full((512, 512), 0.5, dtype=np.float32)
    depth[255:257, 255:257] = inputs["depth_vertical_view_center"]
    view = Observation(np.zeros((512, 512, 3), np.uint8), depth, Pose(0, 0, inputs["uav_z"]), camera)
    assert commanded_climb_m(inputs["delta_h_m"], PAPER) == close(expected["clamped_command"])
    assert free_reach_m(inputs["depth_vertical_view_center"], PAPER) == close(expected["available"])
    plan = plan_altitude(view, inputs["delta_h_m"])
    assert isinstance(plan, Infeasible) == expected["infeasible"]
    if isinstance(plan, ActionPlan):
        assert plan.end.z_m - inputs["uav_z"] == close(expected["exec_delta_h_if_clamped"])


@cases("yaw_quantization")
def test_yaw_quantization(inputs: Case, expected: Case) -> None:
    assert quantise_yaw(inputs["pred_deg"]) == close(expected["exec_deg"])
    actions = plan_rotation(Pose(0, 0, 10, 1.0), inputs["pred_deg"]).actions
    assert len(actions) == expected["n_turns"]
    kind = {"left": {Action.TURN_LEFT}, "right": {Action.TURN_RIGHT}, "none": set()}
    assert set(actions) == kind[expected["direction"]]


@cases("backtrack_path")
def test_backtrack_path(inputs: Case, expected: Case) -> None:
    trail, places = flown(inputs["legs"][: inputs["current_node"]])
    plan = retrace(trail, places[inputs["target"]])
    visited = [plan.poses[0].position]
    visited += [after.position for before, after in pairwise(plan.poses) if moved(before, after)]
    assert np.array(visited) == close(expected["positions"])
    assert plan.end.heading_rad == pytest.approx(trail[places[inputs["target"]]].heading_rad)


def flown(legs: list[Case]) -> tuple[list[Pose], list[int]]:
    """The trail along the positions of legs, facing the way of travel, and where its nodes are in it."""
    first = legs[0]["path"][0]
    trail, places = [Pose.at(*first, heading_deg=30.0)], [0]
    for leg in legs:
        for before, after in pairwise(np.array(leg["path"], dtype=float)):
            dx, dy, _ = after - before
            heading = math.atan2(dy, dx) if dx or dy else trail[-1].heading_rad
            trail.append(Pose(*trail[-1].position.tolist(), heading))
            trail.append(Pose(*after.tolist(), heading))
        places.append(len(trail) - 1)
    return trail, places


def moved(before: Pose, after: Pose) -> bool:
    return not np.array_equal(before.position, after.position)


def test_the_defaults_are_the_papers() -> None:
    given = meta()["hyperparameters"]
    assert given["D_max"] == PAPER.reliable_range_m == 100
    assert given["delta_safe"] == PAPER.safety_margin_m == 2
    assert list(given["pixel_range"]) == [PAPER.least_distance_m, PAPER.greatest_distance_m] == [5, 50]
    assert given["max_altitude_change"] == PAPER.greatest_climb_m == 30


def test_the_defaults_where_the_paper_is_silent() -> None:
    assert PAPER.horizontal_tolerance_m == 3.54
    assert PAPER.vertical_tolerance_m == 1.0
    assert PAPER.turn_cost_m == 0.1
    assert PAPER.sampling_m == 0.5
    assert PAPER.node_cap == 50_000
    assert PAPER.lateral_clearance_m == 0
    assert PAPER.altitude_clamp is True
    assert PAPER.face_target is True
    assert math.degrees(StepSizes().turn_rad) == pytest.approx(15)
