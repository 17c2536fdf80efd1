"""What a world tells a navigator: images at a pose, and what a step really did."""

from dataclasses import dataclass
from enum import StrEnum

import numpy as np
from numpy.typing import NDArray

from aircity.geometry import Camera, Pose
from aircity.world.action import Action


@dataclass(frozen=True, slots=True, eq=False)
class Observation:
    """One RGB-D view. It carries no ground truth: no ids, no names, no map.

    rgb is (height, width, 3) uint8; depth_m is (height, width) float32, metres along each pixel's ray,
    +inf where nothing is hit, 0 where the sensor has no reading. `pose` is the body's; `camera` says how
    the view was taken from there (its pitch is π/2 for a look up, -π/2 for a look down).
    """

    rgb: NDArray[np.uint8]
    depth_m: NDArray[np.float32]
    pose: Pose
    camera: Camera


class Obstacle(StrEnum):
    """What kept a step from being flown."""

    OBJECT = "object"
    MOVING = "moving object"
    """An object that moves: it will be gone soon."""
    BOUNDARY = "boundary"
    ENVELOPE = "envelope"
    """The safety envelope of the flight, not the world itself."""


@dataclass(frozen=True, slots=True)
class StepResult:
    """What one action really did."""

    action: Action
    pose: Pose
    """The pose after the action, whatever was asked for."""
    moved: bool
    """Whether the pose changed (a turn counts)."""
    collided: bool
    """Whether the action touched, or would have touched, something solid."""
    blocked_by: Obstacle | None = None
    """Why a step was not flown, or None."""
    stopped: bool = False
    """Whether this was STOP; the flight is over."""
