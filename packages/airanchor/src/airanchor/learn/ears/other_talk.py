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


def other_leg(rng: np.random.Generator) -> LabelledLeg:
    """One of them at random."""
    pattern = str(rng.choice(_patterns()))
    text = pattern.format(thing=rng.choice(_THINGS), way=rng.choice(_WAYS), n=rng.choice(_NUMBERS))
    return LabelledLeg(text, is_marked=False)


@cache
def _patterns() -> tuple[str, ...]:
    text = files(__package__).joinpath("other_talk.txt").read_text(encoding="utf-8")
    return tuple(line for line in text.splitlines() if line)
