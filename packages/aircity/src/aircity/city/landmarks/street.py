"""Street furniture: bus stop, traffic light, street lamp, bench, parking lot, fire hydrant."""

import math

import numpy as np

from aircity.city.landmarks.carpentry import row
from aircity.city.landmarks.sculpture import PANE, PAVING, TIMBER, Sculpture, draw_paint, lamp, metal, plain
from aircity.city.landmarks.vehicles import CAR_PAINTS, car_parts
from aircity.city.solids.lettering import sign
from aircity.city.solids.materials import Material
from aircity.city.solids.mesh import Surface
from aircity.city.solids.model import Model, TextureBook
from aircity.city.solids.shapes import BACK, FRONT, Shape, beams, box, cylinder, dome, join, lathe


def bus_stop(rng: np.random.Generator, book: TextureBook) -> Model:
    """A glazed shelter with a bench and a stop sign on a pole."""
    work = Sculpture(book)
    paint = draw_paint(rng, "green", "blue", "red", "dark grey")
    width, depth, tall = rng.uniform(4.2, 5.2), 1.7, 2.5
    work.add(PAVING, box(3.0, width + 2.2, 0.06))
    posts = [(x, y, 0.06) for x in (-depth / 2, depth / 2 - 0.1) for y in (-width / 2, width / 2)]
    work.add(metal(paint.name), beams(posts, [(x, y, tall) for x, y, _ in posts], 0.12))
    work.add(metal(paint.name), box(depth + 0.6, width + 0.5, 0.16).at(0.05, 0, tall))
    work.add(PANE, box(0.05, width - 0.1, 1.8).at(-depth / 2, 0, 0.4))
    work.add(PANE, box(depth - 0.3, 0.05, 1.8).at(-0.1, -width / 2, 0.4))
    work.add(metal(paint.name), box(0.08, 0.08, 2.0).repeated([(-depth / 2, y, 0.3) for y in row(4, width)]))
    work.add(
        TIMBER, box(0.5, 0.7 * width, 0.1).at(-0.4, 0, 0.5), box(0.1, 0.7 * width, 0.4).at(-0.68, 0, 0.75)
    )
    work.add(metal("dark grey"), box(0.4, 0.1, 0.5).repeated([(-0.4, y, 0.05) for y in row(3, 0.6 * width)]))
    board = box(0.16, 2.2, 0.5).at(depth / 2 + 0.3, 0, tall + 0.05)
    work.board(board, sign("BUS STOP", ink=(1, 1, 1), paper=paint.rgb, aspect=4.4), plain(paint.name))
    y = width / 2 + 0.7
    work.add(metal("grey"), cylinder(0.06, 3.2, 6).at(0.9, y))
    plate = box(0.1, 0.9, 0.9).at(0.9, y, 2.6)
    work.board(
        plate,
        sign("BUS", ink=(1, 1, 1), paper=(0.1, 0.3, 0.7), aspect=1.0, border=True),
        plain("white"),
        faces=(FRONT, BACK),
    )
    return work.model("bus stop", paint.name, "glass shelter", "small", name="BUS STOP")


def traffic_light(rng: np.random.Generator, book: TextureBook) -> Model:
    """A post with red, amber and green lamps; some reach over the road."""
    work = Sculpture(book)
    paint = draw_paint(rng, "dark grey", "yellow", "black")
    arm, lit = bool(rng.random() < 0.5), int(rng.integers(0, 3))
    tall = 5.6 if arm else 3.4
    work.add(metal("grey"), cylinder(0.11, tall, 6), cylinder(0.22, 0.3, 6))
    _signal(work, paint.name, lit, (0.2, 0.0, 2.3))
    if arm:
        work.add(metal("grey"), beams([(0, 0, 5.4)], [(0, -4.2, 5.7)], 0.16))
        _signal(work, paint.name, lit, (0.16, -4.0, 4.9))
    state = ("red", "amber", "green")[lit]
    return work.model(
        "traffic light", paint.name, f"{state} lit", "overhanging" if arm else "post", centred=False
    )


def _signal(work: Sculpture, paint: str, lit: int, at: tuple[float, float, float]) -> None:
    x, y, z = at
    work.add(plain(paint), box(0.3, 0.42, 1.15).at(x, y, z))
    colours = ("red", "orange", "green")
    for k, colour in enumerate(colours):
        bulb = box(0.08, 0.28, 0.28).at(x + 0.17, y, z + 0.8 - 0.35 * k)
        work.add(lamp(colour) if k == lit else Surface(Material.PLAIN, _dimmed(colour)), bulb)


def _dimmed(colour: str) -> tuple[float, float, float]:
    return {"red": (0.35, 0.05, 0.05), "orange": (0.38, 0.22, 0.05), "green": (0.05, 0.25, 0.10)}[colour]


def street_lamp(rng: np.random.Generator, book: TextureBook) -> Model:
    """A tall post with one or two arms, or an old lantern."""
    work = Sculpture(book)
    kind = str(rng.choice(["single arm", "double arm", "lantern"]))
    paint = draw_paint(rng, "grey", "dark grey", "black", "green")
    steel = metal(paint.name)
    if kind == "lantern":
        work.add(steel, lathe([(0.26, 0), (0.2, 0.5), (0.08, 0.6), (0.07, 3.4)], 6))
        work.add(lamp("cream"), box(0.3, 0.3, 0.55, top=(0.48, 0.48)).at(0, 0, 3.4))
        work.add(steel, box(0.6, 0.6, 0.35, top=(0.0, 0.0)).at(0, 0, 3.95))
        return work.model("street lamp", paint.name, kind, "short", centred=False)
    tall = rng.uniform(7.5, 9.0)
    work.add(steel, cylinder(0.13, tall, 6, top_m=0.08))
    for side in (1, -1) if kind == "double arm" else (1,):
        work.add(steel, beams([(0, 0, tall - 0.1)], [(side * 1.7, 0, tall + 0.5)], 0.1))
        work.add(steel, box(0.9, 0.34, 0.14).at(side * 1.9, 0, tall + 0.48))
        work.add(lamp("cream"), box(0.7, 0.24, 0.08).at(side * 1.9, 0, tall + 0.41))
    return work.model("street lamp", paint.name, kind, "tall", centred=False)


def bench(rng: np.random.Generator, book: TextureBook) -> Model:
    """A slatted park bench."""
    work = Sculpture(book)
    paint = draw_paint(rng, "brown", "green", "white", "red")
    slat = TIMBER if paint.name == "brown" else plain(paint.name)
    work.add(slat, box(0.14, 1.8, 0.05).repeated([(x, 0, 0.45) for x in (-0.15, 0.03, 0.21)]))
    work.add(slat, *(box(0.05, 1.8, 0.14).pitched(-0.2).at(-0.3, 0, z) for z in (0.6, 0.82)))
    for y in (-0.75, 0.75):
        work.add(metal("dark grey"), box(0.5, 0.07, 0.45).at(0.0, y), box(0.07, 0.07, 0.95).at(-0.27, y))
    return work.model("bench", paint.name, "wooden" if paint.name == "brown" else "painted", "small")


def fire_hydrant(rng: np.random.Generator, book: TextureBook) -> Model:
    """A stubby post with side caps and a domed top."""
    work = Sculpture(book)
    paint = draw_paint(rng, "red", "yellow", "red", "blue")
    body = metal(paint.name)
    work.add(
        body,
        lathe([(0.20, 0), (0.20, 0.08), (0.13, 0.1), (0.13, 0.62), (0.18, 0.64), (0.18, 0.70)], 10),
        dome(0.16, 0.17, 10, 3).at(0, 0, 0.7),
    )
    cap = cylinder(0.09, 0.44, 8).rolled(math.pi / 2).at(0, 0.22, 0.46)
    work.add(
        metal("silver"),
        cap,
        cylinder(0.1, 0.2, 8).pitched(-math.pi / 2).at(0.06, 0, 0.42),
        cylinder(0.04, 0.08, 5).at(0, 0, 0.85),
    )
    return work.model("fire hydrant", paint.name, "small", "metal")


def parking_lot(rng: np.random.Generator, book: TextureBook) -> Model:
    """A marked asphalt lot, half full of cars, with a P sign and lamps."""
    work = Sculpture(book)
    bays, filled = int(rng.integers(8, 13)), float(rng.uniform(0.35, 0.8))
    pitch, depth, aisle = 2.7, 5.2, 6.5
    width, length = bays * pitch, 2 * depth + aisle
    work.add(Surface(Material.ASPHALT, (0.27, 0.27, 0.28)), box(length + 2, width + 2, 0.06))
    lines = [
        (side * (aisle + depth) / 2, y, 0.06)
        for side in (-1, 1)
        for y in np.linspace(-width / 2, width / 2, bays + 1)
    ]
    work.add(plain("white"), box(depth, 0.14, 0.03).repeated(lines))
    work.add(plain("white"), box(0.14, width, 0.03).repeated([(s * (length / 2), 0, 0.06) for s in (-1, 1)]))
    arrow = join(box(0.3, 2.2, 0.03), box(1.2, 0.3, 0.03).at(0, 1.2))
    work.add(plain("white"), arrow.at(0, -width / 4, 0.06), arrow.turned(math.pi).at(0, width / 4, 0.06))
    for side in (-1, 1):
        for y in row(bays, width):
            if rng.random() < filled:
                _park(work, rng, side * (aisle + depth) / 2, float(y), math.pi if rng.random() < 0.3 else 0.0)
    sign_y = width / 2 + 0.4
    work.add(metal("grey"), cylinder(0.08, 3.4, 6).at(0, sign_y))
    plate = box(0.12, 1.3, 1.3).at(0, sign_y, 3.0)
    work.board(
        plate,
        sign("P", ink=(1, 1, 1), paper=(0.08, 0.25, 0.65), aspect=1.0, border=True),
        plain("white"),
        faces=(FRONT, BACK),
    )
    crowd = "full" if filled > 0.6 else "half empty"
    return work.model("parking lot", "grey", "asphalt", crowd, f"{2 * bays} bays")


def _park(work: Sculpture, rng: np.random.Generator, x: float, y: float, turn: float) -> None:
    paint = draw_paint(rng, *CAR_PAINTS)
    kind = str(rng.choice(["sedan", "hatchback", "van"], p=[0.5, 0.35, 0.15]))
    for surface, shape in car_parts(paint.name, kind):
        placed: Shape = shape.turned(turn).at(x, y, 0.06)
        work.add(surface, placed)


MAKERS = {
    "bus stop": bus_stop,
    "traffic light": traffic_light,
    "street lamp": street_lamp,
    "bench": bench,
    "fire hydrant": fire_hydrant,
    "parking lot": parking_lot,
}
LOTS = {
    "bus stop": (3.2, 7.6),
    "traffic light": (1.0, 8.8),
    "street lamp": (5.0, 1.0),
    "bench": (0.8, 2.0),
    "fire hydrant": (0.6, 0.6),
    "parking lot": (19.5, 35.0),
}
