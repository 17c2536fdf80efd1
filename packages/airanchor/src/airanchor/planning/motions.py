"""The motions that every navigator shares: towards a pixel, up or down, around; planned, then flown."""

from collections.abc import Sequence

from airanchor.planning.altitude import plan_altitude
from airanchor.planning.config import PlanningConfig
from airanchor.planning.execution import execute
from airanchor.planning.outcome import Infeasible
from airanchor.planning.pixel import plan_pixel
from airanchor.planning.rotation import plan_rotation
from airanchor.planning.skill_outcome import SkillOutcome, failed, flown
from aircity.geometry import Pose
from aircity.world import Observation, Simulator


def fly_towards(
    world: Simulator, view: Observation, pixel: Sequence[int], distance_m: float, planning: PlanningConfig
) -> SkillOutcome:
    """Plan in the depth image of the view and fly the plan; without a plan nothing moves."""
    plan = plan_pixel(view, pixel, distance_m, config=planning)
    if isinstance(plan, Infeasible):
        return failed(view.pose, plan.cause.value, plan.words)
    return flown(view.pose, execute(plan.actions, world))


def fly_climb(world: Simulator, here: Pose, climb_m: float, planning: PlanningConfig) -> SkillOutcome:
    """Plan in the depth image that looks where the drone will go, and fly the plan."""
    vertical = world.look_up() if climb_m >= 0 else world.look_down()
    plan = plan_altitude(vertical, climb_m, config=planning)
    if isinstance(plan, Infeasible):
        return failed(here, plan.cause.value, plan.words)
    return flown(here, execute(plan.actions, world))


def fly_turn(world: Simulator, here: Pose, yaw_deg: float) -> SkillOutcome:
    """The whole turns that come nearest to an angle; less than half of one turns nothing."""
    plan = plan_rotation(here, yaw_deg)
    if not plan.actions:
        asked = f"a turn of {yaw_deg:g} degrees is less than half a step"
        return SkillOutcome((here,), words=f"already facing that way, {asked}")
    return flown(here, execute(plan.actions, world))
