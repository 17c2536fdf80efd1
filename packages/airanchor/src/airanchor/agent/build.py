"""Puts the agent together from its four inputs: a reasoner, eyes, a memory and settings."""

from airanchor.agent.config import AgentConfig
from airanchor.agent.loop import AirAnchor, fly_by_skills
from airanchor.agent.observer import AnchorObserver, Eyes
from airanchor.agent.parts import Parts
from airanchor.agent.passing import PassingSurvey
from airanchor.agent.priors import AskedSelector, EarlierFlights, Priors, Selector
from airanchor.agent.skills import fly_skill
from airanchor.agent.thought import Decider, Decomposer, Reflector
from airanchor.memory import Memory
from airanchor.planning import PlanningConfig
from airanchor.reasoner import Reasoner
from airanchor.reasoner.roles import SkillSettings


def skill_settings(planning: PlanningConfig, config: AgentConfig) -> SkillSettings:
    """The numbers of the skills as the model is told them, from where they are in force."""
    return SkillSettings(
        planning.least_distance_m,
        planning.greatest_distance_m,
        planning.greatest_climb_m,
        config.panorama_views,
    )


def build_parts(
    reasoner: Reasoner,
    eyes: Eyes,
    memory: Memory,
    *,
    planning: PlanningConfig,
    config: AgentConfig | None = None,
    episode: str = "flight",
) -> Parts:
    """The parts as the paper has them, but for what the settings add; `episode` is this flight's name."""
    config = config or AgentConfig()
    selector: Selector = AskedSelector(reasoner)
    if config.priors_of_earlier_flights:
        selector = EarlierFlights(selector, episode)
    return Parts(
        reasoner=reasoner,
        decomposer=Decomposer(reasoner, tells_outcomes=config.tells_outcomes),
        sight=AnchorObserver(reasoner, eyes),
        priors=Priors(memory, selector),
        decider=Decider(reasoner, skill_settings(planning, config)),
        reflector=Reflector(reasoner, tells_outcomes=config.tells_outcomes),
        memory=memory,
        planning=planning,
        fly_subtask=fly_by_skills,
        fly_skill=fly_skill,
        passing=PassingSurvey(reasoner, eyes) if config.remembers_in_passing else None,
    )


def build_agent(
    reasoner: Reasoner,
    eyes: Eyes,
    memory: Memory,
    *,
    config: AgentConfig | None = None,
    planning: PlanningConfig | None = None,
    episode: str = "flight",
) -> AirAnchor:
    """The whole agent."""
    config = config or AgentConfig()
    parts = build_parts(
        reasoner, eyes, memory, planning=planning or PlanningConfig(), config=config, episode=episode
    )
    return AirAnchor(parts, config, episode=episode)
