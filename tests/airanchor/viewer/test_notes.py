"""What other methods draw and note: with its decision, read as far as it is sound, and never too long."""

import json

import pytest

from airanchor.trace import NoteEvent, TraceWriter, read_trace
from airanchor.viewer.navigators import navigator_title
from airanchor.viewer.notes import LONGEST_DATA, LONGEST_TEXT, noted_map, shown_note
from airanchor.viewer.place_map import MOST_PLACES, read_place_map
from airanchor.viewer.skill_kinds import skill_kind
from airanchor.viewer.story import tell
from airanchor.viewer.story_json import image_hashes, story_json
from tests.airanchor.viewer.method_traces import (
    METHOD_FLIGHTS,
    MethodFlight,
    arrow_flight,
    map_flight,
    places,
    program_flight,
)
from tests.airanchor.viewer.traces import fly

MAP = {"places": places(4), "edges": [[0, 1], [1, 2]], "current": 1, "options": []}


def test_pictures_go_with_the_decision_they_were_drawn_for(tmp_path):
    story = tell(read_trace(arrow_flight(tmp_path)))
    titles = ["arrows 1 of 3", "arrows 2 of 3", "arrows 3 of 3"]
    assert [[one.title for one in moment.drawn] for moment in story.moments] == [titles, titles]
    assert {one.iteration for one in story.moments[1].drawn} == {2}


def test_a_picture_of_no_decision_is_kept_with_the_moment_in_which_it_was_made(tmp_path):
    with TraceWriter(tmp_path) as writer:
        flight = MethodFlight(writer, "pivot")
        flight.begin()
        flight.draw(0, "before all")
        flight.decide(1)
        flight.draw(9, "of tomorrow")
        flight.decide(2)
        flight.draw(1, "late")
    story = tell(read_trace(tmp_path))
    drawn = [[one.title for one in moment.drawn] for moment in story.moments]
    assert drawn == [["before all", "of tomorrow", "late"], []]


def test_drawn_pictures_are_embedded_after_what_was_seen(tmp_path):
    story = tell(read_trace(arrow_flight(tmp_path)))
    drawn = [one.image for moment in story.moments for one in moment.drawn]
    seen = [moment.decision.rgb for moment in story.moments]
    assert image_hashes(story) == [*seen, *dict.fromkeys(drawn)]


@pytest.mark.parametrize("kind", METHOD_FLIGHTS)
def test_flights_of_methods_are_json_and_the_same_every_time(tmp_path, kind):
    trace = read_trace(METHOD_FLIGHTS[kind](tmp_path))
    first, second = (json.dumps(story_json(tell(trace)), allow_nan=False) for _ in range(2))
    assert first == second


def test_a_text_is_shown_as_text_and_the_rest_as_data():
    note = shown_note(NoteEvent(text="program", data={"text": "mf(5);", "dialect": "paper"}))
    assert (note.title, note.text, note.left_out, note.data) == ("program", "mf(5);", 0, {"dialect": "paper"})


@pytest.mark.parametrize("text", [None, 3, ["a"], {"a": 1}])
def test_a_text_that_is_none_stays_data(text):
    note = shown_note(NoteEvent(text="odd", data={"text": text}))
    assert note.text is None and note.data == {"text": text}


def test_what_is_too_long_for_a_page_is_left_out_and_said_to_be():
    note = shown_note(NoteEvent(text="memory", data={"text": "x" * (LONGEST_TEXT + 7)}))
    assert len(note.text) == LONGEST_TEXT and note.left_out == 7
    long = shown_note(NoteEvent(text="data", data={"rows": ["x" * LONGEST_DATA]}))
    assert long.data == {} and long.is_data_left_out


def test_a_map_of_places_is_read_and_its_data_not_shown_twice():
    event = NoteEvent(text="map", data={"text": "Place 1", **MAP, "merged": 2})
    found = noted_map([event])
    assert [place.id for place in found.places] == ["0", "1", "2", "3"]
    assert [place.visited for place in found.places] == [True, False, True, False]
    assert found.edges == (("0", "1"), ("1", "2")) and found.current == "1"
    assert shown_note(event).data == {"merged": 2}


def test_the_last_map_of_a_decision_counts():
    later = {**MAP, "places": places(2)}
    found = noted_map([NoteEvent(text="map", data=MAP), NoteEvent(text="map", data=later)])
    assert len(found.places) == 2


@pytest.mark.parametrize(
    "wrong",
    [
        {"places": []},
        {"places": "here"},
        {"places": [3]},
        {"places": [{"id": 1}]},
        {"places": [{"id": 1, "position": [1.0]}]},
        {"places": [{"id": 1, "position": ["x", "y"]}]},
        {"places": [{"id": 1, "position": [1e300, 0.0]}]},
        {"places": [{"id": "x" * 99, "position": [1.0, 0.0]}]},
        {"places": places(MOST_PLACES + 1)},
        {"edges": None},
        {"edges": [[1]]},
        {"edges": {"0": 1}},
        {"current": [1]},
        {"options": [1]},
    ],
)
def test_a_map_of_another_shape_is_no_map_and_stays_data(wrong):
    data = {**MAP, **wrong}
    assert read_place_map(data) is None
    note = shown_note(NoteEvent(text="map", data=data))
    assert note.is_data_left_out or note.data.keys() == MAP.keys()


def test_ways_to_nowhere_are_left_out():
    assert read_place_map({**MAP, "edges": [[0, 1], [1, 77]]}).edges == (("0", "1"),)


@pytest.mark.parametrize(
    ("parameters", "chosen"),
    [
        ({"place": 2}, "2"),
        ({"place": "2"}, "2"),
        ({"action": "B"}, "3"),
        ({"place": 99, "action": "B"}, "3"),
        ({"action": "A"}, None),
        ({"place": None}, None),
        ({}, None),
    ],
)
def test_the_chosen_place_is_the_one_that_the_skill_names(parameters, chosen):
    options = [{"letter": "A", "place": None}, {"letter": "B", "place": 3, "words": "go"}]
    assert read_place_map({**MAP, "options": options}).chosen(parameters) == chosen


def test_a_moment_tells_its_map_and_its_choice(tmp_path):
    moments = story_json(tell(read_trace(map_flight(tmp_path))))["moments"]
    assert [moment["place_map"]["chosen"] for moment in moments] == ["2", "4", "6"]
    assert [len(moment["place_map"]["places"]) for moment in moments] == [4, 6, 8]


@pytest.mark.parametrize(
    ("skill", "kind"),
    [
        ("Pixel Navigation", "pixel"), ("Path Backtracking", "backtrack"), ("Point", "pixel"),
        ("Arrow", "pixel"), ("No arrow", "other"), ("Turn", "rotation"), ("TURN_LEFT", "rotation"),
        ("MOVE_FORWARD", "pixel"), ("GO_UP", "altitude"), ("Go to place", "pixel"),
        ("Change height to place", "altitude"), ("Program", "program"), ("STOP", "stop"),
        ("Finished!", "stop"), ("", "other"), ("<script>", "program"), ("x" * 100_000, "other"),
    ],
)  # fmt: skip
def test_skills_of_all_methods_have_a_kind(skill, kind):
    assert skill_kind(skill) == kind


@pytest.mark.parametrize(
    ("name", "title"),
    [
        ("airanchor", "AirAnchor"),
        ("spf-faithful", "SPF (faithful)"),
        ("finecog-nav", "FineCog-Nav"),
        ("finecog-nav-faithful", "FineCog-Nav (faithful)"),
        ("mine", "mine"),
    ],
)
def test_navigators_are_called_as_people_call_them(name, title):
    assert navigator_title(name) == title


def test_the_result_does_not_repeat_skill_and_parameters(tmp_path):
    (moment,) = tell(read_trace(program_flight(tmp_path / "program"))).moments
    assert moment.skill.words.startswith("Program {") and moment.result == "flew 15.0 m."
    assert tell(read_trace(fly(tmp_path / "own", decisions=1))).moments[0].result == "3 steps were executed."
