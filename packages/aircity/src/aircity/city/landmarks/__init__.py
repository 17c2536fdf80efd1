"""The things a pilot would name: makers of recognisable models, and the room each may need."""

from collections.abc import Callable, Mapping
from types import MappingProxyType

import numpy as np

from aircity.city.landmarks import (
    aircraft,
    castle,
    commerce,
    energy,
    fairground,
    farm,
    harbour,
    industry,
    monuments,
    plants,
    play,
    public,
    sport,
    street,
    towers,
    vehicles,
    worship,
)
from aircity.city.solids.model import Model, TextureBook

Maker = Callable[[np.random.Generator, TextureBook], Model]

_THEMES = (
    worship,
    towers,
    monuments,
    castle,
    public,
    commerce,
    energy,
    industry,
    harbour,
    farm,
    sport,
    play,
    fairground,
    vehicles,
    aircraft,
    street,
    plants,
)

LANDMARKS: Mapping[str, Maker] = MappingProxyType(
    {category: maker for theme in _THEMES for category, maker in theme.MAKERS.items()}
)
"""Category, in the words of a pilot, to its maker; another generator gives another variant."""

LOTS: Mapping[str, tuple[float, float]] = MappingProxyType(
    {category: lot for theme in _THEMES for category, lot in theme.LOTS.items()}
)
"""Category to the (length along its front axis x, width) in metres of a rectangle about the origin that holds
every variant."""

__all__ = ["LANDMARKS", "LOTS", "Maker"]
