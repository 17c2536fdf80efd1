"""Concepts: the table of what the city is made of, read from concepts.toml and checked."""

import tomllib
from collections.abc import Mapping
from dataclasses import dataclass
from importlib.resources import files
from typing import Any

from airanchor.embedded.eyes.detector.properties import Property
from airanchor.errors import InputError

Range = tuple[float, float]


@dataclass(frozen=True, slots=True)
class Concept:
    """One kind of thing."""

    name: str
    ranges: Mapping[Property, Range]
    words: tuple[str, ...] = ()
    """Other words for it."""
    kinds: tuple[str, ...] = ()
    """What it also is, more generally."""
    on_ground: bool = False
    """Whether it is a piece of ground, not something that stands on it."""

    @property
    def all_words(self) -> tuple[str, ...]:
        """Its name and the other words for it."""
        return (self.name, *self.words)


def read_concepts(text: str) -> tuple[Concept, ...]:
    """The concepts of a TOML table; a key that is no property or a range that falls is an error."""
    return tuple(_read(name, dict(row)) for name, row in tomllib.loads(text).items())


def _read(name: str, row: dict[str, Any]) -> Concept:
    words, kinds = tuple(row.pop("words", ())), tuple(row.pop("kinds", ()))
    on_ground = bool(row.pop("on_ground", False))
    ranges = {}
    for key, bounds in row.items():
        if key.upper() not in Property.__members__:
            valid = ", ".join(one.name.lower() for one in Property)
            raise InputError(f"concept {name!r}: {key!r} is no property; valid are {valid}")
        low, high = (float(bound) for bound in bounds)
        if not low < high:
            raise InputError(f"concept {name!r}: {key} = [{low:g}, {high:g}] must rise")
        ranges[Property[key.upper()]] = (low, high)
    return Concept(name, ranges, words, kinds, on_ground)


CONCEPTS = read_concepts(files(__package__).joinpath("concepts.toml").read_text(encoding="utf-8"))
