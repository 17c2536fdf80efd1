"""What speaks for a landmark being what it is taken for, gathered over the decisions of a subtask."""

from collections.abc import Iterable
from dataclasses import dataclass, replace
from typing import Annotated

from pydantic import Field, PlainSerializer

from airanchor.embedded.rules.notes.note import Count, Number
from airanchor.embedded.rules.notes.track import Label, LandmarkTrack, PlaceSource, plain

MEASURED = (PlaceSource.MEASURED, PlaceSource.REMEMBERED)
"""Places at which something was measured under the landmark's name, now or on an earlier flight."""
GUESSES = (PlaceSource.AIMED, PlaceSource.SEEN)
"""Places at which something only looks like it: whatever was measured before, this may be another thing."""
Score = Annotated[
    float,
    Field(ge=0.0, le=1.0, allow_inf_nan=False),
    PlainSerializer(lambda score: round(min(max(score, 0.0), 1.0), 2), return_type=float),
]


@dataclass(frozen=True, slots=True)
class Proof:
    """How often a landmark was measured under its name, and how clearly pictures show it at its place."""

    label: Label
    measured: Count = 0
    """Decisions in a row, those not counted that only remembered the place from a little while ago."""
    missed: Count = 0
    """Decisions that did not know where it is."""
    best: Score = 0.0
    """The best score, 0 to 1, of a sight of it at its place."""
    rival: Score = 0.0
    """The same of a sight of its name elsewhere."""
    aside_deg: Number | None = None
    """Where it was first taken to be, off the heading."""

    def with_decision(self, track: LandmarkTrack | None, score: float, rival: float = 0.0) -> "Proof":
        """One more decision, which took the landmark to be there, or nowhere."""
        if track is None:
            return replace(self, missed=self.missed + 1)
        return replace(
            self,
            measured=0 if track.source in GUESSES else self.measured + (track.source in MEASURED),
            best=max(self.best, score),
            rival=max(self.rival, rival),
            aside_deg=track.bearing_deg if self.aside_deg is None else self.aside_deg,
        )


def proof_of(label: str, proofs: Iterable[Proof]) -> Proof:
    """What is known of the landmark of that name; nothing, where nothing is."""
    return next((proof for proof in proofs if proof.label == plain(label)), Proof(plain(label)))
