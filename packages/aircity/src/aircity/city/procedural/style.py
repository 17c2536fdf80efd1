"""A style: the character of a city as data."""

from collections.abc import Callable
from dataclasses import dataclass

import numpy as np

from aircity.city.procedural.draft import Draft
from aircity.city.procedural.land.ground import Block
from aircity.city.procedural.models import TEMPERATE, Shelf
from aircity.city.procedural.names import Names
from aircity.city.procedural.sites import Wish
from aircity.city.procedural.streets.layouts import Plan
from aircity.city.procedural.taste import Taste
from aircity.city.solids.mesh import Colour

Layout = Callable[[np.random.Generator, Names, float], Plan]
Fill = Callable[[Draft, Shelf, np.random.Generator, Block, Taste], None]


@dataclass(frozen=True, slots=True)
class Style:
    """How to lay out, fill and furnish a city."""

    about: str
    layout: Layout
    fills: tuple[tuple[Fill, float], ...]
    """How built blocks are filled, each with its weight."""
    uses: tuple[tuple[str, float], ...]
    """Other uses of blocks, each with its share of all blocks; at least one block each."""
    wishes: tuple[Wish, ...]
    taste: Taste
    pavement_m: float = 3.2
    tree_every_m: float = 17.0
    cars_per_100_m: float = 3.0
    waterside: str | None = None
    """The use of every block on the water, if the style has one."""
    trees: frozenset[str] = TEMPERATE
    bridges: tuple[str, ...] = ("flat", "arch", "truss", "stone", "suspension")
    country: Colour = (0.42, 0.52, 0.27)
    sun: tuple[float, float, float] = (0.45, 0.35, 0.82)
    extras: Callable[[Draft, Shelf, Plan], None] | None = None
    """What only this style has, drawn before its landmarks."""
