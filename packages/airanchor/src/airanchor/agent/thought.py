"""The agent's questions before, at and after each decision, each a part that a study may substitute."""

from dataclasses import dataclass

import numpy as np
from numpy.typing import NDArray

from airanchor.anchors import AnchorGraph, Grounding, comparison_text, decision_text, draw_anchors_again
from airanchor.reasoner import Reasoner
from airanchor.reasoner.roles import (
    DECOMPOSITION,
    NAVIGATION,
    PAPER_STATUSES,
    REFLECTION,
    Context,
    Decomposition,
    DecompositionRequest,
    NavigationDecision,
    NavigationRequest,
    Prior,
    ReflectionRequest,
    Skill,
    SkillSettings,
    Status,
    Verdict,
)
from aircity.world import Observation


class Decomposer:
    """Asks once for the subtasks of an instruction."""

    def __init__(self, reasoner: Reasoner, *, tells_outcomes: bool = False) -> None:
        self._reasoner = reasoner
        self.tells_outcomes = tells_outcomes

    def decompose(self, instruction: str) -> Decomposition:
        """The subtasks in their order, and what of the text became none."""
        request = DecompositionRequest(instruction, asks_not_understood=self.tells_outcomes)
        return self._reasoner.ask(DECOMPOSITION, request).reply


class Decider:
    """Asks for the next skill."""

    def __init__(self, reasoner: Reasoner, settings: SkillSettings) -> None:
        self._reasoner = reasoner
        self.settings = settings

    def decide(
        self,
        grounding: Grounding,
        *,
        context: Context,
        priors: tuple[Prior, ...] | None,
        skills: tuple[Skill, ...],
    ) -> NavigationDecision:
        """One of the allowed skills with its parameters."""
        request = NavigationRequest(
            grounding.overlay, context, decision_text(grounding.graph), priors, self.settings, skills
        )
        return self._reasoner.ask(NAVIGATION, request).reply


@dataclass(frozen=True, slots=True, eq=False)
class Reflection:
    """The verdict, and what it was given on."""

    verdict: Verdict
    after: NDArray[np.uint8]
    """The later view with the same anchors marked."""
    graphs: tuple[AnchorGraph, AnchorGraph] | None
    """The same anchors from before the skill and from after it; None where they were not told."""


class Reflector:
    """Asks what the skill changed: the same anchors before and after, nothing detected again."""

    def __init__(self, reasoner: Reasoner, *, tells_outcomes: bool = False) -> None:
        self._reasoner = reasoner
        self.tells_outcomes = tells_outcomes

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
        """Progress, whether the subtask is done, and the next plan."""
        graphs = self._graphs(grounding, after)
        marked = draw_anchors_again(after, grounding.graph)
        request = ReflectionRequest(
            context=context,
            image_before=grounding.overlay,
            image_after=marked,
            executed=executed,
            reason=reason,
            graph_before=None if graphs is None else comparison_text(graphs[0]),
            graph_after=None if graphs is None else comparison_text(graphs[1]),
            statuses=tuple(Status) if self.tells_outcomes else PAPER_STATUSES,
            state_after=state_after,
        )
        verdict = self._reasoner.ask(REFLECTION, request).reply
        return Reflection(verdict, marked, graphs)

    def _graphs(self, grounding: Grounding, after: Observation) -> tuple[AnchorGraph, AnchorGraph] | None:
        """The anchors from before the skill and from after it."""
        return grounding.graph, grounding.graph.recentered(after.pose)
