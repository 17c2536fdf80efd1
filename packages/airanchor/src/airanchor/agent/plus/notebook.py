"""The notebook of a flight: what one part of the agent has learnt and another one needs.

The loop hands its parts a view and a context. What goes beyond (the subtasks before and after, everything
that was measured so far, what the last verdict wants flown and measured next) is written down here.
"""

import math
from collections.abc import Collection, Sequence
from dataclasses import dataclass, field

import numpy as np

from airanchor.agent.observer import GroundedView
from airanchor.agent.sortie import Sortie
from airanchor.agent.subtask import SubtaskRun
from airanchor.anchors import ObjectAnchor
from airanchor.reasoner.roles import DirectionAsk, ObjectAsk
from airanchor.reasoner.roles.plus.navigation import BriefedDecision, FollowingMove
from aircity.geometry import Pose

SAME_CENTRE_M, SAME_FOOTPRINT_M = 15.0, 3.0
"""Two measurements under one name are of one thing if their centres or footprints are nearer than this: a
long house has another centre from every side."""
SURER = 1.5
"""So many times as sure must an earlier measurement be to stand against a later one."""
Asks = tuple[ObjectAsk | DirectionAsk, ...]


@dataclass(frozen=True, slots=True, eq=False)
class MeasuredThing:
    """An object that was measured in this flight."""

    anchor: ObjectAnchor
    iteration: int
    seen_from: Pose

    def is_same(self, other: "MeasuredThing") -> bool:
        """Whether both are measurements of one thing; two of one picture never are."""
        if self.seen_from == other.seen_from and self.iteration == other.iteration:
            return False
        if self.anchor.phrase.label.lower() != other.anchor.phrase.label.lower():
            return False
        apart = np.asarray(self.anchor.point_in_world - other.anchor.point_in_world)
        if math.hypot(*apart[:2].tolist()) < SAME_CENTRE_M:
            return True
        return self.anchor.extent.bev_distance_m(other.anchor.extent) < SAME_FOOTPRINT_M


@dataclass(slots=True)
class FlightNotebook:
    """One flight's, empty at its beginning."""

    sortie: Sortie | None = None
    run: SubtaskRun | None = None
    began: Pose | None = None
    """Where the active subtask began."""
    ground_m: float | None = None
    """How high the ground lies where the flight began."""
    measured: list[MeasuredThing] = field(default_factory=list)
    asked: Asks | None = None
    """What is to be measured in the next view; None where nobody said."""
    seen: GroundedView | None = None
    """What was measured there already, with the question that it was measured for."""
    decided: BriefedDecision | None = None
    """What the last verdict wants flown next."""
    struck: list[MeasuredThing] = field(default_factory=list)
    """What was measured under a name that it does not bear."""
    beside: tuple[str, ...] = ()
    """What was measured in the side views for the present question, in words."""
    following: tuple[FollowingMove, ...] = ()
    """What the last decision wants flown after its skill."""

    def begin(self, sortie: Sortie, run: SubtaskRun, pose: Pose) -> None:
        """A subtask begins; what was noted of another flight is forgotten."""
        if sortie is not self.sortie:
            self.measured, self.struck = [], []
            self.asked = self.seen = self.decided = self.ground_m = None
        self.sortie, self.run, self.began = sortie, run, pose
        self.following, self.beside = (), ()

    @property
    def opened(self) -> tuple[Sortie, SubtaskRun]:
        """The flight and its active subtask."""
        assert self.sortie is not None and self.run is not None, "a subtask has begun"
        return self.sortie, self.run

    def take_asked(self) -> Asks | None:
        """What is to be measured, once."""
        asked, self.asked = self.asked, None
        return asked

    def take_seen(self, pose: Pose) -> GroundedView | None:
        """What was measured already from this very pose, once."""
        seen, self.seen = self.seen, None
        return seen if seen is not None and seen.grounding.graph.pose == pose else None

    def take_decided(self) -> BriefedDecision | None:
        """What is wanted next, once."""
        decided, self.decided = self.decided, None
        return decided

    def latest(self, label: str) -> MeasuredThing | None:
        """What was measured last under a name."""
        wanted = label.lower()
        same = (one for one in reversed(self.measured) if one.anchor.phrase.label.lower() == wanted)
        return next(same, None)

    def add(self, anchors: Sequence[ObjectAnchor], pose: Pose, wrong: Collection[int] = ()) -> None:
        """Objects were measured, some perhaps wrongly; a later measurement replaces an earlier one."""
        for anchor in anchors:
            thing = MeasuredThing(anchor, self.opened[0].clock.iteration, pose)
            if anchor.index in wrong:
                self.struck.append(thing)
                continue
            same = [one for one in self.measured if one.is_same(thing)]
            if any(one.anchor.confidence > SURER * anchor.confidence for one in same):
                continue  # what was measured far better stays
            self.measured = [*(one for one in self.measured if one not in same), thing]

    def is_struck(self, anchor: ObjectAnchor, pose: Pose) -> bool:
        """Whether this was said before not to be what it is called."""
        thing = MeasuredThing(anchor, 0, pose)
        return any(one.is_same(thing) for one in self.struck)

    def ground_z_m(self, pose: Pose, below_m: float) -> float:
        """The height of the ground below the place where this was asked first, the flight's beginning."""
        if self.ground_m is None:
            self.ground_m = pose.z_m - below_m if 0 < below_m < math.inf else 0.0
        return self.ground_m
