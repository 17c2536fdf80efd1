"""Decomposition: subtasks stand alone, lose nothing, keep order, and read back as the clauses they hold."""

import json
import random
import re

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from airanchor.embedded.ears import Mention, read_clauses
from airanchor.embedded.rules.roles.decomposition import decompose, spoken
from airanchor.reasoner.roles.decomposition import Decomposition
from tests.airanchor.embedded.ears.readback import reads_back, texts_of
from tests.airanchor.embedded.ears.test_language_safety import PHRASES
from tests.folders import SHARED_DATA

TEXTS = SHARED_DATA / "instructions"

INSTRUCTIONS = (
    "Take off, rise to 30 metres and head east past the church and the park.",
    "Follow the river until you see the red suspension bridge, then turn left and fly to the inn. Circle it.",
    "After passing the church, turn left. Once above the bridge, descend. Before the tower, stop.",
    "Take the second left and fly 200 feet. Turn to your 3 o'clock. Face north.",
    "Climb above the water tower, go over it and hover in front of the glass building.",
    "Do not cross the bridge. Go down to street level and land next to the fountain.",
    "You should keep the lake on your right and fly along the shore until you reach the pier.",
    "Fly between the two towers, circle the stadium and come to a stop opposite the town hall.",
    "Make a sharp left at the gas station, then bear slightly right towards the tall white lighthouse.",
    "Turn around and go back to the first skyscraper. Rotate 45 degrees clockwise.",
    "Descend by 10 m, then go straight for two blocks. The library will be on your right.",
    "With the park on your left, continue down Main Street to the post office. Stop there.",
    "Move away from the crane and fly under the footbridge. Stop near the latter.",
    "Turn left at the grubnatz, pass the flimwobble on your right, and stop at the third zorp.",
    "When you see the clock tower, go around it and then head toward the harbour.",
    "Go through the light and turn left at the next one. Pass the mill before turning right at the silo.",
    "Proceed to the light gray , flat - roofed hall . Turn right and go straight to it . Stop at it .",
    "Go to Crate & Barrel, passing Dunkin' Donuts on the left. If you reach the zoo, you've gone too far.",
    "Lift off to 25 m, then swing left around the brewery and follow the canal for about 150 metres.",
    "Fly toward the cathedral, keeping it on your left, and pass the museum. Stop in front of that museum.",
)


LEANING = frozenset(("it", "latter", "the", "one", "that", "next", "and", "then", "before", "museum"))
"""Words that a subtask may replace by a name or drop at its edges."""


@pytest.mark.parametrize("text", INSTRUCTIONS)
def test_subtasks_read_back_as_their_clauses(text: str) -> None:
    assert reads_back(text)


@pytest.mark.parametrize("text", INSTRUCTIONS)
def test_no_word_is_lost_and_order_is_kept(text: str) -> None:
    """Words are compared by their stem: "passing" may become "pass"."""
    told = iter(word[:4] for word in re.findall(r"[\w'-]+", " ".join(texts_of(text)).lower()))
    for word in re.findall(r"[\w'-]+", text.lower()):
        assert word in LEANING or word[:4] in told, word


@pytest.mark.skipif(not TEXTS.is_dir(), reason="the real instructions are not here")
def test_real_instructions_read_back() -> None:
    texts = [
        json.loads(line)["text"]
        for path in sorted(TEXTS.glob("*.jsonl"))
        for line in path.read_text(encoding="utf-8").splitlines()
    ]
    chosen = random.Random(7).sample(texts, 200)
    good = sum(reads_back(text) for text in chosen)
    assert good >= 196


@pytest.mark.parametrize(
    ("text", "expected"),
    [
        ("Turn left and fly to the mill.", ["Turn left and fly to the mill."]),
        ("Fly to the mill and stop there.", ["Fly to the mill and stop there."]),
        ("Fly to the mill. Hover near it.", ["Fly to the mill. Hover near it."]),
        (
            "Fly to the mill, then turn left and pass the silo.",
            ["Fly to the mill.", "Turn left and pass the silo."],
        ),
        ("Rise 20 m and go to the mill.", ["Rise 20 m and go to the mill."]),
        (
            "Pass the red mill. Turn right and circle it.",
            ["Pass the red mill.", "Turn right and circle the red mill."],
        ),
        ("Pass the mill before turning right at the silo.", ["Pass the mill.", "Turn right at the silo."]),
    ],
)
def test_one_objective_each(text: str, expected: list[str]) -> None:
    assert texts_of(text) == expected


def test_landmarks_with_category_and_attributes_only() -> None:
    (subtask,) = decompose("Fly to the second tall red tower on the left, next to Chase Bank.")["subtasks"]
    assert subtask["landmarks"] == [
        {"id": "L1", "category": "tower", "attributes": ["tall", "red"]},
        {"id": "L2", "category": "Chase Bank", "attributes": []},
    ]


def test_a_landmark_named_by_it_is_listed_with_its_subtask() -> None:
    subtasks = decompose("Go to the red tower. Turn left and circle it.")["subtasks"]
    assert [each["landmarks"][0]["category"] for each in subtasks] == ["tower", "tower"]
    assert subtasks[1]["landmarks"][0]["attributes"] == ["red"]


def test_one_subgoal_per_manoeuvre() -> None:
    (subtask,) = decompose("Turn left, rise and fly to the mill.")["subtasks"]
    assert len(subtask["subgoals"]) == 4  # what is flown to is found first


@pytest.mark.parametrize("text", ["", "   ", "🙂", "飞到红色的塔旁边", "The weather is nice today."])
def test_texts_that_ask_for_nothing_stay_one_subtask(text: str) -> None:
    (subtask,) = decompose(text)["subtasks"]
    assert subtask["text"] == (text.strip() or "Hover here.")
    Decomposition.model_validate(decompose(text))


@settings(max_examples=150, deadline=None)
@given(st.one_of(st.text(max_size=200), PHRASES))
def test_any_text_gives_a_valid_reply(text: str) -> None:
    Decomposition.model_validate(decompose(text))


def test_endless_instructions_stay_within_the_reply_form() -> None:
    Decomposition.model_validate(decompose("Turn left and fly to the mill. " * 600))
    Decomposition.model_validate(decompose("Fly to the red mill and the blue mill and the old silo. " * 300))


@pytest.mark.parametrize(
    "mention",
    [
        Mention("tower"),
        Mention("water tower", ("light gray", "tall")),
        Mention("building", ("gray", "with arched windows", "with red roof")),
        Mention("light", ordinal=1),
        Mention("tower", ("red",), ordinal=3),
        Mention("Chase Bank"),
    ],
)
def test_a_spoken_landmark_reads_back(mention: Mention) -> None:
    (clause,) = read_clauses(f"Fly to {spoken(mention)}.")
    (again,) = clause.mentions
    assert (again.category, again.attributes, again.ordinal) == (
        mention.category,
        mention.attributes,
        mention.ordinal,
    )
