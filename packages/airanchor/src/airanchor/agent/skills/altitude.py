"""Altitude Adjustment: climb or sink on the spot, as far as the view up or down is free."""

from airanchor.agent.skills.situation import SkillStart
from airanchor.planning.motions import fly_climb
from airanchor.planning.skill_outcome import SkillOutcome
from airanchor.reasoner.roles import AltitudeParameters


def adjust_altitude(parameters: AltitudeParameters, situation: SkillStart) -> SkillOutcome:
    """Plan in the depth image that looks where the drone will go, and fly the plan."""
    return fly_climb(situation.world, situation.view.pose, parameters.delta_h_m, situation.planning)
