"""What was asked and what was measured: spatial anchors and the Egocentric Anchor Graph."""

from airanchor.anchors.anchor import Anchor, DirectionAnchor, ObjectAnchor
from airanchor.anchors.config import AnchorConfig
from airanchor.anchors.graph import AnchorGraph, Edge
from airanchor.anchors.grounding import Grounding, ground
from airanchor.anchors.outcome import GroundingOutcome, Reason, RequestFate
from airanchor.anchors.overlay import draw_anchors, draw_anchors_again
from airanchor.anchors.request import (
    AnchorRequest,
    DirectionRequest,
    ObjectRequest,
    Repetition,
    repetitions_in,
    requests_from,
)
from airanchor.anchors.sentences import (
    AnchorReading,
    comparison_text,
    decision_text,
    read_sentence,
    read_sentences,
)

__all__ = [
    "Anchor",
    "AnchorConfig",
    "AnchorGraph",
    "AnchorReading",
    "AnchorRequest",
    "DirectionAnchor",
    "DirectionRequest",
    "Edge",
    "Grounding",
    "GroundingOutcome",
    "ObjectAnchor",
    "ObjectRequest",
    "Reason",
    "Repetition",
    "RequestFate",
    "comparison_text",
    "decision_text",
    "draw_anchors",
    "draw_anchors_again",
    "ground",
    "read_sentence",
    "read_sentences",
    "repetitions_in",
    "requests_from",
]
