"""All that a skill may use."""

from collections.abc import Callable
from dataclasses import dataclass
from typing import TYPE_CHECKING

from airanchor.planning import PlanningConfig
from airanchor.planning.skill_outcome import SkillOutcome
from airanchor.reasoner import Reasoner
from airanchor.reasoner.roles import Context, Parameters, Prior
from aircity.world import Observation, Simulator

if TYPE_CHECKING:
    from airanchor.agent.history import History


@dataclass(frozen=True, slots=True, eq=False)
class SkillStart:
    """Where a skill starts from."""

    world: Simulator
    view: Observation
    context: Context
    priors: tuple[Prior, ...] | None
    history: "History"
    reasoner: Reasoner
    planning: PlanningConfig
    panorama_views: int = 8


SkillFunction = Callable[[Parameters, SkillStart], SkillOutcome]
