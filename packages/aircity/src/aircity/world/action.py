"""The eight primitive actions of AerialVLN and exactly how each moves the drone."""

import math
import operator
from dataclasses import dataclass, fields
from enum import IntEnum
from typing import SupportsIndex

from aircity.errors import InputError
from aircity.geometry import Pose, wrap


class Action(IntEnum):
    """AerialVLN's action ids."""

    STOP = 0
    MOVE_FORWARD = 1
    TURN_LEFT = 2
    TURN_RIGHT = 3
    GO_UP = 4
    GO_DOWN = 5
    MOVE_LEFT = 6
    MOVE_RIGHT = 7

    @classmethod
    def parse(cls, value: object) -> "Action":
        """The action with this id or name, or an error that lists the eight."""
        try:
            if isinstance(value, str):
                return cls[value.strip().upper()]
            if isinstance(value, SupportsIndex) and not isinstance(value, bool):
                return cls(operator.index(value))  # NumPy's integers too
        except (KeyError, TypeError, ValueError):
            pass
        valid = ", ".join(f"{action.value} {action.name}" for action in cls)
        raise InputError(f"unknown action {value!r}; valid are {valid}")


@dataclass(frozen=True, slots=True)
class StepSizes:
    """How far one action goes; the defaults are AerialVLN's."""

    forward_m: float = 5.0
    lateral_m: float = 5.0
    vertical_m: float = 2.0
    turn_rad: float = math.radians(15.0)

    def __post_init__(self) -> None:
        for field in fields(self):
            value = getattr(self, field.name)
            if not 0 < value < math.inf:
                raise InputError(f"step size {field.name} = {value!r} must be positive and finite")


def advance(pose: Pose, action: Action, sizes: StepSizes | None = None) -> Pose:
    """The pose one action later in empty air: a pure function of pose and action."""
    sizes = sizes or StepSizes()
    x, y, z, heading = pose.x_m, pose.y_m, pose.z_m, pose.heading_rad
    ahead_x, ahead_y = math.cos(heading), math.sin(heading)
    match action:
        case Action.STOP:
            return pose
        case Action.MOVE_FORWARD:
            return Pose(x + sizes.forward_m * ahead_x, y + sizes.forward_m * ahead_y, z, heading)
        case Action.TURN_LEFT:
            return Pose(x, y, z, wrap(heading - sizes.turn_rad))
        case Action.TURN_RIGHT:
            return Pose(x, y, z, wrap(heading + sizes.turn_rad))
        case Action.GO_UP:
            return Pose(x, y, z + sizes.vertical_m, heading)
        case Action.GO_DOWN:
            return Pose(x, y, z - sizes.vertical_m, heading)
        case Action.MOVE_LEFT:
            return Pose(x + sizes.lateral_m * ahead_y, y - sizes.lateral_m * ahead_x, z, heading)
        case Action.MOVE_RIGHT:
            return Pose(x - sizes.lateral_m * ahead_y, y + sizes.lateral_m * ahead_x, z, heading)
