"""Courses: a skill as actions, its text read back, and what is reported of it."""

import json

import pytest

from airanchor.embedded.rules.moves.course import Course, course_of, read_course
from airanchor.embedded.rules.notes.intent import MAX_REASON, Intent, Why
from airanchor.embedded.rules.notes.track import MAX_LABEL, LandmarkTrack, PlaceSource
from airanchor.embedded.rules.space.executed import read_executed
from airanchor.reasoner.roles import Primitive, Skill
from airanchor.reasoner.roles.context import MAX_TEXT

SIZE, GLANCE_DEG = (512, 512), 45.0


def actions_of(skill: Skill, parameters: dict[str, object], reason: str = "why") -> list[str]:
    decision = {"skill": skill.value, "parameters": parameters, "reason": reason}
    return list(course_of(decision, SIZE, GLANCE_DEG).left)


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
    ("turn_deg", "actions"),
    [(-90.0, ["TURN_LEFT"] * 6), (None, ["TURN_RIGHT"] * 3), (0.0, [])],
)
def test_a_look_around_turns_as_is_wanted(turn_deg: float | None, actions: list[str]) -> None:
    assert actions_of(Skill.VIEW, {}, Why("look", Intent(turn_deg=turn_deg)).reason) == actions


def test_only_the_note_of_a_reason_tells_how_far_to_turn() -> None:
    words = "turn about 90.0 degrees to your left; hold"
    assert actions_of(Skill.VIEW, {}, words) == actions_of(Skill.VIEW, {}, "")


def test_the_text_is_read_back() -> None:
    course = Course(
        Skill.PIXEL,
        {"pixel": (3, 4), "distance_m": 10.0},
        Why('to "red" tower: {not}', Intent(is_flight=True)).reason,
        (Primitive.TURN_LEFT,),
        (Primitive.MOVE_FORWARD, Primitive.MOVE_FORWARD),
    )
    assert read_course(course.words) == course
    assert read_course(course.advanced().advanced().words).left == ()


def test_the_longest_text_is_never_cut() -> None:
    longest = max(len(course.words) for course in _courses())
    assert longest <= MAX_TEXT


def _courses() -> list[Course]:
    """The longest that a decision can ask for, with the most to say."""
    tracks = tuple(
        LandmarkTrack("y" * MAX_LABEL, -179.9, 9999.9, -999.9, PlaceSource.REMEMBERED) for _ in range(2)
    )
    intent = Intent(-100.0, -179.9, True, True, ("z" * MAX_LABEL,), tracks)
    reason = Why('"' * MAX_REASON, intent).reason
    asked = {"pixel": [0, 0], "distance_m": 50.0}
    return [course_of({"skill": "Pixel Navigation", "parameters": asked, "reason": reason}, SIZE, GLANCE_DEG)]


def _plan(**fields: object) -> str:
    whole = {"note": "course", "skill": "Pixel Navigation", "parameters": {}, "words": "x", "intent": {}}
    return json.dumps(whole | {"done": [], "left": []} | fields, separators=(",", ":"))


def test_a_note_that_keeps_all_bounds_is_a_course() -> None:
    assert read_course(_plan()) == Course(Skill.PIXEL, {}, Why("x").reason, (), ())


@pytest.mark.parametrize(
    "text",
    [
        "go on",
        _plan(done=["JUMP"]),
        _plan(left=["STOP"] * 61),
        _plan(skill="Jump"),
        _plan(parameters={"pixel": [1, -2]}),
        _plan(parameters={"delta_h_m": float("inf")}),
        _plan(intent={"climb_m": "12"}),
        _plan(words="x" * 401),
        _plan()[:-1],
    ],
)
def test_anyone_elses_plan_is_none(text: str) -> None:
    assert read_course(text) is None


def test_the_report_is_that_of_a_skill() -> None:
    done = (*[Primitive.TURN_RIGHT] * 2, *[Primitive.MOVE_FORWARD] * 3, Primitive.GO_DOWN)
    course = Course(Skill.PIXEL, {"pixel": (3, 4), "distance_m": 10.0}, "", done, ())
    told = read_executed(course.report(is_blocked=False))
    assert (told.skill, told.pixel, told.along_m, told.climbed_m, told.turned_deg) == (
        "Pixel Navigation", (3, 4), 15.0, -2.0, 30.0,
    )  # fmt: skip
    blocked = read_executed(course.report(is_blocked=True))
    assert (blocked.is_blocked, blocked.climbed_m, blocked.along_m) == (True, 0.0, 15.0)
    nothing = Course(Skill.PIXEL, {}, "", (Primitive.MOVE_FORWARD,), ())
    assert read_executed(nothing.report(is_blocked=True)).is_failed


def test_every_action_is_a_primitive() -> None:
    assert set(actions_of(Skill.PIXEL, {"pixel": [0, 0], "distance_m": 50.0})) <= set(Primitive)
