"""A style of its own for each seed: the streets of one, the blocks, paints and landmarks of others."""

from collections.abc import Iterable, Sequence
from dataclasses import replace
from typing import TypeVar

import numpy as np

from aircity.city.procedural.sites import Wish
from aircity.city.procedural.style import Style
from aircity.city.procedural.styles.centres import DOWNTOWN, OLD_TOWN, PARK_CITY, RIVER_TOWN
from aircity.city.procedural.styles.districts import CAMPUS, INDUSTRIAL, MODERNIST, SUBURB
from aircity.city.procedural.styles.shores import HARBOUR
from aircity.city.procedural.taste import Taste
from aircity.city.solids.mesh import Colour

MIXED = "mixed"
PARTS = (CAMPUS, DOWNTOWN, HARBOUR, INDUSTRIAL, MODERNIST, OLD_TOWN, PARK_CITY, RIVER_TOWN, SUBURB)
"""Canal town and seaside take no part: they stay kinds of city that who learns from mixtures has not met."""

_One = TypeVar("_One")


def mix_style(seed: int) -> Style:
    """The mixture of this seed; streets, water and what goes with them are one style's."""
    rng = np.random.default_rng([seed, *MIXED.encode()])
    ground, *others = (PARTS[int(k)] for k in rng.permutation(len(PARTS))[:3])
    fills = _some(rng, _distinct(fill for one in PARTS for fill, _ in one.fills), 2, 4)
    return replace(
        ground,
        about="streets, blocks, paints and landmarks of different styles",
        fills=tuple((fill, float(rng.uniform(0.2, 1.0))) for fill in fills),
        uses=_mixed_uses(rng, (ground, *others)),
        wishes=_mixed_wishes(rng, (ground, *others)),
        taste=_mixed_taste(rng),
        pavement_m=float(rng.uniform(2.2, 4.2)),
        tree_every_m=float(rng.uniform(12.0, 32.0)),
        cars_per_100_m=float(rng.uniform(1.4, 4.5)),
        country=_between(rng, [one.country for one in PARTS]),
        sun=PARTS[int(rng.integers(len(PARTS)))].sun,
    )


def _mixed_uses(rng: np.random.Generator, parts: Iterable[Style]) -> tuple[tuple[str, float], ...]:
    """All uses that the styles have, each with a share near one of theirs."""
    shares: dict[str, list[float]] = {}
    for use, share in (pair for one in parts for pair in one.uses):
        shares.setdefault(use, []).append(share)
    return tuple((use, float(rng.choice(found) * rng.uniform(0.6, 1.4))) for use, found in shares.items())


def _mixed_wishes(rng: np.random.Generator, parts: Iterable[Style]) -> tuple[Wish, ...]:
    """For each landmark and ground one of the styles' wishes, and two in three of these."""
    wishes: dict[tuple[str, str], list[Wish]] = {}
    for wish in (wish for one in parts for wish in one.wishes):
        wishes.setdefault((wish.category, wish.where), []).append(wish)
    chosen = (found[int(rng.integers(len(found)))] for found in wishes.values())
    return tuple(wish for wish in chosen if rng.random() < 2 / 3)


def _mixed_taste(rng: np.random.Generator) -> Taste:
    """Any paints and heights that some style has."""
    tastes = [one.taste for one in PARTS]
    lowest = int(rng.integers(2, 6))
    shortest_m = float(rng.uniform(50, 70))
    return Taste(
        walls=_some(rng, _distinct(paint for one in tastes for paint in (*one.walls, *one.bricks)), 3, 8),
        bricks=_some(rng, _distinct(paint for one in tastes for paint in one.bricks), 1, 3),
        glass=_some(rng, tastes[0].glass, 2, 5),
        roofs=_some(rng, _distinct(paint for one in tastes for paint in one.roofs), 1, 4),
        brick_share=float(rng.uniform(0.0, 0.7)),
        storeys=(lowest, lowest + int(rng.integers(1, 4))),
        tower_m=(shortest_m, shortest_m + float(rng.uniform(40, 110))),
    )


def _some(rng: np.random.Generator, things: Sequence[_One], least: int, most: int) -> tuple[_One, ...]:
    """A few of the things, as many as drawn and there are."""
    count = min(int(rng.integers(least, most + 1)), len(things))
    return tuple(things[int(k)] for k in rng.permutation(len(things))[:count])


def _distinct(things: Iterable[_One]) -> tuple[_One, ...]:
    return tuple(dict.fromkeys(things))


def _between(rng: np.random.Generator, colours: Sequence[Colour]) -> Colour:
    """A colour on the way from one of the colours to another."""
    (r0, g0, b0), (r1, g1, b1) = (colours[int(k)] for k in rng.permutation(len(colours))[:2])
    share = float(rng.random())
    return r0 + share * (r1 - r0), g0 + share * (g1 - g0), b0 + share * (b1 - b0)
