"""What became of each request: an anchor, or the reason why not, in a form that a log can keep."""

from dataclasses import dataclass
from enum import StrEnum

from airanchor.anchors.anchor import Anchor, DirectionAnchor, ObjectAnchor
from airanchor.anchors.request import AnchorRequest


class RequestFate(StrEnum):
    """What a request became."""

    OBJECT = "object"
    DIRECTION = "direction"
    DEGRADED = "degraded to direction"
    DISCARDED = "discarded"


class Reason(StrEnum):
    """Why a request was discarded or degraded."""

    NO_DETECTION = "no detection"
    NO_DEPTH = "no depth"
    NO_RELIABLE_DEPTH = "no reliable depth"
    FAR = "far"


@dataclass(frozen=True, slots=True)
class Support:
    """What carries an object: its detection, and the depth within its mask."""

    detector_confidence: float
    """q_det: the box score of the chosen detection."""
    readings_px: int
    """Pixels with a positive depth."""
    surface_px: int
    """Those of them within the reliable range."""

    @property
    def far_share(self) -> float:
        """ρ_far: the share of readings beyond the reliable range; 0 where there are none."""
        return (self.readings_px - self.surface_px) / self.readings_px if self.readings_px else 0.0


@dataclass(frozen=True, slots=True, eq=False)
class GroundingOutcome:
    """One request and what grounding made of it."""

    request: AnchorRequest
    anchor: Anchor | None
    reason: Reason | None = None
    """Why it was discarded or degraded; None when it became what was asked for."""
    words: str = ""
    """The reason as a sentence, with its numbers."""
    support: Support | None = None
    """What was found of an object; None for directions and where nothing was detected."""

    @property
    def fate(self) -> RequestFate:
        """What the request became."""
        if self.anchor is None:
            return RequestFate.DISCARDED
        if isinstance(self.anchor, ObjectAnchor):
            return RequestFate.OBJECT
        return RequestFate.DEGRADED if self.anchor.degraded else RequestFate.DIRECTION

    @property
    def row(self) -> dict[str, str | int | float | bool | None]:
        """One row of a log: plain values, always the same keys, None where one has no meaning."""
        direction = self.anchor if isinstance(self.anchor, DirectionAnchor) else None
        support = self.support
        thing = self.anchor if isinstance(self.anchor, ObjectAnchor) else None
        return {
            "index": self.request.index,
            "asked": self.request.words,
            "fate": self.fate.value,
            "reason": self.reason.value if self.reason else None,
            "words": self.words,
            "detector_confidence": support.detector_confidence if support else None,
            "readings_px": support.readings_px if support else None,
            "surface_px": support.surface_px if support else None,
            "far_share": support.far_share if support else None,
            "confidence": thing.confidence if thing else None,
            "footprint_m2": thing.extent.footprint.area_m2 if thing else None,
            "distance_m": direction.distance_m if direction else None,
            "is_far": direction.is_far if direction else None,
        }
