"""The mind that other methods ask: AirAnchor's rules with all that they remember in one text."""

import pytest

from airanchor.embedded.ears import read_clauses
from airanchor.embedded.eyes.reader import SceneReader
from airanchor.embedded.rules.config import RulebookConfig
from airanchor.embedded.rules.notes.intent import Intent
from airanchor.embedded.rules.notes.note import read_note, with_note
from airanchor.embedded.rules.notes.progress import SubtaskProgress
from airanchor.embedded.rules.notes.track import LandmarkTrack, PlaceSource
from airanchor.embedded.rules.peers.mind import (
    MAX_NOTE,
    MindNote,
    Sight,
    Thought,
    _fitting,
    object_sentence,
    report_words,
    think,
)
from airanchor.embedded.rules.senses import Senses
from airanchor.embedded.rules.words.names import Names
from airanchor.reasoner.roles import Skill
from airanchor.reasoner.roles.context import MAX_TEXT
from tests.airanchor.memory.scenes import WordEncoder

TEXT = "Fly to the red tower, then turn left and stop in front of the white church."


@pytest.fixture(scope="module")
def rules():
    text, config = WordEncoder(), RulebookConfig()
    return Senses(Names(text, config.naming), SceneReader(text), read_clauses, config)


def at(label: str, bearing_deg: float, distance_m: float) -> Sight:
    return Sight(graph=object_sentence(1, label, bearing_deg, distance_m))


def test_it_flies_to_what_is_told_without_any_picture(rules):
    thought = think(TEXT, "", "", at("red tower", 10.0, 70.0), rules)
    assert (thought.skill, thought.subtask) == (Skill.PIXEL, 1)
    assert thought.parameters["pixel"][0] > 256 and 40 <= thought.parameters["distance_m"] <= 70


def test_it_turns_to_what_is_told_aside(rules):
    thought = think(TEXT, "", "", at("red tower", 60.0, 70.0), rules)
    assert thought.skill is Skill.VIEW and thought.turn_deg == pytest.approx(60.0, abs=8.0)


def flown_to_the_end(sights: list[Sight], rules) -> list[Thought]:
    thoughts, memory, executed = [], "", ""
    for sight in sights:
        thought = think(TEXT, memory, executed, sight, rules)
        thoughts.append(thought)
        if thought.skill is None:
            break
        memory = f"whatever a method writes before it. {thought.memory}"
        distance_m = thought.parameters.get("distance_m", 0.0)
        executed = report_words(
            thought.skill, thought.parameters, flown_m=distance_m, turned_deg=thought.turn_deg or 0.0
        )
    return thoughts


def test_subtask_by_subtask_until_it_says_stop(rules):
    sights = [
        at("red tower", 0.0, 60.0),
        at("red tower", 0.0, 11.0),
        at("white church", -5.0, 80.0),
        at("white church", 0.0, 60.0),
        at("white church", 0.0, 12.0),
        at("white church", 0.0, 11.0),
    ]
    thoughts = flown_to_the_end(sights, rules)
    assert thoughts[0].subtask == 1 and thoughts[0].of == 2
    assert thoughts[-1].skill is None
    assert any(one.skill is Skill.VIEW and (one.turn_deg or 0.0) < 0 for one in thoughts)


def test_its_memory_fits_into_the_texts_that_methods_keep(rules):
    long = " Then fly past the tall grey office building with a flat roof on your left." * 8
    thought = think(TEXT + long, "", "", at("red tower", 10.0, 70.0), rules)
    assert len(thought.memory) < MAX_TEXT


def test_a_note_of_many_places_is_shortened_until_it_fits_and_is_still_read():
    label = "very tall light grey office building with a flat green roof"
    tracks = tuple(
        LandmarkTrack(f"{place} {label}"[:60], 123.4, 1234.5, -12.3, PlaceSource.ESTIMATED)
        for place in range(4)
    )
    note = MindNote(
        note="mind",
        subtask=3,
        parts=5,
        progress=SubtaskProgress(part=2, tracks=tracks, seen=(label,) * 4),
        skill=Skill.PIXEL,
        parameters={"distance_m": 40.0},
        intent=Intent(places=tracks, lost=tuple(track.label for track in tracks)),
        words="x" * 120,
    )
    assert len(note.line) > MAX_NOTE
    short = _fitting(note)
    assert len(short.line) <= MAX_NOTE and read_note(with_note("told", short), MindNote) is not None
    assert (short.subtask, short.progress.part, short.skill) == (3, 2, Skill.PIXEL)


@pytest.mark.parametrize("memory", ["", "nothing noted", '{"note":"mind"}', '{"note":"mind","subtask":99}'])
def test_whatever_stands_in_a_memory_it_begins_anew(memory, rules):
    fresh = think(TEXT, "", "", at("red tower", 10.0, 70.0), rules)
    assert think(TEXT, memory, "", at("red tower", 10.0, 70.0), rules) == fresh


def test_what_was_blocked_is_not_flown_again(rules):
    first = think(TEXT, "", "", at("red tower", 0.0, 60.0), rules)
    executed = report_words(first.skill, first.parameters, is_blocked=True)
    second = think(TEXT, first.memory, executed, at("red tower", 0.0, 60.0), rules)
    assert (second.skill, second.parameters) != (first.skill, first.parameters)
