"""What planning tests look at: views of any depth, and a plain checker apart from the planner."""

import math

import numpy as np
from hypothesis import strategies as st
from numpy.typing import ArrayLike

from airanchor.planning import ActionPlan, PlanningConfig
from aircity.geometry import Camera, Pose
from aircity.world import Action, Observation, advance

START = Pose.at(3, -7, 40, 25)
MOVES = {Action.MOVE_FORWARD, Action.MOVE_LEFT, Action.MOVE_RIGHT, Action.GO_UP, Action.GO_DOWN}


def view_of(depth_m: ArrayLike, pose: Pose = START, camera: Camera | None = None) -> Observation:
    depth = np.asarray(depth_m, dtype=np.float32)
    height, width = depth.shape
    rgb = np.zeros((height, width, 3), dtype=np.uint8)
    return Observation(rgb, depth, pose, camera or Camera.from_fov(width, height))


def flat_view(distance_m: float, size_px: int = 64, pose: Pose = START) -> Observation:
    return view_of(np.full((size_px, size_px), distance_m), pose)


@st.composite
def views(draw: st.DrawFn, size_px: int = 47) -> Observation:
    """Blocks of near and far things, sky and lost readings.

    80 degrees wide, so that no whole turn points exactly along an edge of the image or between two pixels,
    where rounding alone would decide.
    """
    rng = np.random.default_rng(draw(st.integers(0, 2**32 - 1)))
    depth = np.full((size_px, size_px), draw(st.sampled_from([np.inf, 90.0, 45.0, 20.0])))
    for _ in range(draw(st.integers(0, 12))):
        top, left = rng.integers(0, size_px, 2)
        tall, wide = rng.integers(1, size_px // 3, 2)
        block = rng.choice([0.0, np.nan, 1.5, *rng.uniform(2, 60, 4)])
        depth[top : top + tall, left : left + wide] = block
    pose = Pose(*rng.uniform(-50, 50, 3).tolist(), float(rng.uniform(-math.pi, math.pi)))
    return view_of(depth, pose, Camera.from_fov(size_px, size_px, 80.0))


def is_free(point: ArrayLike, view: Observation, config: PlanningConfig) -> bool:
    """The definition, one point at a time, with the pixel found by rounding."""
    offset = np.asarray(point, dtype=float) - view.pose.position
    distance_m = float(np.linalg.norm(offset))
    if distance_m < 1e-9:
        return True
    rotation, _ = view.camera.world_from_camera(view.pose)
    right, down, ahead = rotation.T @ offset
    if ahead <= 0:
        return False
    column = math.floor(view.camera.fx_px * right / ahead + view.camera.cx_px + 0.5)
    row = math.floor(view.camera.fy_px * down / ahead + view.camera.cy_px + 0.5)
    if not (0 <= column < view.camera.width_px and 0 <= row < view.camera.height_px):
        return False
    depth_m = float(view.depth_m[row, column])
    if not depth_m > 0:
        return False
    return 0 < distance_m < max(0.0, min(depth_m, config.reliable_range_m) - config.safety_margin_m)


def assert_sound(plan: ActionPlan, view: Observation, config: PlanningConfig) -> None:
    """Legal actions only, one per pose; every swept point free; the end within the tolerances."""
    assert plan.poses[0] == view.pose
    assert len(plan.poses) == len(plan.actions) + 1
    assert Action.STOP not in plan.actions
    for before, action, after in zip(plan.poses[:-1], plan.actions, plan.poses[1:], strict=True):
        assert advance(before, action) == after
        for share in np.linspace(0, 1, 11):  # every 0.5 m of the longest step
            point = before.position + share * (after.position - before.position)
            assert is_free(point, view, config), (action, point)
    off = plan.end.position - plan.goal
    assert math.hypot(off[0], off[1]) <= config.horizontal_tolerance_m + 1e-6
    assert abs(off[2]) <= config.vertical_tolerance_m + 1e-6
