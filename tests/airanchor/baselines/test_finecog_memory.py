"""FineCog-Nav's memory: steps, sub-goals and sentences, and what a decision is told of them."""

from hypothesis import given
from hypothesis import strategies as st

from airanchor.baselines.finecog.memory import NOTHING, FlightMemory, SubgoalMemory

NOTE = '{"note":"course","left":3}'


def flown() -> FlightMemory:
    memory = FlightMemory([("Turn left and fly to the church.", ["church"]), ("Stop at the pool.", ["pool"])])
    memory.sentence.subgoals = [SubgoalMemory("turn left"), SubgoalMemory("fly to the church")]
    return memory


def test_nothing_is_told_before_anything_was_flown() -> None:
    assert flown().history(keeps=True) == NOTHING
    assert FlightMemory([("Go.", [])]).history(keeps=True) == NOTHING


def test_a_finished_subgoal_is_told_by_its_summary_and_the_one_flown_by_its_steps() -> None:
    memory = flown()
    memory.remember("I see a street; I turned left.")
    memory.sentence.subgoal.summary = "I turned left."
    memory.sentence.at = 1
    memory.remember("I see a church; I moved forward.")
    memory.remember("I see a church; I went up.")
    assert memory.history(keeps=True).split("\n") == [
        "For turn left: I turned left.",
        "Step 1: I see a church; I moved forward.",
        "Step 2: I see a church; I went up.",
    ]


def test_a_note_is_told_with_the_newest_step_alone() -> None:
    memory = flown()
    memory.remember(f"I turned.\n{NOTE}")
    memory.remember(f"I turned again.\n{NOTE}")
    assert memory.history(keeps=True) == f"Step 1: I turned.\nStep 2: I turned again.\n{NOTE}"


def test_the_next_sentence_knows_the_past_only_if_history_is_kept() -> None:
    memory = flown()
    memory.sentence.subgoals[0].summary = "I turned left."
    memory.begin_next_sentence()
    assert memory.history(keeps=True) == "For turn left: I turned left."
    assert memory.history(keeps=False) == NOTHING


def test_what_comes_next_is_a_subgoal_then_a_sentence_then_nothing() -> None:
    memory = flown()
    assert memory.next_aim == "fly to the church"
    memory.sentence.at = 1
    assert memory.next_aim == "Stop at the pool."
    memory.begin_next_sentence()
    memory.sentence.subgoals = [SubgoalMemory("stop")]
    assert memory.next_aim == NOTHING
    assert memory.is_last_sentence


@given(st.lists(st.text(min_size=1, max_size=20), max_size=8), st.booleans())
def test_every_step_of_the_flown_subgoal_is_told_in_order(steps: list[str], keeps: bool) -> None:
    memory = flown()
    for step in steps:
        memory.remember(step)
    told = memory.history(keeps=keeps)
    at = [told.index(f"Step {number}: ") for number in range(1, len(steps) + 1)]
    assert at == sorted(at)
    assert (told == NOTHING) is (not steps)
