"""What FineCog-Nav's judge and decision know alike: the sub-goal, the course flown, the view in words."""

import math
from collections.abc import Sequence
from dataclasses import dataclass, replace
from typing import Annotated, Literal, cast

from pydantic import Field

from airanchor.embedded.ears.clause import Manoeuvre
from airanchor.embedded.rules.goal import asked_label, mentions_of
from airanchor.embedded.rules.moves.course import Actions, Asked, Course
from airanchor.embedded.rules.notes.note import Note
from airanchor.embedded.rules.notes.track import LandmarkTrack, Motion, PlaceSource
from airanchor.embedded.rules.peers.corrected import corrected
from airanchor.embedded.rules.peers.finecog.told_view import SIZE_PX, ToldScenes, ToldSight
from airanchor.embedded.rules.peers.mind import (
    Sight,
    Thought,
    direction_sentence,
    object_sentence,
    remembered_move,
    think,
)
from airanchor.embedded.rules.peers.nearness import coming_nearer
from airanchor.embedded.rules.senses import Senses
from airanchor.embedded.rules.space.egomotion import motion_between
from airanchor.embedded.rules.space.executed import read_executed
from airanchor.reasoner.roles import Primitive

MAX_MIND = 3000
"""Characters of what a thought left for the next."""
APPROACHES = (Manoeuvre.TO, Manoeuvre.STOP)
"""Parts that end at their landmark."""
ABOVE = ("above", "over")
"""Unless they end above it."""
WARNING_INDEX = 99
"""The number of that direction among the things of a view."""


class FineCogNote(Note):
    """A course with the thought behind it, as the memory of a step keeps it."""

    note: Literal["finecog"]
    mind: Annotated[str, Field(max_length=MAX_MIND)]
    done: Actions
    left: Actions
    is_there: bool = False
    """Whether the landmark that the sub-goal ends at was met before that action."""
    is_blocked: bool = False
    """Whether the last action done did not move the drone."""


@dataclass(frozen=True, slots=True)
class StepMoment:
    """One moment between two actions."""

    subgoal: str
    note: FineCogNote | None
    """None: nothing was done for the sub-goal yet."""
    view: ToldScenes
    warned: tuple[str, ...] = ()
    """Names of the actions that are warned of."""

    @property
    def is_on_course(self) -> bool:
        """Whether the next action of the course can simply be done."""
        note = self.note
        if note is None or not note.left or note.is_blocked:
            return False
        return note.left[0].value not in self.warned

    def is_before_landmark(self, senses: Senses) -> bool:
        """Whether flying on is warned of with the landmark that the sub-goal ends at straight ahead.

        Distances in words are guesses; a warning is measured, and most likely about what is seen there.
        """
        naming = [one for one in senses.read_clauses(self.subgoal) if mentions_of(one)]
        ends = [one for one in naming[-1:] if one.manoeuvre in APPROACHES and one.relation not in ABOVE]
        if not ends or Primitive.MOVE_FORWARD.value not in self.warned:
            return False
        names = {name for one in ends for name in (asked_label(one.mentions[0]), one.mentions[0].category)}
        return any(
            sight.label in names
            and abs(sight.bearing_deg) <= senses.config.same_way_deg
            and (sight.range_m or math.inf) <= senses.config.facade_reach_m
            for sight in self.view.scene.sights
        )

    def think(self, senses: Senses) -> Thought:
        """What the rules find, and what they want next, now that the course is over."""
        told, placed = replace(coming_nearer(senses), scenes=self.view), self._placed(senses)
        things = [_sentence(number, one) for number, one in enumerate(placed[: WARNING_INDEX - 1], 1)]
        sight = Sight(graph="\n".join((*things, *self._warnings(senses))))
        return think(self.subgoal, self._memory(placed, senses), self._report(), sight, told)

    def _memory(self, placed: Sequence[ToldSight], senses: Senses) -> str:
        """What the last thought left, with the places that it went by where they are seen now."""
        motion = motion_between((), (), read_executed(self._report()), SIZE_PX[0]) or Motion()
        seen = [_track(one) for one in placed]
        return corrected(self.note.mind if self.note else "", motion, seen, senses.config.sights.agrees_deg)

    def _report(self) -> str:
        """What was flown of the course, as a move is reported."""
        move = remembered_move(self.note.mind) if self.note else None
        if self.note is None or move is None:
            return ""
        flown = Course(move[0], cast(Asked, dict(move[1])), "", self.note.done, self.note.left)
        return flown.report(is_blocked=self.note.is_blocked)

    def _placed(self, senses: Senses) -> list[ToldSight]:
        """What is clear and near enough to be placed, the surest first."""
        config = senses.config
        return [
            one
            for one in sorted(self.view.scene.sights, key=lambda one: -one.score)
            if one.score >= config.seen_score and (one.range_m or math.inf) < config.sight_range_m
        ]

    def _warnings(self, senses: Senses) -> list[str]:
        is_warned = Primitive.MOVE_FORWARD.value in self.warned
        free_m = senses.config.finecog.warned_free_m
        return [direction_sentence(WARNING_INDEX, 0.0, free_m)] if is_warned else []


def _track(sight: ToldSight) -> LandmarkTrack:
    range_m = sight.range_m or 0.0
    rise_m = range_m * math.tan(math.radians(sight.elevation_deg))
    return LandmarkTrack(sight.label, sight.bearing_deg, range_m, rise_m, PlaceSource.SEEN)


def _sentence(number: int, sight: ToldSight) -> str:
    track = _track(sight)
    return object_sentence(number, track.label, track.bearing_deg, track.d_xy_m or 0.0, track.dz_m or 0.0)
