"""Names for things: varied on demand, always meaning what they are drawn for."""

import numpy as np
import pytest

from airanchor.bench.phrases import NAMES, describe, meanings
from airanchor.errors import InputError
from airanchor.memory.words.labels import clean_phrase
from airanchor.perception import Phrase
from aircity.city.catalogue import SCENES


def test_without_variety_the_words_never_change() -> None:
    rng = np.random.default_rng(0)
    phrases = {describe("church", ("white", "stone", "pointed"), rng, 0.0) for _ in range(50)}
    (phrase, told) = phrases.pop()
    assert not phrases
    assert (phrase.category, phrase.attributes, told) == ("church", ("white", "stone"), ("white", "stone"))


def test_with_variety_names_and_attributes_change() -> None:
    rng = np.random.default_rng(0)
    phrases = [describe("church", ("white", "stone"), rng, 1.0)[0] for _ in range(200)]
    assert {phrase.category for phrase in phrases} == {"church", *NAMES["church"]}
    assert {len(phrase.attributes) for phrase in phrases} == {0, 1, 2}
    assert any("off-white" in phrase.attributes for phrase in phrases)


def test_told_attributes_are_the_things_own() -> None:
    rng = np.random.default_rng(3)
    for _ in range(100):
        phrase, told = describe("house", ("beige", "plaster", "small"), rng, 1.0)
        assert set(told) <= {"beige", "plaster"} and len(told) == len(phrase.attributes)
        assert "house" in meanings(phrase.category)


@pytest.mark.parametrize("category", NAMES)
def test_every_name_means_its_category_and_may_be_remembered(category: str) -> None:
    for word in (category, *NAMES[category]):
        assert category in meanings(word)
        assert clean_phrase(Phrase(word)).category == word


def test_shared_words_mean_both() -> None:
    assert meanings("Monument") == {"obelisk", "statue"}
    assert meanings("road") == frozenset()


def test_variety_out_of_range_is_refused() -> None:
    with pytest.raises(InputError, match=r"variety = 1\.5"):
        describe("house", (), np.random.default_rng(0), 1.5)


def test_dev_scenes_are_not_reported_on() -> None:
    from airanchor.bench.memory_study.runs import dev_scenes, study_scenes

    assert not set(dev_scenes()) & set(study_scenes())
    assert set(dev_scenes()) | set(study_scenes()) == set(SCENES)
