"""Noun phrases for landmarks: several words per thing, true attributes, what tells it from its like."""

import re
from collections.abc import Sequence

import numpy as np

from airanchor.bench.episodes.paths.landmarks import NameableObject, kinds
from airanchor.bench.episodes.telling.distinction import NAME, traits_of
from airanchor.bench.episodes.telling.facts import Mark
from airanchor.bench.episodes.telling.traits import is_colour, is_part, part_phrase, spell

_WORDINGS: dict[str, tuple[str, ...]] = {
    "beige": ("beige", "sand-coloured"),
    "brick": ("brick", "brick-built"),
    "bronze": ("bronze", "bronze-coloured"),
    "concrete": ("concrete",),
    "cream": ("cream", "cream-coloured"),
    "dark gray": ("dark gray", "charcoal"),
    "dark grey": ("dark grey", "charcoal"),
    "glass": ("glass", "glass-clad", "glazed"),
    "high-rise": ("tall", "lofty"),
    "large": ("large", "big"),
    "light blue": ("light blue", "pale blue"),
    "light gray": ("light gray", "pale gray"),
    "light green": ("light green", "pale green"),
    "low": ("low", "squat"),
    "mid-rise": ("mid-rise", "medium-height"),
    "plaster": ("plastered", "stuccoed"),
    "saw-tooth": ("saw-tooth-roofed",),
    "silver": ("silver", "silvery"),
    "slender": ("slender", "slim"),
    "small": ("small", "little"),
    "tall": ("tall", "lofty", "towering"),
    "teal": ("teal", "blue-green"),
    "wooden": ("wooden", "timber"),
}
_SIZES = ("tall", "high-rise", "mid-rise", "low", "large", "small", "long", "slender", "full", "half empty")
_MATERIALS = ("brick", "concrete", "glass", "stone", "wooden", "metal", "plaster", "suspension")
_ORDINALS = {2: "second", 3: "third"}
_EXTRA_TRAIT = 0.45


def wordings(attribute: str) -> tuple[str, ...]:
    """The ways to say an attribute before the noun."""
    return _WORDINGS.get(attribute, (attribute,))


def plural(noun: str) -> str:
    """Churches, water towers, blocks of flats."""
    head, link, rest = noun.partition(" of ")
    if head.endswith(("s", "sh", "ch", "x")):
        head += "es"
    elif head.endswith("y") and head[-2] not in "aeiou":
        head = head[:-1] + "ies"
    else:
        head += "s"
    return head + link + rest


def _rank(word: str) -> int:
    if word in _SIZES:
        return 0
    return 2 if is_colour(word) else 3 if word in _MATERIALS else 1


class Namer:
    """Names things in one dialect; what it has drawn for a thing it keeps for short references."""

    def __init__(self, rng: np.random.Generator, dialect: str) -> None:
        self._rng = rng
        self._dialect = dialect
        self._nouns: dict[int, str] = {}

    def pick(self, options: Sequence[str]) -> str:
        """One of some texts."""
        return options[int(self._rng.integers(len(options)))]

    def full(self, one: NameableObject, traits: Sequence[str], mark: Mark = "", *, ordinal: int = 0) -> str:
        """The first mention, with all that singles the thing out."""
        said = list(traits)
        others = [word for word in traits_of(one) if word not in said]
        if others and len(said) < 2 and self._rng.random() < _EXTRA_TRAIT:
            said.append(self.pick(others[:3]))
        return spell(self._marked(*self._parts(one, said, mark), mark, ordinal), self._dialect)

    def short(self, one: NameableObject) -> str:
        """A later mention: the noun alone."""
        return spell(
            f"the {self._nouns.get(one.id) or self.pick(one.kind.spoken(self._dialect))}", self._dialect
        )

    def area(self, category: str) -> str:
        """Ground that is crossed or followed."""
        return self.pick(kinds("areas")[category].spoken(self._dialect))

    def _parts(self, one: NameableObject, said: list[str], mark: str) -> tuple[str, str, str]:
        """Words before the noun, the noun, and words after it."""
        parts = [word for word in said if is_part(word)]
        after = " ".join(part_phrase(word, self._dialect) for word in parts[:1])
        nouns = one.kind.spoken(self._dialect)
        if after or mark:
            nouns = tuple(noun for noun in nouns if " with " not in noun and " on " not in noun) or nouns
        noun, proper = self._named(one, self.pick(nouns)) if NAME in said else (self.pick(nouns), "")
        self._nouns[one.id] = noun
        if proper and one.thing.category == "billboard":
            after = f'that reads "{one.thing.name}"'
            proper = ""
        words = sorted((word for word in said if not is_part(word) and word != NAME), key=_rank)
        spoken = [self.pick(wordings(word)) for word in words if not set(_tokens(word)) & set(_tokens(noun))]
        return " ".join(filter(None, (*spoken, proper))), noun, after

    def _named(self, one: NameableObject, noun: str) -> tuple[str, str]:
        name = (one.thing.name or "").title()
        if "Hotel" in name:
            return name, ""
        if one.thing.category == "museum":
            return name.lower(), ""
        return noun, name

    def _marked(self, before: str, noun: str, after: str, mark: Mark, ordinal: int) -> str:
        inner = " ".join(filter(None, (before, noun, after)))
        many = " ".join(filter(None, (before, plural(noun), after)))
        far = "farther" if self._dialect == "us" else "further"
        match mark:
            case "nearest":
                return self.pick((f"the nearest {inner}", f"the closest {inner}"))
            case "farther":
                return self.pick((f"the {far} of the two {many}", f"the more distant of the two {many}"))
            case "left-hand" | "right-hand":
                return self.pick((f"the {mark} one of the two {many}", f"the {mark} {inner} of the two"))
            case "ordinal":
                return f"the {_ORDINALS[ordinal]} {inner}"
            case "other":
                return f"the other {inner}"
        return f"the {inner}"


def _tokens(text: str) -> list[str]:
    return re.split(r"[ \-]", text.lower())
