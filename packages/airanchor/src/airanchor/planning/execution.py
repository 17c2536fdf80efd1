"""Flying a plan: one action after another until the last, or until something stops the drone."""

from collections.abc import Sequence
from dataclasses import dataclass

from aircity.geometry import Pose
from aircity.world import Action, Simulator, StepResult


@dataclass(frozen=True, slots=True)
class SkillRun:
    """What a skill's actions really did; a blocked step is the last one and stays in the trajectory."""

    steps: tuple[StepResult, ...]
    asked: int
    """How many actions there were to fly."""
    blocked_after: int | None = None
    """How many were flown before one was blocked, or None."""

    @property
    def poses(self) -> tuple[Pose, ...]:
        """The pose after every step, a blocked one included."""
        return tuple(step.pose for step in self.steps)

    @property
    def collisions(self) -> int:
        """How many steps touched, or would have touched, something solid."""
        return sum(step.collided for step in self.steps)

    @property
    def words(self) -> str:
        """What to tell of a run that was stopped, or nothing."""
        return "" if self.blocked_after is None else f"blocked after {self.blocked_after} of {self.asked}"


def execute(actions: Sequence[Action], world: Simulator) -> SkillRun:
    """Fly the actions; the first step that the world does not fly, or a STOP, ends the run where it is."""
    steps: list[StepResult] = []
    for action in actions:
        step = world.step(action)
        steps.append(step)
        if step.blocked_by is not None:
            return SkillRun(tuple(steps), len(actions), blocked_after=len(steps) - 1)
        if step.stopped:
            break
    return SkillRun(tuple(steps), len(actions))
