"""Altitude Adjustment: climb or sink on the spot, as far as the view up or down is free."""

from airanchor.agent.skills.outcome import SkillOutcome, failed, flown
from airanchor.agent.skills.situation import SkillStart
from airanchor.planning import Infeasible, execute, plan_altitude
from airanchor.reasoner.roles import AltitudeParameters


def adjust_altitude(parameters: AltitudeParameters, situation: SkillStart) -> SkillOutcome:
    """Plan in the depth image that looks where the drone will go, and fly the plan."""
    world = situation.world
    vertical = world.look_up() if parameters.delta_h_m >= 0 else world.look_down()
    plan = plan_altitude(vertical, parameters.delta_h_m, config=situation.planning)
    if isinstance(plan, Infeasible):
        return failed(situation.view.pose, plan.cause.value, plan.words)
    return flown(situation.view.pose, execute(plan.actions, world))
