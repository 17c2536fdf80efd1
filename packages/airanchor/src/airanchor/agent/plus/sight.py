"""Seeing what the last answer asked for; only where it did not say is there a question of its own."""

import math
from dataclasses import replace

import numpy as np
from numpy.typing import NDArray

from airanchor.agent.observer import AnchorObserver, Eyes, GroundedView
from airanchor.agent.plus.briefing import Surroundings, briefed
from airanchor.agent.plus.notebook import Asks, FlightNotebook
from airanchor.anchors import Grounding, draw_anchors, ground, repetitions_in, requests_from
from airanchor.anchors.outcome import GroundingOutcome, Reason
from airanchor.anchors.request import AnchorRequest, ObjectRequest
from airanchor.perception import Phrase
from airanchor.reasoner import Reasoner
from airanchor.reasoner.roles import AnchorAsks, AnchorQueryRequest, Context
from airanchor.reasoner.roles.plus.anchor_query import BRIEFED_ANCHOR_QUERY
from airanchor.reasoner.roles.plus.pointed import PointedObjectAsk
from aircity.world import Observation

LEAST_CONFIDENCE = 0.1
"""What is less likely the thing that was asked for is not told at all."""
_NEAR_M = 10.0
"""How far off its centre a thing's surface may be seen."""


class BriefedObserver(AnchorObserver):
    """Grounds what was asked for."""

    def __init__(self, reasoner: Reasoner, eyes: Eyes, notebook: FlightNotebook) -> None:
        super().__init__(reasoner, eyes)
        self._notebook = notebook

    def look(self, view: Observation, context: Context) -> GroundedView:
        """The anchors of this decision."""
        seen = self._notebook.take_seen(view.pose)
        if seen is not None:
            return seen
        if self._notebook.decided is not None:  # nothing is decided here that needs a look
            return self.grounded(view, _asks(()))
        asked = self._notebook.take_asked()
        return self.grounded(view, self._asked(view, context) if asked is None else _asks(asked))

    def expected(self, view: Observation) -> GroundedView | None:
        """What the last answer asked to look for here, if it said."""
        asked = self._notebook.take_asked()
        return None if asked is None else self.grounded(view, _asks(asked))

    def grounded(self, view: Observation, asks: AnchorAsks) -> GroundedView:
        """What is asked for, measured."""
        eyes = self.eyes
        asks = self._ahead(asks)
        requests = [self._pointed(request, view) for request in requests_from(asks)]
        grounding = self._unstruck(
            ground(requests, view, eyes.detector, eyes.image_encoder, eyes.config), view
        )
        return GroundedView(grounding, tuple(repetition.words for repetition in repetitions_in(asks)))

    def _ahead(self, asks: AnchorAsks) -> AnchorAsks:
        """The asks of the view ahead; what was pointed at in the side views is measured there and noted."""
        numbered = asks.numbered
        aside = {number: ask for number, ask in numbered if getattr(ask, "view", "ahead") != "ahead"}
        self._notebook.beside = ()
        if not aside:
            return asks
        around = Surroundings.of(self._notebook.opened[0].world)
        told = [self._beside(ask, around) for ask in aside.values() if isinstance(ask, PointedObjectAsk)]
        self._notebook.beside = tuple(told)
        ahead = [(number, ask) for number, ask in numbered if number not in aside]
        return AnchorAsks.model_construct(
            anchors=tuple(ask for _, ask in ahead), places=tuple(number for number, _ in ahead)
        )

    def _beside(self, ask: PointedObjectAsk, around: Surroundings) -> str:
        """One thing of a side view, measured there and told like all others."""
        phrase, eyes = Phrase(ask.category, ask.attributes), self.eyes
        if ask.pixel is None:
            return f"In the view to the {ask.view} [{phrase.label}]: not measured, it was not pointed at."
        view, pixel = around.at(ask.view, ask.pixel)
        request = ObjectRequest(1, phrase, pixel)
        found = ground([request], view, eyes.detector, eyes.image_encoder, eyes.config)
        self._notebook.add(found.objects, view.pose)
        if not found.objects:
            why = found.outcomes[0].words
            return f"In the view to the {ask.view} [{phrase.label}]: not measured, {why}."
        return f"In the view to the {ask.view} [{phrase.label}]: measured; see the briefing."

    def _unstruck(self, grounding: Grounding, view: Observation) -> Grounding:
        """Without what is hardly the thing, or was said before not to be: these were not found."""
        struck = [
            one.index
            for one in grounding.objects
            if one.confidence < LEAST_CONFIDENCE or self._notebook.is_struck(one, view.pose)
        ]
        if not struck:
            return grounding
        graph = grounding.graph.filtered(lambda anchor: anchor.index not in struck)
        outcomes = tuple(
            GroundingOutcome(one.request, None, Reason.NO_DETECTION, "nothing that is likely it")
            if one.request.index in struck
            else one
            for one in grounding.outcomes
        )
        return Grounding(graph, draw_anchors(view.rgb, graph), outcomes)

    def _pointed(self, request: AnchorRequest, view: Observation) -> AnchorRequest:
        """A thing that was measured before is looked for where it must be now, if that is in plain sight."""
        if not isinstance(request, ObjectRequest) or request.pixel is not None:
            return request
        known = self._notebook.latest(request.phrase.label)
        pixel = None if known is None else _place_in(view, known.anchor.point_in_world)
        return request if pixel is None else replace(request, pixel=pixel)

    def _asked(self, view: Observation, context: Context) -> AnchorAsks:
        notebook = self._notebook
        told = briefed(context, notebook, view, Surroundings.of(notebook.opened[0].world))
        request = AnchorQueryRequest(view.rgb, told, self.eyes.config.count)
        return self.reasoner.ask(BRIEFED_ANCHOR_QUERY, request).reply


def _place_in(view: Observation, point: NDArray[np.float64]) -> tuple[int, int] | None:
    """Where a point of the world appears in a view; None where it does not, or where something hides it."""
    place = view.camera.project(point, view.pose)
    if not view.camera.sees(place):
        return None
    u, v = (math.floor(value + 0.5) for value in place.tolist())
    u, v = min(u, view.camera.width_px - 1), min(v, view.camera.height_px - 1)
    distance_m = math.dist(point, view.pose.position)
    return (u, v) if abs(float(view.depth_m[v, u]) - distance_m) <= max(_NEAR_M, 0.2 * distance_m) else None


def _asks(asked: Asks) -> AnchorAsks:
    return AnchorAsks.model_construct(anchors=asked)
