"""Pixel Navigation: from a pixel and a distance to actions through what one depth image shows to be free."""

import math
from collections.abc import Sequence

import numpy as np
from numpy.typing import NDArray

from airanchor.errors import InputError
from airanchor.planning import kernels
from airanchor.planning.config import PlanningConfig
from airanchor.planning.freespace import FreeSpace, free_reach_m
from airanchor.planning.outcome import ActionPlan, FailureCause, Infeasible, follow
from airanchor.planning.problem import Rules
from airanchor.planning.rotation import nearest_turns
from aircity.geometry import Pose, wrap
from aircity.world import Action, Observation, StepSizes, advance

_SEARCH_HAIR = 2e-6
"""Twice the doubt of FreeSpace, so that a plan stays free when its poses are computed anew."""
_ACTIONS = {
    kernels.FORWARD: Action.MOVE_FORWARD,
    kernels.LEFT: Action.MOVE_LEFT,
    kernels.RIGHT: Action.MOVE_RIGHT,
    kernels.UP: Action.GO_UP,
    kernels.DOWN: Action.GO_DOWN,
    kernels.TURN_LEFT: Action.TURN_LEFT,
    kernels.TURN_RIGHT: Action.TURN_RIGHT,
}
_MOVES = (Action.MOVE_FORWARD, Action.MOVE_LEFT, Action.MOVE_RIGHT, Action.GO_UP, Action.GO_DOWN)


def plan_pixel(
    observation: Observation,
    pixel: Sequence[int],
    distance_m: float,
    *,
    config: PlanningConfig | None = None,
    sizes: StepSizes | None = None,
    keeps_heading: bool = False,
) -> ActionPlan | Infeasible:
    """Actions that lead close to the point `distance_m` along the ray of pixel (u, v), or why there are none.

    Every action moves through free space, the end is within the tolerances of the goal, and no single
    further move would come closer. Nothing but this observation is known. With `keeps_heading` the drone
    looks at the end where it looked at the start, whatever the settings say.
    """
    config, sizes = config or PlanningConfig(), sizes or StepSizes()
    u, v = _on_image(pixel, observation)
    depth_m = float(observation.depth_m[v, u])
    reach_m = executable_m(distance_m, depth_m, config)
    if reach_m <= 0:
        return _unreachable(u, v, depth_m, config)
    goal = pixel_goal(observation, (u, v), reach_m)
    space = FreeSpace(observation, config)
    rules = _rules(observation.pose, goal, config, sizes)
    if keeps_heading:
        rules = rules._replace(end_class=0)
    if not kernels.has_free_end(space.view, rules, _SEARCH_HAIR):
        return Infeasible(
            FailureCause.OUT_OF_FREE_SPACE,
            f"nothing around the point {reach_m:.1f} m along the ray is seen to be free",
        )
    outcome, visited, codes = kernels.search(space.view, rules, _SEARCH_HAIR)
    if outcome != kernels.FOUND:
        return _not_found(outcome, visited, reach_m)
    actions = tuple(_ACTIONS[code] for code in codes.tolist())
    return _settle(
        ActionPlan(actions, follow(observation.pose, actions, sizes), goal, visited), space, config, sizes
    )


def executable_m(distance_m: float, depth_m: float, config: PlanningConfig) -> float:
    """d_exec = max(0, min(d, min(D, D_max) - δ_safe)), d first brought into the range of commands.

    Only the command is bounded from below: the result may be shorter. 0 means infeasible.
    """
    return min(commanded_m(distance_m, config), free_reach_m(depth_m, config))


def commanded_m(distance_m: float, config: PlanningConfig) -> float:
    """The distance asked for, brought into the range of commands."""
    if not math.isfinite(distance_m):
        raise InputError(f"pixel distance {distance_m!r} m must be a finite number")
    return min(max(distance_m, config.least_distance_m), config.greatest_distance_m)


def pixel_goal(observation: Observation, pixel: tuple[int, int], reach_m: float) -> NDArray[np.float64]:
    """x* = x_t + d_exec R r̂, (3,): measured from the body, wherever the camera sits on it."""
    ray = observation.camera.rays_in_world(pixel, observation.pose)
    goal: NDArray[np.float64] = observation.pose.position + reach_m * ray
    return goal


def _on_image(pixel: Sequence[int], observation: Observation) -> tuple[int, int]:
    (u, v), camera = pixel, observation.camera
    if not (0 <= u < camera.width_px and 0 <= v < camera.height_px and u == int(u) and v == int(v)):
        raise InputError(
            f"pixel ({u}, {v}) must be whole numbers on the image of {camera.width_px}x{camera.height_px} px"
        )
    return int(u), int(v)


def _rules(start: Pose, goal: NDArray[np.float64], config: PlanningConfig, sizes: StepSizes) -> Rules:
    classes = round(2 * math.pi / sizes.turn_rad)
    if not (1 <= classes <= 1024 and abs(classes * sizes.turn_rad - 2 * math.pi) < 1e-9):
        raise InputError(
            f"turns of {math.degrees(sizes.turn_rad):g} degrees do not divide the circle; try 15"
        )
    toward = goal - start.position
    azimuth_rad = wrap(math.atan2(toward[1], toward[0]) - start.heading_rad)
    return Rules(
        np.array([sizes.forward_m, sizes.lateral_m, sizes.vertical_m]),
        start.heading_rad + sizes.turn_rad * np.arange(classes),
        toward,
        nearest_turns(azimuth_rad, sizes.turn_rad) % classes if config.face_target else -1,
        float(config.horizontal_tolerance_m),
        float(config.vertical_tolerance_m),
        float(config.turn_cost_m),
        float(config.sampling_m),
        int(config.node_cap),
    )


def _settle(
    plan: ActionPlan, space: FreeSpace, config: PlanningConfig, sizes: StepSizes
) -> ActionPlan | Infeasible:
    """The plan, prolonged while one more move comes closer to the goal; to move nowhere is to fail."""
    actions, here = plan.actions, plan.end
    while (action := _closer(here, plan.goal, space, config, sizes)) is not None:
        actions, here = (*actions, action), advance(here, action, sizes)
    if not set(actions) & set(_MOVES):
        words = f"the goal is {plan.miss_m:.1f} m away, and no step through free space comes closer"
        return Infeasible(FailureCause.ZERO_TRANSLATION, words)
    return ActionPlan(actions, follow(plan.poses[0], actions, sizes), plan.goal, plan.visited)


def _closer(
    here: Pose, goal: NDArray[np.float64], space: FreeSpace, config: PlanningConfig, sizes: StepSizes
) -> Action | None:
    """The free move that comes closest to the goal, if one comes closer than staying here."""
    best, least_m = None, float(np.linalg.norm(here.position - goal)) - 1e-9
    for action in _MOVES:
        there = advance(here, action, sizes).position
        miss_m = float(np.linalg.norm(there - goal))
        if miss_m < least_m and space.contains_sweep(here.position, there, config.sampling_m):
            best, least_m = action, miss_m
    return best


def _unreachable(u: int, v: int, depth_m: float, config: PlanningConfig) -> Infeasible:
    if not depth_m > 0:
        return Infeasible(FailureCause.NO_DEPTH, f"there is no depth reading at pixel ({u}, {v})")
    return Infeasible(
        FailureCause.TOO_CLOSE,
        f"the surface at pixel ({u}, {v}) is {depth_m:.1f} m away, within the margin of "
        f"{config.safety_margin_m:g} m",
    )


def _not_found(outcome: int, visited: int, reach_m: float) -> Infeasible:
    if outcome == kernels.CAPPED:
        return Infeasible(FailureCause.NODE_CAP, f"no path of actions was found among {visited} states")
    return Infeasible(
        FailureCause.NO_LATTICE_POSITION,
        f"no path of actions through free space ends near the point {reach_m:.1f} m along the ray",
    )
