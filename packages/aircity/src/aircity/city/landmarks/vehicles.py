"""Vehicles on wheels: car, bus, truck, tram, train."""

from functools import cache

import numpy as np

from aircity.city.landmarks.carpentry import row
from aircity.city.landmarks.sculpture import (
    GLASS,
    PAINTS,
    TYRE,
    Sculpture,
    draw_paint,
    gloss,
    lamp,
    metal,
    plain,
    sheet,
)
from aircity.city.solids.lettering import BRANDS, sign
from aircity.city.solids.materials import Material
from aircity.city.solids.mesh import Surface
from aircity.city.solids.model import Model, TextureBook
from aircity.city.solids.rings import at_height, lifted
from aircity.city.solids.shapes import LEFT, RIGHT, Shape, across, beams, box, cylinder, join, loft, wheel

CAR_PAINTS = ("white", "black", "red", "blue", "silver", "yellow", "green", "orange", "grey")
Parts = tuple[tuple[Surface, Shape], ...]


def car(rng: np.random.Generator, book: TextureBook) -> Model:
    """A saloon, hatchback or van with a glazed cabin, wheels and lights."""
    work = Sculpture(book)
    paint = draw_paint(rng, *CAR_PAINTS)
    kind = str(rng.choice(["sedan", "hatchback", "van"], p=[0.5, 0.3, 0.2]))
    for surface, shape in car_parts(paint.name, kind):
        work.add(surface, shape)
    return work.model("car", paint.name, kind)


@cache
def car_parts(paint: str, kind: str = "sedan") -> Parts:
    """A car of about 4.5 x 1.8 m, its front towards x."""
    body, cabin, roof_z = _BODIES[kind]
    lower = np.array([(x, y, 0.86) for x, y in _ring(cabin[0], cabin[3], 0.84)])
    upper = np.array([(x, y, roof_z) for x, y in _ring(cabin[1], cabin[2], 0.68)])
    lid = np.array([(x, y, roof_z) for x, y in _ring(cabin[1] + 0.04, cabin[2] - 0.04, 0.71)])
    tyres = join(wheel(0.33, 1.82).at(1.38), wheel(0.33, 1.82).at(-1.38))
    return (
        (gloss(paint), across(body, 1.74)),
        (GLASS, loft([lower, upper])),
        (gloss(paint), loft([lifted(lid, -0.05), lifted(lid, 0.05)])),
        (TYRE, tyres),
        (lamp("cream"), box(0.1, 0.34, 0.16).repeated([(2.2, -0.66, 0.55), (2.2, 0.66, 0.55)])),
        (plain("red"), box(0.1, 1.6, 0.14).at(-2.21, 0, 0.66)),
    )


def _ring(back: float, front: float, half: float) -> list[tuple[float, float]]:
    return [(front, -half), (front, half), (back, half), (back, -half)]


_BODIES: dict[str, tuple[list[tuple[float, float]], tuple[float, float, float, float], float]] = {
    "sedan": (
        [(-2.2, 0.3), (2.2, 0.3), (2.24, 0.66), (1.0, 0.9), (-1.55, 0.94), (-2.24, 0.88)],
        (-1.75, -1.05, 0.35, 1.15),
        1.42,
    ),
    "hatchback": (
        [(-2.2, 0.3), (2.2, 0.3), (2.24, 0.68), (1.05, 0.92), (-2.1, 0.96), (-2.24, 0.8)],
        (-2.1, -1.75, 0.3, 1.15),
        1.5,
    ),
    "van": (
        [(-2.2, 0.35), (2.2, 0.35), (2.24, 0.8), (1.6, 1.0), (-2.2, 1.0)],
        (-2.15, -2.05, 0.75, 1.65),
        1.95,
    ),
}


def bus(rng: np.random.Generator, book: TextureBook) -> Model:
    """A long box with a band of windows, two doors and a destination sign."""
    work = Sculpture(book)
    paint = draw_paint(rng, "red", "yellow", "blue", "green", "white", "orange")
    decks = 2 if rng.random() < 0.3 else 1
    length, width = 11.5, 2.5
    work.add(gloss(paint.name), box(length, width, 0.95).at(0, 0, 0.4))
    z = 1.35
    for _ in range(decks):
        work.add(GLASS, box(length - 0.1, width - 0.1, 1.05).at(0, 0, z))
        posts = [(x, 0, z) for x in (*row(7, length - 0.8), -length / 2 + 0.2)]
        work.add(gloss(paint.name), box(0.2, width, 1.05).repeated(posts))
        work.add(gloss(paint.name), box(length, width, 0.55 if decks == 1 else 0.7).at(0, 0, z + 1.05))
        z += 1.75
    work.add(plain("grey"), box(2.2, 1.6, 0.3).at(-2.5, 0, z + (0.0 if decks == 2 else -0.15) - 0.05))
    door = box(1.2, 0.3, 1.9)
    work.add(plain("dark grey"), door.at(4.6, width / 2 - 0.1, 0.45), door.at(-0.9, width / 2 - 0.1, 0.45))
    for x in (4.6, -0.9):
        work.add(
            GLASS,
            box(0.45, 0.3, 1.6).repeated(
                [(x - 0.3, width / 2 - 0.06, 0.6), (x + 0.3, width / 2 - 0.06, 0.6)]
            ),
        )
    number = f"{int(rng.integers(2, 90))} CITY"
    panel = box(0.3, 1.9, 0.42).at(length / 2, 0, z - 0.66)
    work.board(panel, sign(number, ink=(1.0, 0.7, 0.1), paper=(0.05, 0.05, 0.05), aspect=4.5), plain("black"))
    for x in (3.3, -3.2):
        work.add(TYRE, wheel(0.5, width + 0.06, 12).at(x))
        work.add(metal("silver"), wheel(0.24, width + 0.12, 8).at(x, 0, 0.26))
    lights = [(length / 2, -0.9, 0.65), (length / 2, 0.9, 0.65)]
    work.add(lamp("cream"), box(0.12, 0.4, 0.25).repeated(lights))
    work.add(plain("red"), box(0.12, 0.3, 0.5).repeated([(-length / 2, y, 0.7) for y in (-1.0, 1.0)]))
    mirrors = box(0.25, 0.2, 0.5).repeated([(length / 2 + 0.1, y, 1.7) for y in (-1.4, 1.4)])
    work.add(plain("black"), mirrors)
    return work.model("bus", paint.name, "double-decker" if decks == 2 else "single-decker", "long")


def truck(rng: np.random.Generator, book: TextureBook) -> Model:
    """A lorry: cab in front, and a box, tank or tipper behind."""
    work = Sculpture(book)
    paint = draw_paint(rng, "white", "red", "blue", "yellow", "green", "orange")
    load = str(rng.choice(["box", "tanker", "tipper"]))
    cab = across([(2.6, 0.6), (4.7, 0.6), (4.75, 1.6), (4.45, 2.75), (2.6, 2.9)], 2.4)
    work.add(gloss(paint.name), cab)
    work.add(GLASS, across([(4.8, 1.65), (4.82, 1.75), (4.55, 2.6), (4.4, 2.6), (4.5, 1.65)], 2.1))
    work.add(GLASS, across([(3.3, 1.65), (4.4, 1.65), (4.2, 2.5), (3.3, 2.5)], 2.5))
    work.add(plain("black"), box(0.2, 2.3, 0.4).at(4.72, 0, 0.5), box(0.12, 1.5, 0.4).at(4.74, 0, 1.0))
    work.add(lamp("cream"), box(0.14, 0.4, 0.22).repeated([(4.76, y, 1.0) for y in (-0.98, 0.98)]))
    work.add(plain("dark grey"), box(9.0, 1.0, 0.35).at(-0.1, 0, 0.65))
    name = None
    if load == "box":
        name = str(rng.choice(BRANDS))
        hold = box(6.8, 2.5, 2.7).at(-1.0, 0, 1.05)
        ink = PAINTS["blue" if paint.name == "white" else paint.name].rgb
        picture = sign(name, ink=ink, paper=PAINTS["white"].rgb, aspect=6.8 / 2.7)
        work.board(hold, picture, plain("white"), faces=(LEFT, RIGHT))
    elif load == "tanker":
        barrel = cylinder(1.2, 6.8, 16).pitched(np.pi / 2).at(2.4, 0, 2.3)
        work.add(metal("silver"), barrel, cylinder(0.35, 0.3, 8).repeated([(x, 0, 3.4) for x in (-3, -1, 1)]))
        work.add(metal("dark grey"), box(6.6, 1.2, 0.3).at(-1.0, 0, 0.95))
    else:
        bed = [(-4.4, 1.05), (2.3, 1.05), (2.3, 2.4), (-4.5, 2.4)]
        work.add(metal("grey"), across(bed, 2.5))
        heap = box(6.2, 2.2, 0.7, top=(2.5, 0.5)).at(-1.05, 0, 2.38)
        work.add(Surface(Material.SAND, (0.50, 0.42, 0.32)), heap)
        work.add(
            plain("dark grey"), box(0.15, 2.6, 1.3).repeated([(x, 0, 1.06) for x in (-3.4, -1.7, 0.0, 1.7)])
        )
    for x in (3.7, -2.2, -3.4):
        work.add(TYRE, wheel(0.5, 2.45, 12).at(x))
        work.add(metal("silver"), wheel(0.22, 2.52, 8).at(x, 0, 0.28))
    return work.model("truck", paint.name, load, name=name)


def tram(rng: np.random.Generator, book: TextureBook) -> Model:
    """An articulated tramcar with a pantograph, standing on its rails."""
    work = Sculpture(book)
    paint = draw_paint(rng, "red", "green", "yellow", "blue", "orange")
    width = 2.5
    for index, x in enumerate((-8.2, 0.0, 8.2)):
        nose = {0: -1, 1: 0, 2: 1}[index]
        work.add(gloss(paint.name), _coach(7.8, width, nose, 0.3, 1.25).at(x))
        work.add(GLASS, _coach(7.76, width - 0.08, nose, 1.25, 2.35).at(x))
        work.add(gloss("white"), _coach(7.8, width, nose, 2.35, 3.1).at(x))
        posts = [(x + dx, 0, 1.25) for dx in row(5, 7.0)[1:-1] - 0.4 * nose]
        work.add(gloss("white"), box(0.25, width, 1.1).repeated(posts))
        doors = [(x - 1.4 * nose, side * width / 2, 0.45) for side in (-1, 1)]
        work.add(GLASS, box(1.3, 0.08, 1.8).repeated(doors))
        work.add(TYRE, *(wheel(0.35, 1.9, 8).at(x + dx) for dx in (-1.6, 1.6)))
    work.add(TYRE, box(0.8, width - 0.3, 2.6).repeated([(-4.1, 0, 0.4), (4.1, 0, 0.4)]))
    arm = [(0.6, 0.6, 3.1), (0.6, -0.6, 3.1), (-0.5, 0.6, 4.0), (-0.5, -0.6, 4.0)]
    tip = [(-0.5, 0.6, 4.0), (-0.5, -0.6, 4.0), (0.4, 0.3, 4.9), (0.4, -0.3, 4.9)]
    work.add(metal("dark grey"), beams(arm, tip, 0.12), box(0.3, 1.8, 0.1).at(0.4, 0, 4.85))
    work.add(plain("grey"), box(3.0, 1.5, 0.35).repeated([(-8.0, 0, 3.05), (8.0, 0, 3.05)]))
    work.add(lamp("cream"), box(0.3, 1.5, 0.16).at(12.0, 0, 0.8))
    work.add(metal("grey"), *(box(26.0, 0.12, 0.1).at(0, y) for y in (-0.72, 0.72)))
    return work.model("tram", f"{paint.name} and white", "articulated", "long")


def _coach(length: float, width: float, nose: int, low: float, high: float) -> Shape:
    """A coach's slice; `nose` +1 or -1 rounds that end."""
    half, side = length / 2, width / 2
    ring = np.array([(half, -side), (half, side), (-half, side), (-half, -side)])
    if nose:
        reach, lean = half + 0.25, 0.22 * max(low - 1.2, 0.0)
        tip = 0.55 * side
        ring = np.array(
            [
                (half - 0.8, -side),
                (reach - lean, -tip),
                (reach - lean, tip),
                (half - 0.8, side),
                (-half, side),
                (-half, -side),
            ]
        )
        ring = ring if nose > 0 else -ring
    return loft([at_height(ring, low), at_height(ring, high)])


def train(rng: np.random.Generator, book: TextureBook) -> Model:
    """A diesel locomotive with freight wagons on a stretch of track."""
    work = Sculpture(book)
    paint = draw_paint(rng, "red", "blue", "green", "yellow", "orange")
    bed = Surface(Material.RAIL, (0.45, 0.42, 0.39), scale=(1.0, 1.0))
    work.add(bed, box(45.0, 3.4, 0.3, top=(45.0, 2.8)))
    engine = 13.5
    work.add(plain("dark grey"), box(16.0, 2.5, 0.6).at(engine, 0, 1.0))
    work.add(
        gloss(paint.name),
        box(11.0, 2.0, 2.3).at(engine - 2.4, 0, 1.6),
        box(2.6, 2.0, 1.4).at(engine + 6.6, 0, 1.6),
    )
    work.add(
        gloss(paint.name),
        box(2.8, 2.8, 1.3).at(engine + 4.3, 0, 1.6),
        box(3.0, 2.9, 0.3).at(engine + 4.3, 0, 4.1),
    )
    work.add(GLASS, box(2.7, 2.7, 1.3).at(engine + 4.3, 0, 2.85))
    work.add(gloss("white"), box(15.9, 2.56, 0.2).at(engine, 0, 1.2))
    work.add(plain("dark grey"), *(cylinder(0.7, 0.25, 10).at(engine + dx, 0, 3.9) for dx in (-6.0, -4.0)))
    work.add(lamp("cream"), box(0.2, 0.9, 0.3).at(engine + 7.9, 0, 2.5))
    bogies = [engine - 5.5, engine + 5.5]
    colours = rng.permutation(["brown", "grey", "green", "blue", "red"])[:2]
    for k, colour in enumerate(colours):
        x = engine - 15.2 - 13.0 * k
        work.add(plain("dark grey"), box(12.0, 2.4, 0.4).at(x, 0, 1.0))
        if k == 1:
            work.add(metal("black"), cylinder(1.35, 11.0, 14).pitched(np.pi / 2).at(x + 5.5, 0, 2.7))
            work.add(metal("black"), cylinder(0.5, 0.5, 8).at(x, 0, 3.9))
        else:
            work.add(sheet(str(colour), 0.8), box(11.6, 2.6, 2.6).at(x, 0, 1.4))
            work.add(
                plain("dark grey"), box(2.6, 2.7, 2.3).at(x, 0, 1.45), box(11.7, 1.6, 0.15).at(x, 0, 4.0)
            )
        bogies += [x - 4.0, x + 4.0]
    for x in bogies:
        work.add(TYRE, box(2.6, 2.2, 0.35).at(x, 0, 0.75))
        work.add(metal("dark grey"), *(wheel(0.42, 1.7, 8).at(x + dx, 0, 0.3) for dx in (-0.8, 0.8)))
    couplings = [engine - 8.2 - 13.0 * k - (0.5 if k else 0.0) for k in range(2)]
    work.add(plain("black"), box(1.6, 0.4, 0.3).repeated([(x, 0, 1.05) for x in couplings]))
    return work.model("train", paint.name, "freight", "long")


MAKERS = {"car": car, "bus": bus, "truck": truck, "tram": tram, "train": train}
LOTS = {
    "car": (4.8, 2.1),
    "bus": (12.2, 3.2),
    "truck": (9.8, 2.9),
    "tram": (26.5, 2.8),
    "train": (45.5, 4.0),
}
