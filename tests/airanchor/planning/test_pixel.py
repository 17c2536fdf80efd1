"""Pixel plans: sound on any depth image, cheapest by a plain search, and failures by their cause."""

import heapq
import math
from dataclasses import replace

import numpy as np
import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from airanchor.errors import InputError
from airanchor.planning import ActionPlan, FailureCause, Infeasible, PlanningConfig, plan_pixel
from aircity.geometry import Pose, wrap
from aircity.world import Action, Observation, StepSizes, advance
from tests.airanchor.planning.views import MOVES, START, assert_sound, flat_view, is_free, view_of, views

PAPER = PlanningConfig()
WIDE = PlanningConfig(lateral_clearance_m=0.5)
pixels = st.tuples(st.integers(0, 46), st.integers(0, 46))


@settings(max_examples=150)
@given(views(), pixels, st.floats(5, 50), st.sampled_from([PAPER, WIDE]))
def test_a_plan_is_sound_or_nothing_moves(
    view: Observation, pixel: tuple[int, int], distance_m: float, config: PlanningConfig
) -> None:
    config = replace(config, node_cap=5000)
    plan = plan_pixel(view, pixel, distance_m, config=config)
    if isinstance(plan, Infeasible):
        assert plan.words
        return
    assert_sound(plan, view, config)
    assert set(plan.actions) & MOVES
    assert_faces_the_ray(plan)
    if config.lateral_clearance_m == 0:
        assert_no_free_move_comes_closer(plan, view)


def assert_faces_the_ray(plan: ActionPlan) -> None:
    toward = plan.goal - plan.poses[0].position
    off_rad = wrap(math.atan2(toward[1], toward[0]) - plan.end.heading_rad)
    assert abs(off_rad) <= StepSizes().turn_rad / 2 + 1e-6


def assert_no_free_move_comes_closer(plan: ActionPlan, view: Observation) -> None:
    for action in MOVES:
        there = advance(plan.end, action).position
        if np.linalg.norm(there - plan.goal) < plan.miss_m - 1e-6:
            path = plan.end.position + np.linspace(0, 1, 11)[:, None] * (there - plan.end.position)
            assert not all(is_free(point, view, PAPER) for point in path)


@settings(max_examples=30)
@given(views(), pixels, st.floats(5, 11))
def test_no_plan_is_cheaper(view: Observation, pixel: tuple[int, int], distance_m: float) -> None:
    config = replace(PAPER, face_target=False)
    plan = plan_pixel(view, pixel, distance_m, config=config)
    if isinstance(plan, ActionPlan):
        costs_m = [
            total_m(plan.actions[:k], plan.poses[k], plan.goal)
            for k in range(len(plan.poses))
            if is_close(plan.poses[k], plan.goal)
        ]
        assert min(costs_m) == pytest.approx(least_total_m(view, plan.goal, min(costs_m)), abs=1e-4)


def total_m(actions: tuple[Action, ...], end: Pose, goal: np.ndarray) -> float:
    """Metres flown, a tenth per turn, and metres missed across and up."""
    price = {Action.GO_UP: 2.0, Action.GO_DOWN: 2.0, Action.TURN_LEFT: 0.1, Action.TURN_RIGHT: 0.1}
    dx, dy, dz = goal - end.position
    return sum(price.get(action, 5.0) for action in actions) + math.hypot(dx, dy) + abs(dz)


def is_close(pose: Pose, goal: np.ndarray) -> bool:
    dx, dy, dz = goal - pose.position
    return math.hypot(dx, dy) <= 3.54 and abs(dz) <= 1.0


def least_total_m(view: Observation, goal: np.ndarray, bound_m: float) -> float:
    """Dijkstra without any bound from below, cut where nothing can be cheaper than what is known."""
    best, queue, done = math.inf, [(0.0, 0, view.pose)], set()
    count = 0
    while queue:
        flown_m, _, pose = heapq.heappop(queue)
        key = (*np.round(pose.position, 3), round(math.degrees(pose.heading_rad)) % 360)
        dx, dy, dz = goal - pose.position
        if key in done or flown_m + math.hypot(dx, dy) + abs(dz) > bound_m + 1e-6:
            continue
        done.add(key)
        if is_close(pose, goal):
            best = min(best, flown_m + math.hypot(dx, dy) + abs(dz))
        for action in (*sorted(MOVES), Action.TURN_LEFT, Action.TURN_RIGHT):
            there = advance(pose, action)
            path = pose.position + np.linspace(0, 1, 11)[1:, None] * (there.position - pose.position)
            if action not in MOVES or all(is_free(point, view, PAPER) for point in path):
                step_m = {Action.GO_UP: 2.0, Action.GO_DOWN: 2.0}.get(action, 5.0) if action in MOVES else 0.1
                count += 1
                heapq.heappush(queue, (flown_m + step_m, count, there))
    return best


@pytest.mark.parametrize(("distance_m", "steps"), [(5, 1), (20, 4), (50, 10), (48, 10), (47, 9), (90, 10)])
def test_straight_ahead_comes_as_close_as_steps_allow(distance_m: float, steps: int) -> None:
    plan = plan_pixel(flat_view(90, 63), (31, 31), distance_m)
    assert isinstance(plan, ActionPlan)
    assert plan.actions == (Action.MOVE_FORWARD,) * steps


def test_it_turns_towards_a_pixel_at_the_side() -> None:
    plan = plan_pixel(flat_view(90, 63), (31 + 18, 31), 30)
    assert isinstance(plan, ActionPlan)
    assert plan.actions == (Action.TURN_RIGHT,) * 2 + (Action.MOVE_FORWARD,) * 6


def test_the_far_side_of_a_wall_is_reached_around_it_only_through_free_space() -> None:
    depth = np.full((256, 256), 90.0)
    depth[:, 110:120] = 12.0
    view = view_of(depth)
    plan = plan_pixel(view, (125, 128), 40)
    assert isinstance(plan, ActionPlan)
    assert_sound(plan, view, PAPER)


@pytest.mark.parametrize(
    ("view", "cause"),
    [
        (flat_view(0.0), FailureCause.NO_DEPTH),
        (flat_view(np.nan), FailureCause.NO_DEPTH),
        (flat_view(2.0), FailureCause.TOO_CLOSE),
        (flat_view(2.5), FailureCause.ZERO_TRANSLATION),
        (flat_view(6.9), FailureCause.NO_LATTICE_POSITION),
    ],
)
def test_failures_have_a_cause(view: Observation, cause: FailureCause) -> None:
    plan = plan_pixel(view, (32, 32), 30)
    assert isinstance(plan, Infeasible)
    assert plan.cause is cause


def test_one_free_ray_is_not_a_way() -> None:
    depth = np.full((512, 512), 4.0)
    depth[160, 160] = 80.0
    plan = plan_pixel(view_of(depth), (160, 160), 40)
    assert isinstance(plan, Infeasible)
    assert plan.cause is FailureCause.OUT_OF_FREE_SPACE


def test_a_goal_in_a_pocket_behind_things_is_out_of_reach() -> None:
    depth = np.full((256, 256), 4.0)
    depth[100:130, 60:90] = 80.0
    plan = plan_pixel(view_of(depth), (75, 115), 40)
    assert isinstance(plan, Infeasible)
    assert plan.cause is FailureCause.NO_LATTICE_POSITION


def test_the_node_cap_ends_a_search() -> None:
    plan = plan_pixel(flat_view(90), (60, 10), 50, config=replace(PAPER, node_cap=3))
    assert isinstance(plan, Infeasible)
    assert plan.cause is FailureCause.NODE_CAP


def test_any_heading_will_do_if_told_so() -> None:
    view = flat_view(90, 63)
    facing = plan_pixel(view, (31 + 28, 31), 5)
    free = plan_pixel(view, (31 + 28, 31), 5, config=replace(PAPER, face_target=False))
    assert isinstance(facing, ActionPlan) and isinstance(free, ActionPlan)
    assert_sound(free, view, PAPER)
    assert turns_of(free) < turns_of(facing)


def turns_of(plan: ActionPlan) -> int:
    return sum(action not in MOVES for action in plan.actions)


def test_plans_repeat() -> None:
    view = flat_view(60, 128, Pose(1, 2, 30, 0.3))
    one, two = plan_pixel(view, (100, 90), 45), plan_pixel(view, (100, 90), 45)
    assert isinstance(one, ActionPlan) and isinstance(two, ActionPlan)
    assert one.actions == two.actions and one.poses == two.poses


def test_bad_commands_are_named() -> None:
    with pytest.raises(InputError, match=r"pixel \(64, 0\) must be whole numbers on the image of 64x64"):
        plan_pixel(flat_view(9), (64, 0), 10)
    with pytest.raises(InputError, match=r"distance nan m must be a finite number"):
        plan_pixel(flat_view(9), (4, 0), math.nan)
    with pytest.raises(InputError, match=r"turns of 25 degrees do not divide the circle"):
        plan_pixel(flat_view(9), (32, 32), 10, sizes=StepSizes(turn_rad=math.radians(25)))


def test_the_camera_may_sit_ahead_of_the_body() -> None:
    view = flat_view(90, 63, START)
    view = replace(view, camera=replace(view.camera, forward_offset_m=0.5))
    plan = plan_pixel(view, (31, 31), 20)
    assert isinstance(plan, ActionPlan)
    assert plan.actions == (Action.MOVE_FORWARD,) * 4
