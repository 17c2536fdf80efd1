"""Taste: what a district's buildings are made of and how high they grow."""

from dataclasses import dataclass

from aircity.city.solids import palette as p
from aircity.city.solids.palette import Paint


@dataclass(frozen=True, slots=True)
class Taste:
    """Paints and heights that the building recipes draw from."""

    walls: tuple[Paint, ...] = (p.CREAM, p.BEIGE, p.LIGHT_GREY, p.WHITE)
    bricks: tuple[Paint, ...] = (p.BRICK_RED, p.BRICK_BROWN, p.OCHRE)
    glass: tuple[Paint, ...] = (p.GLASS_BLUE, p.GLASS_TEAL, p.GLASS_DARK, p.GLASS_SILVER, p.GLASS_BRONZE)
    roofs: tuple[Paint, ...] = (p.TILE_RED, p.TILE_ORANGE, p.TILE_BROWN, p.TILE_SLATE)
    brick_share: float = 0.3
    storeys: tuple[int, int] = (3, 6)
    tower_m: tuple[float, float] = (50.0, 140.0)
