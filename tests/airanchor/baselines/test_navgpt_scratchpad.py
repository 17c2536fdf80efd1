"""NavGPT's scratchpad: what is kept of older steps, where it is cut, and errors as observations."""

import math

import pytest
from hypothesis import given
from hypothesis import strategies as st

from airanchor.baselines.navgpt.config import NavGptConfig
from airanchor.baselines.navgpt.scratchpad import ReactStep, Scratchpad
from airanchor.baselines.navgpt.words import moved_words, scene_sentence
from airanchor.errors import InputError
from airanchor.reasoner.roles.peers.navgpt.directions import Octant
from airanchor.reasoner.roles.peers.navgpt.observation import DirectionBlock, ObjectCue, ToldSurroundings
from aircity.geometry import Pose
from aircity.world import Action, advance


def step(number: int, thought: str = "go on") -> ReactStep:
    return ReactStep(f"{thought} {number}", "MOVE_FORWARD", "2", f"Moved {number}.", f"scene {number}.")


def test_only_the_newest_step_has_all_that_was_observed() -> None:
    pad = Scratchpad(7000, "seen at the start in full", begun="a street.")
    assert pad.history == "" and pad.text == "seen at the start in full"
    pad = pad.with_step(step(1), "seen after one in full").with_step(step(2), "seen after two in full")
    assert pad.text == (
        "Observation: a street.\n\n"
        "Thought: go on 1\nAction: MOVE_FORWARD\nAction Input: 2\nObservation: Moved 1. Scene: scene 1.\n\n"
        "Thought: go on 2\nAction: MOVE_FORWARD\nAction Input: 2\nObservation: Moved 2.\n\n"
        "seen after two in full"
    )


def test_an_error_is_the_observation_and_what_is_seen_stays() -> None:
    pad = Scratchpad(7000, "all around").with_step(step(1), "now")
    wrong = pad.with_error("fly home", "FLY", "1", "'FLY' is not a valid action.")
    assert wrong.observation == "now"
    assert wrong.history.endswith("Action: FLY\nAction Input: 1\nObservation: 'FLY' is not a valid action.")


def test_the_note_of_a_thought_goes_when_a_newer_thought_was_followed() -> None:
    note = '\n{"note":"course","left":[]}'
    first = ReactStep(f"begin{note}", "TURN_LEFT", "1", "Moved.")
    pad = Scratchpad(7000, "now").with_step(first, "now")
    assert note in pad.history
    assert note in pad.with_error("", "", "", "no action").history
    later = pad.with_step(ReactStep(f"go on{note}", "TURN_LEFT", "1", "Moved."), "now")
    assert later.history.count("note") == 1 and "Thought: begin\n" in later.history


def test_a_digest_takes_the_place_of_older_steps() -> None:
    pad = Scratchpad(7000, "now", begun="a street.").with_step(step(1), "a").with_step(step(2), "b")
    told = pad.digested("Turned at the tower.").history
    assert told.startswith("Turned at the tower.\n\nThought: go on 2") and "go on 1" not in told


@given(
    st.lists(st.text(max_size=1200), min_size=1, max_size=12),
    st.text(max_size=3000),
    st.integers(1000, 9000),
)
def test_it_never_exceeds_its_limit_and_holds_whole_steps(
    thoughts: list[str], observation: str, limit: int
) -> None:
    pad = Scratchpad(limit, observation)
    for number, thought in enumerate(thoughts):
        pad = pad.with_step(step(number, thought), observation)
    assert len(pad.text) <= limit
    newest = pad.steps[-1].words(is_newest=True)
    if len(newest) + len(observation) + 2 <= limit:
        assert pad.history.endswith(newest)
        assert pad.history.startswith(("Thought: ", "Observation: "))


def test_the_oldest_steps_go_first() -> None:
    pad = Scratchpad(7000, "now" * 300)
    for number in range(100):
        pad = pad.with_step(step(number), "now" * 300)
    numbers = [line for line in pad.history.split("\n") if line.startswith("Thought")]
    assert numbers[-1] == "Thought: go on 99" and len(numbers) > 30
    assert numbers == [f"Thought: go on {number}" for number in range(100 - len(numbers), 100)]


@pytest.mark.parametrize(
    ("action", "words"),
    [
        (Action.MOVE_FORWARD, "Moved: 5.0 m ahead."),
        (Action.MOVE_LEFT, "Moved: 5.0 m to the left."),
        (Action.GO_DOWN, "Moved: 2.0 m down."),
        (Action.TURN_RIGHT, "Moved: turned 15 degrees right."),
        (Action.STOP, "Nothing moved."),
    ],
)
def test_motions_are_told_from_the_heading_before(action: Action, words: str) -> None:
    before = Pose(3.0, 4.0, 50.0, math.radians(217))
    assert moved_words(before, advance(before, action)) == words


def test_a_scene_is_a_sentence_of_the_view_ahead_and_the_nearest_things() -> None:
    cues = tuple(ObjectCue(f"thing {away}", -10.0, float(away), 0.0) for away in (40, 10, 30, 20))
    blocks = (
        DirectionBlock(Octant.FRONT, "a wide\nstreet.", (ObjectCue("tower", 0.0, None),)),
        DirectionBlock(Octant.LEFT, "a wall", cues),
    )
    assert scene_sentence(ToldSurroundings(blocks)) == (
        "a wide street; thing 10 left 10.0 at 10 m, thing 20 left 10.0 at 20 m, thing 30 left 10.0 at 30 m."
    )
    assert len(scene_sentence(ToldSurroundings((DirectionBlock(Octant.FRONT, "word " * 99),)))) <= 200


def test_the_published_values_are_the_defaults() -> None:
    config = NavGptConfig()
    assert (config.scratchpad_chars, config.summarises, config.around_every) == (7000, False, 1)
    assert len(Octant) == 8


@pytest.mark.parametrize(
    ("name", "value"), [("greatest_repeat", 6), ("greatest_repeat", 0), ("object_range_m", 0.0), ("calls", 0)]
)
def test_values_out_of_range_are_refused(name: str, value: float) -> None:
    with pytest.raises(InputError, match=name):
        NavGptConfig(**{name: value})
