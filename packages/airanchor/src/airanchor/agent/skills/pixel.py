"""Pixel Navigation: fly towards a point of the view, as far as it is seen to be free."""

from airanchor.agent.skills.situation import SkillStart
from airanchor.planning.motions import fly_towards
from airanchor.planning.skill_outcome import SkillOutcome
from airanchor.reasoner.roles import PixelParameters


def fly_pixel(parameters: PixelParameters, situation: SkillStart) -> SkillOutcome:
    """Plan in the current depth image and fly the plan; without a plan nothing moves."""
    return fly_towards(
        situation.world, situation.view, parameters.pixel, parameters.distance_m, situation.planning
    )
