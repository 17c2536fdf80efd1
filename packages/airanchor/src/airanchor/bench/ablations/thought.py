"""Questions asked without subtasks, or without the anchor graph."""

from airanchor.agent.thought import Decider, Decomposer, Reflector
from airanchor.anchors import AnchorGraph, Grounding
from airanchor.reasoner.roles import (
    NAVIGATION,
    Context,
    Decomposition,
    Landmark,
    NavigationDecision,
    NavigationRequest,
    Prior,
    Skill,
    Subtask,
)
from aircity.world import Observation


class WholeInstruction(Decomposer):
    """One subtask: the instruction, the landmarks of all parts and their sub-goals one after the other.

    The instruction is still taken apart, since landmarks and sub-goals come from nowhere else: the memory is
    asked for the same things, and going back is triggered as late as for all parts together.
    """

    def decompose(self, instruction: str) -> Decomposition:
        """The one subtask."""
        plan = super().decompose(instruction)
        whole = Subtask.model_construct(
            id="S1",
            text=instruction.strip(),
            subgoals=tuple(goal for part in plan.subtasks for goal in part.subgoals),
            landmarks=_united(plan.subtasks),
        )
        return plan.model_copy(update={"subtasks": (whole,)})


def _united(parts: tuple[Subtask, ...]) -> tuple[Landmark, ...]:
    """Each landmark once, numbered anew."""
    named = {(mark.category, mark.attributes): mark for part in parts for mark in part.landmarks}
    return tuple(
        mark.model_copy(update={"id": f"L{number}"}) for number, mark in enumerate(named.values(), 1)
    )


class GraphlessDecider(Decider):
    """Asks for the next skill without any anchor graph."""

    def decide(
        self,
        grounding: Grounding,
        *,
        context: Context,
        priors: tuple[Prior, ...] | None,
        skills: tuple[Skill, ...],
    ) -> NavigationDecision:
        """One of the allowed skills with its parameters."""
        request = NavigationRequest(grounding.overlay, context, None, priors, self.settings, skills)
        return self._reasoner.ask(NAVIGATION, request).reply


class GraphlessReflector(Reflector):
    """Asks what the skill changed without the graphs before and after."""

    def _graphs(self, grounding: Grounding, after: Observation) -> tuple[AnchorGraph, AnchorGraph] | None:
        return None
