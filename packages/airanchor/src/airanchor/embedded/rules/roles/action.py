"""Action: the next action of the course that is flown, or the first of a new one.

A course is the skill that navigation would choose, flown action by action. When it ends, what it changed is
judged as reflection would; when that finds the subtask done, the answer is STOP.
"""

from typing import Any

from airanchor.embedded.rules.moves.course import Course, course_of, read_course
from airanchor.embedded.rules.roles.navigation import navigate
from airanchor.embedded.rules.roles.reflection import reflect
from airanchor.embedded.rules.senses import Senses
from airanchor.reasoner.prompts.reader import Prompt
from airanchor.reasoner.roles import Primitive, Status

MAX_COURSES = 4
"""Courses without any action that are judged before a turn is made instead."""


def choose_action(prompt: Prompt, senses: Senses) -> dict[str, Any]:
    """The action with the progress and the plan that the next question brings back."""
    values = prompt.values
    course = read_course(values.get("plan", ""))
    progress, is_blocked = values.get("progress", ""), ": blocked" in values.get("executed", "")
    if course is not None and course.left and not is_blocked:
        return _answer(course, progress)
    glance_deg = senses.config.bends.glance_deg
    for _ in range(MAX_COURSES):
        failure = ""
        if course is not None:
            verdict = reflect(_after(course, progress, prompt, is_blocked=is_blocked), senses)
            if verdict["status"] != Status.ONGOING:
                return _said(Primitive.STOP, verdict["progress"], "", course.reason)
            progress = verdict["progress"]
            failure = " [last action failed: blocked]" if is_blocked else ""
        told = {**values, "progress": progress + failure}
        decision = navigate(Prompt("navigation", told, prompt.images, ()), senses)
        height_px, width_px = prompt.images[0].shape[:2]
        course, is_blocked = course_of(decision, (width_px, height_px), glance_deg), False
        if course.left:
            return _answer(course, progress)
    return _said(Primitive.TURN_RIGHT, progress, "", "nothing better is known")


def _after(course: Course, progress: str, prompt: Prompt, *, is_blocked: bool) -> Prompt:
    """The question of a reflection, from what is known when a course has ended."""
    values = {
        "subtask": prompt.values.get("subtask", ""),
        "progress": progress,
        "executed": course.report(is_blocked=is_blocked),
        "reason": course.reason,
    }
    return Prompt("reflection", values, prompt.images, ())


def _answer(course: Course, progress: str) -> dict[str, Any]:
    return _said(course.left[0], progress, course.advanced().words, course.reason)


def _said(action: Primitive, progress: str, plan: str, reason: str) -> dict[str, Any]:
    return {"action": action.value, "progress": progress or "begun", "plan": plan, "reason": reason}
