"""Seeing on purpose: ask which references matter, then measure them in the view."""

from dataclasses import dataclass

from airanchor.anchors import AnchorConfig, Grounding, ground, repetitions_in, requests_from
from airanchor.perception import Detector, ImageEncoder
from airanchor.reasoner import Reasoner
from airanchor.reasoner.roles import ANCHOR_QUERY, AnchorQueryRequest, Context
from aircity.world import Observation


@dataclass(frozen=True, slots=True)
class Eyes:
    """What grounds words and pixels in a view."""

    detector: Detector
    image_encoder: ImageEncoder
    config: AnchorConfig


class AnchorObserver:
    """Queries K anchors and grounds them."""

    def __init__(self, reasoner: Reasoner, eyes: Eyes) -> None:
        self.reasoner = reasoner
        self.eyes = eyes

    def look(self, view: Observation, context: Context) -> "GroundedView":
        """The anchors of this decision."""
        return self.measure(view, AnchorQueryRequest(view.rgb, context, self.eyes.config.count))

    def measure(self, view: Observation, request: AnchorQueryRequest) -> "GroundedView":
        """Ask, and ground what is asked for."""
        eyes = self.eyes
        asks = self.reasoner.ask(ANCHOR_QUERY, request).reply
        grounding = ground(requests_from(asks), view, eyes.detector, eyes.image_encoder, eyes.config)
        return GroundedView(grounding, tuple(repetition.words for repetition in repetitions_in(asks)))


@dataclass(frozen=True, slots=True, eq=False)
class GroundedView:
    """What one look gave."""

    grounding: Grounding
    repeated: tuple[str, ...]
    """What was asked for twice, in words."""
