"""Rules about poses: the drone starts where it is told, views leave it there, actions move it exactly."""

import math

from aircity.geometry import Camera, Pose, wrap
from aircity.world.action import Action, advance
from aircity.world.checks.probe import Capabilities, Case
from aircity.world.checks.report import RuleBroken
from aircity.world.simulator import Simulator


def speaks_the_contract(case: Case) -> str:
    """The world has every member of Simulator, a scene id and a camera."""
    world: object = case.world
    if not isinstance(world, Simulator):
        missing = [name for name in _MEMBERS if not hasattr(world, name)]
        raise RuleBroken(f"{type(world).__name__} has no {', '.join(missing)}")
    if not isinstance(world.scene_id, str) or not world.scene_id:
        raise RuleBroken(f"scene_id is {world.scene_id!r}; it must be a non-empty text")
    if not isinstance(world.camera, Camera):
        raise RuleBroken(f"camera is {world.camera!r}; it must be a Camera")
    return f"scene {world.scene_id!r}, camera {world.camera.width_px}x{world.camera.height_px}"


def starts_where_told(case: Case) -> str:
    """After reset(start), the first views report `start`."""
    for name in ("start", "start/again"):
        pose = case.probe.views[name].pose
        if not is_same_pose(pose, case.start, case.capabilities):
            raise RuleBroken(f"reset to {case.start} but the view reports {pose}")
    return "the views after reset report the start"


def views_do_not_move(case: Case) -> str:
    """Looking up, down and around leaves the pose as it was."""
    for name in ("start/up", "start/down", "start/+0", "start/after"):
        pose = case.probe.views[name].pose
        if pose != case.probe.views["start"].pose:
            raise RuleBroken(f"the view {name!r} reports {pose}; before looking it was {case.start}")
    return "up, down and panorama views leave the pose alone"


def turns_right_clockwise(case: Case) -> str:
    """TURN_RIGHT increases the heading, clockwise from north; TURN_LEFT decreases it."""
    for move in case.probe.moves:
        turn = wrap(move.result.pose.heading_rad - move.before.heading_rad)
        if (move.result.action is Action.TURN_RIGHT and turn <= 0) or (
            move.result.action is Action.TURN_LEFT and turn >= 0
        ):
            raise RuleBroken(
                f"{move.result.action.name} changed the heading by {math.degrees(turn):+.2f}°; "
                "right must be positive, left negative"
            )
    return "right is positive, left is negative"


def moves_exactly(case: Case) -> str:
    """In free air every action leads exactly where `advance` says, and the result says so."""
    for move in case.probe.moves:
        result, expected = move.result, advance(move.before, move.result.action, case.capabilities.step_sizes)
        if result.collided or result.blocked_by is not None:
            raise RuleBroken(
                f"{result.action.name} from {move.before} met an obstacle; choose a start with 8 m of free "
                "air around it, or the world blocks free air"
            )
        if not is_same_pose(result.pose, expected, case.capabilities):
            raise RuleBroken(
                f"{result.action.name} from {move.before} led to {result.pose}; it must lead to {expected}"
            )
        if not result.moved or result.stopped:
            raise RuleBroken(
                f"{result.action.name} says moved={result.moved}, stopped={result.stopped}; "
                "the drone moved and has not stopped"
            )
    flown = {move.result.action.name for move in case.probe.moves}
    return f"{len(case.probe.moves)} steps of {len(flown)} actions, each as specified"


def views_follow_steps(case: Case) -> str:
    """The view after a step reports the pose that the step reported."""
    for place in ("turned", "above", "right", "ahead"):
        for name in (place, f"{place}/up", f"{place}/down"):
            pose = case.probe.views[name].pose
            if not any(pose == move.result.pose for move in case.probe.moves):
                raise RuleBroken(f"the view {name!r} reports {pose}, which no step led to")
    return "views report the pose of the last step"


def is_same_pose(pose: Pose, expected: Pose, capabilities: Capabilities) -> bool:
    """Whether two poses are equal within what the world promises."""
    apart_m = math.dist((pose.x_m, pose.y_m, pose.z_m), (expected.x_m, expected.y_m, expected.z_m))
    turned_rad = abs(wrap(pose.heading_rad - expected.heading_rad))
    return apart_m <= capabilities.pose_tolerance_m and turned_rad <= capabilities.heading_tolerance_rad


_MEMBERS = ("scene_id", "camera", "reset", "observe", "look_up", "look_down", "panorama", "step", "close")
