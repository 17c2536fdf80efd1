"""Power and signals: wind turbine, windmill, power pylon, solar farm, satellite dish, cooling tower."""

import math

import numpy as np

from aircity.city.landmarks.carpentry import arched_panel, band, lattice, row
from aircity.city.landmarks.sculpture import (
    GLASS,
    GRAVEL,
    TIMBER,
    Sculpture,
    concrete,
    draw_paint,
    lamp,
    metal,
    plain,
    sheet,
    stone,
)
from aircity.city.solids.lettering import ground
from aircity.city.solids.model import Model, TextureBook
from aircity.city.solids.rings import at_height, circle, lifted
from aircity.city.solids.shapes import UP, Shape, beams, box, cylinder, dome, join, lathe, loft


def wind_turbine(rng: np.random.Generator, book: TextureBook) -> Model:
    """A slender white mast with a nacelle and three long blades."""
    work = Sculpture(book)
    tips = str(rng.choice(["white", "red", "grey"]))
    hub, reach = rng.uniform(48, 62), rng.uniform(22, 28)
    work.add(concrete(), cylinder(4.0, 0.5, 16))
    work.add(plain("white"), cylinder(1.9, hub, 16, top_m=1.1).at(0, 0, 0))
    work.add(plain("white"), box(6.5, 2.8, 2.8).at(-0.8, 0, hub - 0.4))
    work.add(plain("white"), dome(1.4, 1.8, 12, 4).pitched(-math.pi / 2).at(2.4, 0, hub + 1.0))
    blade, tip = _blade(reach, 0.0, 0.8), _blade(reach, 0.8, 1.0)
    spin = rng.uniform(0, 2 * math.pi / 3)
    for k in range(3):
        angle = spin + 2 * math.pi * k / 3
        work.add(plain("white"), blade.rolled(angle).at(3.0, 0, hub + 1.0))
        work.add(plain(tips), tip.rolled(angle).at(3.0, 0, hub + 1.0))
    marks = ("red tips",) if tips == "red" else ()
    return work.model("wind turbine", "white", *marks, "three blades", "tall" if hub > 55 else "slender")


def _blade(reach_m: float, start: float, end: float) -> Shape:
    """A piece of a tapering blade along +z, its flat side to the front."""
    stations = [(0.0, 0.5, 0.5), (0.08, 0.6, 0.5), (0.2, 1.5, 0.35), (0.5, 1.0, 0.22), (1.0, 0.3, 0.08)]
    at, wide, thick = np.array(stations).T
    cuts = sorted({start, end, *(float(a) for a in at if start < a < end)})
    rings = []
    for cut in cuts:
        w, t = float(np.interp(cut, at, wide)), float(np.interp(cut, at, thick))
        ring = [(0, -0.4 * w), (t, 0.2 * w), (0, 1.2 * w), (-t, 0.2 * w)]
        rings.append([(x, y, cut * reach_m) for x, y in ring])
    return loft(rings)


def windmill(rng: np.random.Generator, book: TextureBook) -> Model:
    """A stout tapering mill with a cap and four lattice sails."""
    work = Sculpture(book)
    paint = draw_paint(rng, "white", "brown", "grey", "beige")
    cap_paint = draw_paint(rng, "brown", "red", "dark grey", "green")
    height, foot = rng.uniform(13, 16), rng.uniform(4.6, 5.4)
    head = 0.62 * foot
    wall = stone(paint.name) if paint.name in ("grey", "beige") else plain(paint.name)
    work.add(wall, lathe([(foot, 0.0), (head, height)], 8, "flat"))
    stage = lathe([(0.8 * foot, 0), (foot + 1.6, 0), (foot + 1.6, 0.25), (0.8 * foot, 0.25)], 8, "flat")
    work.add(TIMBER, stage.at(0, 0, 0.32 * height))
    rim = at_height(circle(foot + 1.4, 8), 0.32 * height + 0.25)
    work.add(TIMBER, beams(rim, lifted(rim, 1.0), 0.12))
    work.add(TIMBER, beams(lifted(rim, 1.0), lifted(np.roll(rim, -1, axis=0), 1.0), 0.12))
    work.add(
        plain(cap_paint.name),
        lathe([(head + 0.4, 0), (head + 0.4, 0.5), (0.8 * head, 2.0), (0.3, 3.4)], 12).at(0, 0, height),
    )
    axle = height + 1.2
    work.add(TIMBER, beams([(0, 0, axle)], [(head + 2.0, 0, axle + 0.3)], 0.7))
    spin, reach = rng.uniform(0.15, 1.35), 0.78 * height
    for k in range(4):
        arm, cloth = _sail(reach)
        turn = spin + k * math.pi / 2
        work.add(TIMBER, arm.rolled(turn).at(head + 1.6, 0, axle + 0.3))
        work.add(plain("white"), cloth.rolled(turn).at(head + 1.6, 0, axle + 0.3))
    window = arched_panel(1.0, 1.5, 0.5)
    for z in (0.45, 0.7):
        radius = foot + (head - foot) * (z + 0.04)
        work.add(GLASS, window.at(0.93 * radius).turned(0.0).at(0, 0, z * height))
    work.add(TIMBER, arched_panel(1.8, 2.8, 0.8).at(0.9 * foot))
    return work.model("windmill", paint.name, f"{cap_paint.name} cap", "four sails", "wooden sails")


def _sail(reach_m: float) -> tuple[Shape, Shape]:
    """(the spar and slats, the cloth) of one sail along +z."""
    wide = 0.24 * reach_m
    spar = beams([(0, 0, 0)], [(0, 0, reach_m)], 0.32)
    levels = np.linspace(0.22, 0.98, 8) * reach_m
    slats = beams([(0, 0, z) for z in levels], [(0, wide, z) for z in levels], 0.14, sides=3)
    edge = beams([(0, wide, levels[0])], [(0, wide, levels[-1])], 0.14, sides=3)
    cloth = box(0.06, 0.8 * wide, 0.74 * reach_m).at(0.02, 0.5 * wide, 0.23 * reach_m)
    return join(spar, slats, edge), cloth


def power_pylon(rng: np.random.Generator, book: TextureBook) -> Model:
    """A lattice pylon with cross-arms and hanging insulators."""
    work = Sculpture(book)
    paint = draw_paint(rng, "green", "silver", "grey")
    height, base, arms = rng.uniform(30, 40), rng.uniform(5.5, 7.0), int(rng.choice([2, 3]))
    steel, waist = metal(paint.name), 0.62 * height
    work.add(steel, lattice(base, 1.8, waist, 5, bar_m=0.18, crossed=True))
    work.add(steel, lattice(1.8, 1.4, height - waist - 3, 5, bar_m=0.14, crossed=True).at(0, 0, waist))
    work.add(steel, box(1.5, 1.5, 3.0, top=(0.1, 0.1)).at(0, 0, height - 3))
    levels = np.linspace(waist + 0.5, height - 3.5, arms)
    for level, reach in zip(levels, (7.0, 9.0, 6.0), strict=False):
        for side in (-1, 1):
            tip = (0.0, side * reach, level + 0.3)
            roots = [(x, side * 0.8, level + z) for x in (-0.8, 0.8) for z in (0.0, 1.6)]
            work.add(steel, beams(roots, [tip] * 4, 0.16, sides=3))
            inner = [(0.0, side * (0.8 + 0.33 * k * (reach - 0.8)), level + 0.1) for k in (1, 2)]
            outer = [(0.0, side * (0.8 + 0.33 * k * (reach - 0.8)), level + 1.6 - 0.43 * k) for k in (1, 2)]
            work.add(steel, beams(inner, outer, 0.12, sides=3))
            string = lathe(
                [(0.1, 0), (0.28, 0.2), (0.28, 0.4), (0.1, 0.6), (0.28, 0.9), (0.28, 1.1), (0.1, 1.8)], 6
            )
            work.add(plain("brown"), string.at(0.0, side * (reach - 0.1), level - 1.5))
    work.add(
        concrete(),
        box(1.2, 1.2, 0.4).repeated(
            [(x, y, 0) for x in (-base / 2, base / 2) for y in (-base / 2, base / 2)]
        ),
    )
    return work.model("power pylon", paint.name, "lattice", "steel", f"{arms} arms")


def solar_farm(rng: np.random.Generator, book: TextureBook) -> Model:
    """Rows of tilted dark blue panels on posts."""
    work = Sculpture(book)
    shade = str(rng.choice(["blue", "black"], p=[0.75, 0.25]))
    rows, length = int(rng.integers(4, 7)), rng.choice([20.0, 26.0, 32.0])
    cell = (0.05, 0.12, 0.34) if shade == "blue" else (0.07, 0.08, 0.12)
    lines = [[(x, 0.0), (x, 8.0)] for x in np.arange(0, 8.1, 1.0)] + [
        [(0.0, y), (8.0, y)] for y in np.arange(0, 8.1, 2.0)
    ]
    page = work.page(ground((8.0, 8.0), cell, lines=lines, line_m=0.07, chalk=(0.72, 0.76, 0.82)))
    pitch, depth, tilt = 6.5, 4.0, math.radians(28)
    work.add(GRAVEL, box(rows * pitch + 3, length + 4, 0.06))
    blocks = int(length // 4)
    for k in range(rows):
        x = (k - (rows - 1) / 2) * pitch
        panels = box(depth, 3.92, 0.12).repeated([(0, y, -0.06) for y in row(blocks, 4.0 * blocks)])
        faces, rest = panels.split(UP)
        work.add(metal("silver"), rest.pitched(-tilt).at(x, 0, 1.5))
        work.add(page, _tiled(faces).pitched(-tilt).at(x, 0, 1.5))
        posts = [
            (x + dx, y, 0.06) for dx in (-1.0, 1.0) for y in np.linspace(-length / 2 + 1, length / 2 - 1, 4)
        ]
        low, high = box(0.15, 0.15, 1.85), box(0.15, 0.15, 0.8)
        work.add(metal("grey"), low.repeated(posts[:4]), high.repeated(posts[4:]))
    return work.model("solar farm", shade, "tilted panels", f"{rows} rows")


def _tiled(faces: Shape) -> Shape:
    """Level squares of about four metres, each with the whole picture."""
    low = faces.vertices[..., :2].reshape(-1, 6, 2).min(axis=1, keepdims=True)
    span = faces.vertices[..., :2].reshape(-1, 6, 2).max(axis=1, keepdims=True) - low
    uv = (faces.vertices[..., :2].reshape(-1, 6, 2) - low) / span
    return Shape(faces.vertices, faces.normals, uv.reshape(-1, 3, 2))


def satellite_dish(rng: np.random.Generator, book: TextureBook) -> Model:
    """A great white bowl aimed at the sky, with its feed on three struts."""
    work = Sculpture(book)
    paint = draw_paint(rng, "white", "silver", "grey")
    radius, lift = rng.uniform(5.0, 8.0), math.radians(rng.uniform(38, 55))
    bowl_depth = 0.36 * radius
    pivot = 1.2 + 0.95 * radius
    work.add(concrete(), cylinder(0.6 * radius, 1.2, 16))
    pedestal = cylinder(0.34 * radius, pivot - 0.35 * radius - 1.2, 14, top_m=0.2 * radius)
    work.add(plain("white"), pedestal.at(0, 0, 1.2))
    yoke = box(0.4 * radius, 0.5 * radius, 0.3 * radius)
    work.add(metal("grey"), yoke.at(0, 0, pivot - 0.5 * radius))
    spread = np.linspace(0, 1, 7)
    outer = [(r * radius, bowl_depth * r**2) for r in spread]
    inner = [(r * 0.985 * radius, bowl_depth * r**2 + 0.18) for r in spread[::-1]]
    tilt, middle = lift - math.pi / 2, (0.34 * radius, 0.0, pivot)

    def aimed(shape: Shape) -> Shape:
        return shape.pitched(tilt).at(*middle)

    work.add(plain(paint.name), aimed(lathe(outer + inner, 28, "soft")))
    work.add(
        metal("grey"),
        aimed(cylinder(0.22 * radius, 0.5 * radius, 10, top_m=0.34 * radius).at(0, 0, -0.45 * radius)),
    )
    focus = 0.92 * radius
    rim = [(0.8 * radius * c, 0.8 * radius * s, 0.64 * bowl_depth) for c, s in circle(1.0, 3)]
    work.add(metal("dark grey"), aimed(beams(rim, [(0, 0, focus)] * 3, 0.16)))
    work.add(
        metal("dark grey"), aimed(cylinder(0.09 * radius, 0.14 * radius, 10).at(0, 0, focus - 0.1 * radius))
    )
    work.add(lamp("red"), aimed(box(0.3, 0.3, 0.3).at(0, 0, focus + 0.05 * radius)))
    size = "large" if radius > 6.5 else "small"
    return work.model("satellite dish", paint.name, "round", "parabolic", size)


def cooling_tower(rng: np.random.Generator, book: TextureBook) -> Model:
    """A wide waisted concrete shell, open above, on a ring of slanted columns."""
    work = Sculpture(book)
    banded = rng.random() < 0.4
    height, foot = rng.uniform(45, 60), rng.uniform(19, 23)
    lift = 4.0
    rise = np.linspace(0, 1, 9)
    radius = 0.58 * foot * np.sqrt(1 + ((rise - 0.78) / 0.565) ** 2)
    outer = [(r, lift + z * (height - lift)) for r, z in zip(radius, rise, strict=True)]
    inner = [(r - 0.8, z) for r, z in outer[:4:-1]]
    work.add(concrete(4.0), lathe(outer + inner, 32))
    work.add(plain("black"), cylinder(inner[-1][0] - 0.1, 0.5, 32).at(0, 0, inner[-1][1]))
    feet = at_height(circle(radius[0] + 1.0, 24), 0.0)
    heads = at_height(circle(radius[0] - 0.3, 24, math.pi / 24), lift + 0.5)
    work.add(concrete(), beams(feet, heads, 0.7), beams(np.roll(feet, -1, axis=0), heads, 0.7))
    work.add(plain("dark grey"), cylinder(radius[0] - 3.0, lift + 1, 24))
    work.add(sheet("grey"), box(8, 5, 4).at(radius[0] + 3))
    attributes = ("grey and red", "banded") if banded else ("grey", "concrete")
    if banded:
        for z in (0.90, 0.98):
            r = float(np.interp(z, rise, radius))
            tall = 0.045 * height
            stripe = band(circle(r - 0.5, 32), circle(r + 0.3, 32), 0.0, tall)
            work.add(plain("red"), stripe.at(0, 0, lift + z * (height - lift) - tall))
    return work.model("cooling tower", *attributes, "round", "waisted")


MAKERS = {
    "wind turbine": wind_turbine,
    "windmill": windmill,
    "power pylon": power_pylon,
    "solar farm": solar_farm,
    "satellite dish": satellite_dish,
    "cooling tower": cooling_tower,
}
LOTS = {
    "wind turbine": (9.0, 58.0),
    "windmill": (15.5, 27.0),
    "power pylon": (9.0, 20.0),
    "solar farm": (44.0, 38.0),
    "satellite dish": (17.0, 17.0),
    "cooling tower": (58.0, 50.0),
}
