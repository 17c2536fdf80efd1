"""The skills with true reports: what was asked, what the grid made of it, and the heading at the end."""

import math
from dataclasses import dataclass, replace

from airanchor.agent.plus.briefing import Surroundings, briefed
from airanchor.agent.plus.notebook import FlightNotebook
from airanchor.agent.skills import SkillOutcome, SkillStart, failed, fly_skill, panorama_offsets_deg
from airanchor.agent.skills.view import UNREAD_ANGLE
from airanchor.planning import Infeasible, execute, plan_pixel, plan_rotation
from airanchor.planning.skill_outcome import flown, followed_by, result_words
from airanchor.reasoner.roles import (
    AltitudeParameters,
    BacktrackParameters,
    PanoramaRequest,
    PanoramaView,
    Parameters,
    PixelParameters,
    UnreadTurn,
    ViewParameters,
)
from airanchor.reasoner.roles.plus.navigation import (
    FlightConditions,
    FollowingMove,
    SteeredPixelParameters,
    TurnParameters,
)
from airanchor.reasoner.roles.plus.panorama import BRIEFED_PANORAMA
from aircity.geometry import Pose, compass_point, wrap
from aircity.world import Observation

IN_ALL = "in all, with what followed it"


@dataclass(frozen=True, slots=True)
class TrueSkills:
    """Flies a skill and the exact moves that follow it, and reports all of it."""

    notebook: FlightNotebook
    conditions: FlightConditions

    def __call__(self, parameters: Parameters, situation: SkillStart) -> SkillOutcome:
        """Execute; what follows is flown only after a skill that did not fail."""
        outcome = self._fly(parameters, situation)
        following, self.notebook.following = self.notebook.following, ()
        if isinstance(parameters, BacktrackParameters):
            return outcome  # perhaps forced: what was to follow belongs to another place
        for move in following:
            if outcome.failure is not None:
                return replace(outcome, details=f"{outcome.details} Not flown: {_move_words(move)}.".strip())
            outcome = _joined(outcome, move, self._fly(move.parameters, _moved(situation)))
        return outcome

    def _fly(self, parameters: Parameters, situation: SkillStart) -> SkillOutcome:
        match parameters:
            case PixelParameters():
                return self._towards(parameters, situation)
            case TurnParameters():
                return self._turned(situation.view.pose, parameters.yaw_delta_deg, situation)
            case ViewParameters():
                return self._looked_around(situation)
            case AltitudeParameters():
                return self._climbed(parameters, situation)
            case _:
                return fly_skill(parameters, situation)

    def _towards(self, parameters: PixelParameters, situation: SkillStart) -> SkillOutcome:
        view, pixel = situation.view, parameters.pixel
        keeps = isinstance(parameters, SteeredPixelParameters) and parameters.keep_heading
        plan = plan_pixel(view, pixel, parameters.distance_m, config=situation.planning, keeps_heading=keeps)
        if isinstance(plan, Infeasible):
            return failed(view.pose, plan.cause.value, plan.words)
        outcome = flown(view.pose, execute(plan.actions, situation.world))
        end = outcome.poses[-1]
        ahead_m, right_m = _in_body(view.pose, end)
        moved = (
            _signed(ahead_m, "ahead", "back"),
            _signed(right_m, "to the right", "to the left"),
            _signed(end.z_m - view.pose.z_m, "up", "down"),
        )
        way = ", ".join(part for part in moved if not part.startswith("0 m")) or "0 m"
        details = (
            f"Asked: {parameters.distance_m:g} m towards {_ray_words(view, pixel)}. In all {way}; the point "
            f"asked for is {math.dist(end.position, plan.goal):.0f} m from here. "
            f"{_heading_words(view.pose, end)} ({'kept, as asked' if keeps else 'facing the pixel'})."
        )
        return replace(outcome, details=details)

    def _turned(self, here: Pose, yaw_deg: float, situation: SkillStart, because: str = "") -> SkillOutcome:
        plan, chosen = plan_rotation(here, yaw_deg), {"yaw_delta_deg": yaw_deg}
        asked = f"Asked: {abs(yaw_deg):g} degrees {'right' if yaw_deg >= 0 else 'left'}{because}."
        if not plan.actions:
            words = f"no turn: less than half a step of {self.conditions.turn_deg:g} degrees"
            return SkillOutcome((here,), words=words, chosen=chosen, details=asked)
        outcome = flown(here, execute(plan.actions, situation.world))
        steps = f"in steps of {self.conditions.turn_deg:g} degrees"
        details = f"{asked} {_heading_words(here, outcome.poses[-1])}, {steps}."
        return replace(outcome, chosen=chosen, details=details)

    def _looked_around(self, situation: SkillStart) -> SkillOutcome:
        world, here = situation.world, situation.view.pose
        offsets_deg = panorama_offsets_deg(situation.panorama_views)
        views = world.panorama([math.radians(offset) for offset in offsets_deg])
        told = briefed(situation.context, self.notebook, situation.view, Surroundings.of(world))
        shown = tuple(PanoramaView(view.rgb, offset) for view, offset in zip(views, offsets_deg, strict=True))
        request = PanoramaRequest(told, situation.priors, shown)
        turn = situation.reasoner.ask(BRIEFED_PANORAMA, request).reply
        if isinstance(turn, UnreadTurn):
            return failed(here, "unusable answer", UNREAD_ANGLE)
        because = f", chosen from a look around because: {turn.reason}" if turn.reason.strip() else ""
        return self._turned(here, turn.yaw_delta_deg, situation, because)

    def _climbed(self, parameters: AltitudeParameters, situation: SkillStart) -> SkillOutcome:
        outcome = fly_skill(parameters, situation)
        if outcome.steps == 0:
            return outcome
        climbed_m = outcome.poses[-1].z_m - outcome.poses[0].z_m
        short = abs(abs(climbed_m) - abs(parameters.delta_h_m)) > self.conditions.vertical_m / 2 + 0.01
        why = "; the air is free no farther" if short and outcome.failure is None else ""
        return replace(
            outcome,
            details=f"Asked: {_signed(parameters.delta_h_m, 'up', 'down')}, in steps of "
            f"{self.conditions.vertical_m:g} m{why}.",
        )


def _moved(situation: SkillStart) -> SkillStart:
    return replace(situation, view=situation.world.observe())


def _joined(first: SkillOutcome, move: FollowingMove, then: SkillOutcome) -> SkillOutcome:
    """Two outcomes as one: the way in all, the failure of the second if it failed."""
    report = f"Then {_move_words(move)}: {result_words(then)}. {then.details}"
    return replace(
        followed_by(first, then),
        words=IN_ALL if then.failure is None else then.words,
        chosen=first.chosen,
        details=f"{first.details} {report}".strip(),
    )


def _move_words(move: FollowingMove) -> str:
    if isinstance(move.parameters, TurnParameters):
        return f"{move.skill.value} {move.parameters.yaw_delta_deg:+g} degrees"
    return f"{move.skill.value} {move.parameters.delta_h_m:+g} m"


def _ray_words(view: Observation, pixel: tuple[int, int]) -> str:
    ray = view.camera.rays_in_world(pixel, view.pose)
    bearing_deg = math.degrees(wrap(math.atan2(ray[1], ray[0]) - view.pose.heading_rad))
    pitch_deg = math.degrees(math.atan2(ray[2], math.hypot(ray[0], ray[1])))
    side, level = "right" if bearing_deg >= 0 else "left", "above" if pitch_deg >= 0 else "below"
    tilt = f"{abs(pitch_deg):.0f} degrees {level} the horizon"
    return f"a point {abs(bearing_deg):.0f} degrees to the {side} and {tilt}"


def _in_body(start: Pose, end: Pose) -> tuple[float, float]:
    """How far ahead and to the right of where it began, as it looked then."""
    north, east = end.x_m - start.x_m, end.y_m - start.y_m
    cos, sin = math.cos(start.heading_rad), math.sin(start.heading_rad)
    return north * cos + east * sin, east * cos - north * sin


def _signed(value: float, positive: str, negative: str) -> str:
    return f"{abs(value):.0f} m {positive if value >= 0 else negative}"


def _heading_words(before: Pose, after: Pose) -> str:
    was, now = before.heading_deg % 360.0, after.heading_deg % 360.0
    return f"Heading was {was:.0f}, is now {now:.0f} degrees ({compass_point(now)})"
