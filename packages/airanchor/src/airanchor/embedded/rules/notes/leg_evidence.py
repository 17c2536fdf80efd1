"""What a leg that is over has shown of being right: all that the chance of it is judged by, as a note."""

from collections.abc import Sequence
from dataclasses import dataclass
from typing import Annotated, Literal

from pydantic import Field

from airanchor.embedded.rules.notes.note import Count, Note, Number
from airanchor.embedded.rules.notes.proof import Score

MAX_LEGS = 6
"""Legs to landmarks that one subtask tells of."""


@dataclass(frozen=True, slots=True)
class LegEvidence:
    """One leg to a landmark, or the weaker of its two."""

    best: Score = 0.0
    """The best score of a sight of it at its place."""
    rival: Score = 0.0
    """The best score of a sight of its name elsewhere in the same pictures."""
    measured: Count = 0
    missed: Count = 0
    is_known: bool = True
    """Whether the eyes know things of that name."""
    ordinal: Annotated[int, Field(ge=-99, le=99)] = 0
    """Which of its kind is meant: 1 the nearest or next, -1 the last; 0 where the words do not count."""
    traits: Count = 0
    """Attributes that the words give it."""
    turn: Annotated[int, Field(ge=0, le=2)] = 0
    """How the words tell the heading: 0 by no turn, 1 by a turn without an angle, 2 by one with it."""
    is_passing: bool = False
    """Whether the leg leads on beyond it."""
    aside_deg: Number = 0.0
    """Where it was first taken to be, off the heading."""
    decisions: Count = 0
    looks: Count = 0
    flown_m: Number = 0.0
    usual_m: Number = 0.0
    """How far the words, or else such legs, lead."""
    end_m: Number | None = None
    """How far away it is where the leg ends; None where nobody knows."""
    is_done: bool = True
    """Whether it was flown to, and not given up."""


class ClosedNote(Note):
    """The legs of a subtask that is over, and how likely it ended where it should."""

    note: Literal["closed"]
    chance: Score = 1.0
    """If it began where it should."""
    mended: Score = 0.0
    """If it began elsewhere."""
    legs: Annotated[tuple[LegEvidence, ...], Field(max_length=MAX_LEGS)] = ()


def closed_note(legs: Sequence[LegEvidence], chance: float, mended: float) -> ClosedNote:
    """The note; of many legs the last are told."""
    kept = tuple(legs[-MAX_LEGS:])
    return ClosedNote.model_construct(note="closed", chance=chance, mended=mended, legs=kept)
