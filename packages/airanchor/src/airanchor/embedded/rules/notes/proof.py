"""What speaks for a landmark being what it is taken for, gathered over the decisions of a subtask."""

import re
from collections.abc import Iterable
from dataclasses import dataclass, replace

from airanchor.embedded.rules.notes.track import MAX_LABEL, Source, Track, plain

MEASURED = (Source.MEASURED, Source.REMEMBERED)
"""Places at which something was measured under the landmark's name, now or on an earlier flight."""
GUESSES = (Source.AIMED, Source.SEEN)
"""Places at which something only looks like it: whatever was measured before, this may be another thing."""


@dataclass(frozen=True, slots=True)
class Proof:
    """How often a landmark was measured under its name, and how clearly pictures show it at its place."""

    label: str
    measured: int = 0
    """Decisions in a row, those not counted that only remembered the place from a little while ago."""
    missed: int = 0
    """Decisions that did not know where it is."""
    best: float = 0.0
    """The best score, 0 to 1, of a sight of it at its place."""

    def with_decision(self, track: Track | None, score: float) -> "Proof":
        """One more decision, which took the landmark to be there, or nowhere."""
        if track is None:
            return replace(self, missed=self.missed + 1)
        measured = 0 if track.source in GUESSES else self.measured + (track.source in MEASURED)
        return replace(self, measured=measured, best=max(self.best, score))

    @property
    def words(self) -> str:
        """Such as "red tower measured 2 times, missed 1 times, seen 0.82 at best"."""
        counts = f"measured {self.measured} times, missed {self.missed} times"
        return f"{plain(self.label)} {counts}, seen {self.best:.2f} at best"


_SENTENCE = re.compile(
    rf"(?P<label>[\w '-]{{1,{MAX_LABEL}}}) measured (?P<measured>\d{{1,4}}) times, "
    r"missed (?P<missed>\d{1,4}) times, seen (?P<best>[01]\.\d\d) at best"
)


def read_proofs(text: str) -> tuple[Proof, ...]:
    """Every sentence of proof in a text, in order; other words are passed over."""
    return tuple(
        Proof(found["label"].strip(), int(found["measured"]), int(found["missed"]), float(found["best"]))
        for found in _SENTENCE.finditer(text)
    )


def proof_of(label: str, proofs: Iterable[Proof]) -> Proof:
    """What is known of the landmark of that name; nothing, where nothing is."""
    return next((proof for proof in proofs if proof.label == plain(label)), Proof(plain(label)))
