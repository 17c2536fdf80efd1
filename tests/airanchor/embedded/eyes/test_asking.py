"""What a phrase means: its noun, its attributes, and the reader's names and traits."""

import pytest

from airanchor.embedded.eyes.detector.attributes import is_attribute, plain_attribute
from airanchor.embedded.eyes.detector.question import read_phrase, single_words
from airanchor.embedded.eyes.detector.words import Vocabulary
from airanchor.embedded.eyes.reader.names import NAMES
from airanchor.embedded.eyes.reader.question import ask
from airanchor.embedded.eyes.reader.traits import TRAITS, has_trait
from airanchor.perception import Phrase
from airanchor.perception.text import MiniLM
from tests.airanchor.perception.fakes import LetterEncoder
from tests.airanchor.perception.references import needs_minilm


@pytest.fixture(scope="module")
def vocabulary() -> Vocabulary:
    return Vocabulary(LetterEncoder(), NAMES)


@pytest.mark.parametrize(
    ("phrase", "noun", "attributes"),
    [
        (Phrase("tall red brick building", ("old",)), "building", ("old", "tall", "red", "brick")),
        (Phrase("red"), "red", ()),
        (Phrase("sand-coloured plastered block of flats"), "block of flats", ("sand-coloured", "plastered")),
        (Phrase("block", ("of flats", "red")), "block of flats", ("red",)),
        (Phrase("building", ("grey", "unfinished")), "unfinished building", ("grey",)),
        (Phrase("tower with the clock"), "tower with clock", ()),
        (Phrase("tower", ("with a clock",)), "tower with clock", ()),
        (Phrase("low building", ("yellow",)), "low building", ("yellow",)),
        (Phrase("pale blue house with a red roof"), "house", ("with red roof", "pale blue")),
    ],
)
def test_the_noun_is_told_from_its_attributes(
    phrase: Phrase, noun: str, attributes: tuple[str, ...], vocabulary: Vocabulary
) -> None:
    assert read_phrase(phrase, vocabulary) == (noun, attributes)


@pytest.mark.parametrize(
    ("phrase", "traits"),
    [
        (Phrase("house", ("sand-coloured", "brick-built")), ("beige", "brick")),
        (Phrase("red, black and green flag"), ("red", "black", "green")),
        (Phrase("church", ("with a dark grey roof",)), ("gray-roofed",)),
        (Phrase("swimming pool", ("with yellow parasols",)), ("with yellow",)),
        (Phrase("glazed octagonal high-rise tower"), ("glass", "octagonal")),
        (Phrase("multi-coloured stack of containers"), ("multi-coloured",)),
    ],
)
def test_attributes_become_traits(phrase: Phrase, traits: tuple[str, ...], vocabulary: Vocabulary) -> None:
    assert ask(phrase, vocabulary, least_weight=0.25).traits == traits


def test_what_no_trait_stands_for_is_kept_apart(vocabulary: Vocabulary) -> None:
    question = ask(Phrase("fountain", ("with two bowls", "white")), vocabulary, least_weight=0.25)
    assert question.traits == ("white",) and question.others == ("with two bowls",)


@pytest.mark.parametrize(
    ("words", "name"),
    [
        ("hotel building", "hotel"),
        ("road bridge", "bridge"),
        ("power-station cooling tower", "cooling tower"),
        ("glasshouse", "greenhouse"),
        ("rotary", "roundabout"),
        ("statue on its plinth", "statue"),
    ],
)
@needs_minilm
def test_compounds_mean_one_name_most(words: str, name: str) -> None:
    weights = Vocabulary(MiniLM(), NAMES).weights(words)
    assert NAMES[int(weights.argmax())].name == name
    assert sorted(weights)[-2] <= 0.7


def test_a_long_phrase_or_an_empty_word_harms_nothing(vocabulary: Vocabulary) -> None:
    ask(Phrase("coloured " * 5000, ("", "with", "coloured", "with roof")), vocabulary, least_weight=0.25)


def test_words_for_looks() -> None:
    assert plain_attribute("Pale  Grey") == "light gray" and plain_attribute("bronze-colored") == "bronze"
    assert is_attribute("silvery") and is_attribute("red-roofed") and not is_attribute("water")
    assert single_words("dark green and white") == ["dark green", "white"]


def test_traits_of_several_colours_and_of_parts() -> None:
    assert has_trait("red", ("red and white",)) and has_trait("white", ("red and white",))
    assert has_trait("blue-roofed", ("blue roof",)) and not has_trait("blue", ("blue roof",))
    assert has_trait("with blue", ("blue roof",)) and has_trait("with red", ("red",))
    assert len(set(TRAITS)) == len(TRAITS)
