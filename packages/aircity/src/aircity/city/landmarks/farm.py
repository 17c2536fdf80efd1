"""The farm: barn, silo, greenhouse."""

import numpy as np

from aircity.city.landmarks.carpentry import lattice, row
from aircity.city.landmarks.sculpture import (
    GLASS,
    TIMBER,
    Sculpture,
    concrete,
    draw_paint,
    metal,
    plain,
    sheet,
    tiles,
)
from aircity.city.solids.materials import Material
from aircity.city.solids.mesh import Surface
from aircity.city.solids.model import Model, TextureBook
from aircity.city.solids.shapes import Shape, beams, box, cylinder, lathe, sphere, upright


def silo(rng: np.random.Generator, book: TextureBook) -> Model:
    """Ribbed grain bins with cone roofs, joined by an elevator leg and a conveyor."""
    work = Sculpture(book)
    paint = draw_paint(rng, "silver", "white", "green", "light blue")
    count, radius, height = int(rng.integers(1, 4)), rng.uniform(3.4, 4.2), rng.uniform(11, 15)
    pitch = 2 * radius + 1.2
    bin_rings = [(radius + (0.1 if k % 2 else 0.0), height * k / 12) for k in range(13)]
    for y in row(count, count * pitch):
        work.add(metal(paint.name), lathe(bin_rings, 20).at(0, y))
        work.add(metal("silver"), cylinder(radius + 0.35, 0.55 * radius, 20, top_m=0.45).at(0, y, height))
        work.add(metal("dark grey"), cylinder(0.5, 0.8, 8).at(0, y, height + 0.55 * radius))
        rails = [(radius + 0.25, y + dy, 0.0) for dy in (-0.3, 0.3)]
        work.add(metal("grey"), beams(rails, [(x, dy, height) for x, dy, _ in rails], 0.09))
        rungs = [(radius + 0.25, y - 0.3, z) for z in np.arange(0.6, height, 0.9)]
        work.add(metal("grey"), beams(rungs, [(x, y + 0.3, z) for x, _, z in rungs], 0.06, sides=3))
    top = height + 0.55 * radius + 0.8
    edge = count * pitch / 2 + 1.0
    work.add(metal("grey"), lattice(1.8, 1.8, top + 3.0, 6, bar_m=0.14).at(0, edge + 0.4))
    work.add(metal("red"), box(1.4, 1.4, 2.0).at(0, edge + 0.4, top + 2.6))
    span = beams([(0, edge + 0.4, top + 1.4)], [(0, -(count - 1) * pitch / 2, top + 0.3)], 0.8)
    work.add(metal("grey"), span)
    work.add(concrete(), box(2 * radius + 1.6, count * pitch + 1.0, 0.3))
    return work.model("silo", paint.name, "metal", "round", "single" if count == 1 else f"{count} bins")


def greenhouse(rng: np.random.Generator, book: TextureBook) -> Model:
    """Glazed ridges in white bars, side by side."""
    work = Sculpture(book)
    bar = draw_paint(rng, "white", "green", "grey")
    spans, length = int(rng.integers(1, 4)), rng.uniform(18, 26)
    wide, wall, rise = 7.0, 3.2, 2.4
    glass = Surface(Material.CURTAIN, (0.62, 0.80, 0.74), accent=bar.rgb, scale=(1.3, 1.3))
    for y in row(spans, spans * wide):
        half = wide / 2 - 0.02
        outline = [(-half, 0.5), (half, 0.5), (half, wall), (0, wall + rise), (-half, wall)]
        work.add(glass, upright(outline, length).at(0, y))
        ribs = [(x, 0, 0) for x in np.linspace(-length / 2, length / 2, 9)]
        for side in (-1, 1):
            foot = [(x, y + side * half, 0.5) for x, _, _ in ribs]
            eave = [(x, y + side * half, wall) for x, _, _ in ribs]
            ridge = [(x, y, wall + rise) for x, _, _ in ribs]
            work.add(metal(bar.name), beams(foot, eave, 0.14), beams(eave, ridge, 0.14))
        work.add(metal(bar.name), box(length + 0.2, 0.25, 0.2).at(0, y, wall + rise - 0.05))
        work.add(metal(bar.name), box(0.3, 2.2, 2.5).at(length / 2, y, 0.0))
        work.add(glass, box(0.4, 1.8, 2.2).at(length / 2 + 0.05, y, 0.1))
        for dy in (-2.2, 2.2):
            work.add(
                Surface(Material.FOLIAGE, (0.22, 0.46, 0.16)),
                *(sphere(0.45, 6, 3).at(length / 2 + 1.0, y + dy + d, 0.3) for d in (-0.5, 0.5)),
            )
            work.add(TIMBER, box(0.8, 2.0, 0.4).at(length / 2 + 1.0, y + dy))
    work.add(concrete(), box(length, spans * wide, 0.5))
    return work.model(
        "greenhouse", f"{bar.name} frame", "glass", f"{spans} ridges" if spans > 1 else "single ridge", "long"
    )


def barn(rng: np.random.Generator, book: TextureBook) -> Model:
    """A gambrel-roofed timber barn with crossed white doors."""
    work = Sculpture(book)
    paint = draw_paint(rng, "brown", "white", "green", "red", "red")
    roof_paint = draw_paint(rng, "dark grey", "brown", "silver")
    trim = "white" if paint.name != "white" else "red"
    length, width, wall = rng.uniform(16, 22), rng.uniform(10, 12), 4.2
    half, knee, ridge = width / 2, wall + 3.2, wall + 5.0
    r, g, b = paint.rgb
    boards = Surface(Material.WOOD, paint.rgb, accent=(0.8 * r, 0.8 * g, 0.8 * b), scale=(30.0, 0.4))
    outline = [
        (-half, 0),
        (half, 0),
        (half, wall),
        (0.6 * half, knee),
        (0, ridge),
        (-0.6 * half, knee),
        (-half, wall),
    ]
    work.add(boards, upright(outline, length))
    over = [
        (half + 0.5, wall - 0.5),
        (half + 0.7, wall - 0.3),
        (0.6 * half + 0.2, knee + 0.25),
        (0, ridge + 0.35),
    ]
    under = [(0.6 * half, knee + 0.05), (0, ridge + 0.08)]
    right, left = over + under[::-1], [(-y, z) for y, z in over[:3]] + [(-y, z) for y, z in under[:1]]
    roof = upright([*over, *left[2::-1], left[3], *right[4:]], length + 1.2)
    work.add(sheet(roof_paint.name, 0.8) if roof_paint.name == "silver" else tiles(roof_paint.name), roof)
    for end in (1, -1):
        face = end * (length / 2 + 0.06)
        work.add(
            plain(trim), *(p.at(face) for p in _door(4.4, 3.8)), box(0.12, width, 0.22).at(face, 0, wall)
        )
        work.add(plain(paint.name), *(box(0.1, 1.9, 3.4).at(face, s * 1.05, 0.2) for s in (-1, 1)))
        work.add(plain(trim), box(0.14, 2.0, 2.0).at(face, 0, wall + 1.2))
        work.add(GLASS, box(0.2, 1.5, 1.5).at(face, 0, wall + 1.45))
    for side in (-1, 1):
        spots = [(x, side * half, 1.6) for x in row(4, length)]
        work.add(plain(trim), box(1.5, 0.2, 1.5).repeated(spots))
        work.add(GLASS, box(1.1, 0.3, 1.1).repeated([(x, y, 1.8) for x, y, _ in spots]))
    work.add(plain(paint.name), box(1.6, 1.6, 1.6).at(0, 0, ridge))
    work.add(tiles("dark grey"), box(2.2, 2.2, 1.2, top=(0.0, 0.0)).at(0, 0, ridge + 1.6))
    return work.model("barn", paint.name, "wooden", f"{roof_paint.name} roof", f"{trim} trim")


def _door(width: float, height: float) -> list[Shape]:
    """Frame and crosses of a double barn door that faces front."""
    half = width / 2
    frame = beams(
        [(0, -half, 0), (0, half, 0), (0, -half, height), (0, 0, 0)],
        [(0, -half, height), (0, half, height), (0, half, height), (0, 0, height)],
        0.25,
    )
    braces = beams(
        [(0, -half, 0), (0, 0, 0), (0, 0, 0), (0, half, 0)],
        [(0, 0, height), (0, -half, height), (0, half, height), (0, 0, height)],
        0.22,
    )
    return [frame, braces]


MAKERS = {"barn": barn, "silo": silo, "greenhouse": greenhouse}
LOTS = {"barn": (25.0, 15.0), "silo": (11.0, 34.0), "greenhouse": (31.0, 22.0)}
