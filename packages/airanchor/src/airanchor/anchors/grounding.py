"""Grounding: from requests and one RGB-D view to anchors, their graph and the numbered image."""

from collections.abc import Sequence
from dataclasses import dataclass

import numpy as np
from numpy.typing import NDArray

from airanchor.anchors.anchor import ObjectAnchor
from airanchor.anchors.config import AnchorConfig
from airanchor.anchors.direction import ground_direction
from airanchor.anchors.graph import AnchorGraph
from airanchor.anchors.object import ground_objects
from airanchor.anchors.outcome import GroundingOutcome, RequestFate
from airanchor.anchors.overlay import draw_anchors
from airanchor.anchors.request import AnchorRequest, DirectionRequest
from airanchor.errors import InputError
from airanchor.perception import Detector, ImageEncoder
from aircity.world import Observation


@dataclass(frozen=True, slots=True, eq=False)
class Grounding:
    """What one view told about what was asked."""

    graph: AnchorGraph
    overlay: NDArray[np.uint8]  # (height, width, 3)
    """A copy of the image with the anchors' numbers on it."""
    outcomes: tuple[GroundingOutcome, ...]
    """One per request, in the order asked."""

    @property
    def objects(self) -> tuple[ObjectAnchor, ...]:
        """The anchors a memory may keep, in the order asked."""
        return tuple(anchor for anchor in self.graph.anchors if isinstance(anchor, ObjectAnchor))

    @property
    def degraded(self) -> tuple[GroundingOutcome, ...]:
        """The objects that became directions."""
        return tuple(outcome for outcome in self.outcomes if outcome.fate is RequestFate.DEGRADED)

    @property
    def rows(self) -> tuple[dict[str, str | int | float | bool | None], ...]:
        """The outcomes as rows of a log."""
        return tuple(outcome.row for outcome in self.outcomes)


def ground(
    requests: Sequence[AnchorRequest],
    view: Observation,
    detector: Detector,
    image_encoder: ImageEncoder,
    config: AnchorConfig | None = None,
) -> Grounding:
    """Measure what was asked for in one view. The view is only read."""
    settings = config or AnchorConfig()
    _check_view(view)
    things = [request for request in requests if not isinstance(request, DirectionRequest)]
    grounded = iter(
        ground_objects(things, view, detector=detector, image_encoder=image_encoder, config=settings)
    )
    outcomes = []
    for request in requests:
        if isinstance(request, DirectionRequest):
            _check_pixel(request, view)
            outcomes.append(ground_direction(request, view, settings))
        else:
            outcomes.append(next(grounded))
    anchors = tuple(outcome.anchor for outcome in outcomes if outcome.anchor is not None)
    graph = AnchorGraph.at(view.pose, anchors)
    return Grounding(graph, draw_anchors(view.rgb, graph), tuple(outcomes))


def _check_view(view: Observation) -> None:
    size = (view.camera.height_px, view.camera.width_px)
    if view.rgb.shape != (*size, 3) or view.rgb.dtype != np.uint8 or view.depth_m.shape != size:
        raise InputError(
            f"a view with rgb {view.rgb.dtype} {view.rgb.shape} and depth {view.depth_m.shape} does not fit "
            f"its camera; they must be uint8 {(*size, 3)} and {size}"
        )


def _check_pixel(request: DirectionRequest, view: Observation) -> None:
    (u, v), camera = request.pixel, view.camera
    if not (0 <= u < camera.width_px and 0 <= v < camera.height_px):
        raise InputError(
            f"anchor {request.index}'s pixel {list(request.pixel)} lies outside the image of "
            f"{camera.width_px}x{camera.height_px}; check requests against the view's own size"
        )
