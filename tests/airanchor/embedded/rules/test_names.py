"""Names: equal words, synonyms, kinds, and attributes that exclude each other."""

import pytest

from airanchor.embedded.rules.config import NamingRules
from airanchor.embedded.rules.words.names import Names
from tests.airanchor.perception.fakes import LetterEncoder

NAMES, CLASH = Names(LetterEncoder()), NamingRules().clash


def test_the_same_words_agree_fully() -> None:
    assert NAMES.same_thing("tower", ("red",), "red tower") == 1.0


@pytest.mark.parametrize(("wanted", "offered"), [("church", "cathedral"), ("clock tower", "belfry")])
def test_synonyms_agree(wanted: str, offered: str) -> None:
    assert NAMES.same_category(wanted, offered) >= 0.9


def test_kinds_agree_less_than_synonyms() -> None:
    kind = NAMES.same_category("building", "church")
    assert 0.6 < kind < NAMES.same_category("cathedral", "church")


def test_colours_that_exclude_each_other_clash() -> None:
    assert NAMES.same_thing("tower", ("red",), "blue tower") <= CLASH
    assert NAMES.same_thing("tower", ("red",), "brown tower") > CLASH


def test_sizes_that_exclude_each_other_clash() -> None:
    assert NAMES.same_attributes(("tall",), ("low",)) == CLASH
    assert NAMES.same_attributes(("small",), ("large",)) == CLASH


def test_an_attribute_that_is_not_stated_neither_clashes_nor_agrees() -> None:
    assert CLASH < NAMES.same_thing("tower", ("red",), "tower") < 1.0


def test_things_known_to_differ_do_not_agree_by_their_head_noun() -> None:
    assert NAMES.same_category("water tower", "radio tower") < 0.5
    assert NAMES.same_category("banana tower", "tower of glass tower") >= 0.6


def test_a_label_may_begin_with_any_word():
    for label in ("with a red roof with a spire", "with with", "with"):
        assert 0.0 <= NAMES.same_thing("tower", ("red",), label) < 1.0
