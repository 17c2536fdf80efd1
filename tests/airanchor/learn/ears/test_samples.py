"""Labelled legs and what is made of them: marks stay on their words."""

import numpy as np
import pytest

from airanchor.embedded.ears.net.labels import TAGS, TURNS_DEG
from airanchor.learn.ears.legs import LabelledLeg, marks
from airanchor.learn.ears.other_talk import other_leg
from airanchor.learn.ears.samples import bare, mirrored, misspelt, run_on, sample_of
from airanchor.learn.ears.texts import ToldLeg
from airanchor.perception.text.wordpiece import WordPiece
from airanchor.perception.weights import MINILM_VOCABULARY

TOLD = ToldLeg(
    "Left ninety, go past the Red mill, on your left; not the red inn.",
    main="the Red mill",
    move="go past",
    turn="Left ninety",
    side="on your left",
    ruled_out=("the red inn",),
)


@pytest.fixture
def leg() -> LabelledLeg:
    return LabelledLeg(TOLD.text, tuple(marks(TOLD)), "pass", "left", turn_deg=-90)


@pytest.fixture(scope="module")
def cutter() -> WordPiece:
    if not MINILM_VOCABULARY.is_installed:
        pytest.skip("the text encoder's weights are not installed")
    return WordPiece.read(MINILM_VOCABULARY.locate())


def words_of(leg: LabelledLeg) -> dict[str, str]:
    return {name: leg.text[start:end] for name, start, end in leg.spans}


def test_marks_are_found_in_the_text(leg: LabelledLeg) -> None:
    assert words_of(leg) == {
        "main": "the Red mill",
        "move": "go past",
        "turn": "Left ninety",
        "side": "on your left",
        "not": "the red inn",
    }


def test_the_same_words_twice_take_two_places() -> None:
    told = ToldLeg("the inn, then the inn", main="the inn", also=("the inn",))
    assert marks(told) == [("main", 0, 7), ("also", 14, 21)]


def test_mirrored_turns_words_and_facts(leg: LabelledLeg) -> None:
    turned = mirrored(leg)
    assert (turned.side, turned.turn_deg) == ("right", 90)
    assert words_of(turned)["side"] == "on your right"
    assert words_of(turned)["main"] == "the Red mill"
    assert turned.text.startswith("right ninety")


def test_clock_hours_are_not_mirrored() -> None:
    clock = LabelledLeg("Left, nine o'clock, over the mill.", (), "over", turn_deg=-90)
    assert mirrored(clock) is clock


def test_bare_text_keeps_its_marks(leg: LabelledLeg) -> None:
    assert words_of(bare(leg))["main"] == "the red mill"
    assert "," not in bare(leg).text


def test_misspelt_text_keeps_its_marks(leg: LabelledLeg) -> None:
    spoilt = misspelt(leg, np.random.default_rng(1), share=1.0)
    assert spoilt.text != leg.text
    assert words_of(spoilt)["main"].startswith("the Red m")


def test_a_run_on_joins_legs_and_keeps_their_marks(leg: LabelledLeg) -> None:
    first, second = run_on([leg, leg], np.random.default_rng(3))
    assert not first.text.endswith(".")
    assert words_of(second)["main"] == "the Red mill"


def test_a_sample_tells_beginnings_spans_and_answers(leg: LabelledLeg, cutter: WordPiece) -> None:
    sample = sample_of([leg, leg], cutter)
    assert sum(sample.begins) == 2
    assert [TAGS[tag] for tag in sample.tags[:3]] == ["B-turn", "I-turn", ""]
    assert TURNS_DEG[sample.answers[0]["turn"]] == -90


def test_talk_is_no_leg(cutter: WordPiece) -> None:
    sample = sample_of([other_leg(np.random.default_rng(0))], cutter)
    assert set(sample.tags) == {-100}
    assert sample.answers[0]["turn"] == -100
