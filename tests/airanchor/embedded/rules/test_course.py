"""Courses: a skill as actions, its text read back, and what is reported of it."""

import pytest

from airanchor.embedded.rules.moves.course import Course, course_of, read_course
from airanchor.embedded.rules.space.executed import read_executed
from airanchor.reasoner.roles import Primitive, Skill

SIZE = (512, 512)


def actions_of(skill: Skill, parameters: dict[str, object], reason: str = "why") -> list[str]:
    decision = {"skill": skill.value, "parameters": parameters, "reason": reason}
    return list(course_of(decision, SIZE).left)


def test_a_pixel_is_turned_to_and_flown_to() -> None:
    ahead = actions_of(Skill.PIXEL, {"pixel": [256, 256], "distance_m": 20.0})
    assert ahead == ["MOVE_FORWARD"] * 4
    right = actions_of(Skill.PIXEL, {"pixel": [403, 256], "distance_m": 10.0})
    assert right == ["TURN_RIGHT"] * 2 + ["MOVE_FORWARD"] * 2


def test_it_climbs_before_and_sinks_after_it_goes() -> None:
    up = actions_of(Skill.PIXEL, {"pixel": [256, 108], "distance_m": 20.0})
    assert up == ["GO_UP"] * 5 + ["MOVE_FORWARD"] * 3
    down = actions_of(Skill.PIXEL, {"pixel": [256, 403], "distance_m": 20.0})
    assert down == ["MOVE_FORWARD"] * 3 + ["GO_DOWN"] * 5


@pytest.mark.parametrize(("height_m", "actions"), [(7.0, ["GO_UP"] * 4), (-3.9, ["GO_DOWN"] * 2), (0.0, [])])
def test_a_climb_is_in_steps_of_two_metres(height_m: float, actions: list[str]) -> None:
    assert actions_of(Skill.ALTITUDE, {"delta_h_m": height_m}) == actions


@pytest.mark.parametrize(
    ("reason", "actions"),
    [
        ("turn left; turn about 90.0 degrees to your left", ["TURN_LEFT"] * 6),
        ("tower not found; look around", ["TURN_RIGHT"] * 3),
        ("stop: the place is reached; hold", []),
    ],
)
def test_a_look_around_turns_as_its_reason_says(reason: str, actions: list[str]) -> None:
    assert actions_of(Skill.VIEW, {}, reason) == actions


def test_the_text_is_read_back() -> None:
    course = Course(
        Skill.PIXEL.value,
        {"pixel": [3, 4], "distance_m": 10.0},
        "to: red tower. Why: not",
        ("TURN_LEFT",),
        ("MOVE_FORWARD", "MOVE_FORWARD"),
    )
    assert read_course(course.words) == course
    assert read_course(course.advanced().advanced().words).left == ()


@pytest.mark.parametrize(
    "text",
    [
        "go on",
        "Pixel Navigation {}. Done: JUMP. Left: . Why: x",
        "Pixel Navigation {,}. Done: . Left: . Why: x",
    ],
)
def test_anyone_elses_plan_is_none(text: str) -> None:
    assert read_course(text) is None


def test_the_report_is_that_of_a_skill() -> None:
    done = (*["TURN_RIGHT"] * 2, *["MOVE_FORWARD"] * 3, "GO_DOWN")
    course = Course(Skill.PIXEL.value, {"pixel": [3, 4], "distance_m": 10.0}, "", done, ())
    told = read_executed(course.report(is_blocked=False))
    assert (told.skill, told.pixel, told.along_m, told.climbed_m, told.turned_deg) == (
        "Pixel Navigation", (3, 4), 15.0, -2.0, 30.0,
    )  # fmt: skip
    blocked = read_executed(course.report(is_blocked=True))
    assert (blocked.is_blocked, blocked.climbed_m, blocked.along_m) == (True, 0.0, 15.0)
    nothing = Course(Skill.PIXEL.value, {}, "", ("MOVE_FORWARD",), ())
    assert read_executed(nothing.report(is_blocked=True)).is_failed


def test_every_action_is_a_primitive() -> None:
    assert set(actions_of(Skill.PIXEL, {"pixel": [0, 0], "distance_m": 50.0})) <= set(Primitive)
