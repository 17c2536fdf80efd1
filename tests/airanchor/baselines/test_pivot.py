"""PIVOT: arrows are asked about again and again, runs agree, and a stop needs a second word."""

import itertools
import json
from collections.abc import Callable
from pathlib import Path
from typing import Any

import numpy as np
import pytest

from airanchor.embedded.eyes.labels import read_labels
from airanchor.flight import Ending
from airanchor.reasoner import Prompt
from airanchor.trace import NoteEvent, PictureEvent, SkillEvent, read_trace
from tests.airanchor.baselines.flights import fly, views_of

Say = Callable[[int, Prompt], Any]


def always(*labels: str) -> Say:
    return lambda call, prompt: {"choices": list(labels), "reason": "so"}


def in_turn(*answers: list[str]) -> Say:
    """Each answer once, and then the last again and again."""
    return lambda call, prompt: {"choices": answers[min(call, len(answers)) - 1], "reason": "so"}


def notes(folder: Path) -> list[NoteEvent]:
    return [event for event in read_trace(folder).events if isinstance(event, NoteEvent)]


def skills(folder: Path) -> list[SkillEvent]:
    return [event for event in read_trace(folder).events if isinstance(event, SkillEvent)]


def test_three_questions_a_decision_with_fewer_and_fewer_to_choose() -> None:
    flight, chat = fly("pivot", always("1", "2", "3"), "baselines.pivot.calls=6")
    assert (flight.ending, flight.iterations, len(chat.prompts)) == (Ending.ITERATIONS, 2, 6)
    assert [prompt.values["count"] for prompt in chat.prompts] == ["3", "2", "1"] * 2
    assert all(set(prompt.values) == {"instruction", "labels", "count", "travel"} for prompt in chat.prompts)


def test_the_picture_alone_tells_where_the_arrows_are(tmp_path: Path) -> None:
    flight, chat = fly("pivot", always("2"), "baselines.pivot.calls=3", folder=tmp_path)
    view = views_of(flight)[0]
    for prompt, note in zip(chat.prompts, notes(tmp_path), strict=True):
        (image,) = prompt.images
        read = read_labels(image)
        assert {label: list(place) for label, place in read.tips.items()} == note.data["ends"]
        assert prompt.values["labels"] == ", ".join([*sorted(read.tips), "L", "R", "0"])
        assert image.shape == view.shape and (image != view).any()


def test_arrows_gather_around_what_was_chosen_and_the_last_choice_is_flown(tmp_path: Path) -> None:
    fly("pivot", always("4", "1"), "baselines.pivot.calls=3", folder=tmp_path)
    asked = notes(tmp_path)
    for before, after in itertools.pairwise(asked):
        ends = [before.data["ends"][label] for label in before.data["chosen"]]
        assert after.data["mean"] == pytest.approx(np.mean(ends, axis=0), abs=0.06)
    (flown,) = skills(tmp_path)
    assert flown.skill == "Arrow" and flown.parameters["pixel"] == asked[-1].data["ends"]["4"]
    pictures = [event for event in read_trace(tmp_path).events if isinstance(event, PictureEvent)]
    assert [picture.title for picture in pictures] == [f"arrows {number} of 3" for number in (1, 2, 3)]


def test_an_empty_answer_begins_anew_and_the_last_word_before_it_counts(tmp_path: Path) -> None:
    fly("pivot", in_turn(["4"], [], []), "baselines.pivot.calls=3", folder=tmp_path)
    first, second, third = notes(tmp_path)
    assert second.data["mean"] == pytest.approx(first.data["ends"]["4"])
    assert (third.data["mean"], third.data["std"]) == (first.data["mean"], first.data["std"])
    assert skills(tmp_path)[0].parameters["pixel"] == first.data["ends"]["4"]


def test_nothing_chosen_is_a_failure_and_no_motion(tmp_path: Path) -> None:
    flight, _ = fly("pivot", always(), "baselines.pivot.calls=6", folder=tmp_path)
    assert flight.steps == 0 and flight.failures == {"no arrow chosen": 2}


@pytest.mark.parametrize(("label", "yaw_deg"), [("L", -90), ("R", 90)])
def test_a_turn_is_flown_at_once(label: str, yaw_deg: int, tmp_path: Path) -> None:
    flight, chat = fly("pivot", always(label, "1"), "baselines.pivot.calls=2", folder=tmp_path)
    assert flight.iterations == len(chat.prompts) == 2
    assert flight.steps == 12 and flight.path_length_m == 0
    assert [event.parameters for event in skills(tmp_path)] == [{"yaw_deg": yaw_deg}] * 2


@pytest.mark.parametrize(
    ("answers", "calls"),
    [
        ([["0"], ["0"]], 2),
        ([["0", "3"], ["3"], ["0"], ["0"]], 4),
        ([["3"], ["0"], ["0", "1"]], 3),
        ([["3"], ["3", "0"], ["0"], ["3", "0"], ["1"], ["1"], ["0"], ["0"]], 8),
    ],
)
def test_one_run_stops_when_two_answers_in_a_row_begin_with_the_stop(
    answers: list[list[str]], calls: int
) -> None:
    flight, chat = fly("pivot", in_turn(*answers), "baselines.pivot.calls=9")
    assert (flight.ending, len(chat.prompts)) == (Ending.STOPPED, calls)


def test_a_stop_that_awaits_its_second_word_moves_nothing(tmp_path: Path) -> None:
    said = in_turn(["3"], ["3"], ["0"], ["0"])
    fly("pivot", said, "baselines.pivot.calls=9", folder=tmp_path)
    waiting, stopped = skills(tmp_path)
    assert waiting.skill == stopped.skill == "Stop" and waiting.steps == 0
    assert "to be confirmed" in waiting.words and "was confirmed" in stopped.words


def test_one_run_of_three_does_not_stop_and_two_do() -> None:
    flight, chat = fly("pivot-robust", in_turn(["0"], ["0"], ["2"]), "baselines.pivot.calls=3")
    assert flight.ending is Ending.ITERATIONS and len(chat.prompts) == 9
    flight, chat = fly("pivot-robust", in_turn(["0"], ["0"], ["2"], ["2"], ["2"], ["0"]))
    assert (flight.ending, len(chat.prompts)) == (Ending.STOPPED, 7)


def test_runs_draw_arrows_of_their_own_and_the_middle_one_is_flown(tmp_path: Path) -> None:
    fly("pivot-robust", always("1"), "baselines.pivot.calls=3", folder=tmp_path)
    asked = notes(tmp_path)
    assert len({json.dumps(note.data["ends"]) for note in asked}) == 9
    winners = [asked[place].data["ends"]["1"] for place in (2, 5, 8)]
    mean = np.mean(winners, axis=0)
    nearest = min(winners, key=lambda winner: float(np.hypot(*(np.array(winner) - mean))))
    assert skills(tmp_path)[0].parameters["pixel"] == nearest


def test_one_more_question_can_choose_among_the_winners(tmp_path: Path) -> None:
    sets = ("baselines.pivot.calls=4", "baselines.pivot.aggregation=ask", "baselines.pivot.iterations=1")
    fly("pivot-robust", always("2"), *sets, folder=tmp_path)
    asked = notes(tmp_path)
    last = asked[3].data
    assert len(last["ends"]) <= 3 and asked[3].text == "arrows that won"
    winners = [note.data["ends"]["2"] for note in asked[:3]]
    assert all(end in winners for end in last["ends"].values())
    assert skills(tmp_path)[0].parameters["pixel"] == last["ends"]["2"]


@pytest.mark.parametrize(
    "said", ['{"choices": "0"', '{"choices": ["nine"]}', '{"choices": ["77", "0"]}', "0"]
)
def test_an_answer_that_cannot_be_read_is_no_stop(said: str) -> None:
    flight, _ = fly("pivot", lambda call, prompt: said, "baselines.pivot.calls=4")
    assert flight.ending is Ending.ITERATIONS and flight.usage[0].fallbacks == 4


def test_spelling_is_forgiven() -> None:
    flight, _ = fly("pivot", lambda call, prompt: {"choices": [3, "arrow 4", "r"]}, "baselines.pivot.calls=3")
    assert flight.usage[0].fallbacks == flight.usage[0].repairs == 0


@pytest.mark.parametrize("word", ["tower", "far", "none at all", "tall", "door", "R-L"])
def test_a_word_that_ends_like_a_label_is_none(word: str) -> None:
    flight, _ = fly("pivot", lambda call, prompt: {"choices": [word]}, "baselines.pivot.calls=2")
    assert flight.usage[0].fallbacks == 2


def test_the_seed_decides_the_arrows(tmp_path: Path) -> None:
    ends = []
    for place, seed in enumerate((1, 1, 2)):
        folder = tmp_path / str(place)
        fly("pivot", always("1"), f"baselines.seed={seed}", "baselines.pivot.calls=3", folder=folder)
        ends.append([note.data["ends"] for note in notes(folder)])
    assert ends[0] == ends[1] != ends[2]
