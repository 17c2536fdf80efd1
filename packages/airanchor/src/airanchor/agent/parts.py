"""What the agent is made of; an ablation substitutes one of these parts."""

from collections.abc import Callable
from dataclasses import dataclass

from airanchor.agent.observer import AnchorObserver
from airanchor.agent.passing import PassingSurvey
from airanchor.agent.priors import Priors
from airanchor.agent.skills import SkillFunction
from airanchor.agent.sortie import Sortie
from airanchor.agent.subtask import SubtaskRun
from airanchor.agent.thought import Decider, Decomposer, Reflector
from airanchor.memory import Memory
from airanchor.planning import PlanningConfig
from airanchor.reasoner import Reasoner
from aircity.world import Observation


@dataclass(frozen=True, slots=True)
class Parts:
    """The agent's parts."""

    reasoner: Reasoner
    decomposer: Decomposer
    sight: AnchorObserver
    priors: Priors
    decider: Decider
    reflector: Reflector
    memory: Memory
    planning: PlanningConfig
    fly_subtask: "SubtaskFunction"
    fly_skill: SkillFunction
    passing: PassingSurvey | None = None
    """What is remembered besides what decisions ask for; None remembers only that."""


SubtaskFunction = Callable[[Parts, Sortie, SubtaskRun, Observation], Observation]
"""Flies a subtask from a view until it is over or the clock is, and returns the last view."""
