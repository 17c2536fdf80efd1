"""Agents that leave most of the instruction unread: a benchmark that they solve measures nothing."""

from airanchor.agent.thought import Decomposer
from airanchor.reasoner.roles import Decomposition, Subtask


class FirstPart(Decomposer):
    """Flies the first subtask and stops."""

    def decompose(self, instruction: str) -> Decomposition:
        """The first subtask."""
        plan = super().decompose(instruction)
        return plan.model_copy(update={"subtasks": plan.subtasks[:1]})


class LastLandmark(Decomposer):
    """Flies straight to the landmark that is named last, as if nothing came before it."""

    def decompose(self, instruction: str) -> Decomposition:
        """One subtask to the last landmark; where none is named, the last subtask as it is."""
        plan = super().decompose(instruction)
        marks = [mark for part in plan.subtasks for mark in part.landmarks]
        if not marks:
            return plan.model_copy(update={"subtasks": plan.subtasks[-1:]})
        last = marks[-1].model_copy(update={"id": "L1"})
        text = f"Fly to the {' '.join((*last.attributes, last.category))}."
        whole = Subtask.model_construct(id="S1", text=text, subgoals=(text,), landmarks=(last,))
        return plan.model_copy(update={"subtasks": (whole,)})
