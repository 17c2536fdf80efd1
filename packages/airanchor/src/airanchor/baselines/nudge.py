"""A flight to a pixel that moves the drone in any case: who remembers nothing would ask the same again."""

import math
from collections.abc import Sequence

from airanchor.baselines.cockpit import Cockpit
from airanchor.planning.rotation import nearest_turns
from airanchor.planning.skill_outcome import SkillOutcome
from aircity.world import StepSizes

NUDGE_M = 4.0
"""How far to climb where the way ahead is closed."""


def fly_or_nudge(cockpit: Cockpit, pixel: Sequence[int], distance_m: float) -> SkillOutcome:
    """Fly towards the pixel; where it is nearer than half a step, or no plan leads there, turn to it.

    Where it is faced already, fly on or climb.
    """
    camera = cockpit.view.camera
    bearing_rad = math.atan2(pixel[0] - camera.cx_px, camera.fx_px)
    if distance_m < StepSizes().forward_m / 2 and nearest_turns(bearing_rad, StepSizes().turn_rad):
        return cockpit.turn(math.degrees(bearing_rad))
    outcome = cockpit.fly_pixel(pixel, distance_m)
    if outcome.steps:
        return outcome
    if nearest_turns(bearing_rad, StepSizes().turn_rad):
        return cockpit.turn(math.degrees(bearing_rad))
    climbed = cockpit.climb(NUDGE_M)
    return climbed if climbed.steps else outcome
