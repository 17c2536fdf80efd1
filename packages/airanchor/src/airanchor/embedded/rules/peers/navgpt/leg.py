"""A thought as runs of actions, kept in the thoughts of the scratchpad until all of them are flown."""

import re
from collections.abc import Sequence
from dataclasses import dataclass, replace
from itertools import groupby
from typing import Annotated, Any, Literal

import numpy as np
from pydantic import Field

from airanchor.embedded.rules.moves.course import course_of
from airanchor.embedded.rules.notes.intent import Intent, Why
from airanchor.embedded.rules.notes.note import Count, Note, Number, read_note, with_note
from airanchor.embedded.rules.notes.track import MAX_TRACKS, Label, LandmarkTrack, Motion
from airanchor.embedded.rules.peers.mind import MindNote, Thought, remembered_move, report_words
from airanchor.embedded.rules.roles.navigation import BLANK
from airanchor.embedded.rules.senses import Senses
from airanchor.reasoner.roles import Primitive
from airanchor.trace import plain_text

Runs = Annotated[tuple[tuple[Primitive, Count], ...], Field(max_length=12)]
STILL = Motion()
_ENTRY = re.compile(r"^Thought: ", re.MULTILINE)
_SHIFTS = {
    name: re.compile(rf"(\d{{1,9}}\.\d) m {words}")
    for name, words in (
        ("ahead", "ahead"),
        ("back", "back"),
        ("right", "to the right"),
        ("left", "to the left"),
        ("up", "up"),
        ("down", "down"),
    )
}
_TURN = re.compile(r"turned (\d{1,3}) degrees (right|left)")


@dataclass(frozen=True, slots=True)
class ThoughtLeg:
    """What one thought of the mind asks for, and how much of it was flown."""

    memory: str
    """What the mind is to be given back when it is over."""
    runs: Runs
    """The actions that are left, each with how often."""
    moved: Motion = STILL
    """From where the leg began."""
    flown_m: float = 0.0
    is_blocked: bool = False
    far: tuple[str, ...] = ()
    """Names of things of which only the angle was told, so that their places are guesses."""

    @property
    def report(self) -> str:
        """What was flown of it, as the mind is told."""
        move = remembered_move(self.memory)
        if move is None:
            return ""
        if self.is_blocked and self.flown_m < 1.0 and abs(self.moved.up_m) < 1.0:
            return report_words(*move, failure="blocked")
        return report_words(
            *move,
            flown_m=self.flown_m,
            climbed_m=self.moved.up_m,
            turned_deg=self.moved.turned_deg,
            is_blocked=self.is_blocked,
        )

    @property
    def known(self) -> tuple[LandmarkTrack, ...]:
        """Where the landmarks must be now that were measured when the leg began or before."""
        return tuple(track for track in self._carried() if track.label not in self.far)

    @property
    def guessed(self) -> tuple[LandmarkTrack, ...]:
        """Where those may be of which only the angle was told."""
        return tuple(track for track in self._carried() if track.label in self.far)

    def _carried(self) -> tuple[LandmarkTrack, ...]:
        note = read_note(self.memory, MindNote)
        tracks = () if note is None else (*note.progress.tracks, *note.intent.places)
        newest = {track.label: track for track in tracks}
        return tuple(self.moved.carry(track) for track in newest.values())

    def without(self, count: int) -> "ThoughtLeg":
        """With so many actions of its first run gone."""
        (action, left), *others = self.runs
        return replace(self, runs=((action, left - count), *others) if left > count else tuple(others))

    def thought(self, doing: str) -> str:
        """The words of a thought with all that the next one must know."""
        note = LegNote.model_construct(
            note="leg",
            memory=self.memory,
            runs=self.runs,
            forward_m=self.moved.forward_m,
            right_m=self.moved.right_m,
            up_m=self.moved.up_m,
            turned_deg=self.moved.turned_deg,
            flown_m=self.flown_m,
            far=self.far,
        )
        return with_note(f"{plain_text(self.memory)}. {doing}", note)


class LegNote(Note):
    """A leg under way."""

    note: Literal["leg"]
    memory: Annotated[str, Field(max_length=3000)]
    runs: Runs
    forward_m: Number = 0.0
    right_m: Number = 0.0
    up_m: Number = 0.0
    turned_deg: Number = 0.0
    flown_m: Number = 0.0
    far: Annotated[tuple[Label, ...], Field(max_length=MAX_TRACKS)] = ()


def leg_of(thought: Thought, far: frozenset[str], senses: Senses) -> ThoughtLeg:
    """The actions that come nearest to what the mind wants; of what is `far` only the angle is told."""
    height_px, width_px = BLANK.shape[:2]
    decision = {
        "skill": thought.skill,
        "parameters": thought.parameters,
        "reason": Why("", Intent(turn_deg=thought.turn_deg)).reason,
    }
    course = course_of(decision, (width_px, height_px), senses.config.bends.glance_deg)
    runs = tuple((action, len(list(same))) for action, same in groupby(course.left))
    note = read_note(thought.memory, MindNote)
    tracks = () if note is None else (*note.intent.places, *note.progress.tracks)
    guessed = dict.fromkeys(track.label for track in tracks if track.label in far)
    return ThoughtLeg(thought.memory, runs, far=tuple(guessed)[:MAX_TRACKS])


def read_leg(scratchpad: str) -> ThoughtLeg | None:
    """The leg that the newest thought tells of, with its last action counted in; None where none does."""
    for entry in reversed(_ENTRY.split(scratchpad)[1:]):
        note = read_note(entry, LegNote)
        if note is not None:
            moved = Motion(note.forward_m, note.right_m, note.up_m, note.turned_deg)
            leg = ThoughtLeg(note.memory, note.runs, moved, note.flown_m, far=note.far)
            return _with_last(leg, _observed(entry))
    return None


def _observed(entry: str) -> str:
    lines: Sequence[str] = [line for line in entry.split("\n") if line.startswith("Observation: ")]
    return lines[-1] if lines else ""


def _with_last(leg: ThoughtLeg, observed: str) -> ThoughtLeg:
    """The leg after one more motion, told from where that began."""
    shifts: dict[str, Any] = {}
    for name, form in _SHIFTS.items():
        found = form.search(observed)
        shifts[name] = float(found[1]) if found else 0.0
    turn = _TURN.search(observed)
    turned_deg = float(turn[1]) * (1.0 if turn[2] == "right" else -1.0) if turn else 0.0
    ahead_m, right_m = shifts["ahead"] - shifts["back"], shifts["right"] - shifts["left"]
    heading_rad = np.radians(leg.moved.turned_deg)
    moved = Motion(
        leg.moved.forward_m + float(ahead_m * np.cos(heading_rad) - right_m * np.sin(heading_rad)),
        leg.moved.right_m + float(ahead_m * np.sin(heading_rad) + right_m * np.cos(heading_rad)),
        leg.moved.up_m + shifts["up"] - shifts["down"],
        leg.moved.turned_deg + turned_deg,
    )
    flown_m = leg.flown_m + float(np.hypot(ahead_m, right_m))
    return replace(leg, moved=moved, flown_m=flown_m, is_blocked="locked" in observed)
