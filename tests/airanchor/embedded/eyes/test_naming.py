"""Tests of names: words find their concepts, and attributes choose among things."""

import numpy as np
import pytest

from airanchor.embedded.eyes.detector.attributes import agreement
from airanchor.embedded.eyes.detector.properties import Proposals
from airanchor.embedded.eyes.detector.proposals import propose
from airanchor.embedded.eyes.detector.words import Vocabulary, singular
from airanchor.embedded.eyes.reader.names import NAMES
from airanchor.perception.text import MiniLM
from tests.airanchor.embedded.eyes.test_proposals import POSE, covering, pixels_of
from tests.airanchor.perception.box_views import Box, cast
from tests.airanchor.perception.fakes import LetterEncoder
from tests.airanchor.perception.references import needs_minilm


@pytest.mark.parametrize(
    ("plural", "one"),
    [("Trees", "tree"), ("churches", "church"), ("glass", "glass"), ("Grey  Buildings", "gray building")],
)
def test_plurals_and_case_do_not_matter(plural: str, one: str) -> None:
    assert singular(plural) == one


def test_every_word_belongs_to_one_name() -> None:
    words = [word for one in NAMES for word in one.all_words]
    assert len(words) == len(set(words)) and all(word == word.strip().lower() for word in words)


def test_words_of_the_table_need_no_encoder() -> None:
    encoder = LetterEncoder()
    weights = dict(
        zip((one.name for one in NAMES), Vocabulary(encoder, NAMES).weights("building"), strict=True)
    )
    assert weights["house"] > 0.9 and weights["skyscraper"] > 0.9
    assert weights["tree"] == weights["car"] == 0
    assert encoder.asked == []


@needs_minilm
@pytest.mark.parametrize(
    ("noun", "concept"), [("synagogue", "mosque"), ("pickup", "truck"), ("minivan", "car")]
)
def test_an_unseen_noun_means_the_nearest_concept(noun: str, concept: str) -> None:
    weights = Vocabulary(MiniLM(), NAMES).weights(noun)
    assert NAMES[int(np.argmax(weights))].name == concept
    assert weights.max() > 0.25


@needs_minilm
def test_a_noun_from_elsewhere_means_nothing() -> None:
    assert Vocabulary(MiniLM(), NAMES).weights("mathematics").max() < 0.25


@pytest.mark.parametrize(
    ("words", "wins"),
    [("red", 0), ("blue", 1), ("light gray", 2), ("tall", 1), ("low", 0), ("grey", 2)],
)
def test_attributes_choose_among_boxes(words: str, wins: int) -> None:
    boxes = [
        Box(60, -30, 10, 14, 8, (185, 45, 40)),
        Box(60, 0, 10, 14, 30, (60, 100, 175)),
        Box(60, 30, 10, 14, 14, (185, 185, 183)),
    ]
    view = cast(boxes, POSE)
    proposals: Proposals = propose(view)
    scores = agreement(proposals, (words,))
    of_boxes = [scores[covering(proposals, pixels_of(view, box))[0]] for box in boxes]
    assert int(np.argmax(of_boxes)) == wins
