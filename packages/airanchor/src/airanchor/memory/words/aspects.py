"""Attributes taken apart: which aspect of a thing a word is about, and whether two accounts of it agree.

"Light gray" and "metallic" speak of different things and cannot contradict each other; "green" and "blue" do.
What one side says nothing of neither wins nor loses.
"""

import re
from collections.abc import Sequence
from dataclasses import dataclass

from airanchor.memory.words.looks import COLOUR_WORDS, MATERIALS, NEIGHBOURS

_SCALES: dict[str, tuple[frozenset[str], ...]] = {
    "height": (
        frozenset(("tall", "high", "high-rise", "towering")),
        frozenset(("low", "low-rise", "short", "flat", "single-storey")),
    ),
    "size": (
        frozenset(("large", "big", "huge", "giant", "massive")),
        frozenset(("small", "little", "tiny")),
    ),
    "width": (frozenset(("wide", "broad")), frozenset(("narrow", "slender", "thin", "slim"))),
    "plan": (
        frozenset(("round", "circular", "cylindrical", "domed")),
        frozenset(("square", "rectangular", "long")),
        frozenset(("octagonal", "eight-sided")),
    ),
}
"""Aspects with values that exclude each other, each value with its words."""
_WORD_OF_SCALE = {
    word: (aspect, str(place))
    for aspect, values in _SCALES.items()
    for place, words in enumerate(values)
    for word in words
}
_DARK, _LIGHT = frozenset(("dark", "deep")), frozenset(("light", "pale", "bright"))
_SHADED = {
    ("light", "red"): ("pink",),
    ("light", "brown"): ("beige",),
    ("light", "gray"): ("white",),
    ("dark", "gray"): ("black",),
}
"""What a shade of a colour is also called."""
_EMPTY = frozenset(("roof", "and", "with", "coloured", "colored"))
_WORDS = re.compile(r"[^\W_]+(?:-[^\W_]+)*")
_ISH = re.compile(r"ish$")
NEAR = 0.5
"""The agreement of two colours that people also call each other's paint by."""


@dataclass(frozen=True, slots=True)
class Account:
    """What one phrase says of a thing: values by aspect, and the words that belong to no aspect."""

    values: dict[str, frozenset[str]]
    words: frozenset[str]


def account_of(attributes: Sequence[str]) -> Account:
    """Attributes, or texts of several of them, taken apart."""
    values: dict[str, set[str]] = {}
    rest: set[str] = set()
    for text in attributes:
        for attribute in text.lower().split(","):
            rest |= _take(attribute, values)
    return Account({aspect: frozenset(said) for aspect, said in values.items()}, frozenset(rest))


def _take(attribute: str, values: dict[str, set[str]]) -> set[str]:
    """Add what an attribute says, and return the words that say nothing of any aspect."""
    is_roof = "roof" in attribute
    words = _WORDS.findall(attribute.replace("-roofed", " roof").replace("-coloured", ""))
    shade = (_LIGHT.intersection(words) and "light") or (_DARK.intersection(words) and "dark") or ""
    rest: set[str] = set()
    for word in words:
        aspect, said = _meaning(word, shade)
        if aspect in ("colour", "shade"):
            values.setdefault("roof" if is_roof and aspect == "colour" else aspect, set()).update(said)
        elif aspect and not is_roof:
            values.setdefault(aspect, set()).update(said)
        elif word not in _EMPTY:
            rest.add(word)
    return rest


def _meaning(word: str, shade: str) -> tuple[str, tuple[str, ...]]:
    """The aspect that a word is about, and what it says of it; an empty aspect for a word of none."""
    plain = _ISH.sub("", word)
    colour = COLOUR_WORDS.get(word) or COLOUR_WORDS.get(plain) or COLOUR_WORDS.get(plain + "e")
    if colour is not None:
        return "colour", (colour, *_SHADED.get((shade, colour), ()))
    if word in MATERIALS:
        return "material", (MATERIALS[word],)
    if word in _WORD_OF_SCALE:
        aspect, value = _WORD_OF_SCALE[word]
        return aspect, (value,)
    return ("shade", (shade,)) if word in _DARK | _LIGHT else ("", ())


def agreement(asked: frozenset[str], stored: frozenset[str], aspect: str) -> float:
    """1 where both name a value in common, NEAR where two colours are neighbours, else -1."""
    if asked & stored:
        return 1.0
    if aspect in ("colour", "roof"):
        near = {other for value in asked for other in NEIGHBOURS.get(value, ())}
        back = {value for other in stored for value in NEIGHBOURS.get(other, ())}
        if near & stored or back & asked:
            return NEAR
    return -1.0
