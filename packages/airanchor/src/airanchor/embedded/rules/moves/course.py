"""A skill as the actions that fly it, kept in the plan from one action to the next.

It is the plan's text that remembers: the rulebook writes it with one action and reads it with the next. There
is no depth here, so nothing is planned around obstacles: an action that is blocked ends the course.
"""

import json
import math
import re
from collections.abc import Mapping
from dataclasses import dataclass, replace
from typing import Any

from airanchor.embedded.eyes.reader import bearing_deg, elevation_deg
from airanchor.reasoner.roles import Primitive, Skill

STEP_M, CLIMB_M, TURN_DEG = 5.0, 2.0, 15.0
"""How far one action goes, as the prompt says."""
GLANCE_DEG = 45.0
"""How far a look around turns where it is not said by how much."""

_TEXT = re.compile(
    r"(Pixel Navigation|Altitude Adjustment|View Rotation) (\{[^{}]{0,200}\})\. "
    r"Done: ([A-Z_ ]{0,900})\. Left: ([A-Z_ ]{0,900})\. Why: "
)
_TURN = re.compile(r"turn about (\d{1,3}\.\d) degrees to your (left|right)")


@dataclass(frozen=True, slots=True)
class Course:
    """What is flown now."""

    skill: str
    parameters: Mapping[str, Any]
    reason: str
    done: tuple[str, ...]
    left: tuple[str, ...]

    @property
    def words(self) -> str:
        """The plan's text."""
        done, left = " ".join(self.done), " ".join(self.left)
        return f"{self.skill} {json.dumps(self.parameters)}. Done: {done}. Left: {left}. Why: {self.reason}"

    def advanced(self) -> "Course":
        """With its next action counted as done."""
        return replace(self, done=(*self.done, self.left[0]), left=self.left[1:])

    def report(self, *, is_blocked: bool) -> str:
        """What was flown of it, as a skill is reported; a blocked action is the last of those done."""
        flown = self.done[:-1] if is_blocked else self.done
        head = f"{self.skill} {json.dumps(self.parameters)}"
        if is_blocked and not flown:
            return f"{head}: FAILED: blocked."
        forward_m = STEP_M * flown.count(Primitive.MOVE_FORWARD)
        up_m = CLIMB_M * (flown.count(Primitive.GO_UP) - flown.count(Primitive.GO_DOWN))
        turn_deg = TURN_DEG * (flown.count(Primitive.TURN_RIGHT) - flown.count(Primitive.TURN_LEFT))
        asked = len(self.done) + len(self.left)
        blocked = f"blocked after {len(flown)} of {asked} steps, " if is_blocked else ""
        return (
            f"{head}: {blocked}flew {forward_m + abs(up_m):.1f} m in {len(flown)} steps, "
            f"turned {abs(turn_deg):.0f} degrees {'right' if turn_deg >= 0 else 'left'}, "
            f"{'climbed' if up_m >= 0 else 'sank'} {abs(up_m):.1f} m."
        )


def read_course(plan: str) -> Course | None:
    """The course that a plan tells of; None where it is anyone else's text."""
    found = _TEXT.match(plan[:4000])
    if found is None:
        return None
    try:
        parameters = json.loads(found.group(2))
    except ValueError:
        return None
    done, left = found.group(3).split(), found.group(4).split()
    if not {*done, *left} <= set(Primitive):
        return None
    return Course(found.group(1), parameters, plan[found.end() :], tuple(done), tuple(left))


def course_of(decision: Mapping[str, Any], size_px: tuple[int, int]) -> Course:
    """The actions that come nearest to a skill."""
    skill, parameters, reason = decision["skill"], decision["parameters"], decision["reason"]
    if skill == Skill.PIXEL:
        left = _to_pixel(parameters["pixel"], parameters["distance_m"], size_px)
    elif skill == Skill.ALTITUDE:
        left = _climb(parameters["delta_h_m"])
    else:
        left = _turn(_turn_in(reason))
    return Course(skill, parameters, reason, (), left)


def _to_pixel(pixel: tuple[int, int], distance_m: float, size_px: tuple[int, int]) -> tuple[str, ...]:
    """Turn, climb first, go, sink last."""
    rise_rad = math.radians(elevation_deg((pixel[0], pixel[1]), size_px))
    vertical = _climb(distance_m * math.sin(rise_rad))
    along = (Primitive.MOVE_FORWARD.value,) * max(1, round(distance_m * math.cos(rise_rad) / STEP_M))
    turns = _turn(bearing_deg(pixel[0], size_px[0]))
    return (*turns, *vertical, *along) if rise_rad >= 0 else (*turns, *along, *vertical)


def _climb(height_m: float) -> tuple[str, ...]:
    action = Primitive.GO_UP if height_m >= 0 else Primitive.GO_DOWN
    return (action.value,) * round(abs(height_m) / CLIMB_M)


def _turn(angle_deg: float) -> tuple[str, ...]:
    action = Primitive.TURN_RIGHT if angle_deg >= 0 else Primitive.TURN_LEFT
    return (action.value,) * round(abs(angle_deg) / TURN_DEG)


def _turn_in(reason: str) -> float:
    """By how much to turn; nothing where the place is to be held."""
    found = _TURN.search(reason)
    if found:
        return float(found.group(1)) * (1 if found.group(2) == "right" else -1)
    return 0.0 if reason.endswith("hold") else GLANCE_DEG
