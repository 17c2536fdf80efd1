"""Local planning: free space of one depth image, the action lattice, the way back, and flying a plan."""

from airanchor.planning.altitude import plan_altitude
from airanchor.planning.config import PlanningConfig
from airanchor.planning.execution import SkillRun, execute
from airanchor.planning.freespace import FreeSpace
from airanchor.planning.outcome import ActionPlan, FailureCause, Infeasible, follow
from airanchor.planning.pixel import plan_pixel
from airanchor.planning.retrace import retrace
from airanchor.planning.rotation import plan_rotation, quantise_yaw

__all__ = [
    "ActionPlan",
    "FailureCause",
    "FreeSpace",
    "Infeasible",
    "PlanningConfig",
    "SkillRun",
    "execute",
    "follow",
    "plan_altitude",
    "plan_pixel",
    "plan_rotation",
    "quantise_yaw",
    "retrace",
]
