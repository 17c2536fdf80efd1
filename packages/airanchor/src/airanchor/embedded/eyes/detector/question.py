"""Asking: the noun of a phrase and the attributes that go with it, however they were told."""

import re

from airanchor.embedded.eyes.detector.attributes import is_attribute
from airanchor.embedded.eyes.detector.words import Vocabulary
from airanchor.perception.contracts import Phrase

_ARTICLE = re.compile(r"\b(?:a|an|the|its)\s+")
_AFTER = re.compile(r"^(?:with|that|on|of)\b")
_LONGEST = 120
"""Longer words are cut: nothing is called so."""


def read_phrase(phrase: Phrase, vocabulary: Vocabulary) -> tuple[str, tuple[str, ...]]:
    """(noun, attributes): "white block of flats with a red roof" is a block of flats with two of them.

    Words before the noun are attributes unless they are part of a name of the vocabulary ("low building");
    attributes that make a name with the noun join it: an unfinished building, a tower with a clock.
    """
    category, tail = _without_tail(phrase.category.lower()[:_LONGEST])
    before, noun = _split(category, vocabulary)
    attributes = [plain for one in (*phrase.attributes, *tail, *before) if (plain := _plain(one))]
    for word in attributes:
        whole = f"{noun} {word}" if _AFTER.match(word) else f"{word} {noun}"
        if not is_attribute(word.split()[-1]) and vocabulary.knows(whole):
            return whole, tuple(one for one in attributes if one != word)
    return noun, tuple(attributes)


def _without_tail(category: str) -> tuple[str, list[str]]:
    head, found, tail = _ARTICLE.sub("", category).partition(" with ")
    return (head, [f"with {tail}"]) if found and head.strip() else (category, [])


def _split(category: str, vocabulary: Vocabulary) -> tuple[list[str], str]:
    words = category.replace(",", " ").split()
    cut = 0
    while cut < len(words) - 1 and is_attribute(words[cut]) and not vocabulary.knows(" ".join(words[cut:])):
        cut += 1
    return single_words(" ".join(words[:cut])), " ".join(words[cut:]) or category


def single_words(text: str) -> list[str]:
    """One attribute per word; "light", "dark" and "pale" stay with their colour, and "and" is none."""
    joined = re.sub(r"\b(light|dark|pale)\s+", r"\1_", text)
    return [word.replace("_", " ") for word in joined.split() if word != "and"]


def _plain(attribute: str) -> str:
    return " ".join(_ARTICLE.sub("", attribute.lower()[:_LONGEST]).split())
