"""A sightseeing flight: legal actions only, chosen from what the drone sees, for any world."""

import math
from collections.abc import Iterator, Sequence

import numpy as np

from aircity.geometry import wrap
from aircity.world.action import Action, StepSizes
from aircity.world.observation import Observation, StepResult
from aircity.world.simulator import Simulator

HEIGHTS_ABOVE_GROUND_M = (45.0, 30.0, 18.0, 12.0, 12.0, 24.0, 40.0, 60.0)
"""One leg each: in from above, down to the street, and out again."""

_MARGIN_M = 8.0
_LONGEST_LEG_M = 60.0
_SHORTEST_LEG_M = 15.0
_VERTICAL_LIMIT_M = 40.0


def fly_tour(
    world: Simulator,
    rng: np.random.Generator,
    *,
    heights_m: Sequence[float] = HEIGHTS_ABOVE_GROUND_M,
    sizes: StepSizes | None = None,
) -> Iterator[StepResult]:
    """Fly one leg per height from where the drone is, then STOP; yields every step as it is flown."""
    sizes = sizes or StepSizes()
    for height_m in heights_m:
        yield from _change_height(world, height_m, sizes)
        yield from _fly_leg(world, rng, sizes)
    yield world.step(Action.STOP)


def _change_height(world: Simulator, height_m: float, sizes: StepSizes) -> Iterator[StepResult]:
    climb_m = min(max(height_m - clear_ahead(world.look_down()), -_VERTICAL_LIMIT_M), _VERTICAL_LIMIT_M)
    if climb_m > 0:
        climb_m = min(climb_m, clear_ahead(world.look_up()) - _MARGIN_M)
    action = Action.GO_UP if climb_m > 0 else Action.GO_DOWN
    for _ in range(int(abs(climb_m) / sizes.vertical_m)):
        result = world.step(action)
        yield result
        if not result.moved:
            return


def _fly_leg(world: Simulator, rng: np.random.Generator, sizes: StepSizes) -> Iterator[StepResult]:
    turns = [wrap(math.radians(45.0 * eighth)) for eighth in range(8)]
    views = world.panorama(turns)
    clear_m = np.array([min(clear_ahead(view), _LONGEST_LEG_M + _MARGIN_M) for view in views])
    liking = (
        np.array([appeal(view) for view in views]) - 0.1 * np.abs(turns) + rng.uniform(0, 0.1, len(turns))
    )
    best = int(np.argmax(np.where(clear_m >= _SHORTEST_LEG_M + _MARGIN_M, liking, liking - 10)))
    for _ in range(round(abs(turns[best]) / sizes.turn_rad)):
        yield world.step(Action.TURN_RIGHT if turns[best] > 0 else Action.TURN_LEFT)
    for _ in range(max(0, int((clear_m[best] - _MARGIN_M) / sizes.forward_m))):
        result = world.step(Action.MOVE_FORWARD)
        yield result
        if not result.moved:
            return


def appeal(view: Observation) -> float:
    """How much there is to see: outlines and middle distances, no wall in the face, a quarter of sky."""
    depth_m = view.depth_m
    middle = float(((depth_m > 20) & (depth_m < 160)).mean())
    near = float(((depth_m > 0) & (depth_m < 12)).mean())
    sky = float(np.isinf(depth_m).mean())
    outlines = float((np.abs(np.diff(np.log(np.clip(depth_m, 1, 500)), axis=1)) > 0.2).mean())
    return middle - 3 * near - abs(sky - 0.25) + 8 * outlines


def clear_ahead(view: Observation, half_angle_rad: float = math.radians(7.0)) -> float:
    """Metres to the nearest surface within a narrow cone around the view's axis; 0 where half has no reading.

    Single pixels without a reading are passed over: noisy sensors always have some.
    """
    camera = view.camera
    reach = math.tan(half_angle_rad)
    columns = np.abs(np.arange(camera.width_px) - camera.cx_px) <= max(reach * camera.fx_px, 1.0)
    rows = np.abs(np.arange(camera.height_px) - camera.cy_px) <= max(reach * camera.fy_px, 1.0)
    depth_m = view.depth_m[np.ix_(rows, columns)]
    readings_m = depth_m[depth_m > 0]
    return float(readings_m.min()) if 2 * readings_m.size > depth_m.size else 0.0
