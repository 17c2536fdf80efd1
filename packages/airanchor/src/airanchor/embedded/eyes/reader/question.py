"""Asking: what a phrase means to the reader, names by weight and traits to agree with."""

import re
from dataclasses import dataclass

import numpy as np
from numpy.typing import NDArray

from airanchor.embedded.eyes.detector.attributes import is_attribute, plain_attribute
from airanchor.embedded.eyes.detector.question import read_phrase, single_words
from airanchor.embedded.eyes.detector.words import Vocabulary
from airanchor.embedded.eyes.reader.traits import TRAITS, normal_trait
from airanchor.perception.contracts import Phrase

_WITH = re.compile(r"^(?:with|that|on)\b\s*")
_LIST = re.compile(r",\s*|\s+and\s+")


@dataclass(frozen=True, slots=True, eq=False)
class PhraseQuestion:
    """A phrase as the reader looks for it."""

    weights: NDArray[np.float64]  # (names,) how much each name is meant
    traits: tuple[str, ...]
    """Those of TRAITS that it asks for."""
    others: tuple[str, ...]
    """Attributes that no trait stands for."""


def ask(phrase: Phrase, vocabulary: Vocabulary, *, least_weight: float) -> PhraseQuestion:
    """Names that are less near in meaning than `least_weight` do not count."""
    noun, attributes = read_phrase(phrase, vocabulary)
    weights = vocabulary.weights(noun)
    traits: list[str] = []
    others: list[str] = []
    for attribute in attributes:
        for trait in _traits_of(attribute):
            if trait in TRAITS:
                traits.append(trait)
            else:
                others.append(attribute)
    return PhraseQuestion(
        np.where(weights >= least_weight, weights, 0.0),
        tuple(dict.fromkeys(traits)),
        tuple(dict.fromkeys(others)),
    )


def _traits_of(attribute: str) -> list[str]:
    """The members of "red and white" and of "red brick"; what a thing has stays whole."""
    if _WITH.match(attribute):
        return [_trait_of_part(_WITH.sub("", attribute))]
    members = [word for one in _LIST.split(attribute) if one.strip() for word in _members(one)]
    return [normal_trait(plain_attribute(one)) for one in members]


def _members(text: str) -> list[str]:
    words = single_words(text)
    return words if all(is_attribute(word) for word in words) else [text]


def _trait_of_part(text: str) -> str:
    """The trait of something a thing has: a red roof, or a touch of red."""
    words = plain_attribute(text).split()
    roofs = [f"{word}-roofed" for word in words if words[-1] in ("roof", "roofs")]
    return next((one for one in (*roofs, *(f"with {word}" for word in words)) if one in TRAITS), text)
