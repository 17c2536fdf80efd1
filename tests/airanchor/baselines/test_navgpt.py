"""NavGPT's loop: what each question is given, errors as observations, and Finished! as the only stop."""

from pathlib import Path
from typing import Any

import pytest

from airanchor.flight import Ending, Flight
from airanchor.reasoner import Prompt
from airanchor.trace import NoteEvent, read_trace
from tests.airanchor.baselines.answers import describe
from tests.airanchor.baselines.flights import AnsweredChat, fly, views_of


def flown(actions: list[Any], *sets: str, folder: Path | None = None) -> tuple[Flight, AnsweredChat]:
    """A flight by these answers of the mind; after the last of them it is finished."""
    left = [*actions]

    def answering(call: int, prompt: Prompt) -> Any:
        if prompt.role == "navgpt_caption":
            return describe(call, prompt)
        if prompt.role == "navgpt_summary":
            return {"history": f"history of {prompt.values['history']}"}
        said = left.pop(0) if left else "Finished!"
        return said if isinstance(said, dict) else {"thought": f"so {said}", "action": said, "repeat": 1}

    return fly("navgpt", answering, *sets, folder=folder)


def asked(chat: AnsweredChat, role: str) -> list[Prompt]:
    return [prompt for prompt in chat.prompts if prompt.role == role]


def test_two_questions_a_step_and_the_mind_sees_no_picture() -> None:
    flight, chat = flown(["TURN_LEFT", "GO_UP"])
    assert (flight.ending, flight.iterations, len(chat.prompts)) == (Ending.STOPPED, 3, 6)
    looks, thoughts = asked(chat, "navgpt_caption"), asked(chat, "navgpt_action")
    assert [len(prompt.images) for prompt in looks] == [8, 8, 8]
    assert [len(prompt.images) for prompt in thoughts] == [0, 0, 0]
    assert (looks[0].images[0] == views_of(flight)[0]).all()
    assert set(looks[0].values) == {"instruction", "direction"}
    assert set(thoughts[0].values) == {"instruction", "scratchpad", "observation", "repeats"}


def test_the_observation_measures_what_the_eyes_named() -> None:
    _, chat = flown([])
    told = asked(chat, "navgpt_action")[0].values["observation"]
    assert told.count("\nFree: ") == 8 and told.startswith(
        "Front (left 22.5 to right 22.5): a plain\nObjects: "
    )
    assert "Heading 20.0 degrees (north). The start lies " in told.split("\n")[-1]


def test_the_scratchpad_tells_how_the_drone_moved() -> None:
    _, chat = flown([{"thought": "rise first", "action": "go up", "repeat": 3}, "TURN_RIGHT"])
    first, second, third = (prompt.values["scratchpad"] for prompt in asked(chat, "navgpt_action"))
    assert first == "Nothing was done yet."
    assert second.endswith(
        "Thought: rise first\nAction: GO_UP\nAction Input: 3\nObservation: Moved: 6.0 m up."
    )
    assert "Observation: Moved: 6.0 m up. Scene: a plain" in third
    assert third.endswith("Observation: Moved: turned 15 degrees right.")


def test_an_unknown_action_is_observed_and_asked_again() -> None:
    flight, chat = flown(["FLY", "FLY", "GO_UP"])  # the same fault twice: the reasoner asks again once itself
    assert flight.ending is Ending.STOPPED and flight.steps == 1
    told = asked(chat, "navgpt_action")[2].values["scratchpad"]
    assert "Observation: 'FLY' is not a valid action. Valid actions are: MOVE_FORWARD, " in told
    assert len(asked(chat, "navgpt_caption")) == 2  # nothing moved, so nothing is looked at again


def test_answers_that_stay_unreadable_become_turns_and_never_a_stop() -> None:
    flight, _ = fly(
        "navgpt",
        lambda call, prompt: describe(call, prompt) if prompt.role == "navgpt_caption" else '{"stop": true}',
        "baselines.navgpt.calls=12",
        "baselines.navgpt.error_tries=2",
    )
    assert flight.ending is Ending.ITERATIONS
    assert flight.skills == {"TURN_RIGHT": 3} and flight.steps == 3


def test_a_description_that_cannot_be_read_leaves_the_measured_part() -> None:
    _, chat = fly(
        "navgpt",
        lambda call, prompt: (
            "nothing"
            if prompt.role == "navgpt_caption"
            else {"thought": "done", "action": "Finished!", "repeat": 1}
        ),
    )
    told = asked(chat, "navgpt_action")[0].values["observation"]
    assert told.count(": not described\nObjects: none\nFree: ") == 8


def test_the_view_ahead_alone_between_looks_around() -> None:
    _, chat = flown(["GO_UP"] * 3, "baselines.navgpt.around_every=3")
    assert [len(prompt.images) for prompt in asked(chat, "navgpt_caption")] == [8, 1, 1, 8]


def test_a_history_is_kept_where_it_is_switched_on() -> None:
    _, chat = flown(["GO_UP", "GO_UP"], "baselines.navgpt.summarises=true")
    assert [prompt.role for prompt in chat.prompts[2:5]] == [
        "navgpt_caption",
        "navgpt_summary",
        "navgpt_action",
    ]
    last = asked(chat, "navgpt_action")[-1].values["scratchpad"]
    assert last.startswith("history of history of ") and last.count("Thought: ") == 1


def test_a_blocked_action_is_observed() -> None:
    _, chat = flown([{"thought": "down", "action": "GO_DOWN", "repeat": 5}] * 3)
    told = asked(chat, "navgpt_action")[-1].values["scratchpad"].split("\n")[-1]
    assert told.startswith("Observation: Blocked by the object after ")


@pytest.mark.parametrize("most", [1, 5])
def test_no_more_repeats_than_granted(most: int) -> None:
    answer = {"thought": "up", "action": "GO_UP", "repeat": 5}
    flight, _ = flown([answer, answer], f"baselines.navgpt.greatest_repeat={most}")
    assert flight.steps == (1 if most == 1 else 10)


def test_the_budget_of_questions_ends_a_flight() -> None:
    flight, chat = flown(["GO_UP"] * 9, "baselines.navgpt.calls=5")
    assert flight.ending is Ending.ITERATIONS and len(chat.prompts) == 5
    assert "5 questions were granted" in flight.words


def test_the_replay_gets_the_observation_and_the_scratchpad(tmp_path: Path) -> None:
    note = '\n{"note":"leg","runs":[]}'
    flown([{"thought": f"rise{note}", "action": "GO_UP", "repeat": 1}], folder=tmp_path)
    notes = [event for event in read_trace(tmp_path).events if isinstance(event, NoteEvent)]
    assert [event.text for event in notes] == ["observation", "scratchpad"] * 2
    texts = [str(event.data["text"]) for event in notes]
    assert "Front (left 22.5 to right 22.5): a plain" in texts[2]
    assert "Thought: rise\nAction: GO_UP" in texts[3]
