"""Things put up to be looked at: fountain, statue, obelisk, triumphal arch, pyramid, flag."""

import math

import numpy as np
from shapely.geometry import Polygon

from aircity.city.landmarks.carpentry import arch_outline, colonnade, wall_with_openings
from aircity.city.landmarks.sculpture import (
    GLASS,
    PAINTS,
    PAVING,
    WATER,
    Sculpture,
    concrete,
    draw_paint,
    metal,
    plain,
    stone,
)
from aircity.city.solids.lettering import banner
from aircity.city.solids.materials import Material
from aircity.city.solids.mesh import Surface
from aircity.city.solids.model import Model, TextureBook
from aircity.city.solids.rings import lifted
from aircity.city.solids.shapes import (
    Shape,
    beams,
    box,
    cylinder,
    extrude,
    join,
    lathe,
    sphere,
    sweep,
    upright,
)
from aircity.geometry.arithmetic import sin

SPRAY = Surface(Material.PLAIN, (0.80, 0.91, 0.97))


def fountain(rng: np.random.Generator, book: TextureBook) -> Model:
    """Bowls one over the other in a round basin, with arcs of water."""
    work = Sculpture(book)
    paint = draw_paint(rng, "white", "beige", "grey")
    radius, bowls = rng.uniform(5.0, 6.5), int(rng.choice([1, 2]))
    rock = plain(paint.name)
    rim = [
        (radius, 0),
        (radius, 0.75),
        (radius + 0.15, 0.8),
        (radius + 0.15, 0.95),
        (radius - 0.5, 0.95),
        (radius - 0.5, 0.4),
    ]
    work.add(rock, lathe(rim, 28))
    work.add(WATER, cylinder(radius - 0.45, 0.62, 28))
    work.add(PAVING, cylinder(radius + 2.0, 0.12, 28))
    z = 0.6
    for wide, lift in ((0.48, 1.7), (0.26, 1.5))[:bowls]:
        r = wide * radius
        work.add(rock, cylinder(0.13 * radius, lift, 10, top_m=0.08 * radius).at(0, 0, z))
        bowl = [(0.1 * radius, 0), (0.7 * r, 0.2), (r, 0.55), (r, 0.68), (0.85 * r, 0.68), (0.7 * r, 0.5)]
        work.add(rock, lathe(bowl, 20).at(0, 0, z + lift - 0.1))
        work.add(WATER, cylinder(0.86 * r, 0.08, 20).at(0, 0, z + lift + 0.46))
        fall = [
            (0.95 * r, 0, z + lift + 0.55),
            (1.1 * r, 0, z + lift + 0.5),
            (1.22 * r, 0, z + lift - 0.2),
            (1.3 * r, 0, z - 0.1),
        ]
        work.add(SPRAY, sweep(fall, 0.07, 4).around(10))
        z += lift + 0.5
    work.add(SPRAY, lathe([(0.10, 0), (0.16, 1.6), (0.34, 2.2), (0.22, 2.5), (0.0, 2.55)], 8).at(0, 0, z))
    turn = np.linspace(0, math.pi, 7)
    inner, outer = 0.35 * radius, 0.82 * radius
    arc = [
        ((outer + inner) / 2 + (outer - inner) / 2 * math.cos(t), 0.0, 0.5 + 1.5 * math.sin(t)) for t in turn
    ]
    work.add(SPRAY, sweep(arc, 0.06, 4).around(10, 0.3))
    return work.model(
        "fountain", paint.name, "stone", "round", f"{bowls} bowls" if bowls > 1 else "single bowl"
    )


def statue(rng: np.random.Generator, book: TextureBook) -> Model:
    """A standing figure with a raised arm on a stepped plinth."""
    work = Sculpture(book)
    paint = draw_paint(rng, "bronze", "white", "gold", "dark grey", "grey")
    base = draw_paint(rng, "grey", "beige", "white")
    tall, foot = rng.uniform(3.8, 5.2), rng.uniform(2.4, 3.4)
    work.add(stone(base.name), box(4.6, 4.6, 0.35), box(3.8, 3.8, 0.35).at(0, 0, 0.35))
    work.add(
        stone(base.name),
        box(2.4, 2.4, foot, top=(2.1, 2.1)).at(0, 0, 0.7),
        box(2.6, 2.6, 0.3).at(0, 0, foot + 0.7),
    )
    work.add(metal("gold"), box(0.16, 1.3, 0.7).at(1.15, 0, 0.55 * foot + 0.4))
    figure = _figure(raised=bool(rng.random() < 0.7)).scaled(tall / 1.8, tall / 1.8, tall / 1.8)
    work.add(metal(paint.name), figure.at(0, 0, foot + 1.0))
    return work.model("statue", paint.name, "standing figure", f"{base.name} plinth", "stone plinth")


def _figure(*, raised: bool) -> Shape:
    """A person 1.8 m tall facing front."""
    legs = beams([(0.12, -0.14, 0), (-0.08, 0.14, 0)], [(0, -0.1, 0.9), (0, 0.1, 0.9)], 0.17, sides=6)
    feet = box(0.32, 0.13, 0.1).repeated([(0.2, -0.14, 0), (0.0, 0.14, 0)])
    torso = lathe(
        [(0.17, 0.8), (0.16, 1.0), (0.21, 1.25), (0.23, 1.42), (0.08, 1.5), (0.07, 1.56)], 10, "soft"
    ).scaled(0.7, 1, 1)
    coat = lathe([(0.30, 0.35), (0.22, 0.8), (0.17, 1.02)], 10).scaled(0.75, 1, 1).at(-0.05)
    head = sphere(0.12, 10, 6).scaled(1, 0.85, 1.15).at(0.02, 0, 1.53)
    hand = (0.35, -0.55, 1.95) if raised else (0.42, -0.25, 1.1)
    elbow = (0.12, -0.45, 1.5) if raised else (0.05, -0.34, 1.12)
    arms = beams(
        [(0, -0.22, 1.4), elbow, (0, 0.22, 1.4), (0.0, 0.32, 1.1)],
        [elbow, hand, (0.0, 0.32, 1.1), (0.2, 0.24, 0.95)],
        0.11,
        sides=6,
    )
    return join(legs, feet, torso, coat, head, arms, sphere(0.075, 6, 4).at(hand[0], hand[1], hand[2] - 0.05))


def obelisk(rng: np.random.Generator, book: TextureBook) -> Model:
    """A tall tapering shaft with a pointed tip on a stepped base."""
    work = Sculpture(book)
    paint = draw_paint(rng, "grey", "beige", "white")
    gilded, height = bool(rng.random() < 0.4), rng.uniform(18, 30)
    foot = 0.085 * height
    rock = stone(paint.name)
    for k in range(3):
        work.add(rock, box(3.2 * foot - 1.0 * k, 3.2 * foot - 1.0 * k, 0.4).at(0, 0, 0.4 * k))
    work.add(rock, box(1.5 * foot, 1.5 * foot, 1.6).at(0, 0, 1.2))
    head = 0.66 * foot
    work.add(rock, box(foot, foot, height, top=(head, head)).at(0, 0, 2.8))
    tip = metal("gold") if gilded else plain(paint.name)
    work.add(tip, box(head, head, 0.95 * foot, top=(0.0, 0.0)).at(0, 0, 2.8 + height))
    marks = ("golden tip",) if gilded else ("plain tip",)
    return work.model("obelisk", paint.name, "stone", *marks, "tall" if height > 24 else "slender")


def triumphal_arch(rng: np.random.Generator, book: TextureBook) -> Model:
    """A massive block pierced by one great arch or three, with columns and an attic."""
    work = Sculpture(book)
    paint = draw_paint(rng, "beige", "white", "grey")
    triple = bool(rng.random() < 0.4)
    width, depth, height = (26.0 if triple else 20.0), rng.uniform(7, 9), rng.uniform(15, 18)
    openings = [arch_outline(6.6, 0.68 * height)]
    if triple:
        openings += [arch_outline(3.4, 0.45 * height, at_m=s * 8.2) for s in (-1, 1)]
    rock = stone(paint.name)
    work.add(rock, upright(wall_with_openings(width, height, openings), depth))
    work.add(plain(paint.name), box(depth + 1.4, width + 1.4, 0.8).at(0, 0, height))
    work.add(rock, box(depth - 0.4, width - 0.6, 3.6).at(0, 0, height + 0.8))
    work.add(plain(paint.name), box(depth + 0.3, width + 0.1, 0.6).at(0, 0, height + 4.4))
    spots = (-11.6, -5.0, 5.0, 11.6) if triple else (-8.6, -4.9, 4.9, 8.6)
    for face in (-1, 1):
        columns = [(face * (depth / 2 + 0.5), y) for y in spots]
        work.add(plain(paint.name), colonnade(columns, 0.5, height, 8))
        plaque = box(0.3, 0.5 * width, 2.2).at(face * (depth / 2 - 0.1), 0, height + 1.5)
        work.add(plain("cream" if paint.name != "white" else "grey"), plaque)
        reliefs = [
            (face * depth / 2, y, 0.72 * height)
            for y in ((spots[0] + spots[1]) / 2, (spots[2] + spots[3]) / 2)
        ]
        work.add(plain("cream" if paint.name != "white" else "grey"), box(0.3, 2.2, 1.8).repeated(reliefs))
    return work.model(
        "triumphal arch", paint.name, "stone", "three arches" if triple else "one arch", "massive"
    )


def pyramid(rng: np.random.Generator, book: TextureBook) -> Model:
    """A great pyramid of stone courses or of glass panes."""
    work = Sculpture(book)
    glazed = bool(rng.random() < 0.5)
    side = rng.uniform(22, 34)
    height = 0.62 * side
    if glazed:
        pane = Surface(Material.CURTAIN, (0.45, 0.62, 0.72), accent=(0.85, 0.87, 0.88), scale=(2.0, 2.0))
        work.add(PAVING, box(side + 4, side + 4, 0.3))
        work.add(pane, box(side, side, height, top=(0.0, 0.0)).at(0, 0, 0.3))
        corners = np.array([(1, 1, 0), (1, -1, 0), (-1, 1, 0), (-1, -1, 0)]) * side / lifted(2, 0.3)
        work.add(metal("silver"), beams(corners, [(0, 0, height + 0.3)] * 4, 0.25))
        work.add(metal("silver"), box(3.0, 4.0, 3.2).at(side / 2 - 0.5, 0, 0.3))
        work.add(GLASS, box(3.1, 3.2, 2.7).at(side / 2 - 0.45, 0, 0.3))
        return work.model("pyramid", "light blue", "glass", "pointed")
    paint, courses = draw_paint(rng, "beige", "brown", "grey"), 11
    rock = stone(paint.name, 2.0)
    for k in range(courses):
        wide = side * (1 - k / courses)
        work.add(rock, box(wide, wide, height / courses).at(0, 0, k * height / courses))
    work.add(plain("black"), box(2.0, 2.4, 3.0).at(side / 2 - 0.7))
    return work.model("pyramid", paint.name, "stone", "stepped")


def flag(rng: np.random.Generator, book: TextureBook) -> Model:
    """A flag waving from a tall white pole."""
    work = Sculpture(book)
    pattern = str(rng.choice(["bands", "bars", "cross", "disc"]))
    chosen = [
        str(c) for c in rng.choice(["red", "white", "blue", "green", "yellow", "black"], 3, replace=False)
    ]
    colours = chosen if pattern in ("bands", "bars") else chosen[:2]
    tall = rng.uniform(9, 13)
    work.add(concrete(), cylinder(1.0, 0.35, 12))
    work.add(metal("white"), cylinder(0.11, tall, 8, top_m=0.07).at(0, 0, 0.35))
    work.add(metal("gold"), sphere(0.2, 8, 4).at(0, 0, tall + 0.3))
    width, height, waves = 3.9, 2.6, 8
    y = np.linspace(0, width, waves + 1)
    x = 0.28 * sin(y / width * 2.2 * math.pi) * (y / width + 0.25)
    outline = np.vstack([np.column_stack([x - 0.03, y]), np.column_stack([x + 0.03, y])[::-1]])
    cloth = extrude(Polygon(outline), height).at(0, 0.12, tall - height)
    page = work.page(banner([PAINTS[c].rgb for c in colours], pattern))
    low, span = cloth.vertices.min(axis=(0, 1)), np.ptp(cloth.vertices, axis=(0, 1))
    share = (cloth.vertices - low) / span
    across_page = np.where(cloth.normals[..., 0] > 0, 1 - share[..., 1], share[..., 1])
    work.add(page, Shape(cloth.vertices, cloth.normals, np.stack([across_page, 1 - share[..., 2]], axis=2)))
    return work.model(
        "flag",
        " and ".join(colours[:2]) if len(colours) == 2 else f"{colours[0]}, {colours[1]} and {colours[2]}",
        pattern,
        "waving",
        centred=False,
    )


MAKERS = {
    "fountain": fountain,
    "statue": statue,
    "obelisk": obelisk,
    "triumphal arch": triumphal_arch,
    "pyramid": pyramid,
    "flag": flag,
}
LOTS = {
    "fountain": (17.5, 17.5),
    "statue": (5.0, 5.0),
    "obelisk": (9.0, 9.0),
    "triumphal arch": (13.0, 28.0),
    "pyramid": (39.0, 39.0),
    "flag": (2.4, 8.4),
}
