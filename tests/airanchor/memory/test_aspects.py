"""Attributes by aspect: what agrees, what contradicts, and what says nothing."""

import pytest
from hypothesis import given
from hypothesis import strategies as st

from airanchor.memory.evidence import compared
from airanchor.memory.words.aspects import NEAR, account_of, agreement


@pytest.mark.parametrize(
    ("text", "aspect", "values"),
    [
        ("light gray", "colour", {"gray", "white"}),
        ("reddish", "colour", {"red"}),
        ("light red", "colour", {"red", "pink"}),
        ("dark brown, brick", "material", {"brick"}),
        ("orange-roofed", "roof", {"orange"}),
        ("red tiled roof", "roof", {"red"}),
        ("high-rise", "height", {"0"}),
        ("white & round".replace("& ", "and "), "plan", {"0"}),
    ],
)
def test_words_speak_of_their_aspect(text: str, aspect: str, values: set[str]) -> None:
    assert account_of((text,)).values[aspect] == values


def test_a_roof_says_nothing_of_the_walls() -> None:
    assert "colour" not in account_of(("red roof",)).values


def test_what_belongs_to_no_aspect_is_kept_as_words() -> None:
    assert account_of(("six-legged", "green")).words == {"six-legged"}


@pytest.mark.parametrize(
    ("asked", "stored", "expected"),
    [("green", "green", 1.0), ("green", "blue", -1.0), ("beige", "cream", NEAR), ("cream", "beige", NEAR)],
)
def test_colours_agree_contradict_or_are_neighbours(asked: str, stored: str, expected: float) -> None:
    one, other = (account_of((text,)).values["colour"] for text in (asked, stored))
    assert agreement(one, other, "colour") == expected


def test_a_missing_description_neither_wins_nor_loses() -> None:
    asked = account_of(("green", "tall"))
    assert compared(asked, (None,)) == (0.0, 0.0, 0.0)
    assert compared(asked, ("brick",)) == (0.0, 0.0, 0.0)
    assert compared(asked, ("blue, high",)) == (1.0, 1.0, 0.0)


def test_each_aspect_counts_by_the_mean_of_those_that_speak_of_it() -> None:
    agree, conflict, _ = compared(account_of(("green",)), ("green", "blue", None, "green", "green"))
    assert agree == pytest.approx(0.5) and conflict == 0.0


@given(st.text(max_size=40), st.text(max_size=40))
def test_any_text_is_taken_apart(one: str, other: str) -> None:
    agree, conflict, words = compared(account_of((one,)), (other,))
    assert agree >= 0 and conflict >= 0 and 0 <= words <= 1
