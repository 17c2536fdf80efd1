"""FineCog-Nav's loop: who is asked when and knows what, sentences and sub-goals, time-outs and endings."""

from collections import Counter
from collections.abc import Callable
from pathlib import Path
from typing import Any

import pytest

from airanchor.baselines.finecog.memory import NOTHING
from airanchor.flight import Ending, Flight
from airanchor.reasoner import Prompt
from airanchor.trace import NoteEvent, SubtaskEvent, read_trace
from aircity.world import Action
from tests.airanchor.baselines.answers import FINECOG
from tests.airanchor.baselines.flights import AnsweredChat, fly

SENTENCES = {
    "sentences": [
        {"text": "Rise.", "landmarks": ["red box"]},
        {"text": "Turn and stop.", "landmarks": ["blue box"]},
    ]
}
NEVER = {"achieved": False, "reason": "not yet"}
ALWAYS = {"achieved": True, "reason": "there"}


def flown(agent: str, *sets: str, folder: Path | None = None, **said: Any) -> tuple[Flight, AnsweredChat]:
    """A flight by the plain answers, but for some: an answer, or a function of the question."""
    rows: dict[str, Callable[[Prompt], Any]] = {
        f"finecog_{name}": one if callable(one) else lambda prompt, one=one: one for name, one in said.items()
    }

    def answer(call: int, prompt: Prompt) -> Any:
        return rows[prompt.role](prompt) if prompt.role in rows else FINECOG[prompt.role](call, prompt)

    named = tuple(f"baselines.finecog.{one}" for one in sets)
    return fly(agent, answer, *named, folder=folder)


def asked(chat: AnsweredChat, name: str) -> list[Prompt]:
    return [prompt for prompt in chat.prompts if prompt.role == f"finecog_{name}"]


def choosing(number: int) -> dict[str, Any]:
    return {"thought": "so", "selected_action": number}


def test_four_questions_an_action_and_the_rest_once() -> None:
    _, chat = flown("finecog-nav", "actions=5", judge=NEVER)
    counts = Counter(prompt.role.removeprefix("finecog_") for prompt in chat.prompts)
    once = dict.fromkeys(("sentences", "attention", "subgoals", "imagery"), 1)
    each = dict.fromkeys(("perception", "judge", "decision"), 5)
    assert counts == {**once, **each, "step_memory": 4}  # nobody would read the memory of the last action


def test_only_perception_sees_a_picture() -> None:
    _, chat = flown("finecog-nav", "actions=4")
    assert {prompt.role for prompt in chat.prompts if prompt.images} == {"finecog_perception"}


def test_it_is_done_when_all_sentences_are_judged_done() -> None:
    flight, chat = flown("finecog-nav", sentences=SENTENCES, judge=ALWAYS, subgoals={"subgoals": ["Go."]})
    assert flight.ending is Ending.STOPPED
    assert flight.steps == 1  # the first sentence is judged before anything is flown for it, the second after
    assert len(asked(chat, "attention")) == 2


def test_stop_is_offered_on_the_last_sentence_alone_and_refused_before() -> None:
    sets = ("timeout_steps=2", "actions=20")
    flight, chat = flown("finecog-nav", *sets, sentences=SENTENCES, judge=NEVER, decision=choosing(0))
    offers = [prompt.values["actions"].startswith("0: STOP") for prompt in asked(chat, "decision")]
    assert offers[0] is False and offers[-1] is True and flight.ending is Ending.STOPPED
    rows = {row.role: row for row in flight.usage}
    assert rows["finecog_decision"].fallbacks == 3 and flight.steps == 3


def test_as_published_stop_is_accepted_early() -> None:
    flight, chat = flown("finecog-nav-faithful", sentences=SENTENCES, judge=NEVER, decision=choosing(0))
    assert (flight.ending, flight.steps) == (Ending.STOPPED, 0)
    assert "0: STOP" not in asked(chat, "decision")[0].values["actions"]


@pytest.mark.parametrize("agent", ["finecog-nav", "finecog-nav-faithful"])
def test_an_answer_that_cannot_be_read_moves_forward_and_never_stops(agent: str) -> None:
    garbage = {"selected_action": "STOP the flight now"}
    flight, _ = flown(agent, "actions=4", decision=garbage, judge="{}")
    assert flight.ending is Ending.ITERATIONS and flight.steps == 4
    assert flight.path_length_m == pytest.approx(20.0)


def test_a_sentence_that_takes_too_long_gives_way_to_the_next_and_the_last_to_stop() -> None:
    flight, chat = flown("finecog-nav", "timeout_steps=3", sentences=SENTENCES, judge=NEVER)
    assert (flight.ending, flight.steps) == (Ending.STOPPED, 8)  # more than three for each sentence
    assert [prompt.values["sentence"] for prompt in asked(chat, "subgoals")] == ["Rise.", "Turn and stop."]


def test_a_time_out_sums_up_and_the_next_sentence_knows_the_past() -> None:
    _, chat = flown("finecog-nav", "timeout_steps=3", sentences=SENTENCES, judge=NEVER)
    first = next(one for one in asked(chat, "decision") if one.values["sentence"] == "Turn and stop.")
    assert first.values["history"] == "For Fly on.: I moved on."


def test_as_published_a_time_out_forgets() -> None:
    sets = ("timeout_steps=3", "actions=40")
    _, chat = flown("finecog-nav-faithful", *sets, sentences=SENTENCES, judge=NEVER)
    first = next(one for one in asked(chat, "decision") if one.values["sentence"] == "Turn and stop.")
    assert first.values["history"] == NOTHING and not asked(chat, "summary")


@pytest.mark.parametrize(("agent", "seen"), [("finecog-nav", "blue"), ("finecog-nav-faithful", "red")])
def test_a_new_sentence_is_cut_up_by_the_new_view_and_as_published_by_the_old(agent: str, seen: str) -> None:
    def attend(prompt: Prompt) -> Any:
        return {"questions": [{"landmark": prompt.values["landmarks"], "question": "where?"}]}

    def look(prompt: Prompt) -> Any:
        return {"overall": f"looked for the {prompt.values['questions'].split()[0]} box", "details": ""}

    _, chat = flown(agent, "actions=4", sentences=SENTENCES, judge=ALWAYS, attention=attend, perception=look)
    cut = asked(chat, "subgoals")[1].values
    assert (cut["sentence"], cut["observation"]) == ("Turn and stop.", f"looked for the {seen} box")


def test_the_judge_is_told_the_steps_of_its_own_subgoal_alone() -> None:
    verdicts = iter([NEVER, NEVER, ALWAYS, *[NEVER] * 9])
    _, chat = flown("finecog-nav", "actions=6", judge=lambda prompt: next(verdicts))
    told = [(one.values["subgoal"], one.values["steps"].count("Step ")) for one in asked(chat, "judge")]
    assert told == [("Fly on.", 0), ("Fly on.", 1), ("Fly on.", 2), ("Rise.", 1), ("Rise.", 2), ("Rise.", 3)]
    assert asked(chat, "judge")[0].values["next_subgoal"] == "Rise."


def test_a_blocked_action_is_remembered_as_blocked() -> None:
    _, chat = flown("finecog-nav", "actions=40", "timeout_steps=40", judge=NEVER, decision=choosing(5))
    results = [one.values["result"] for one in asked(chat, "step_memory")]
    assert results[0] == "done" and results[-1].startswith("blocked")
    assert "GO_DOWN" in asked(chat, "decision")[-1].values["warning"]


def test_actions_that_are_warned_of_can_be_left_out() -> None:
    sets = ("actions=8", "masks_collisions=true")
    flight, chat = flown("finecog-nav", *sets, judge=NEVER, decision=choosing(5))
    assert "GO_DOWN" not in asked(chat, "decision")[-1].values["actions"]
    assert flight.trajectory[-1].z_m > 0


def test_questions_are_granted_too() -> None:
    flight, chat = flown("finecog-nav", "calls=10", judge=NEVER)
    assert flight.ending is Ending.ITERATIONS and len(chat.prompts) == 10


def test_the_replay_tells_of_sentences_perception_judge_and_memory(tmp_path: Path) -> None:
    flown("finecog-nav", "timeout_steps=2", sentences=SENTENCES, judge=NEVER, folder=tmp_path / "t")
    events = read_trace(tmp_path / "t").events
    parts = [event.text for event in events if isinstance(event, SubtaskEvent)]
    assert parts == ["Rise.", "Turn and stop."]
    notes = {event.text for event in events if isinstance(event, NoteEvent)}
    assert {"perception", "judge", "memory"} <= notes


def test_every_primitive_can_be_chosen() -> None:
    for number in range(1, 8):
        flight, _ = flown("finecog-nav", "actions=1", judge=NEVER, decision=choosing(number))
        assert flight.steps == 1, Action(number)
