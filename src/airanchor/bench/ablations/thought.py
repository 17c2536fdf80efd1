"""Questions asked without subtasks, or without the anchor graph."""

from airanchor.agent.thought import Decider, Decomposer, Reflection, Reflector
from airanchor.anchors import Grounding, draw_anchors_again
from airanchor.reasoner.roles import (
    NAVIGATION,
    REFLECTION,
    Context,
    Landmark,
    NavigationDecision,
    NavigationRequest,
    Prior,
    ReflectionRequest,
    Skill,
    Subtask,
)
from airanchor.sim import Observation


class WholeInstruction(Decomposer):
    """One subtask: the instruction, the landmarks of all parts and their sub-goals one after the other.

    The instruction is still taken apart, since landmarks and sub-goals come from nowhere else: the memory is
    asked for the same things, and going back is triggered as late as for all parts together.
    """

    def decompose(self, instruction: str) -> tuple[Subtask, ...]:
        """The one subtask."""
        parts = super().decompose(instruction)
        return (
            Subtask.model_construct(
                id="S1",
                text=instruction.strip(),
                subgoals=tuple(goal for part in parts for goal in part.subgoals),
                landmarks=_united(parts),
            ),
        )


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
        request = NavigationRequest(grounding.overlay, context, None, priors, skills)
        return self._reasoner.ask(NAVIGATION, request).reply


class GraphlessReflector(Reflector):
    """Asks what the skill changed without the graphs before and after."""

    def reflect(
        self, grounding: Grounding, after: Observation, *, context: Context, executed: str, reason: str
    ) -> Reflection:
        """Progress, whether the subtask is done, and the next plan."""
        marked = draw_anchors_again(after, grounding.graph)
        request = ReflectionRequest(
            context=context,
            image_before=grounding.overlay,
            image_after=marked,
            executed=executed,
            reason=reason,
            graph_before=None,
            graph_after=None,
        )
        verdict = self._reasoner.ask(REFLECTION, request).reply
        return Reflection(verdict, marked, None, None)
