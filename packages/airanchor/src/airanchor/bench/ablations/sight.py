"""Looks that leave out a kind of anchor, or show none of what they measured."""

from dataclasses import dataclass, replace

from airanchor.agent.observer import AnchorObserver, GroundedView
from airanchor.anchors import AnchorGraph, Grounding, ObjectAnchor
from airanchor.anchors.outcome import GroundingOutcome, RequestFate
from airanchor.anchors.overlay import draw_anchors
from airanchor.reasoner.roles import AnchorQueryRequest, Context
from aircity.world import Observation


@dataclass(frozen=True, slots=True, eq=False)
class PartlyShown(Grounding):
    """A grounding of which the memory gets to know more than the model is shown."""

    remembered: tuple[ObjectAnchor, ...]

    @property
    def objects(self) -> tuple[ObjectAnchor, ...]:
        """The anchors a memory may keep."""
        return self.remembered


class ObjectsOnly(AnchorObserver):
    """Asks for K objects; one that is too far to be measured is dropped, as there are no directions."""

    def look(self, view: Observation, context: Context) -> GroundedView:
        """The objects of this decision."""
        request = AnchorQueryRequest(view.rgb, context, self.eyes.config.count, allows_directions=False)
        seen = self.measure(view, request)
        graph = seen.grounding.graph.objects_only()
        outcomes = tuple(_not_degraded(outcome) for outcome in seen.grounding.outcomes)
        return replace(seen, grounding=Grounding(graph, draw_anchors(view.rgb, graph), outcomes))


class DirectionsOnly(AnchorObserver):
    """Asks for K directions, so nothing is ever remembered."""

    def look(self, view: Observation, context: Context) -> GroundedView:
        """The directions of this decision."""
        return self.measure(view, _directions(self, view, context))


class HiddenObjects(AnchorObserver):
    """The usual question fills the memory; a second one, for K directions, gives all that is shown."""

    def look(self, view: Observation, context: Context) -> GroundedView:
        """The directions of this decision, and in secret its objects."""
        usual = super().look(view, context)
        shown = self.measure(view, _directions(self, view, context))
        hidden = tuple(
            _renumbered(outcome, self.eyes.config.count)
            for outcome in usual.grounding.outcomes
            if outcome.fate is RequestFate.OBJECT
        )
        grounding = PartlyShown(
            shown.grounding.graph,
            shown.grounding.overlay,
            (*shown.grounding.outcomes, *hidden),
            remembered=tuple(
                outcome.anchor for outcome in hidden if isinstance(outcome.anchor, ObjectAnchor)
            ),
        )
        return GroundedView(grounding, (*usual.repeated, *shown.repeated))


class NothingShown(AnchorObserver):
    """The usual question fills the memory; the model is shown the plain view and an empty graph."""

    def look(self, view: Observation, context: Context) -> GroundedView:
        """The anchors of this decision, for the memory alone."""
        seen = super().look(view, context)
        empty = AnchorGraph.at(view.pose, ())
        objects = seen.grounding.objects
        return replace(
            seen, grounding=PartlyShown(empty, view.rgb, seen.grounding.outcomes, remembered=objects)
        )


def _directions(sight: AnchorObserver, view: Observation, context: Context) -> AnchorQueryRequest:
    return AnchorQueryRequest(view.rgb, context, sight.eyes.config.count, allows_objects=False)


def _not_degraded(outcome: GroundingOutcome) -> GroundingOutcome:
    return replace(outcome, anchor=None) if outcome.fate is RequestFate.DEGRADED else outcome


def _renumbered(outcome: GroundingOutcome, shift: int) -> GroundingOutcome:
    """Numbers after those that are shown, so that a recording can tell them apart."""
    request = replace(outcome.request, index=outcome.request.index + shift)
    anchor = None if outcome.anchor is None else replace(outcome.anchor, index=request.index)
    return replace(outcome, request=request, anchor=anchor)
