"""Commands that are no leg of a route, so that the tagger knows them for what they are."""

from functools import cache
from importlib.resources import files

import numpy as np

from airanchor.learn.ears.legs import LabelledLeg

_THINGS = (
    "castle", "white church", "red tower", "water tower", "bridge", "tall glass building", "stadium",
    "clock tower", "crane", "fountain", "statue", "brown house", "parked bus", "billboard", "ferris wheel",
    "hospital", "pond", "oak tree",
)  # fmt: skip
_WAYS = ("road", "river", "street", "canal", "railway", "beach", "path", "main avenue", "coast", "highway")
_NUMBERS = (5, 10, 15, 20, 30, 40, 45, 60, 90, 100)
_SHOPS = (
    "bank", "pharmacy", "coffee shop", "bakery", "deli", "pizza place", "shoe store", "bus stop", "bike rack",
    "scaffolding", "theatre", "burger bar", "Chase Bank", "Starbucks", "phone shop", "playground", "garage",
)  # fmt: skip
_STREETS = (
    "5th Avenue",
    "Oak Street",
    "Main Street",
    "the avenue",
    "9th Street",
    "Park Road",
    "Canal Street",
)
_COUNTS = ("first", "second", "third", "next", "last")
_FEWEST, _MOST = 3, 7


def other_leg(rng: np.random.Generator) -> LabelledLeg:
    """One of them at random."""
    pattern = str(rng.choice(_patterns()))
    text = pattern.format(
        thing=rng.choice(_THINGS), way=rng.choice(_WAYS), n=rng.choice(_NUMBERS), shop=rng.choice(_SHOPS),
        street=rng.choice(_STREETS), nth=rng.choice(_COUNTS), side=rng.choice(("left", "right")),
        few=rng.choice(("two", "three", "four")),
    )  # fmt: skip
    return LabelledLeg(text, is_marked=False)


def other_text(rng: np.random.Generator) -> list[LabelledLeg]:
    """A whole text of them."""
    return [other_leg(rng) for _ in range(int(rng.integers(_FEWEST, _MOST)))]


@cache
def _patterns() -> tuple[str, ...]:
    text = files(__package__).joinpath("other_talk.txt").read_text(encoding="utf-8")
    return tuple(line for line in text.splitlines() if line)
