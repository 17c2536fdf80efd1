"""Colours by name: what a facade is painted, and the word a pilot would use for it."""

from collections.abc import Sequence
from dataclasses import dataclass

import numpy as np

from aircity.city.solids.mesh import Colour


@dataclass(frozen=True, slots=True)
class Paint:
    """A colour and its word."""

    word: str
    colour: Colour


WHITE = Paint("white", (0.88, 0.87, 0.84))
CREAM = Paint("cream", (0.86, 0.80, 0.68))
BEIGE = Paint("beige", (0.76, 0.69, 0.57))
SAND = Paint("beige", (0.80, 0.72, 0.58))
YELLOW = Paint("yellow", (0.87, 0.73, 0.42))
OCHRE = Paint("yellow", (0.79, 0.62, 0.34))
ORANGE = Paint("orange", (0.83, 0.55, 0.34))
TERRACOTTA = Paint("orange", (0.74, 0.47, 0.33))
RED = Paint("red", (0.63, 0.25, 0.20))
BRICK_RED = Paint("red", (0.56, 0.29, 0.23))
PINK = Paint("pink", (0.84, 0.64, 0.60))
BROWN = Paint("brown", (0.47, 0.36, 0.28))
BRICK_BROWN = Paint("brown", (0.50, 0.36, 0.28))
GREY = Paint("gray", (0.60, 0.60, 0.59))
LIGHT_GREY = Paint("light gray", (0.74, 0.74, 0.72))
DARK_GREY = Paint("dark gray", (0.36, 0.37, 0.39))
BLUE = Paint("blue", (0.36, 0.50, 0.66))
PALE_BLUE = Paint("light blue", (0.66, 0.76, 0.82))
GREEN = Paint("green", (0.42, 0.55, 0.43))
MINT = Paint("light green", (0.70, 0.79, 0.68))
BLACK = Paint("black", (0.17, 0.17, 0.19))
TEAL = Paint("teal", (0.28, 0.50, 0.50))

GLASS_BLUE = Paint("blue", (0.30, 0.45, 0.60))
GLASS_TEAL = Paint("teal", (0.27, 0.47, 0.49))
GLASS_DARK = Paint("dark gray", (0.21, 0.25, 0.30))
GLASS_SILVER = Paint("silver", (0.56, 0.63, 0.69))
GLASS_BRONZE = Paint("bronze", (0.46, 0.37, 0.27))
GLASS_GREEN = Paint("green", (0.32, 0.47, 0.40))

TILE_RED = Paint("red", (0.60, 0.27, 0.19))
TILE_ORANGE = Paint("orange", (0.72, 0.42, 0.27))
TILE_BROWN = Paint("brown", (0.43, 0.31, 0.25))
TILE_SLATE = Paint("dark gray", (0.33, 0.35, 0.39))
TILE_GREEN = Paint("green", (0.34, 0.44, 0.38))

WINDOW: Colour = (0.25, 0.31, 0.37)
FRAME: Colour = (0.84, 0.83, 0.80)
GRAVEL: Colour = (0.55, 0.54, 0.52)
BITUMEN: Colour = (0.38, 0.38, 0.39)
ASPHALT: Colour = (0.30, 0.30, 0.31)
PAVING: Colour = (0.65, 0.63, 0.59)
LAWN: Colour = (0.35, 0.46, 0.25)
EMBANKMENT: Colour = (0.58, 0.55, 0.49)
RIVER: Colour = (0.20, 0.34, 0.38)
SEA: Colour = (0.14, 0.33, 0.43)
LAKE: Colour = (0.18, 0.33, 0.36)
SOIL: Colour = (0.50, 0.41, 0.30)
BEACH: Colour = (0.86, 0.78, 0.60)


def choose(rng: np.random.Generator, paints: Sequence[Paint]) -> Paint:
    """One of the paints, its shade varied a little; the word stays."""
    paint = paints[int(rng.integers(len(paints)))]
    return Paint(paint.word, vary(rng, paint.colour))


def vary(rng: np.random.Generator, colour: Colour, amount: float = 0.06) -> Colour:
    """Nearly the same colour."""
    shade = rng.uniform(1 - amount, 1 + amount)
    tint = rng.uniform(-amount / 4, amount / 4, 3)
    red, green, blue = (
        float(np.clip(round(c * shade + t, 3), 0.02, 0.96)) for c, t in zip(colour, tint, strict=True)
    )
    return red, green, blue


def darker(colour: Colour, factor: float = 0.7) -> Colour:
    """The same colour with less light."""
    red, green, blue = (round(min(channel * factor, 0.97), 3) for channel in colour)
    return red, green, blue
