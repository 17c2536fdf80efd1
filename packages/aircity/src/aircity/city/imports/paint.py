"""How imported buildings are painted: from their tags where they have any, else varied by their id."""

import zlib
from collections.abc import Sequence
from dataclasses import dataclass, replace
from typing import TypeVar

import numpy as np

from aircity.city.imports.words import colour_word
from aircity.city.solids import palette
from aircity.city.solids.materials import Material
from aircity.city.solids.mesh import Colour, Surface
from aircity.city.solids.palette import Paint

_BRICKS = (
    palette.BRICK_RED,
    palette.BRICK_BROWN,
    palette.BRICK_RED,
    palette.TERRACOTTA,
    palette.BROWN,
    palette.BEIGE,
)
_PLASTERS = (
    palette.WHITE,
    palette.CREAM,
    palette.BEIGE,
    palette.SAND,
    palette.YELLOW,
    palette.LIGHT_GREY,
    palette.PINK,
)
_STONES = (palette.BEIGE, palette.LIGHT_GREY, palette.GREY, palette.CREAM, palette.BROWN)
_GLASSES = (
    palette.GLASS_BLUE,
    palette.GLASS_TEAL,
    palette.GLASS_DARK,
    palette.GLASS_SILVER,
    palette.GLASS_BRONZE,
    palette.GLASS_GREEN,
)
_TILES = (
    palette.TILE_RED,
    palette.TILE_ORANGE,
    palette.TILE_BROWN,
    palette.TILE_SLATE,
    palette.TILE_RED,
)
_FLATS: tuple[Colour, ...] = (palette.GRAVEL, palette.BITUMEN, (0.62, 0.60, 0.57), (0.47, 0.46, 0.45))
_COPPER = Paint("green", (0.45, 0.62, 0.55))
_ROOF_TAGS = {
    "copper": _COPPER,
    "roof_tiles": palette.TILE_RED,
    "tile": palette.TILE_RED,
    "slate": palette.TILE_SLATE,
    "metal": palette.GREY,
    "glass": palette.GLASS_SILVER,
    "grass": Paint("green", palette.LAWN),
}
_WALL_TAGS = {
    "brick": "brick",
    "glass": "glass",
    "mirror": "glass",
    "concrete": "concrete",
    "stone": "stone",
    "granite": "stone",
    "marble": "stone",
    "limestone": "stone",
    "sandstone": "stone",
    "metal": "metal",
    "steel": "metal",
    "copper": "metal",
    "plaster": "plaster",
    "stucco": "plaster",
    "wood": "wood",
    "timber_framing": "plaster",
}


Choice = TypeVar("Choice")


@dataclass(frozen=True, slots=True)
class Coat:
    """The surfaces of one building, and the words for them."""

    wall: Surface
    plain: Surface
    """Walls too narrow for windows, parapets, plinths."""
    flat_roof: Surface
    pitched_roof: Surface
    words: tuple[str, ...]


def generator(id_: str) -> np.random.Generator:
    """The same draws for the same id, on every machine."""
    return np.random.default_rng(zlib.crc32(id_.encode("utf-8", "replace")))


def wall_material(tag: object) -> str | None:
    """The house word for a tagged wall material, or None."""
    return _WALL_TAGS.get(tag.strip().lower()) if isinstance(tag, str) else None


def coat(
    id_: str,
    height_m: float,
    *,
    windows: bool = True,
    material: str | None = None,
    colour: Colour | None = None,
    roof_material: object = None,
    roof_colour: Colour | None = None,
) -> Coat:
    """The coat of a building; what is not tagged is drawn from a generator seeded by the id."""
    rng = generator(id_)
    kind = material or ("plaster" if colour is not None else _draw_material(rng, height_m))
    paint = _draw_paint(rng, kind)
    if colour is not None:
        paint = Paint(colour_word(colour), colour)
    wall = _wall(rng, kind, paint, height_m)
    plain = replace(
        wall, material=_plain_material(kind), accent=palette.darker(paint.colour, 0.8), scale=(1.2, 0.6)
    )
    tiled = _roof_paint(rng, roof_material, roof_colour, _TILES)
    flat = palette.vary(rng, _pick(rng, _FLATS))
    if roof_colour is not None or roof_material in ("copper", "grass", "roof_tiles", "slate"):
        flat = tiled.colour
    sheet = Material.METAL if roof_material in ("copper", "metal", "glass") else Material.ROOF_TILE
    return Coat(
        wall=wall if windows else plain,
        plain=plain,
        flat_roof=Surface(Material.ROOF_FLAT, flat),
        pitched_roof=Surface(sheet, tiled.colour, palette.darker(tiled.colour), (0.3, 0.35)),
        words=(paint.word, kind),
    )


def _draw_material(rng: np.random.Generator, height_m: float) -> str:
    if height_m > 75:
        return _pick(rng, ("glass", "glass", "glass", "stone", "concrete", "brick"))
    if height_m > 30:
        return _pick(
            rng, ("brick", "brick", "brick", "stone", "stone", "concrete", "concrete", "glass", "plaster")
        )
    return _pick(
        rng,
        ("brick", "brick", "brick", "brick", "brick", "plaster", "plaster", "plaster", "plaster", "stone"),
    )


def _pick(rng: np.random.Generator, choices: Sequence[Choice]) -> Choice:
    return choices[int(rng.integers(len(choices)))]


def _draw_paint(rng: np.random.Generator, kind: str) -> Paint:
    choices: dict[str, Sequence[Paint]] = {
        "brick": _BRICKS,
        "plaster": _PLASTERS,
        "glass": _GLASSES,
        "stone": _STONES,
        "concrete": (palette.LIGHT_GREY, palette.GREY, palette.BEIGE, palette.WHITE),
        "metal": (palette.GREY, palette.DARK_GREY, palette.LIGHT_GREY),
        "wood": (palette.BROWN, palette.OCHRE, palette.RED),
    }
    return palette.choose(rng, choices[kind])


def _wall(rng: np.random.Generator, kind: str, paint: Paint, height_m: float) -> Surface:
    storeys = max(1, round(height_m / _pick(rng, (3.0, 3.3, 3.6))))
    storey_m = round(height_m / storeys, 2)
    bay_m = _pick(rng, (2.4, 2.8, 3.2, 3.6))
    if kind == "glass":
        return Surface(Material.CURTAIN, paint.colour, palette.darker(paint.colour, 1.5), (1.6, storey_m))
    if kind == "brick":
        return Surface(Material.BRICK, paint.colour, palette.FRAME, (bay_m, storey_m))
    return Surface(Material.FACADE, paint.colour, palette.WINDOW, (bay_m, storey_m))


def _plain_material(kind: str) -> Material:
    return Material.GLASS if kind == "glass" else Material.PLAIN


def _roof_paint(
    rng: np.random.Generator, material: object, colour: Colour | None, choices: Sequence[Paint]
) -> Paint:
    if colour is not None:
        return Paint(colour_word(colour), colour)
    tagged = _ROOF_TAGS.get(material) if isinstance(material, str) else None
    return tagged or palette.choose(rng, choices)
