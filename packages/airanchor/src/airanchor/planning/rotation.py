"""View Rotation: any angle as whole turns to the left or right; only the heading changes."""

import math

from airanchor.errors import InputError
from airanchor.planning.outcome import ActionPlan, follow
from aircity.geometry import Pose
from aircity.world import Action, StepSizes


def nearest_turns(angle_rad: float, turn_rad: float) -> int:
    """How many turns come nearest to an angle, positive to the right; halves go away from zero."""
    count = math.floor(abs(angle_rad) / turn_rad + 0.5 + 1e-9)
    return count if angle_rad >= 0 else -count


def quantise_yaw(yaw_deg: float, sizes: StepSizes | None = None) -> float:
    """Δψ_exec = 15° round(Δψ / 15°) for a command in [-180, 180], never wrapped: ±180 keeps its side."""
    if not -180 <= yaw_deg <= 180:
        raise InputError(f"yaw of {yaw_deg!r} degrees must be between -180 (left) and 180 (right)")
    sizes = sizes or StepSizes()
    return math.degrees(sizes.turn_rad * nearest_turns(math.radians(yaw_deg), sizes.turn_rad))


def turns(count: int) -> tuple[Action, ...]:
    """So many turns: to the right if positive, to the left if negative."""
    return (Action.TURN_RIGHT if count > 0 else Action.TURN_LEFT,) * abs(count)


def plan_rotation(pose: Pose, yaw_deg: float, *, sizes: StepSizes | None = None) -> ActionPlan:
    """The turns that come nearest to `yaw_deg`, positive to the right; none for a small angle."""
    sizes = sizes or StepSizes()
    yaw_rad = math.radians(quantise_yaw(yaw_deg, sizes))
    actions = turns(nearest_turns(yaw_rad, sizes.turn_rad))
    return ActionPlan(actions, follow(pose, actions, sizes), pose.position)
