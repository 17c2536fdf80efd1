"""Pixel Navigation: fly towards a point of the view, as far as it is seen to be free."""

from airanchor.agent.skills.outcome import SkillOutcome, failed, flown
from airanchor.agent.skills.situation import SkillStart
from airanchor.planning import Infeasible, execute, plan_pixel
from airanchor.reasoner.roles import PixelParameters


def fly_pixel(parameters: PixelParameters, situation: SkillStart) -> SkillOutcome:
    """Plan in the current depth image and fly the plan; without a plan nothing moves."""
    view = situation.view
    plan = plan_pixel(view, parameters.pixel, parameters.distance_m, config=situation.planning)
    if isinstance(plan, Infeasible):
        return failed(view.pose, plan.cause.value, plan.words)
    return flown(view.pose, execute(plan.actions, situation.world))
