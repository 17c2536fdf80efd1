"""Marked words as a landmark."""

import pytest

from airanchor.embedded.ears.net.mentions import mention_of


@pytest.mark.parametrize(
    ("words", "label"),
    [
        ("the light blue water tower", "light blue water tower"),
        ("blue metal shed, flat roof", "blue metal shed with flat roof"),
        ("Narrow brick house, red walls, brown roof", "narrow brick house with red wall and brown roof"),
        ("the white church w the red roof", "white church with red roof"),
        ("The silver tank", "silver tank"),
    ],
)
def test_a_landmark_with_its_parts(words: str, label: str) -> None:
    found = mention_of(words, 0)
    assert found is not None
    assert found.label == label


def test_places_are_those_of_the_text() -> None:
    text = "Go by the old mill now"
    found = mention_of("the old mill", 6)
    assert found is not None
    assert text[slice(*found.span)] == "the old mill"
    assert text[slice(*found.head)] == "mill"


def test_words_that_name_nothing() -> None:
    assert mention_of("!!", 0) is None
