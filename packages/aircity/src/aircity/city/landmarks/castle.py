"""The castle."""

import math

import numpy as np

from aircity.city.landmarks.carpentry import arch_outline, row, wall_with_openings
from aircity.city.landmarks.sculpture import GLASS, TIMBER, Sculpture, draw_paint, metal, plain, stone, tiles
from aircity.city.solids.model import Model, TextureBook
from aircity.city.solids.shapes import Shape, beams, box, cylinder, join, lathe, upright


def castle(rng: np.random.Generator, book: TextureBook) -> Model:
    """Battlemented walls with round corner towers, a gatehouse and a keep."""
    work = Sculpture(book)
    paint = draw_paint(rng, "grey", "beige", "white")
    roof_paint = draw_paint(rng, "red", "blue", "dark grey")
    pointed = bool(rng.random() < 0.65)
    side, height, thick = rng.uniform(34, 42), rng.uniform(8, 10), 2.4
    wall, half = stone(paint.name, 1.6), side / 2
    for k in range(4):
        length = side - 0.02
        curtain = join(box(thick, length, height), _merlons(length, height).at(thick / 2 - 0.35))
        if k == 0:
            outline = wall_with_openings(length, height, [arch_outline(4.4, 5.6)])
            curtain = join(upright(outline, thick), _merlons(length, height).at(thick / 2 - 0.35))
        work.add(wall, curtain.at(half).turned(k * math.pi / 2))
    for x, y in ((1, 1), (1, -1), (-1, 1), (-1, -1)):
        _turret(work, paint.name, roof_paint.name, (x * half, y * half), 4.0, height + 5, pointed)
    for side_m in (-4.6, 4.6):
        _turret(work, paint.name, roof_paint.name, (half + 0.6, side_m), 2.6, height + 3.5, pointed)
    gate = upright(wall_with_openings(7.0, height + 2.4, [arch_outline(4.4, 5.6)]), 3.4)
    work.add(wall, join(gate, _merlons(7.0, height + 2.4).at(1.3)).at(half + 0.4))
    bars = [(half + 1.5, y, 0.0) for y in row(5, 4.4)]
    work.add(
        metal("black"),
        beams(bars, [(x, y, 5.4) for x, y, _ in bars], 0.16),
        box(0.2, 4.4, 0.2).at(half + 1.5, 0, 2.6),
    )
    work.add(TIMBER, box(5.0, 4.0, 0.25).at(half + 4.4))
    keep = 13.0
    work.add(wall, box(keep, keep, 19.0).at(-4))
    crown = join(*(_merlons(keep, 19.0).at(keep / 2 - 0.35).turned(k * math.pi / 2) for k in range(4)))
    work.add(wall, crown.at(-4))
    slit = box(0.2, 0.8, 2.2)
    slits = join(
        *(slit.at(keep / 2, y, z).turned(k * math.pi / 2) for k in range(4) for y in (-3, 3) for z in (12,))
    )
    work.add(GLASS, slits.at(-4))
    work.add(metal("dark grey"), cylinder(0.15, 7.0, 6).at(-4, 0, 19))
    work.add(
        plain(roof_paint.name if roof_paint.name != "dark grey" else "red"),
        upright([(0, 24.0), (3.4, 24.8), (0, 25.8)], 0.1).at(-4, 0.1),
    )
    kind = f"{roof_paint.name} roofs" if pointed else "flat towers"
    return work.model("castle", paint.name, "stone", kind, "battlements")


def _merlons(length: float, z: float) -> Shape:
    """Battlements along y on a wall top."""
    count = int(length // 2.8)
    return box(0.7, 1.4, 1.3).repeated([(0, y, z - 0.05) for y in row(count, length)])


def _turret(
    work: Sculpture,
    paint: str,
    roof: str,
    at: tuple[float, float],
    radius: float,
    height: float,
    pointed: bool,
) -> None:
    masonry = stone(paint, 1.6)
    crown = 1.15 * radius
    shaft = [(1.08 * radius, 0), (radius, 0.2 * height), (radius, height - 1.4), (crown, height - 0.9)]
    work.add(masonry, lathe([*shaft, (crown, height)], 10).at(*at))
    teeth = box(0.6, 0.5 * radius, 1.2).at(crown - 0.3).around(6)
    work.add(masonry, teeth.at(*at, height - 0.05))
    if pointed:
        work.add(plain(paint), cylinder(0.75 * radius, 1.4, 10).at(*at, height))
        work.add(tiles(roof), cylinder(radius, 1.9 * radius, 12, top_m=0.0).at(*at, height + 1.4))
    work.add(GLASS, box(0.6, 0.6, 1.8).at(radius - 0.15).around(4, 0.4).at(*at, 0.6 * height))


MAKERS = {"castle": castle}
LOTS = {"castle": (58.0, 54.0)}
