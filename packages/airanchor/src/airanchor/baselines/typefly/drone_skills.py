"""Performs the skills of a program with a drone: motions in whole steps, sights from the scene list."""

import math
from collections.abc import Callable

from airanchor.baselines.cockpit import Cockpit
from airanchor.baselines.typefly.config import TypeflyConfig
from airanchor.baselines.typefly.minispec import MiniSkill, Performance
from airanchor.baselines.typefly.minispec.kinds import Value
from airanchor.baselines.typefly.minispec.skills import SkillSort
from airanchor.baselines.typefly.scene_board import SceneBoard, middle_of
from airanchor.planning.skill_outcome import SkillOutcome, followed_by
from airanchor.reasoner.roles.peers.typefly.planning import ListedObject
from airanchor.reasoner.roles.peers.typefly.probing import TYPEFLY_PROBE, SceneQuestion
from aircity.geometry import Displacement, Pose
from aircity.world import Action, StepSizes

_ROUNDING = 0.05
"""Metres and degrees by which a motion may fall short of what changes the scene."""
_SIZES = StepSizes()


class DroneSkills:
    """The performer of one program's skills; it keeps the poses that were flown through."""

    def __init__(self, cockpit: Cockpit, board: SceneBoard, config: TypeflyConfig) -> None:
        self._cockpit, self._board, self._config = cockpit, board, config
        self.poses: list[Pose] = [cockpit.view.pose]
        self.failure: str | None = None
        """Of the last motion."""
        self._motions: dict[str, Callable[[float], SkillOutcome]] = {
            "move_forward": self._forward,
            "move_left": lambda metres: self._steps(Action.MOVE_LEFT, metres / _SIZES.lateral_m),
            "move_right": lambda metres: self._steps(Action.MOVE_RIGHT, metres / _SIZES.lateral_m),
            "move_up": self._climb,
            "move_down": lambda metres: self._climb(-metres),
            "turn_cw": lambda degrees: self._turn(Action.TURN_RIGHT, degrees),
            "turn_ccw": lambda degrees: self._turn(Action.TURN_LEFT, degrees),
            "forward_to_depth": self._to_depth,
        }

    def perform(self, skill: MiniSkill, arguments: tuple[Value, ...]) -> Performance:
        """Do what the skill says."""
        if skill.sort is SkillSort.MOTION:
            return self._moved(skill, float(arguments[0]))
        if skill.sort is SkillSort.SIGHT:
            return self._seen(skill, str(arguments[0]))
        if skill.sort is SkillSort.PROBE:
            return self._probed(str(arguments[0]))
        if skill.name == "take_picture":
            self._cockpit.picture("picture of the program", self._cockpit.view.rgb)
        else:
            self._cockpit.note("remark of the program", str(arguments[0]))
        return Performance()

    def _moved(self, skill: MiniSkill, amount: float) -> Performance:
        outcome = self._motions[skill.name](amount)
        self.poses += outcome.poses[1:]
        self.failure = None if outcome.actions else outcome.failure
        is_whole = outcome.failure is None
        replan = self._change(outcome) if is_whole else _hindrance(skill, amount, outcome)
        return Performance(is_whole, actions=outcome.steps, replan=replan)

    def _change(self, outcome: SkillOutcome) -> str:
        """How the scene has changed, if it has."""
        moved = Displacement.between(outcome.poses[0], outcome.poses[-1])
        far_m = math.dist(outcome.poses[0].position, outcome.poses[-1].position)
        if far_m >= self._config.change_m - _ROUNDING:
            return f"the scene has changed, {far_m:.0f} m from where the motion began"
        turned_deg = math.degrees(abs(moved.dheading_rad))
        if turned_deg >= self._config.change_deg - _ROUNDING:
            return f"the scene has changed, turned by {turned_deg:.0f} degrees"
        return ""

    def _forward(self, metres: float) -> SkillOutcome:
        """Ahead in pieces that the planner takes; what is left under half a step is not flown."""
        if not self._config.plans:
            return self._steps(Action.MOVE_FORWARD, metres / _SIZES.forward_m)
        most_m, half_m = self._cockpit.planning.greatest_distance_m, _SIZES.forward_m / 2
        start, flown, left_m = self._cockpit.view.pose, self._cockpit.stay(), max(metres, half_m)
        while left_m >= half_m:
            piece = self._cockpit.fly_pixel(middle_of(self._cockpit.view), min(left_m, most_m))
            flown = followed_by(flown, piece)
            if piece.failure is not None or not piece.steps:
                break
            end = flown.poses[-1]
            left_m = metres - math.dist(start.position, end.position)
        return flown

    def _climb(self, metres: float) -> SkillOutcome:
        """Up or down in pieces; it fails where it ends more than a step early."""
        step_m = _SIZES.vertical_m
        if not self._config.plans:
            return self._steps(Action.GO_UP if metres > 0 else Action.GO_DOWN, abs(metres) / step_m)
        most_m = self._cockpit.planning.greatest_climb_m
        start_m, flown, left_m = self._cockpit.view.pose.z_m, self._cockpit.stay(), metres
        while abs(left_m) >= step_m / 2:
            piece = self._cockpit.climb(math.copysign(min(abs(left_m), most_m), left_m))
            flown = followed_by(flown, piece)
            left_m = metres - (flown.poses[-1].z_m - start_m)
            if piece.failure is not None or not piece.steps:
                break
        return flown

    def _turn(self, action: Action, degrees: float) -> SkillOutcome:
        return self._steps(action, math.radians(degrees) / _SIZES.turn_rad)

    def _to_depth(self, metres: float) -> SkillOutcome:
        """Ahead until something is so near; nothing where it is already."""
        free_m = self._board.free_ahead_m - metres
        if free_m < _SIZES.forward_m / 2:
            return self._cockpit.stay("something is as near already")
        return self._forward(free_m)

    def _steps(self, action: Action, number: float) -> SkillOutcome:
        return self._cockpit.fly((action,) * max(1, round(number)))

    def _seen(self, skill: MiniSkill, name: str) -> Performance:
        one = self._board.find(name)
        if skill.name == "is_visible":
            return Performance(one is not None)
        if one is None:
            return Performance(replan=f"there is no {name!r} in view")
        return Performance(self._attribute(skill.name, one))

    def _attribute(self, skill: str, one: ListedObject) -> float:
        far_m = self._cockpit.planning.reliable_range_m
        return {
            "object_x": one.x,
            "object_y": one.y,
            "object_width": one.width,
            "object_height": one.height,
            "object_distance": far_m if one.distance_m is None else one.distance_m,
            "object_top": one.top_m or 0.0,
        }[skill]

    def _probed(self, question: str) -> Performance:
        request = SceneQuestion(question, self._board.objects, self._cockpit.mission.instruction)
        answer = self._cockpit.ask(TYPEFLY_PROBE, request).answer
        self._cockpit.note("probe", f"{question}\n{answer}")
        return Performance(answer)


def _hindrance(skill: MiniSkill, amount: float, outcome: SkillOutcome) -> str:
    """Why a motion was not flown to its end; one that was begun has come before an obstacle."""
    asked = f"{skill.short}({amount:g})"
    if not outcome.actions:
        return f"{asked} was blocked: {outcome.words or outcome.failure}"
    far_m = math.dist(outcome.poses[0].position, outcome.poses[-1].position)
    return f"{asked} ended after {far_m:.0f} m, before an obstacle"
