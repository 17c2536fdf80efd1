"""One thing that went wrong: the cause, the leg, the decision, and the evidence in a sentence."""

from dataclasses import dataclass
from typing import Any

from airanchor.bench.diagnosis.causes import Cause


@dataclass(frozen=True, slots=True)
class Finding:
    """A cause with its place in the flight."""

    cause: Cause
    leg: int | None
    """From 1; None where it belongs to no leg or the legs are not known."""
    decision: int | None
    """From 1; None where it belongs to no decision."""
    words: str

    def to_json(self) -> dict[str, Any]:
        """Plain values."""
        return {
            "cause": self.cause.value,
            "stage": self.cause.stage.value,
            "leg": self.leg,
            "decision": self.decision,
            "words": self.words,
        }
