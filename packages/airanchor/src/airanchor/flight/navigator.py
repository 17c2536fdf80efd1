"""A navigator flies a mission; a flight is all that is known of it afterwards, without any goal or score."""

import math
from collections.abc import Mapping
from dataclasses import dataclass, field
from itertools import pairwise
from typing import Protocol, runtime_checkable

from airanchor.flight.ending import Ending
from airanchor.flight.mission import Mission
from airanchor.flight.recorder import Recorder
from airanchor.flight.report import SubtaskReport
from airanchor.reasoner import RoleUse
from aircity.geometry import Pose
from aircity.world import Simulator


@dataclass(frozen=True, slots=True)
class Flight:
    """What a navigator did."""

    navigator: str
    trajectory: tuple[Pose, ...]
    """The start and the pose after every executed action."""
    ending: Ending
    collisions: int
    refusals: int
    """Steps the safety envelope did not allow."""
    iterations: int = 0
    subtasks: int = 0
    subtasks_completed: int = 0
    """Those that were done, not those that merely ended."""
    reports: tuple[SubtaskReport, ...] = ()
    """What became of each subtask, and of what was not understood."""
    skills: Mapping[str, int] = field(default_factory=dict)
    """How often each skill was executed."""
    failures: Mapping[str, int] = field(default_factory=dict)
    """How often a skill failed, by cause."""
    usage: tuple[RoleUse, ...] = ()
    """What the model was asked, per role."""
    words: str = ""
    """What was done, what was not and why, in a plain sentence."""

    @property
    def end(self) -> Pose:
        """Where STOP was executed."""
        return self.trajectory[-1]

    @property
    def steps(self) -> int:
        """The number of executed actions, STOP not counted."""
        return len(self.trajectory) - 1

    @property
    def path_length_m(self) -> float:
        """The distance flown."""
        return path_length_m(self.trajectory)


def path_length_m(poses: tuple[Pose, ...]) -> float:
    """The sum of the distances between consecutive positions."""
    return math.fsum(before.distance_m(after) for before, after in pairwise(poses))


@runtime_checkable
class Navigator(Protocol):
    """Flies by a mission and what it observes, and by nothing else."""

    @property
    def name(self) -> str:
        """What results are marked with."""
        ...

    def fly(self, mission: Mission, world: Simulator, recorder: Recorder) -> Flight:
        """Fly the mission to STOP. It raises only for errors of the world or the recorder."""
        ...
