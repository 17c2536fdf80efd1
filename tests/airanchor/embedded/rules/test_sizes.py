"""How wide things are taken to be, by what they are called."""

import pytest

from airanchor.embedded.ears.clause import Mention
from airanchor.embedded.rules.words.names import Names
from airanchor.embedded.rules.words.sizes import half_width_m
from airanchor.perception.text import load_text_encoder

UNKNOWN_M = 8.0


@pytest.fixture(scope="module")
def names() -> Names:
    return Names(load_text_encoder())


@pytest.mark.parametrize(("narrow", "wide"), [("flagpole", "cottage"), ("cottage", "grocery store")])
def test_things_are_as_wide_as_their_kind_by_whatever_name(names: Names, narrow: str, wide: str) -> None:
    assert half_width_m(Mention(narrow), names, UNKNOWN_M) < half_width_m(Mention(wide), names, UNKNOWN_M)


def test_synonyms_are_as_wide(names: Names) -> None:
    halves = {half_width_m(Mention(name), names, UNKNOWN_M) for name in ("filling station", "gas station")}
    assert len(halves) == 1


def test_of_a_tower_block_and_of_what_nobody_knows_the_usual_width_is_taken(names: Names) -> None:
    assert half_width_m(Mention("tower block"), names, UNKNOWN_M) == UNKNOWN_M
    assert half_width_m(Mention("tower block"), names, 11.0) == 11.0
