"""MapGPT's loop in a small world: hops, walls, STOP, budgets, and replies that cannot be used."""

import json
import re
from collections.abc import Callable

import pytest

from airanchor.baselines import BaselineConfig
from airanchor.baselines.mapgpt import MapGptConfig
from airanchor.baselines.mapgpt.method import CLIMB, HOP, STOP
from airanchor.baselines.methods import asking_flyer
from airanchor.flight import Ending, Flight, Mission
from airanchor.planning import PlanningConfig
from airanchor.reasoner import ChatAnswer, ChatRequest, Reasoner
from airanchor.trace import NoteEvent, SkillEvent
from aircity.geometry import Pose
from tests.contract.box_world import BoxWorld

OPEN = Pose.at(0, -100, 40, 30)
PLANNING = PlanningConfig(lateral_clearance_m=0.5, vertical_tolerance_m=2.0)
_OPTION = re.compile(r"^([A-Z]+)\. (.+)$", re.MULTILINE)


class Chooser:
    """A model that picks by the options' words, and keeps what it was asked."""

    name = "chooser"

    def __init__(self, wanted: Callable[[int, dict[str, str]], str]) -> None:
        self.wanted, self.asked = wanted, []  # type: ignore[var-annotated]

    def complete(self, request: ChatRequest) -> ChatAnswer:
        text = request.messages[1].text
        options = {words: letter for letter, words in _OPTION.findall(text.split("<options>")[1])}
        self.asked.append((text, options, len(request.messages[1].images)))
        answer = self.wanted(len(self.asked) - 1, options)
        return ChatAnswer(answer, model="chooser")


class Recording:
    """Keeps events."""

    def __init__(self) -> None:
        self.events: list[object] = []

    def write(self, event: object) -> None:
        self.events.append(event)

    def save_rgb(self, rgb: object) -> str:
        return "0" * 64


def said(letter: str, planning: str = "on") -> str:
    return json.dumps({"thought": "so", "new_planning": planning, "action": letter})


def by_words(*wanted: str) -> Callable[[int, dict[str, str]], str]:
    """At each step the first option that begins so; the last words go on for ever."""

    def choose(step: int, options: dict[str, str]) -> str:
        start = wanted[min(step, len(wanted) - 1)]
        return said(
            next(letter for words, letter in options.items() if words.startswith(start)), f"plan {step}"
        )

    return choose


def fly(chooser: Chooser, start: Pose = OPEN, **settings: float) -> tuple[Flight, Recording]:
    config = BaselineConfig(mapgpt=MapGptConfig(**settings))  # type: ignore[arg-type]
    reasoner, recording = Reasoner(chooser), Recording()
    flyer = asking_flyer("mapgpt", config, reasoner=reasoner, planning=PLANNING, episode="e")
    flight = flyer.fly(Mission("go on", "boxes", start), BoxWorld(), recording)  # type: ignore[arg-type]
    return flight, recording


def skills(recording: Recording) -> list[SkillEvent]:
    return [event for event in recording.events if isinstance(event, SkillEvent)]


def test_hops_turn_and_fly_and_stop_ends_the_flight() -> None:
    chooser = Chooser(by_words("go forward", "turn right by 90", "go up", "stop"))
    flight, recording = fly(chooser)
    assert [event.skill for event in skills(recording)] == [HOP, HOP, CLIMB, STOP]
    assert flight.ending is Ending.STOPPED and flight.iterations == 4
    assert flight.end.z_m == 50.0 and flight.end.heading_deg == pytest.approx(120.0)
    assert OPEN.distance_m(flight.end) == pytest.approx((20**2 + 20**2 + 10**2) ** 0.5, abs=4.0)


def test_stop_is_offered_from_the_fourth_question_on() -> None:
    chooser = Chooser(by_words("go forward", "go forward", "go forward", "stop"))
    fly(chooser)
    assert ["stop" in options for _, options, _ in chooser.asked] == [False, False, False, True]
    assert [options[next(iter(options))] for _, options, _ in chooser.asked] == ["A"] * 4


def test_history_plan_and_trajectory_come_back() -> None:
    chooser = Chooser(by_words("go forward", "go forward", "go forward", "stop"))
    fly(chooser)
    assert "No planning yet." in chooser.asked[0][0] and "has just begun" in chooser.asked[0][0]
    last = chooser.asked[3][0]
    assert "<planning>\nplan 2\n</planning>" in last
    assert "<trajectory>\nPlace 0 1 11 " in last
    assert (
        "step 0: go forward 20.0 m to Place 1, which is shown in Image 1, at the same height. Result: "
        in last
    )
    assert "flew 20.0 m in 4 steps" in last


def test_pictures_stay_within_their_number() -> None:
    chooser = Chooser(by_words("go forward"))
    fly(chooser, calls=5, images=11)
    assert [pictures for _, _, pictures in chooser.asked] == [8, 11, 11, 11, 11]


@pytest.mark.parametrize(
    "garbage",
    ["", "stop", said("a turn to the left"), "{}", said("Q"), said("stop"), '{"action": 3}', said("A") * 2],
)
def test_a_reply_that_cannot_be_used_flies_on_and_never_stops(garbage: str) -> None:
    chooser = Chooser(lambda step, options: garbage)
    flight, recording = fly(chooser, calls=5)
    assert flight.ending is (Ending.STOPPED if garbage == said("A") * 2 else Ending.ITERATIONS)
    flown = [event for event in skills(recording) if event.skill != STOP]
    assert all(event.caption.startswith("go forward") for event in flown[:3])
    assert OPEN.distance_m(flight.end) > 40


def test_a_letter_may_come_with_its_words_in_any_case() -> None:
    def choose(step: int, options: dict[str, str]) -> str:
        words = next(iter(options))
        return json.dumps(
            {"Thought": "x", "New Planning": "y", "action": f"({options[words].lower()}) {words}"}
        )

    _, recording = fly(Chooser(choose), calls=4)
    assert [event.skill for event in skills(recording)] == [HOP, HOP, HOP, STOP]


def test_a_way_that_cannot_be_flown_is_told_and_not_offered_again() -> None:
    start = Pose.at(-10, 0, 3.2, 180)  # so low that nothing is below
    chooser = Chooser(by_words("go down", "go up", "go forward"))
    fly(chooser, start, calls=3)
    text, options, _ = chooser.asked[1]
    assert "Result: FAILED: " in text and "Now at Place 0." in text
    assert not any(words.startswith("go down") for words in options)


def test_budgets_end_a_flight_where_it_is() -> None:
    flight, _ = fly(Chooser(by_words("go forward")), calls=4)
    assert flight.ending is Ending.ITERATIONS and "4 questions" in flight.words
    flight, _ = fly(Chooser(by_words("go forward")), actions=6)
    assert flight.ending is Ending.ITERATIONS and len(flight.trajectory) <= 8


def test_the_replay_gets_the_map_with_positions() -> None:
    _, recording = fly(Chooser(by_words("go forward", "go forward", "go forward", "stop")))
    maps = [event.data for event in recording.events if isinstance(event, NoteEvent) and event.text == "map"]
    assert len(maps) == 4 and maps[0]["current"] == 0 and maps[1]["current"] == 1
    places, edges = maps[3]["places"], maps[3]["edges"]
    assert isinstance(places, list) and isinstance(edges, list)
    assert [place["id"] for place in places] == list(range(len(places)))  # type: ignore[index, call-overload]
    assert all(len(place["position"]) == 3 for place in places)  # type: ignore[index, call-overload, arg-type]
    assert [0, 1] in edges
    json.dumps(maps)


def test_the_same_flight_twice_is_the_same() -> None:
    flights = [fly(Chooser(by_words("turn left by 45", "go forward", "go up", "stop")))[0] for _ in range(2)]
    assert flights[0].trajectory == flights[1].trajectory


def test_one_method_flies_one_mission_without_leaving_anything() -> None:
    first, second = Chooser(by_words("go forward")), Chooser(by_words("go forward"))
    fly(first, calls=3)
    fly(second, calls=3)
    assert [text for text, _, _ in first.asked] == [text for text, _, _ in second.asked]
