"""The loop of See, Point, Fly: the view and the whole text, a point, and the travel its label means."""

import math

from airanchor.baselines.cockpit import Cockpit
from airanchor.baselines.flyer import Decision
from airanchor.baselines.nudge import fly_or_nudge
from airanchor.baselines.spf.config import SpfConfig
from airanchor.planning.skill_outcome import SkillOutcome
from airanchor.reasoner.roles.peers.spf import SPF_POINT, PointedTarget, PointRequest
from aircity.world import Action, Observation, StepSizes

SKILL = "Point"


class SeePointFly:
    """It remembers nothing but how often in a row stop was said."""

    progress = ""
    plan = ""

    def __init__(self, config: SpfConfig) -> None:
        self._config = config
        self._stops = 0

    def begin(self, cockpit: Cockpit) -> None:
        """Nothing is asked before the first decision."""
        cockpit.part(1, 1, cockpit.mission.instruction)

    def decide(self, cockpit: Cockpit) -> Decision:
        """Ask for a point and fly towards it."""
        config, view = self._config, cockpit.view
        travels_m = tuple(config.travel_m(label) for label in range(1, config.labels + 1))
        request = PointRequest(view.rgb, cockpit.mission.instruction, travels_m, may_stop=config.stops)
        target = cockpit.ask(SPF_POINT, request)
        self._stops = self._stops + 1 if target.stop and config.stops else 0
        is_stop = self._stops >= config.confirmations
        outcome = (
            cockpit.stay("stop was said") if target.stop and config.stops else self._fly(target, cockpit)
        )
        return Decision(
            skill=SKILL,
            parameters={"pixel": list(target.pixel), "depth": target.depth, "stop": target.stop},
            reason=target.label,
            outcome=outcome,
            is_stop=is_stop,
        )

    def _fly(self, target: PointedTarget, cockpit: Cockpit) -> SkillOutcome:
        ahead_m, right_m, up_m = displacement_m(
            cockpit.view, target.pixel, self._config.travel_m(target.depth)
        )
        if self._config.plans:
            return fly_or_nudge(cockpit, target.pixel, math.hypot(ahead_m, right_m, up_m))
        return cockpit.fly(blind_actions(ahead_m, right_m, up_m))


def displacement_m(view: Observation, pixel: tuple[int, int], travel_m: float) -> tuple[float, float, float]:
    """(ahead, right, up) in metres: the point of the pixel's ray that lies `travel_m` ahead.

    With the offsets u_n, v_n in [-1, 1] from the middle and half the angles of view a, b:
    right = u_n d tan(a), up = v_n d tan(b), which for a pinhole is offset / focal length.
    """
    camera, (u, v) = view.camera, pixel
    right_m = travel_m * (u - camera.cx_px) / camera.fx_px
    return travel_m, right_m, travel_m * (camera.cy_px - v) / camera.fy_px


def blind_actions(
    ahead_m: float, right_m: float, up_m: float, sizes: StepSizes | None = None
) -> tuple[Action, ...]:
    """Turn, then travel, then climb, each to its nearest step; at least one action, so that none stalls."""
    sizes = sizes or StepSizes()
    turns = round(math.atan2(right_m, ahead_m) / sizes.turn_rad)
    steps = round(math.hypot(ahead_m, right_m) / sizes.forward_m)
    climbs = round(up_m / sizes.vertical_m)
    actions = (
        *(Action.TURN_RIGHT if turns > 0 else Action.TURN_LEFT,) * abs(turns),
        *(Action.MOVE_FORWARD,) * steps,
        *(Action.GO_UP if climbs > 0 else Action.GO_DOWN,) * abs(climbs),
    )
    return actions or (Action.MOVE_FORWARD,)
