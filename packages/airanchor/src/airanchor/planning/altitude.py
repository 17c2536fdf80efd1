"""Altitude Adjustment: straight up or down as far as the view in that direction shows free air.

On a lattice of vertical steps the only path is the straight one, so there is nothing to search.
"""

import math
from itertools import pairwise

import numpy as np

from airanchor.errors import InputError
from airanchor.planning.config import PlanningConfig
from airanchor.planning.freespace import FreeSpace, free_reach_m
from airanchor.planning.outcome import ActionPlan, FailureCause, Infeasible, follow
from aircity.world import Action, Observation, StepSizes

_WHOLE = 1e-6
"""How much of a step may be missing for the step to count: depth is measured in float32."""


def plan_altitude(
    vertical_view: Observation,
    climb_m: float,
    *,
    config: PlanningConfig | None = None,
    sizes: StepSizes | None = None,
) -> ActionPlan | Infeasible:
    """The steps of a climb (positive is up), from the view straight up or, to descend, straight down."""
    config, sizes = config or PlanningConfig(), sizes or StepSizes()
    _check_view(vertical_view, climb_m)
    depth_m = central_depth_m(vertical_view)
    if not depth_m > 0:
        return Infeasible(FailureCause.NO_DEPTH, f"there is no depth reading straight {_side(climb_m)}")
    exec_m = executable_climb_m(climb_m, depth_m, config, sizes)
    steps = round(abs(exec_m) / sizes.vertical_m)
    action = Action.GO_UP if climb_m > 0 else Action.GO_DOWN
    if config.lateral_clearance_m > 0:
        steps = _steps_with_room(vertical_view, (action,) * steps, config, sizes)
    if steps == 0:
        return _no_climb(climb_m, depth_m, config, sizes)
    goal = vertical_view.pose.position + np.array([0.0, 0.0, exec_m])
    return ActionPlan((action,) * steps, follow(vertical_view.pose, (action,) * steps, sizes), goal)


def executable_climb_m(climb_m: float, depth_m: float, config: PlanningConfig, sizes: StepSizes) -> float:
    """Δh in whole steps: the nearest to the command, ties toward zero, and no farther than the free reach."""
    wanted = math.ceil(abs(commanded_climb_m(climb_m, config)) / sizes.vertical_m - 0.5 - _WHOLE)
    room = math.floor(free_reach_m(depth_m, config) / sizes.vertical_m + _WHOLE)
    if wanted > room and not config.altitude_clamp:
        return 0.0
    return math.copysign(max(0, min(wanted, room)) * sizes.vertical_m, climb_m)


def commanded_climb_m(climb_m: float, config: PlanningConfig) -> float:
    """The climb asked for, cut to the largest allowed."""
    if not math.isfinite(climb_m):
        raise InputError(f"climb {climb_m!r} m must be a finite number")
    return min(max(climb_m, -config.greatest_climb_m), config.greatest_climb_m)


def central_depth_m(view: Observation) -> float:
    """The least depth of the pixels that share the image's centre: four if it lies between pixels."""
    camera = view.camera
    rows = [math.floor(camera.cy_px), math.ceil(camera.cy_px)]
    columns = [math.floor(camera.cx_px), math.ceil(camera.cx_px)]
    return float(np.min(view.depth_m[np.ix_(rows, columns)]))


def _check_view(view: Observation, climb_m: float) -> None:
    expected_rad = -math.pi / 2 if climb_m < 0 else math.pi / 2  # -0.0, which models write, is no descent
    if abs(view.camera.pitch_rad - expected_rad) > 1e-6:
        raise InputError(
            f"a climb of {climb_m:g} m needs the view straight {_side(climb_m)}, but this camera is pitched "
            f"by {math.degrees(view.camera.pitch_rad):g} degrees; use look_up or look_down"
        )


def _steps_with_room(
    view: Observation, actions: tuple[Action, ...], config: PlanningConfig, sizes: StepSizes
) -> int:
    """How many of the steps keep the lateral clearance; all or none if climbs may not be shortened."""
    space, poses = FreeSpace(view, config), follow(view.pose, actions, sizes)
    for flown, (here, there) in enumerate(pairwise(poses)):
        if not space.contains_sweep(here.position, there.position, config.sampling_m):
            return flown if config.altitude_clamp else 0
    return len(actions)


def _no_climb(climb_m: float, depth_m: float, config: PlanningConfig, sizes: StepSizes) -> Infeasible:
    if abs(climb_m) <= sizes.vertical_m / 2:
        return Infeasible(
            FailureCause.ZERO_TRANSLATION,
            f"a climb of {climb_m:g} m is less than half a step of {sizes.vertical_m:g} m",
        )
    reach_m = free_reach_m(depth_m, config)
    cause = FailureCause.TOO_CLOSE if reach_m < sizes.vertical_m else FailureCause.OUT_OF_FREE_SPACE
    return Infeasible(
        cause, f"a climb of {climb_m:g} m has no room: {reach_m:.1f} m are free straight {_side(climb_m)}"
    )


def _side(climb_m: float) -> str:
    return "down" if climb_m < 0 else "up"
