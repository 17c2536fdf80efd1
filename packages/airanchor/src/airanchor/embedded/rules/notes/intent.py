"""Why a skill was chosen: in words for people, and as a note for the judgement of what came of it."""

from dataclasses import dataclass, replace
from typing import Annotated, Literal

from pydantic import Field

from airanchor.embedded.rules.notes.note import Note, Number, read_note, with_note
from airanchor.embedded.rules.notes.track import MAX_TRACKS, Distance, Label, LandmarkTrack, plain

MAX_REASON = 600
"""Characters of a reason's words."""


@dataclass(frozen=True, slots=True)
class Intent:
    """What a decision wants beyond its skill and parameters, and what it went by."""

    climb_m: Number | None = None
    """The change of height wanted in all; None: none."""
    turn_deg: Number | None = None
    """The turn wanted, right is positive; 0 holds the heading; None leaves it to the look around."""
    is_flight: bool = False
    """Whether it flies on, rather than up or down."""
    is_detour: bool = False
    """Whether it climbs only to clear the way."""
    lost: Annotated[tuple[Label, ...], Field(max_length=MAX_TRACKS)] = ()
    """Landmarks for which nothing in view was taken."""
    places: Annotated[tuple[LandmarkTrack, ...], Field(max_length=MAX_TRACKS)] = ()
    """Where landmarks were taken to be."""
    reach_m: Distance | None = None
    """How far from its centre the landmark is reached; None leaves it to the rules."""

    def place_of(self, label: str) -> LandmarkTrack | None:
        """Where the landmark of that name was taken to be."""
        return next((track for track in self.places if track.label == plain(label)), None)


class DecisionNote(Note):
    """The intent of a decision."""

    note: Literal["decision"]
    intent: Intent


@dataclass(frozen=True, slots=True)
class Why:
    """The grounds for a skill."""

    words: str
    intent: Intent = Intent()

    def more(
        self,
        words: str,
        *,
        climb_m: float | None = None,
        turn_deg: float | None = None,
        is_flight: bool = False,
        is_detour: bool = False,
        reach_m: float | None = None,
    ) -> "Why":
        """With more to say, and what is wanted besides."""
        intent = replace(
            self.intent,
            climb_m=self.intent.climb_m if climb_m is None else climb_m,
            turn_deg=self.intent.turn_deg if turn_deg is None else turn_deg,
            is_flight=self.intent.is_flight or is_flight,
            is_detour=self.intent.is_detour or is_detour,
            reach_m=self.intent.reach_m if reach_m is None else reach_m,
        )
        return Why(f"{self.words}; {words}", intent)

    @property
    def reason(self) -> str:
        """The reason as a decision gives it."""
        note = DecisionNote.model_construct(note="decision", intent=self.intent)
        return with_note(self.words[:MAX_REASON], note)


def read_intent(reason: str) -> Intent:
    """The intent that a reason notes; none where it is anyone else's."""
    note = read_note(reason, DecisionNote)
    return Intent() if note is None else note.intent
