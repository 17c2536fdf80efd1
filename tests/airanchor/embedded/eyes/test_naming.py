"""Tests of names: the table is sound, words find their concepts, sizes decide between them."""

import numpy as np
import pytest

from airanchor.embedded.eyes.detector.attributes import agreement
from airanchor.embedded.eyes.detector.concepts import CONCEPTS, read_concepts
from airanchor.embedded.eyes.detector.confidence import FEATURES
from airanchor.embedded.eyes.detector.fitted import from_json, stored_fit
from airanchor.embedded.eyes.detector.properties import Proposals
from airanchor.embedded.eyes.detector.proposals import propose
from airanchor.embedded.eyes.detector.words import Vocabulary, singular
from airanchor.errors import InputError
from airanchor.perception.text import MiniLM
from tests.airanchor.embedded.eyes.test_proposals import POSE, covering, pixels_of
from tests.airanchor.perception.box_views import Box, cast
from tests.airanchor.perception.fakes import LetterEncoder
from tests.airanchor.perception.references import needs_minilm

NAMES = [concept.name for concept in CONCEPTS]


def shares_of(box: Box) -> dict[str, float]:
    view = cast([box], POSE)
    proposals = propose(view)
    index, _ = covering(proposals, pixels_of(view, box))
    return dict(zip(NAMES, stored_fit().naming.shares(proposals)[index].tolist(), strict=True))


def test_a_tower_of_eighty_metres_is_rather_a_skyscraper_than_a_house() -> None:
    tower = shares_of(Box(120, 0, 20, 22, 80, (120, 130, 150)))
    assert tower["skyscraper"] > 5 * tower["house"]


def test_something_the_size_of_a_car_is_rather_a_car_than_a_building() -> None:
    car = shares_of(Box(40, 0, 1.8, 4.4, 1.6, (200, 30, 30)))
    assert car["car"] > car["house"] + car["apartment building"]


def test_shares_are_probabilities() -> None:
    shares = stored_fit().naming.shares(propose(cast([Box(60, 0, 10, 10, 10, (200, 200, 200))], POSE)))
    assert (shares >= 0).all()
    assert (shares.sum(axis=1) <= 1 + 1e-9).all()


def test_the_stored_numbers_survive_a_round_trip() -> None:
    fitted = stored_fit()
    again = from_json(fitted.to_json())
    np.testing.assert_allclose(again.naming.weights, fitted.naming.weights, atol=5e-4)
    np.testing.assert_allclose(again.confidence.standing, fitted.confidence.standing, atol=5e-4)


def test_surer_evidence_never_gives_lower_confidence() -> None:
    confidence = stored_fit().confidence
    for weights in (confidence.standing, confidence.on_ground):
        of = dict(zip(FEATURES, weights.tolist(), strict=True))
        assert of["meaning"] > 0
        assert of["agreement"] >= 0


@pytest.mark.parametrize(
    ("text", "words"),
    [('["x"]\nwingspan = [1, 2]', "'wingspan' is no property"), ('["x"]\ntop_m = [5, 2]', "must rise")],
)
def test_a_bad_row_of_the_table_is_named(text: str, words: str) -> None:
    with pytest.raises(InputError, match=words):
        read_concepts(text)


@pytest.mark.parametrize(
    ("plural", "one"),
    [("Trees", "tree"), ("churches", "church"), ("glass", "glass"), ("Grey  Buildings", "gray building")],
)
def test_plurals_and_case_do_not_matter(plural: str, one: str) -> None:
    assert singular(plural) == one


def test_words_of_the_table_need_no_encoder() -> None:
    encoder = LetterEncoder()
    weights = dict(zip(NAMES, Vocabulary(encoder).weights("building"), strict=True))
    assert weights["house"] > 0.9 and weights["skyscraper"] > 0.9
    assert weights["tree"] == weights["car"] == 0
    assert encoder.asked == []


@needs_minilm
@pytest.mark.parametrize(
    ("noun", "concept"), [("synagogue", "church"), ("pickup", "truck"), ("brook", "open water")]
)
def test_an_unseen_noun_means_the_nearest_concept(noun: str, concept: str) -> None:
    weights = Vocabulary(MiniLM()).weights(noun)
    assert NAMES[int(np.argmax(weights))] == concept
    assert weights.max() > 0.25


@needs_minilm
def test_a_noun_from_elsewhere_means_nothing() -> None:
    assert Vocabulary(MiniLM()).weights("mathematics").max() < 0.25


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
