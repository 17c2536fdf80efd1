"""Floors of the reader's scores on instructions that this repository holds: a clean clone proves them.

The 25 texts in 25 voices were written and labelled by one author who had not read the parser, and were in the
repository before they were first scored. Nothing was fitted to them; should something be, the figures below
stop being a measure of strangers' words and new texts are due.
"""

import json

import pytest

from tests.airanchor.embedded.ears.readback import reads_back
from tests.airanchor.embedded.ears.real_instructions import KINDS, OWN, Score, score_own

MEASURED_F1 = {"landmarks": 0.884, "attributes": 0.759, "manoeuvres": 0.835}
"""At the first run: 84 of 86 landmarks with 20 too many, 30 of 44 attributes, 71 of 84 manoeuvres with 15 too
many. `python -m tests.airanchor.embedded.ears.real_instructions` prints them."""

SLACK = 0.015
READ_BACK = 22
"""Of the 25, subtask by subtask as the whole; at the first run exactly so many."""

LABELS = json.loads(OWN.read_text(encoding="utf-8"))["labels"]


@pytest.fixture(scope="module")
def scores() -> dict[str, Score]:
    return score_own()


@pytest.mark.parametrize("what", sorted(MEASURED_F1))
def test_scores_stay_above_their_floors(scores: dict[str, Score], what: str) -> None:
    assert scores[what].f1 >= MEASURED_F1[what] - SLACK


def test_hardly_a_landmark_is_overlooked(scores: dict[str, Score]) -> None:
    assert scores["landmarks"].recall >= 0.96


def test_subtasks_read_back_as_their_clauses() -> None:
    assert sum(reads_back(label["text"]) for label in LABELS) >= READ_BACK


@pytest.mark.parametrize("label", LABELS, ids=lambda label: label["voice"])
def test_labels_lie_on_words_of_their_text(label: dict[str, object]) -> None:
    text, landmarks, manoeuvres = label["text"], label["landmarks"], label["manoeuvres"]
    assert isinstance(text, str) and isinstance(landmarks, list) and isinstance(manoeuvres, list)
    assert {each["kind"] for each in manoeuvres} <= set(KINDS.values())
    for start, end in [
        *(each["span"] for each in manoeuvres),
        *(each["head"] for each in landmarks),
        *(span for each in landmarks for span in each["attributes"]),
    ]:
        words = text[start:end]
        assert words and words == words.strip()
        assert not text[start - 1 : start].isalnum() and not text[end : end + 1].isalnum()
    for each in landmarks:
        assert each["span"][0] <= each["head"][0] < each["head"][1] <= each["span"][1]
