"""The lines a flight tells while it flies: news in people's words, in 80 columns."""

import math
from typing import Any

import pytest

from airanchor.cli.fly.command import describe_flight
from airanchor.cli.fly.line import TellingWriter, shortened
from airanchor.trace import (
    AnchorRow,
    AnchorsEvent,
    DecisionEvent,
    EndEvent,
    ExchangeEvent,
    Keep,
    ReflectionEvent,
    SkillEvent,
    StartEvent,
    StepEvent,
    SubtaskEvent,
    UsageRow,
)
from airanchor.viewer.news import news, verdict
from airanchor.viewer.places import place_words, seen_from, wind
from aircity.geometry import Pose

HERE = Pose.at(10, 20, 30, 0)
HASH = "0" * 64


def skill(
    after: Pose, name: str = "Pixel Navigation", failure: str | None = None, **parameters: Any
) -> SkillEvent:
    return SkillEvent(
        iteration=1,
        skill=name,
        parameters=parameters,
        reason="",
        caption="",
        before=HERE,
        after=after,
        steps=1,
        failure=failure,
        words="",
    )


def anchors(*rows: AnchorRow) -> AnchorsEvent:
    return AnchorsEvent(iteration=1, overlay=HASH, graph="", rows=rows)


def row(label: str, box: tuple[int, int, int, int], point: tuple[float, float, float]) -> AnchorRow:
    return AnchorRow(index=1, asked=label, fate="object", label=label, box=box, point=point)


@pytest.mark.parametrize(
    ("event", "words"),
    [
        (skill(Pose.at(10, -15, 30, 270)), "flew 35 m west"),
        (skill(Pose.at(10, 20, 30, 90), "View Rotation"), "turned right 90 degrees, looked around"),
        (skill(HERE, "View Rotation"), "looked around"),
        (skill(HERE, "View Rotation", "unusable answer"), "looked around, the answer could not be used"),
        (skill(Pose.at(10, 20, 42, 0), "Altitude Adjustment"), "climbed 12 m"),
        (skill(Pose.at(10, 20, 24, 0), "Altitude Adjustment", "blocked by the object"), "sank 6 m, blocked"),
        (skill(Pose.at(-10, 20, 30, 180), "Path Backtracking"), "went back 20 m"),
        (skill(HERE, "Pixel Navigation", "out of free space"), "no free way there"),
        (skill(HERE, "Pixel Navigation", "a cause of tomorrow"), "a cause of tomorrow"),
        (skill(HERE, "TURN LEFT"), "stayed"),
    ],
)
def test_what_a_skill_did(event, words):
    assert news(event, None) == words


def test_a_flight_on_a_thing_names_it_and_what_is_left():
    seen = anchors(
        row("park", (0, 0, 500, 500), (90, 20, 0)), row("fountain", (200, 200, 300, 300), (57, 20, 0))
    )
    event = skill(Pose.at(45, 20, 30, 0), pixel=[250, 260], distance_m=35.0)
    assert news(event, seen) == "flew 35 m to the fountain (12 m ahead now)"
    assert news(skill(Pose.at(45, 20, 30, 0), pixel=[600, 9]), seen) == "flew 35 m north"


def reflection(status: str, outcome: str | None) -> ReflectionEvent:
    return ReflectionEvent(
        iteration=1,
        status=status,
        outcome=outcome,
        progress="",
        plan="",
        after=HASH,
        graph_before=None,
        graph_after=None,
    )


def test_a_verdict_is_told_where_it_is_news():
    assert verdict(reflection("ONGOING", None)) == ""
    assert verdict(reflection("COMPLETED", "COMPLETED")) == "done"
    assert verdict(reflection("COMPLETED", "NOT_FOUND")) == "not found"
    assert verdict(reflection("GIVEN_UP", "GIVEN_UP")) == "given up"


@pytest.mark.parametrize(
    ("place", "words"),
    [
        ((-0.2, -192, 28), "192 m west of the city's centre, 28 m up"),
        ((40.4, 7, 28.4), "40 m north, 7 m east of the city's centre, 28 m up"),
        ((-65, -187, 34), "65 m south, 187 m west of the city's centre, 34 m up"),
        ((0, 0, -0.1), "at the city's centre, 0 m up"),
    ],
)
def test_places_have_no_minus_signs(place, words):
    assert place_words(*place) == words


def test_directions_are_told_from_the_drone_and_by_the_compass():
    assert [wind(1, 0), wind(1, 1), wind(0, -1), wind(-1, 0.1)] == ["north", "north-east", "west", "south"]
    east = Pose.at(0, 0, 30, 90)
    told = [seen_from(east, (x, y, 0)) for x, y in ((0, 20), (-20, 0), (20, 0), (0, -20), (1, 1))]
    assert told == ["20 m ahead", "20 m to the right", "20 m to the left", "20 m behind", "right here"]
    assert math.isclose(east.heading_rad, math.pi / 2)


def decision(iteration: int) -> DecisionEvent:
    return DecisionEvent(
        iteration=iteration, subtask=1, since=1, backtracks=0, pose=HERE, progress="", plan="", rgb=HASH,
        skills=(),
    )  # fmt: skip


def told_by(tmp_path, capfd, monkeypatch, reasoner: str) -> list[str]:
    """What a writer says of two decisions, the second with more to tell than there is room for."""
    monkeypatch.setenv("COLUMNS", "200")
    facts = {"reasoner": reasoner, "settings": {"agent": {"iterations": 20}}}
    long = row("red and white chimney of the old power station by the river", (0, 0, 500, 500), (300, 20, 0))
    usage = UsageRow(input=7000, output=204, source="billed")
    with TellingWriter(tmp_path / reasoner, facts, keep=Keep.NONE) as writer:
        writer.write(StartEvent(pose=HERE))
        writer.write(SubtaskEvent(number=1, of=2, text="Fly on.", subgoals=(), landmarks=(), threshold=3))
        for after in (Pose.at(10, 20, 30, 90), Pose.at(60, 20, 30, 0)):
            writer.write(anchors(long))
            writer.write(ExchangeEvent(role="navigation", attempt=1, messages=(), usage=usage))
            writer.write(StepEvent(action="GO", pose=after, moved=True, collided=False, blocked_by=None))
            name = "View Rotation" if after.x_m == 10 else "Pixel Navigation"
            writer.write(skill(after, name, pixel=[9, 9]))
            writer.write(reflection("ONGOING", None))
    return capfd.readouterr().err.splitlines()


def test_a_line_fits_80_columns_and_counts_calls_only_of_models(tmp_path, capfd, monkeypatch):
    rules = told_by(tmp_path, capfd, monkeypatch, "rulebook")
    assert rules == [
        "subtask 1 of 2: Fly on.",
        "   1 of 20  turned right 90 degrees, looked around                     0 m flown",
        "   1 of 20  flew 50 m to the red and white chimney of the old ...     50 m flown",
    ]
    model = told_by(tmp_path, capfd, monkeypatch, "vllm")
    assert all(len(line) <= 80 for line in model)
    assert model[2].endswith("50 m flown    2 calls    14k tokens")


def test_a_method_that_does_not_reflect_is_told_decision_by_decision(tmp_path, capfd, monkeypatch):
    monkeypatch.setenv("COLUMNS", "200")
    facts = {"reasoner": "rulebook", "agent": "spf", "settings": {"agent": {"iterations": 20}}}
    with TellingWriter(tmp_path, facts, keep=Keep.NONE) as writer:
        writer.write(StartEvent(pose=HERE))
        for iteration, after in ((1, Pose.at(60, 20, 30, 0)), (2, HERE)):
            writer.write(decision(iteration))
            writer.write(skill(after, "Point", pixel=[9, 9]).model_copy(update={"iteration": iteration}))
        writer.write(EndEvent(ending="stopped", pose=HERE, steps=2, path_m=50.0))
        writer.write(EndEvent(ending="stopped", pose=HERE, steps=2, path_m=50.0))
    assert capfd.readouterr().err.splitlines() == [
        "   1  flew 50 m north                                                  0 m flown",
        "   2  stayed                                                           0 m flown",
    ]


def test_a_flight_without_subtasks_is_summed_up_without_them(capsys):
    place = {"north_m": 0.0, "east_m": 0.0, "up_m": 9.0}
    facts = {"words": "", "ending": "stopped", "iterations": 3, "path_m": 64.2, "end": place, "collisions": 0}
    asked = {"reasoner": "rules", "fallbacks": 0, "files": {}}
    describe_flight({**facts, **asked, "subtasks": 0, "subtasks_completed": 0})
    assert capsys.readouterr().out.splitlines()[0] == "stopped: 3 decisions, 64 m flown"
    describe_flight({**facts, **asked, "subtasks": 2, "subtasks_completed": 1})
    told = capsys.readouterr().out.splitlines()[0]
    assert told == "stopped: 1 of 2 subtasks done in 3 decisions, 64 m flown"


def test_a_policy_is_summed_up_by_its_actions(capsys):
    place = {"north_m": 0.0, "east_m": 0.0, "up_m": 9.0}
    facts = {
        "words": "Its 12 actions were used up.",
        "ending": "iteration budget",
        "iterations": 0,
        "steps": 12,
    }
    asked = {"reasoner": "rules", "fallbacks": 0, "files": {}, "subtasks": 0, "subtasks_completed": 0}
    describe_flight({**facts, **asked, "path_m": 60.0, "end": place, "collisions": 0})
    assert capsys.readouterr().out.splitlines()[:3] == [
        "Its 12 actions were used up.",
        "iteration budget: 12 actions, 60 m flown",
        "The decisions or actions that a flight may take were used up.",
    ]


def test_a_text_is_cut_between_words():
    assert shortened("as it is", 8) == "as it is"
    assert shortened("flew to the fountain (12 m)", 25) == "flew to the fountain ..."
