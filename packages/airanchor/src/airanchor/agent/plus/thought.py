"""Deciding and reflecting with all that is known of the flight."""

import math
from dataclasses import dataclass, replace

from airanchor.agent.observer import GroundedView
from airanchor.agent.plus.briefing import Surroundings, briefed, flight_text, state_text
from airanchor.agent.plus.notebook import FlightNotebook
from airanchor.agent.plus.report import compared_words, measured_words, told_briefly
from airanchor.agent.plus.sight import BriefedObserver
from airanchor.agent.priors import Priors
from airanchor.agent.subtask import without_failure
from airanchor.agent.thought import Decider, Reflection, Reflector
from airanchor.anchors import Grounding, draw_anchors_again
from airanchor.reasoner import Reasoner
from airanchor.reasoner.roles import (
    PAPER_STATUSES,
    Context,
    NavigationDecision,
    ObjectAsk,
    Prior,
    Skill,
    SkillSettings,
    Status,
)
from airanchor.reasoner.roles.plus.navigation import BRIEFED_NAVIGATION, BriefedRequest, FlightConditions
from airanchor.reasoner.roles.plus.reflection import (
    BRIEFED_REFLECTION,
    BriefedReflectionRequest,
    BriefedVerdict,
)
from aircity.geometry import Camera
from aircity.world import Observation


class BriefedDecider(Decider):
    """Takes the skill that the last verdict wants; where it left that open, asks with all that is known."""

    def __init__(
        self,
        reasoner: Reasoner,
        settings: SkillSettings,
        notebook: FlightNotebook,
        conditions: FlightConditions,
    ) -> None:
        super().__init__(reasoner, settings)
        self._notebook = notebook
        self.conditions = conditions

    def decide(
        self,
        grounding: Grounding,
        *,
        context: Context,
        priors: tuple[Prior, ...] | None,
        skills: tuple[Skill, ...],
    ) -> NavigationDecision:
        """One of the allowed skills with its parameters."""
        notebook = self._notebook
        decision = notebook.take_decided()
        if decision is None or decision.skill not in skills:
            request = self._request(grounding, context, priors, skills)
            decision = self._reasoner.ask(BRIEFED_NAVIGATION, request).reply
            notebook.asked = decision.anchors
            notebook.add(grounding.objects, grounding.graph.pose, decision.wrong)
        notebook.following = decision.then
        return decision

    def _request(
        self,
        grounding: Grounding,
        context: Context,
        priors: tuple[Prior, ...] | None,
        skills: tuple[Skill, ...],
    ) -> BriefedRequest:
        notebook, world = self._notebook, self._notebook.opened[0].world
        around = Surroundings.of(world)
        return BriefedRequest(
            grounding.overlay,
            briefed(context, notebook, world.observe(), around),
            measured_words(grounding, notebook.beside),
            priors,
            self.settings,
            skills,
            sides=around.picture,
            conditions=self.conditions,
            view_deg=view_width_deg(world.camera),
        )


@dataclass(frozen=True, slots=True)
class Outlook:
    """What the reflection needs to look ahead."""

    notebook: FlightNotebook
    sight: BriefedObserver
    priors: Priors
    decider: BriefedDecider


class BriefedReflector(Reflector):
    """Asks what the skill changed, what is flown next and what to measure then."""

    def __init__(self, reasoner: Reasoner, outlook: Outlook, *, tells_outcomes: bool) -> None:
        super().__init__(reasoner, tells_outcomes=tells_outcomes)
        self._outlook = outlook

    def reflect(
        self,
        grounding: Grounding,
        after: Observation,
        *,
        context: Context,
        executed: str,
        reason: str,
        state_after: str | None = None,
    ) -> Reflection:
        """Progress, whether the subtask is done, and the outlook."""
        outlook, notebook = self._outlook, self._outlook.notebook
        graphs = grounding.graph, grounding.graph.recentered(after.pose)
        seen = outlook.sight.expected(after)
        marked = draw_anchors_again(after, grounding.graph) if seen is None else seen.grounding.overlay
        (sortie, run), around = notebook.opened, Surroundings.of(notebook.opened[0].world)
        request = BriefedReflectionRequest(
            context=replace(
                context,
                progress=context.progress if seen is None else without_failure(context.progress),
                state=context.state if seen is None else None,
                briefing=flight_text(notebook, after.pose),
            ),
            image_before=grounding.overlay,
            image_after=marked,
            executed=executed,
            reason=reason,
            graph_before=compared_words(graphs[0], grounding) if seen is None else None,
            graph_after=compared_words(graphs[1], grounding) if seen is None else None,
            statuses=tuple(Status) if self.tells_outcomes else PAPER_STATUSES,
            state_after=state_text(notebook, after, around, is_flown=True),
            sides=around.picture,
            graph=None if seen is None else told_briefly(seen.grounding),
            priors=outlook.priors.tell(run.identities, after.pose),
            settings=outlook.decider.settings,
            conditions=outlook.decider.conditions,
            view_deg=view_width_deg(sortie.world.camera),
            count=outlook.sight.eyes.config.count,
        )
        verdict = self._reasoner.ask(BRIEFED_REFLECTION, request).reply
        self._note(verdict, seen, after)
        return Reflection(verdict, marked, graphs)

    def _note(self, verdict: BriefedVerdict, seen: GroundedView | None, after: Observation) -> None:
        """What the next decision begins with."""
        notebook = self._outlook.notebook
        if seen is not None:
            notebook.add(seen.grounding.objects, after.pose, verdict.wrong)
        notebook.decided, notebook.asked = verdict.next, verdict.anchors
        notebook.seen = _without(seen, verdict.wrong)
        if verdict.next is None and verdict.anchors:
            notebook.seen = None  # to be measured here, before the next skill is asked for
        elif verdict.anchors is not None:  # a pixel of a view that nobody has seen yet means nothing
            notebook.asked = tuple(ask for ask in verdict.anchors if isinstance(ask, ObjectAsk))


def _without(seen: GroundedView | None, wrong: tuple[int, ...]) -> GroundedView | None:
    """What was seen, without the markers that lie on something else: no memory is to keep them."""
    if seen is None or not wrong:
        return seen
    grounding = seen.grounding
    kept = replace(
        grounding,
        graph=grounding.graph.filtered(lambda anchor: anchor.index not in wrong),
        outcomes=tuple(one for one in grounding.outcomes if one.request.index not in wrong),
    )
    return replace(seen, grounding=kept)


def view_width_deg(camera: Camera) -> float:
    """The horizontal field of view."""
    return math.degrees(2 * math.atan(camera.width_px / (2 * camera.fx_px)))
