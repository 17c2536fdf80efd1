"""Rules about conduct: obstacles are reported, nonsense is refused, STOP is final, flights repeat."""

import math
from collections.abc import Callable
from typing import cast

import numpy as np

from aircity.errors import CityError
from aircity.geometry import Pose
from aircity.world.action import Action
from aircity.world.checks.motion_rules import is_same_pose
from aircity.world.checks.probe import Case, fly_probe
from aircity.world.checks.report import RuleBroken, RuleSkipped
from aircity.world.observation import Observation, Obstacle

_MARGIN_M = 0.25
_MOST_STEPS = 60
_SEARCH_STEPS = 24


def collisions_are_reported(case: Case) -> str:
    """A step into something solid says collided and does not end behind it, downwards and ahead."""
    if not case.capabilities.solid:
        raise RuleSkipped("the world declares that it is not solid")
    sizes, world = case.capabilities.step_sizes, case.world
    world.reset(case.start)
    met = [_fly_into(case, Action.GO_DOWN, world.look_down, sizes.vertical_m)]
    if _turn_to_obstacle(case):
        met.append(_fly_into(case, Action.MOVE_FORWARD, world.observe, sizes.forward_m))
    reported = [what for what in met if what]
    if not reported:
        raise RuleSkipped("neither ground nor wall could be reached from this start")
    return "; ".join(reported)


def _fly_into(case: Case, action: Action, look: Callable[[], Observation], step_m: float) -> str | None:
    """Repeat `action` until something stops it, and judge how the world tells it."""
    here = look().pose
    for _ in range(_MOST_STEPS):
        free_m = _distance_ahead(look())
        result = case.world.step(action)
        flown_m = math.dist(tuple(result.pose.position), tuple(here.position))
        where = f"{action.name} from {here} with a surface {free_m:.2f} m ahead"
        if result.moved == is_same_pose(result.pose, here, case.capabilities):
            raise RuleBroken(
                f"{where} says moved={result.moved} but the pose went from {here} to {result.pose}"
            )
        if flown_m > free_m + _MARGIN_M:
            raise RuleBroken(f"{where} flew {flown_m:.2f} m, through it (collided={result.collided})")
        if result.collided:
            return f"{action.name} was stopped {free_m:.1f} m before a surface and said so"
        if result.blocked_by is Obstacle.BOUNDARY:
            return None
        if flown_m < step_m - max(_MARGIN_M, case.capabilities.pose_tolerance_m):
            raise RuleBroken(f"{where} flew only {flown_m:.2f} m and reported no collision")
        here = result.pose
    return None


def _distance_ahead(view: Observation) -> float:
    """The greatest of the middle readings: the whole middle of the view is at most this far."""
    row, column = view.camera.height_px // 2, view.camera.width_px // 2
    middle = view.depth_m[row - 1 : row + 1, column - 1 : column + 1]
    return float(middle.max()) if (middle > 0).all() else math.inf


def _turn_to_obstacle(case: Case) -> bool:
    """From the start, face the nearest thing within reach, if any."""
    case.world.reset(case.start)
    turn_rad = case.capabilities.step_sizes.turn_rad
    views = case.world.panorama([index * turn_rad for index in range(_SEARCH_STEPS)])
    distances_m = [_distance_ahead(view) for view in views]
    nearest = int(np.argmin(distances_m))
    if distances_m[nearest] > (_MOST_STEPS - 2) * case.capabilities.step_sizes.forward_m:
        return False
    for _ in range(nearest):
        case.world.step(Action.TURN_RIGHT)
    return True


def bad_starts_are_refused(case: Case) -> str:
    """A start far outside the world, and one inside something solid, is an error."""
    start, down = case.start, case.probe.views["start/down"]
    refused = []
    if case.capabilities.bounded:
        _expect_refusal(case, Pose(start.x_m + 1e7, start.y_m, start.z_m), "far outside the world")
        refused.append("far outside")
    depth_m = _distance_ahead(down)
    if case.capabilities.solid and math.isfinite(depth_m):
        _expect_refusal(case, Pose(start.x_m, start.y_m, start.z_m - depth_m), "on the surface below")
        refused.append("in the ground")
    if not refused:
        raise RuleSkipped("the world declares neither bounds nor solids")
    return f"refused starts {' and '.join(refused)}"


def _expect_refusal(case: Case, start: Pose, where: str) -> None:
    try:
        case.world.reset(start)
    except CityError:
        return
    raise RuleBroken(f"reset to {start}, {where}, was accepted; it must raise a SimulatorError or InputError")


def bad_actions_are_refused(case: Case) -> str:
    """What is none of the eight actions is an error that names the eight, and does nothing."""
    case.world.reset(case.start)
    for bad in (8, -1, "HOVER", None):
        try:
            case.world.step(cast(Action, bad))
        except CityError as error:
            unnamed = [action.name for action in Action if action.name not in str(error)]
            if unnamed:
                raise RuleBroken(
                    f"the error for action {bad!r} does not name {', '.join(unnamed)}"
                ) from error
        else:
            raise RuleBroken(f"action {bad!r} was accepted; it must raise an error that names the eight")
    pose = case.world.observe().pose
    if not is_same_pose(pose, case.start, case.capabilities):
        raise RuleBroken(f"refused actions moved the drone to {pose}")
    return "unknown actions raise and name the eight"


def stop_ends_the_flight(case: Case) -> str:
    """STOP stays in place and says stopped; another step raises until reset."""
    start = case.world.reset(case.start).pose
    result = case.world.step(Action.STOP)
    if not result.stopped or result.moved:
        raise RuleBroken(
            f"STOP says stopped={result.stopped}, moved={result.moved}; it must stop and not move"
        )
    if not is_same_pose(result.pose, start, case.capabilities):
        raise RuleBroken(f"STOP moved the drone from {start} to {result.pose}")
    try:
        case.world.step(Action.TURN_RIGHT)
    except CityError:
        case.world.reset(case.start)
        case.world.step(Action.TURN_RIGHT)
        return "a step after STOP raises, and reset starts anew"
    raise RuleBroken("TURN_RIGHT after STOP was accepted; it must raise a SimulatorError until reset")


def same_flight_same_views(case: Case) -> str:
    """The same calls in a fresh world give the same bytes."""
    if not case.capabilities.deterministic:
        raise RuleSkipped("the world declares that it is not deterministic")
    other = case.make_world()
    try:
        again = fly_probe(other, case.start)
    finally:
        other.close()
    for name, view in case.probe.views.items():
        twin = again.views[name]
        for what, first, second in (
            ("rgb", view.rgb, twin.rgb),
            ("depth", view.depth_m, twin.depth_m),
        ):
            if first.tobytes() != second.tobytes():
                raise RuleBroken(f"view {name!r} differs in {what} when the same flight is flown again")
        if view.pose != twin.pose:
            raise RuleBroken(f"view {name!r} reports {view.pose}, and {twin.pose} when flown again")
    if case.probe.moves != again.moves:
        raise RuleBroken("the same actions led elsewhere when flown again")
    return f"{len(again.views)} views and {len(again.moves)} steps are equal to the byte"
