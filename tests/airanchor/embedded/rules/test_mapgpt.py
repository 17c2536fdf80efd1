"""MapGPT's question by rule: a thought becomes the letter of the place that lies where it would move."""

import json
from typing import Any

import pytest

from airanchor.embedded.ears.clause import Clause, Manoeuvre
from airanchor.embedded.rules.notes.track import LandmarkTrack, Motion, PlaceSource
from airanchor.embedded.rules.peers import PEER_RULES
from airanchor.embedded.rules.peers.corrected import corrected
from airanchor.embedded.rules.peers.mapgpt.choice import FLOWN
from airanchor.embedded.rules.peers.mapgpt.landmarks import flown_to
from airanchor.embedded.rules.peers.mapgpt.question import read_question
from airanchor.embedded.rules.senses import Senses
from airanchor.reasoner import PixelConvention, read_prompt, render
from airanchor.reasoner.roles.peers.mapgpt import (
    MAPGPT_PLACE,
    PlaceChoice,
    PlaceOption,
    PlaceRequest,
    PlaceView,
)
from tests.airanchor.embedded.rules.desk import TOWER, PlantedScenes, image, senses_for, sight, to

SCENES = PlantedScenes({10: {"tower": sight(0.0, 70.0)}, 20: {"tower": sight(0.0, 50.0)}})
TO_TOWER = senses_for(to(TOWER), scenes=SCENES)
OFFSETS = (0, 45, -45, 90, -90, 135, -135, 180)
BEGUN = "The flight has just begun."
FLEW = (
    "step 0: {way} 20.0 m to Place 1, at the same height. Result: flew 20.0 m in 4 steps, "
    "turned {turned}, climbed 0.0 m. Now at Place 1."
)


def words_of(offset: int) -> str:
    side = "right" if offset > 0 else "left"
    around = "around to the " if abs(offset) > 90 else ""
    way = "go forward" if offset == 0 else f"turn {around}{side} by {abs(offset)} degrees and go"
    return f"{way} 20.0 m to Place 3, at the same height"


def asked(
    greys: dict[int, int] | None = None,
    *,
    without: tuple[int, ...] = (),
    planning: str = "",
    history: str = BEGUN,
    stop: bool = False,
) -> PlaceRequest:
    """A question with a plain view all around; greys say what each view shows."""
    views = tuple(
        PlaceView(image(512, 512, (greys or {}).get(at, 150)), at, None if at in without else 3, 20.0)
        for at in OFFSETS
    )
    ways = [(words_of(at), at) for at in OFFSETS if at not in without]
    ways += [("go up 10.0 m to Place 8", None), ("go down 10.0 m to Place 9", None)]  # type: ignore[list-item]
    options = [PlaceOption("S", "stop", None, is_stop=True)] if stop else []
    options += [PlaceOption(chr(65 + number), words, at) for number, (words, at) in enumerate(ways)]
    return PlaceRequest(
        "fly", 0, views, (), history, "Place 0", "Place 0 is connected with Place 3", "Nothing yet.",
        planning, tuple(options),
    )  # fmt: skip


def choose(request: PlaceRequest, senses: Senses = TO_TOWER) -> tuple[str, PlaceChoice]:
    """The words of the chosen option, and the reply, strictly checked."""
    prompt = read_prompt(render(MAPGPT_PLACE, request, PixelConvention()))
    answer: dict[str, Any] = json.loads(json.dumps(PEER_RULES["mapgpt_place"](prompt, senses)))
    reply = MAPGPT_PLACE.check(answer, request)
    return next(option.words for option in request.options if option.letter == reply.action), reply


@pytest.mark.parametrize("at", [0, 45, -45])
def test_the_place_towards_the_landmark_is_chosen_wherever_it_is_seen(at: int) -> None:
    assert choose(asked({at: 10}))[0] == words_of(at)


def test_the_last_hop_is_told_and_brings_the_landmark_nearer() -> None:
    words, reply = choose(asked({0: 10}))
    assert words == words_of(0)
    second = asked(
        {}, planning=reply.new_planning, history=FLEW.format(way="go forward", turned="0 degrees right")
    )
    words, reply = choose(second)
    assert words == words_of(0) and "50.0 m away" in reply.new_planning  # remembered, though out of sight
    third = asked(
        {}, planning=reply.new_planning, history=FLEW.format(way="go forward", turned="0 degrees right")
    )
    assert "30.0 m away" in choose(third)[1].new_planning


@pytest.mark.parametrize(("grey", "is_it"), [(30, True), (40, False)])
def test_what_was_ahead_is_looked_for_beside_after_the_hop(grey: int, is_it: bool) -> None:
    near, far = sight(0.0, 12.0), sight(0.0, 60.0)  # to the right: where it was seen, and far off that line
    scenes = PlantedScenes({10: {"tower": sight(20.0, 70.0)}, 30: {"tower": near}, 40: {"tower": far}})
    senses = senses_for(to(TOWER), scenes=scenes)
    _, reply = choose(asked({0: 10}), senses)
    history = FLEW.format(way="go forward", turned="0 degrees right")
    _, after = choose(asked({45: grey}, planning=reply.new_planning, history=history), senses)
    assert after.new_planning.startswith(FLOWN) is is_it


def test_a_turn_of_the_thought_before_the_hop_is_counted_once() -> None:
    words, reply = choose(asked({45: 10}))
    assert words == words_of(45) and reply.new_planning.startswith("Turned right by 45 degrees first. ")
    history = FLEW.format(way="turn right by 45 degrees and go", turned="45 degrees right")
    words, after = choose(asked({}, planning=reply.new_planning, history=history))
    assert words == words_of(0) and "50.0 m away" in after.new_planning


def test_where_no_place_lies_the_wished_way_another_thought_is_had() -> None:
    words, _ = choose(asked({0: 10}, without=(0, 45, -45)))
    assert words not in (words_of(0), words_of(45), words_of(-45))


def test_climbs_go_up_and_down() -> None:
    up = senses_for(Clause(Manoeuvre.ASCEND, (), metres=20.0), to(TOWER), scenes=SCENES)
    down = senses_for(Clause(Manoeuvre.DESCEND, (), metres=8.0), to(TOWER), scenes=SCENES)
    assert choose(asked(), up)[0].startswith("go up") and choose(asked(), down)[0].startswith("go down")


def test_when_all_is_flown_it_stops_as_soon_as_it_may() -> None:
    assert choose(asked(planning=FLOWN, stop=True))[0] == "stop"
    words, reply = choose(asked(planning=FLOWN))
    assert words.startswith("go up") and reply.new_planning == FLOWN
    history = "step 0: go up 10.0 m to Place 8. Result: flew 10.0 m in 5 steps, climbed 10.0 m."
    assert choose(asked(planning=FLOWN, history=history))[0].startswith("go down")


@pytest.mark.parametrize(
    "text", ["", "No planning yet.", "x" * 2000, '{"note": "mind"}', "Turned left by 999 degrees first. "]
)
def test_any_planning_and_history_is_answered(text: str) -> None:
    for history in (BEGUN, text or "step", "Result: ", "step 9: go up 5 m Result: FAILED: no room."):
        assert choose(asked({0: 10}, planning=text, history=history, stop=True))[1].action


def test_a_question_is_read_as_it_is_told() -> None:
    prompt = read_prompt(render(MAPGPT_PLACE, asked(without=(45,), stop=True), PixelConvention()))
    question = read_question(prompt)
    assert question.stop == "S" and [offset for offset, _ in question.views] == list(OFFSETS)
    assert [place.offset_deg for place in question.places if not place.climb_m] == [
        0, -45, 90, -90, 135, -135, -180,
    ]  # fmt: skip
    assert [place.climb_m for place in question.places if place.climb_m] == [10.0, -10.0]


def test_a_sight_moves_what_is_flown_to_only_where_it_agrees() -> None:
    memory = choose(asked({0: 10}))[1].new_planning
    hop = Motion(forward_m=20.0)
    (carried,) = flown_to(memory, hop, ())
    assert carried.d_xy_m == pytest.approx(50.0, abs=0.2) and flown_to(memory, hop, (carried,)) == ()
    farther = LandmarkTrack("red tower", 10.0, 80.0, 0.0, PlaceSource.SEEN)
    (moved,) = flown_to(corrected(memory, hop, (farther,), 25.0), hop, ())
    assert moved.d_xy_m == pytest.approx(80.0, abs=0.3) and moved.bearing_deg == pytest.approx(10.0, abs=0.3)
    elsewhere = LandmarkTrack("red tower", 60.0, 80.0, 0.0, PlaceSource.SEEN)
    (kept,) = flown_to(corrected(memory, hop, (elsewhere,), 25.0), hop, ())
    assert kept.d_xy_m == pytest.approx(50.0, abs=0.2)


def test_a_sight_that_the_first_guess_of_the_range_contradicts_still_agrees() -> None:
    memory = choose(asked({0: 10}))[1].new_planning  # 70 m away, straight ahead or nearly so
    hop = Motion(forward_m=60.0, right_m=-20.0)
    beside = LandmarkTrack("red tower", 20.0, 90.0, 0.0, PlaceSource.SEEN)
    (moved,) = flown_to(corrected(memory, hop, (beside,), 10.0), hop, ())
    assert moved.d_xy_m == pytest.approx(90.0, abs=0.3) and moved.bearing_deg == pytest.approx(20.0, abs=0.3)
