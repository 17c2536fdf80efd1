"""What planning answers: a plan that can be flown step by step, or why there is none."""

from dataclasses import dataclass
from enum import StrEnum

import numpy as np
from numpy.typing import NDArray

from aircity.geometry import Pose
from aircity.world import Action, StepSizes, advance


class FailureCause(StrEnum):
    """Why a skill did not do what was asked; failures are counted by it."""

    NO_DEPTH = "no depth"
    """The sensor has no reading where the command points."""
    TOO_CLOSE = "too close"
    """Something is nearer than the safety margin."""
    OUT_OF_FREE_SPACE = "out of free space"
    """Nothing around the goal was seen to be free."""
    NO_LATTICE_POSITION = "no lattice position near the goal"
    """No sequence of actions through free space ends close enough to the goal."""
    NODE_CAP = "node cap"
    """The search visited all the states it may and found nothing."""
    ZERO_TRANSLATION = "zero translation"
    """The goal is nearer than half a step: the best place to be is here."""
    BLOCKED = "blocked"
    """The plan was flown until something solid or the boundary stopped it."""


@dataclass(frozen=True, slots=True, eq=False)
class ActionPlan:
    """Actions and the poses they lead through in empty air: `poses[0]` is the start, then one per action."""

    actions: tuple[Action, ...]
    poses: tuple[Pose, ...]
    goal: NDArray[np.float64]
    """Where the command points, (3,); the plan ends near it."""
    visited: int = 0
    """How many lattice states the search visited."""

    @property
    def end(self) -> Pose:
        """The pose after the last action."""
        return self.poses[-1]

    @property
    def miss_m(self) -> float:
        """The distance from the end to the goal."""
        return float(np.linalg.norm(self.end.position - self.goal))


@dataclass(frozen=True, slots=True)
class Infeasible:
    """No motion: the cause to count, and words for the navigator's context."""

    cause: FailureCause
    words: str


def follow(start: Pose, actions: tuple[Action, ...], sizes: StepSizes) -> tuple[Pose, ...]:
    """The poses that actions lead through from `start`, itself included."""
    poses = [start]
    for action in actions:
        poses.append(advance(poses[-1], action, sizes))
    return tuple(poses)
