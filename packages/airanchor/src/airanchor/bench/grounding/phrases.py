"""Which phrases a view is asked for: what is there, by name, colour and broader word, and what is not."""

import re
from typing import TypeVar

import numpy as np

from airanchor.bench.grounding.views import TrueView
from airanchor.perception import Phrase
from airanchor.perception.oracle_words import is_covered
from aircity.city.landmarks import LANDMARKS
from aircity.city.scene import SceneObject

Item = TypeVar("Item")

SMALLEST_PX = 200
"""An object with fewer pixels is not asked for, and missing it is no fault."""
BROADER = ("building", "tower", "vehicle", "water", "road", "grass")
COLOURED = 6
"""Phrases with a colour per view."""
ABSENT = 5
"""Phrases per view for things that are not in it."""

_COLOUR = re.compile(
    "(?:light |dark )?"
    "(?:black|gray|grey|white|red|orange|brown|yellow|beige|cream|green|teal|blue|pink|silver)"
)
_COMMON = (
    "house",
    "skyscraper",
    "church",
    "river",
    "lake",
    "beach",
    "railway",
    "park",
    "plaza",
    "tree",
    "car",
)
_ELSEWHERE = tuple(sorted({*LANDMARKS, *_COMMON}))
"""What a view may lack."""


def choose_phrases(true: TrueView, rng: np.random.Generator) -> list[Phrase]:
    """The phrases of one view, the same for the same stream of random numbers."""
    large = [true.objects[one] for one, size in true.truth.visible.items() if size >= SMALLEST_PX]
    named = sorted({one.category for one in large})
    phrases = [Phrase(category) for category in named]
    phrases += [Phrase(word) for word in BROADER if word not in named and _is_clear(true, Phrase(word))]
    coloured = sorted(
        {(word, colour) for one in large if (colour := colour_of(one)) for word in asked_words(one)}
    )
    phrases += [Phrase(category, (colour,)) for category, colour in _some(coloured, COLOURED, rng)]
    absent = [category for category in _ELSEWHERE if not true.truth.answers(Phrase(category))]
    return phrases + [Phrase(category) for category in _some(absent, ABSENT, rng)]


def _is_clear(true: TrueView, phrase: Phrase) -> bool:
    """Whether something large answers, or nothing at all: a speck in the distance proves nothing."""
    answers = true.truth.answers(phrase)
    return not answers or max(answers.values()) >= SMALLEST_PX


def _some(items: list[Item], count: int, rng: np.random.Generator) -> list[Item]:
    return [items[index] for index in sorted(rng.permutation(len(items))[:count].tolist())]


def asked_words(one: SceneObject) -> tuple[str, ...]:
    """What a person calls it: many buildings are just buildings."""
    return (one.category, "building") if is_covered(Phrase("building"), one.category) else (one.category,)


def colour_of(one: SceneObject) -> str | None:
    """The object's first plain colour, if it has one."""
    return next((word for word in one.attributes if _COLOUR.fullmatch(word)), None)
