"""How the rules answer FineCog-Nav: a view in words read back, and judge and decision that agree."""

from typing import Any

import numpy as np
import pytest
from hypothesis import given
from hypothesis import strategies as st

from airanchor.embedded.ears import read_clauses
from airanchor.embedded.eyes.reader import PictureDetection
from airanchor.embedded.rules.config import FineCogRules, RulebookConfig
from airanchor.embedded.rules.notes.note import read_note
from airanchor.embedded.rules.peers.finecog import FINECOG_RULES
from airanchor.embedded.rules.peers.finecog.moment import FineCogNote
from airanchor.embedded.rules.peers.finecog.told_view import ToldScene, ToldSight, height_words, open_words
from airanchor.embedded.rules.senses import Senses
from airanchor.embedded.rules.words.names import Names
from airanchor.perception import Phrase
from airanchor.reasoner import Prompt
from airanchor.reasoner.roles.peers.finecog.texts import MAX_CARRIED
from tests.airanchor.embedded.rules.desk import PlantedScenes
from tests.airanchor.memory.scenes import WordEncoder

SUBGOAL = "Fly to the red tower and stop there."
MOVES = "\n".join(("1: MOVE_FORWARD", "2: TURN_LEFT", "3: TURN_RIGHT", "4: GO_UP", "5: GO_DOWN"))
FORWARD, LEFT, RIGHT, UP, STOP = 1, 2, 3, 4, 0
NAMES = {1: "MOVE_FORWARD", 2: "TURN_LEFT", 3: "TURN_RIGHT", 4: "GO_UP", 5: "GO_DOWN"}


def seen(bearing_deg: float, score: float = 0.9, range_m: float | None = 40.0) -> PictureDetection:
    mask = np.zeros((64, 64), dtype=bool)
    return PictureDetection((0, 0, 1, 1), (0, 0), mask, score, bearing_deg, 2.0, range_m, None, False, 9.0)


@pytest.fixture(scope="module")
def rules() -> Senses:
    text, config = WordEncoder(), RulebookConfig()
    return Senses(Names(text, config.naming), PlantedScenes({7: {"tower": seen(20.0)}}), read_clauses, config)


def ask(rules: Senses, name: str, *images: Any, **values: str) -> Any:
    return FINECOG_RULES[f"finecog_{name}"](Prompt(f"finecog_{name}", values, images, ()), rules)


def view(text: str) -> ToldScene:
    return ToldScene(text, FineCogRules())


def tower(bearing_deg: float, range_m: float) -> str:
    return f"In Front: {ToldSight('red tower', 0.9, range_m, bearing_deg, 2.0, 9.0).words}"


def decided(
    rules: Senses, observation: str, history: str = "None", *, warning: str = "None", **more: str
) -> Any:
    told = {"sentence": SUBGOAL, "subgoal": SUBGOAL, "actions": MOVES, **more}
    return ask(rules, "decision", observation=observation, history=history, warning=warning, **told)


def stepped(rules: Senses, choice: Any, observation: str, result: str = "done") -> str:
    action = NAMES.get(choice["selected_action"], "STOP")
    step = ask(
        rules, "step_memory", observation=observation, thought=choice["thought"], action=action, result=result
    )
    return f"Step 1: {step['step_memory']}"


def judged(rules: Senses, observation: str, steps: str) -> bool:
    verdict = ask(rules, "judge", subgoal=SUBGOAL, steps=steps, observation=observation)
    return bool(verdict["achieved"])


angles = st.floats(-89.0, 89.0).map(lambda angle: round(angle, 1))


@given(
    st.sampled_from(["red tower", "church", "block of flats"]),
    st.integers(0, 100),
    st.none() | st.floats(0.0, 999.0).map(lambda range_m: round(range_m, 1)),
    angles,
    angles,
    angles,
)
def test_a_sight_in_words_is_read_back(
    label: str, percent: int, range_m: float | None, bearing_deg: float, middle_deg: float, top_deg: float
) -> None:
    sight = ToldSight(label, percent / 100, range_m, bearing_deg, middle_deg, top_deg)
    assert view(f"Houses.\nIn Front: \n- {sight.words}\n- {sight.words}").sights == (sight, sight)


@given(st.text(max_size=300))
def test_anybodys_text_is_a_view(text: str) -> None:
    scene = view(text)
    assert scene.find(Phrase("tower")) == () and len(scene.openness()) == scene.size_px[0]


def test_height_and_open_ways_are_read_back() -> None:
    scene = view(f"{height_words(42.0)} {open_words([-30.0, 10.0])}")
    assert scene.height_m == 42.0
    assert scene.open_pixel((0, 0))[0] < 200 < 256 < scene.open_pixel((400, 0))[0]


def test_sentences_keep_their_words_and_name_their_landmarks(rules: Senses) -> None:
    text = "Turn left and fly to the red tower. Then climb 10 metres and stop at the church."
    sentences = ask(rules, "sentences", instruction=text)["sentences"]
    assert [one["landmarks"] for one in sentences] == [["red tower"], ["church"]]
    assert "left" in sentences[0]["text"] and "10" in sentences[1]["text"]


def test_a_sentence_that_asks_for_nothing_completes_the_one_before(rules: Senses) -> None:
    sentences = ask(rules, "sentences", instruction="Fly to the church. That is all.")["sentences"]
    assert len(sentences) == 1


def test_attention_asks_for_this_sentence_first(rules: Senses) -> None:
    told = {"sentence": "Fly to the red tower.", "next_sentence": "Stop at the church.", "landmarks": "None."}
    questions = ask(rules, "attention", **told)["questions"]
    assert [one["landmark"] for one in questions] == ["red tower", "church"]


def test_perception_tells_where_things_are_and_what_is_missing(rules: Senses) -> None:
    image = np.full((64, 64, 3), 7, np.uint8)
    said = ask(rules, "perception", image, questions="red tower: where?\nwhite church: where?")
    assert "Not in view: white church" in said["overall"]
    assert "about 40.0 m away, 20.0 degrees to the right" in said["details"]["On my Right"]
    assert view("\n".join(said["details"].values())).sights[0].label == "red tower"


def test_it_turns_towards_what_is_told_aside_and_then_flies_on(rules: Senses) -> None:
    first = decided(rules, tower(30.0, 60.0))
    assert first["selected_action"] == RIGHT
    second = decided(rules, tower(15.0, 60.0), stepped(rules, first, tower(30.0, 60.0)))
    third = decided(rules, tower(0.0, 60.0), stepped(rules, second, tower(15.0, 60.0)))
    assert (second["selected_action"], third["selected_action"]) == (RIGHT, FORWARD)


def test_the_judge_waits_for_the_course_and_agrees_with_the_decision(rules: Senses) -> None:
    far_m, history, judgements = 30.0, "None", []
    for _ in range(12):
        view = tower(0.0, far_m)
        judgements.append(judged(rules, view, history))
        if judgements[-1]:
            break
        choice = decided(rules, view, history)
        assert choice["selected_action"] == FORWARD
        history, far_m = stepped(rules, choice, view), far_m - 5.0
    assert judgements[-1] and far_m <= rules.config.near_m
    assert decided(rules, tower(0.0, far_m), history, actions=f"0: STOP\n{MOVES}")["selected_action"] == STOP


def test_what_is_seen_farther_off_than_it_was_taken_to_be_is_flown_on_to(rules: Senses) -> None:
    view, history = tower(0.0, 30.0), "None"
    for _ in range(4):
        assert not judged(rules, view, history)
        choice = decided(rules, view, history)
        history, view = stepped(rules, choice, view), tower(0.0, 55.0)
    assert not judged(rules, view, history)
    assert decided(rules, view, history)["selected_action"] == FORWARD
    assert judged(rules, "Nothing.", history)


def test_what_is_done_stops_the_flight_only_where_nothing_follows(rules: Senses) -> None:
    history = "None"
    for far_m in (22.0, 17.0, 12.0):
        choice = decided(rules, tower(0.0, far_m), history)
        history = stepped(rules, choice, tower(0.0, far_m))
    more = {"actions": f"0: STOP\n{MOVES}", "sentence": f"{SUBGOAL} Then fly to the church."}
    assert decided(rules, tower(0.0, 7.0), history, **more)["selected_action"] != STOP


def test_a_warning_makes_it_climb(rules: Senses) -> None:
    warning = "Something is very close: MOVE_FORWARD would likely hit it."
    view = tower(0.0, 90.0)
    assert decided(rules, view, warning=warning)["selected_action"] == UP


def test_a_wall_with_the_landmark_straight_ahead_is_the_landmark(rules: Senses) -> None:
    view, warning = tower(0.0, 40.0), "Something is very close: MOVE_FORWARD would likely hit it."
    history = stepped(rules, decided(rules, view), view)
    choice = decided(rules, view, history, warning=warning)
    assert choice["selected_action"] == UP
    assert judged(rules, view, stepped(rules, choice, view))


def test_a_blocked_action_ends_the_course(rules: Senses) -> None:
    view = tower(0.0, 60.0)
    choice = decided(rules, view)
    steps = stepped(rules, choice, view, "blocked by the object after 0 of 1 steps")
    note = read_note(steps, FineCogNote)
    assert note is not None and note.is_blocked and note.left
    again = decided(rules, view, steps)
    renewed = read_note(again["thought"], FineCogNote)
    assert renewed is not None and len(renewed.done) == 1  # a new course


def test_what_it_remembers_fits_into_the_texts_that_carry_it(rules: Senses) -> None:
    names = ("red tower", "white church", "blue pool", "grey barn", "green hall", "brown mill")
    subgoal = "".join(f"Fly past the {name}, then " for name in names) + "stop at the red tower."
    view = "\n".join(ToldSight(name, 0.9, 333.3, -33.3, -12.3, 45.6).words for name in names)
    history = "None"
    for _ in range(30):
        choice = decided(rules, view, history, sentence=subgoal, subgoal=subgoal)
        history = stepped(rules, choice, view)
        assert len(choice["thought"]) < MAX_CARRIED and read_note(history, FineCogNote) is not None


def test_a_summary_puts_equal_actions_together(rules: Senses) -> None:
    steps = "\n".join(
        f"Step {number}: I see the red tower: 90 percent sure; I {done}."
        for number, done in enumerate(["turned left", "moved forward", "moved forward"], 1)
    )
    told = ask(rules, "summary", steps=steps)["subgoal_memory"]
    assert told.startswith("I turned left, then I moved forward 2 times.") and len(told.split()) <= 40
