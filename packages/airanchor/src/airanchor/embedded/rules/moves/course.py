"""A skill as the actions that fly it, kept in the plan from one action to the next.

It is the plan's text that remembers: the rulebook writes it with one action and reads it with the next. There
is no depth here, so nothing is planned around obstacles: an action that is blocked ends the course.
"""

import json
import math
from collections.abc import Mapping
from dataclasses import dataclass, replace
from typing import Annotated, Any, Literal

from pydantic import Field

from airanchor.embedded.eyes.reader import bearing_deg, elevation_deg
from airanchor.embedded.rules.notes.intent import Intent, Why, read_intent
from airanchor.embedded.rules.notes.note import Count, Note, Number, read_note, with_note
from airanchor.reasoner.prompts.characters import clean
from airanchor.reasoner.roles import Primitive, Skill
from airanchor.trace import plain_text

STEP_M, CLIMB_M, TURN_DEG = 5.0, 2.0, 15.0
"""How far one action goes, as the prompt says."""
MAX_ACTIONS = 60
MAX_WORDS = 400
"""Characters of the reason that are kept: with the rest of the note they fit into a plan."""

Asked = dict[Literal["pixel", "distance_m", "delta_h_m"], Number | tuple[Count, Count]]
Actions = Annotated[tuple[Primitive, ...], Field(max_length=MAX_ACTIONS)]


@dataclass(frozen=True, slots=True)
class Course:
    """What is flown now."""

    skill: Skill
    parameters: Asked
    reason: str
    """Why, as the decision said it."""
    done: tuple[Primitive, ...]
    left: tuple[Primitive, ...]

    @property
    def words(self) -> str:
        """The plan's text."""
        note = CourseNote.model_construct(
            note="course",
            skill=self.skill,
            parameters=self.parameters,
            words=clean(plain_text(self.reason))[:MAX_WORDS],
            intent=read_intent(self.reason),
            done=self.done,
            left=self.left,
        )
        count = len(self.done) + len(self.left)
        return with_note(f"{self.skill.value}: {len(self.done)} of {count} actions", note)

    def advanced(self) -> "Course":
        """With its next action counted as done."""
        return replace(self, done=(*self.done, self.left[0]), left=self.left[1:])

    def report(self, *, is_blocked: bool) -> str:
        """What was flown of it, as a skill is reported; a blocked action is the last of those done."""
        flown = self.done[:-1] if is_blocked else self.done
        head = f"{self.skill.value} {json.dumps(self.parameters)}"
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


class CourseNote(Note):
    """A course."""

    note: Literal["course"]
    skill: Skill
    parameters: Asked
    words: Annotated[str, Field(max_length=MAX_WORDS)]
    """Those of the decision's reason."""
    intent: Intent
    done: Actions
    left: Actions


def read_course(plan: str) -> Course | None:
    """The course that a plan notes; None where it is anyone else's text."""
    note = read_note(plan, CourseNote)
    if note is None:
        return None
    reason = Why(note.words, note.intent).reason
    return Course(note.skill, note.parameters, reason, note.done, note.left)


def course_of(decision: Mapping[str, Any], size_px: tuple[int, int], glance_deg: float) -> Course:
    """The actions that come nearest to a skill; a look around turns so far where it is not told."""
    skill, parameters, reason = Skill(decision["skill"]), decision["parameters"], decision["reason"]
    if skill is Skill.PIXEL:
        left = _to_pixel(parameters["pixel"], parameters["distance_m"], size_px)
    elif skill is Skill.ALTITUDE:
        left = _climb(parameters["delta_h_m"])
    else:
        wanted_deg = read_intent(reason).turn_deg
        left = _turn(glance_deg if wanted_deg is None else wanted_deg)
    asked = {name: tuple(value) if isinstance(value, list) else value for name, value in parameters.items()}
    return Course(skill, asked, reason, (), left)


def _to_pixel(pixel: tuple[int, int], distance_m: float, size_px: tuple[int, int]) -> tuple[Primitive, ...]:
    """Turn, climb first, go, sink last."""
    rise_rad = math.radians(elevation_deg((pixel[0], pixel[1]), size_px))
    vertical = _climb(distance_m * math.sin(rise_rad))
    along = (Primitive.MOVE_FORWARD,) * max(1, round(distance_m * math.cos(rise_rad) / STEP_M))
    turns = _turn(bearing_deg(pixel[0], size_px[0]))
    return (*turns, *vertical, *along) if rise_rad >= 0 else (*turns, *along, *vertical)


def _climb(height_m: float) -> tuple[Primitive, ...]:
    action = Primitive.GO_UP if height_m >= 0 else Primitive.GO_DOWN
    return (action,) * round(abs(height_m) / CLIMB_M)


def _turn(angle_deg: float) -> tuple[Primitive, ...]:
    action = Primitive.TURN_RIGHT if angle_deg >= 0 else Primitive.TURN_LEFT
    return (action,) * round(abs(angle_deg) / TURN_DEG)
