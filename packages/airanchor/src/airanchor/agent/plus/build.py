"""Gives the agent the parts that tell more."""

import math
from dataclasses import replace

from airanchor.agent.parts import Parts
from airanchor.agent.plus.notebook import FlightNotebook
from airanchor.agent.plus.priors import BriefedPriors
from airanchor.agent.plus.sight import BriefedObserver
from airanchor.agent.plus.skills import TrueSkills
from airanchor.agent.plus.thought import BriefedDecider, BriefedReflector, Outlook
from airanchor.agent.priors import EarlierFlights
from airanchor.agent.sortie import Sortie
from airanchor.agent.subtask import SubtaskRun
from airanchor.planning import PlanningConfig
from airanchor.reasoner.roles.plus.navigation import FlightConditions
from aircity.world import Observation, StepSizes


def plus_parts(parts: Parts, episode: str) -> Parts:
    """The same agent with a notebook that its parts share; `episode` is what memories call this flight."""
    notebook = FlightNotebook()
    conditions = conditions_of(parts.planning)

    def fly_subtask(own: Parts, sortie: Sortie, run: SubtaskRun, view: Observation) -> Observation:
        notebook.begin(sortie, run, view.pose)
        return parts.fly_subtask(own, sortie, run, view)

    sight = BriefedObserver(parts.reasoner, parts.sight.eyes, notebook)
    priors = BriefedPriors(parts.memory, EarlierFlights(parts.priors.selector, episode), notebook)
    decider = BriefedDecider(parts.reasoner, parts.decider.settings, notebook, conditions)
    outlook = Outlook(notebook, sight, priors, decider)
    return replace(
        parts,
        sight=sight,
        priors=priors,
        decider=decider,
        reflector=BriefedReflector(parts.reasoner, outlook, tells_outcomes=parts.reflector.tells_outcomes),
        fly_subtask=fly_subtask,
        fly_skill=TrueSkills(notebook, conditions),
    )


def conditions_of(planning: PlanningConfig) -> FlightConditions:
    """What everything is flown under."""
    sizes = StepSizes()
    return FlightConditions(
        forward_m=sizes.forward_m,
        vertical_m=sizes.vertical_m,
        turn_deg=math.degrees(sizes.turn_rad),
        margin_m=planning.safety_margin_m,
    )
