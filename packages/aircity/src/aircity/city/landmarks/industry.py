"""Works and stores: smokestack, storage tank, warehouse, factory, construction crane, excavator."""

import math

import numpy as np

from aircity.city.landmarks.carpentry import gable_slopes, gabled, lattice, row
from aircity.city.landmarks.sculpture import (
    GLASS,
    GRAVEL,
    PAINTS,
    TYRE,
    Sculpture,
    bricks,
    concrete,
    draw_paint,
    lamp,
    metal,
    plain,
    sheet,
)
from aircity.city.solids.lettering import BRANDS, sign
from aircity.city.solids.model import Model, TextureBook
from aircity.city.solids.rings import at_height, circle, lifted
from aircity.city.solids.shapes import Shape, across, beams, box, cylinder, hoop, join, lathe
from aircity.geometry.arithmetic import cos, sin


def smokestack(rng: np.random.Generator, book: TextureBook) -> Model:
    """A tall tapering chimney, banded near its open top."""
    work = Sculpture(book)
    style = str(rng.choice(["white and red", "brown", "grey", "grey and red"]))
    height, foot = rng.uniform(45, 70), rng.uniform(3.2, 4.2)
    head, bands = 0.55 * foot, 10
    base = {"white and red": plain("white"), "brown": bricks("brown", 400.0, 400.0)}.get(style, concrete(4.0))
    radii, step = np.linspace(foot, head, bands + 1), height / bands
    striped = "red" in style
    for k in range(bands - 1):
        band = plain("red") if striped and k >= 3 and k % 2 == 1 else base
        work.add(band, cylinder(radii[k], step, 20, top_m=radii[k + 1]).at(0, 0, k * step))
    lip, bore = head + 0.35, head - 0.4
    rim = [(lip, step), (lip, step + 0.8), (bore, step + 0.8), (bore, step - 1.5)]
    mouth = lathe([(radii[-2], 0), (head, step), *rim], 20)
    work.add(plain("red") if striped else base, mouth.at(0, 0, height - step))
    work.add(plain("black"), cylinder(head - 0.42, 0.3, 20).at(0, 0, height - 1.5))
    for level in (0.45, 0.8):
        radius = float(np.interp(level, [0, 1], [foot, head])) + 0.7
        deck = lathe([(radius - 0.8, 0), (radius, 0), (radius, 0.2), (radius - 0.8, 0.2)], 16)
        work.add(
            metal("grey"),
            deck.at(0, 0, level * height),
            hoop(radius, 0.12, 16).at(0, 0, level * height + 1.1),
        )
    work.add(metal("grey"), beams([(foot + 0.3, 0, 0)], [(head + 0.3, 0, height)], 0.25))
    work.add(concrete(), box(2.6 * foot, 2.6 * foot, 3.0))
    shape = "striped" if striped else "plain"
    return work.model("smokestack", style, shape, "round", "tall")


def storage_tank(rng: np.random.Generator, book: TextureBook) -> Model:
    """A wide low oil tank with a shallow roof, a winding stair and a bund."""
    work = Sculpture(book)
    paint = draw_paint(rng, "cream", "silver", "white", "white")
    radius, height = rng.uniform(9, 13), rng.uniform(8, 10)
    work.add(plain(paint.name), cylinder(radius, height, 32))
    stripe = draw_paint(rng, "red", "blue", "orange")
    band = lathe([(radius - 0.2, 0), (radius + 0.06, 0), (radius + 0.06, 0.9), (radius - 0.2, 0.9)], 32)
    work.add(plain(stripe.name), band.at(0, 0, 0.72 * height))
    work.add(plain(paint.name), cylinder(radius + 0.2, 0.1 * radius, 32, top_m=0.3).at(0, 0, height))
    work.add(metal("grey"), hoop(radius - 0.2, 0.14, 32).at(0, 0, height + 1.1))
    stanchions = at_height(circle(radius - 0.2, 16), height)
    work.add(metal("grey"), beams(stanchions, lifted(stanchions, 1.1), 0.1, sides=3))
    turn = np.linspace(-0.6, 1.4, 22)
    for k, angle in enumerate(turn):
        z = height * (k + 1) / len(turn)
        work.add(metal("dark grey"), box(1.3, 0.95, 0.15).at(radius + 0.6, 0, z - 0.15).turned(float(angle)))
    rise = height * (np.arange(len(turn)) + 1) / len(turn) + 1.0
    rail = np.column_stack([(radius + 1.2) * cos(turn), (radius + 1.2) * sin(turn), rise])
    work.add(metal("yellow"), beams(rail[:-1], rail[1:], 0.1, sides=3))
    outer, wall = radius + 4.5, 0.4
    for k in range(4):
        side = box(2 * outer, wall, 1.0) if k % 2 else box(wall, 2 * outer - 2 * wall, 1.0)
        angle = k * math.pi / 2
        work.add(
            concrete(), side.at((outer - wall / 2) * math.cos(angle), (outer - wall / 2) * math.sin(angle))
        )
    work.add(metal("silver"), beams([(radius - 0.5, 2.0, 0.9)], [(outer - 0.8, 2.0, 0.9)], 0.6, sides=8))
    return work.model("storage tank", paint.name, f"{stripe.name} stripe", "round", "wide")


def warehouse(rng: np.random.Generator, book: TextureBook) -> Model:
    """A long metal shed with a low roof, a row of dock doors and the owner's name."""
    work = Sculpture(book)
    paint = draw_paint(rng, "blue", "grey", "white", "green", "red", "beige")
    length, width, height = rng.uniform(22, 28), rng.uniform(38, 50), rng.uniform(8.5, 10)
    name = str(rng.choice(BRANDS))
    shell = gabled(width, length, height, 2.4).turned(math.pi / 2)
    work.add(sheet(paint.name), shell)
    work.add(sheet("silver", 0.9), gable_slopes(width, length, height, 2.4).turned(math.pi / 2))
    front = length / 2
    doors = row(6, 0.9 * width)
    work.add(plain("dark grey"), box(0.3, 4.6, 5.2).repeated([(front, y, 0.9) for y in doors]))
    work.add(sheet("white", 20.0), box(0.4, 3.6, 4.3).repeated([(front + 0.05, y, 1.1) for y in doors]))
    slats = box(0.5, 3.6, 0.08).repeated([(front + 0.06, y, z) for y in doors for z in (2.1, 3.1, 4.1)])
    work.add(plain("grey"), slats)
    work.add(concrete(), box(2.5, 0.94 * width, 1.1).at(front + 1.25))
    work.add(
        TYRE, box(0.4, 0.5, 0.7).repeated([(front + 2.5, y + s * 1.4, 0.3) for y in doors for s in (-1, 1)])
    )
    ink, paper = (PAINTS["white"].rgb, PAINTS["blue"].rgb)
    if paint.name == "blue":
        ink, paper = paper, ink
    board = box(0.3, 16.0, 2.4).at(front + 0.2, 0, height - 2.9)
    work.board(board, sign(name, ink=ink, paper=paper, aspect=16 / 2.4), plain("white"))
    vents = [
        (x, y, height + 2.4 * (1 - abs(x) / front)) for x in (-front / 2, front / 2) for y in row(4, width)
    ]
    work.add(metal("grey"), box(1.6, 1.6, 1.2).repeated(vents))
    return work.model("warehouse", paint.name, "metal", "long", "low", name=name)


def factory(rng: np.random.Generator, book: TextureBook) -> Model:
    """A brick works with a saw-tooth roof and smoking chimneys' stacks beside it."""
    work = Sculpture(book)
    paint = draw_paint(rng, "brown", "red", "beige", "grey")
    teeth, width, height = int(rng.integers(4, 6)), rng.uniform(24, 30), 7.5
    tooth, rise, stacks = 7.0, 3.6, int(rng.integers(2, 4))
    length = teeth * tooth
    wall = bricks(paint.name, 3.5, 3.75)
    work.add(wall, box(width, length, height))
    profile = [(-tooth / 2, 0.0), (tooth / 2, 0.0), (tooth / 2, rise)]
    saw = across(profile, width).turned(math.pi / 2).at(0, 0, height)
    glazed, roof = saw.split((0.0, 1.0, 0.0))
    for y in row(teeth, length):
        work.add(GLASS, glazed.at(0, y))
        work.add(sheet("dark grey", 1.0), roof.at(0, y))
    for k in range(stacks):
        spot = (-width / 2 - 2.5, (k - (stacks - 1) / 2) * 8.0)
        tall = 20.0 + 2.0 * k
        stack = [(1.7, 0), (1.15, tall), (1.5, tall), (1.5, tall + 0.7), (0.9, tall + 0.7), (0.9, tall - 0.5)]
        work.add(bricks("brown", 400.0, 400.0), lathe(stack, 14).at(*spot))
        work.add(plain("white"), cylinder(1.36, 1.6, 14, top_m=1.34).at(*spot, tall - 3.5))
        work.add(plain("black"), cylinder(0.88, 0.2, 14).at(*spot, tall - 0.5))
    work.add(GRAVEL, box(6.0, 8.0 * stacks, 4.0).at(-width / 2 - 2.0))
    work.add(metal("blue"), box(0.4, 5.0, 4.6).at(width / 2))
    work.add(
        metal("silver"),
        cylinder(2.2, 8.0, 14).at(width / 2 + 3.2, length / 2 - 4),
        cylinder(2.2, 8.0, 14).at(width / 2 + 3.2, length / 2 - 9),
    )
    work.add(
        metal("grey"),
        beams([(width / 2 + 3.2, length / 2 - 4, 8.3)], [(width / 2 - 1, length / 2 - 9, 9.0)], 0.6, sides=6),
    )
    return work.model("factory", paint.name, "brick", "saw-tooth roof", f"{stacks} chimneys")


def construction_crane(rng: np.random.Generator, book: TextureBook) -> Model:
    """A tower crane: lattice mast, long jib with trolley and hook, counterweight and cab."""
    work = Sculpture(book)
    paint = draw_paint(rng, "blue", "red", "orange", "yellow", "yellow")
    steel, height, jib, back = metal(paint.name), rng.uniform(36, 48), rng.uniform(30, 38), 11.0
    work.add(concrete(), box(6.5, 6.5, 1.2))
    work.add(steel, lattice(2.0, 2.0, height, round(height / 2.8), bar_m=0.16).at(0, 0, 1.2))
    deck = height + 1.2
    work.add(metal("dark grey"), cylinder(1.5, 0.8, 12).at(0, 0, deck))
    work.add(steel, lattice(1.8, 0.4, 7.5, 3, bar_m=0.18).at(0, 0, deck + 0.8))
    boom = lattice(1.4, 0.9, jib, round(jib / 2.6), bar_m=0.13).pitched(-math.pi / 2)
    work.add(steel, boom.at(1.0, 0, deck + 1.8))
    work.add(steel, lattice(1.3, 1.3, back, 5, bar_m=0.14).pitched(math.pi / 2).at(-1.0, 0, deck + 1.8))
    work.add(concrete(1.0), box(2.6, 2.2, 3.0).at(-back + 0.4, 0, deck - 0.4))
    peak = (0.0, 0.0, deck + 8.2)
    ends = [(0.45 * jib, 0, deck + 2.4), (0.85 * jib, 0, deck + 2.3), (-back, 0, deck + 2.4)]
    work.add(metal("dark grey"), beams([peak] * 3, ends, 0.14, sides=3))
    work.add(plain("white"), box(1.9, 1.5, 2.0).at(0.9, 1.6, deck + 0.1))
    work.add(GLASS, box(0.5, 1.3, 1.2).at(1.75, 1.6, deck + 0.7))
    reach = jib * rng.uniform(0.5, 0.8)
    work.add(metal("dark grey"), box(1.4, 1.2, 0.4).at(reach, 0, deck + 0.8))
    drop = rng.uniform(8, 14)
    work.add(metal("black"), beams([(reach, 0, deck + 0.8)], [(reach, 0, deck + 0.8 - drop)], 0.14))
    work.add(metal("red"), box(0.8, 0.6, 1.4).at(reach, 0, deck - drop - 0.6))
    work.add(lamp("red"), box(0.5, 0.5, 0.5).at(*peak))
    return work.model("construction crane", paint.name, "lattice", "tall", "long jib")


def excavator(rng: np.random.Generator, book: TextureBook) -> Model:
    """A tracked digger with a cab, a bent boom and a toothed bucket."""
    work = Sculpture(book)
    paint = draw_paint(rng, "blue", "orange", "yellow", "yellow")
    body = metal(paint.name)
    track = [
        (-1.9, 0.25),
        (-1.6, 0.0),
        (1.6, 0.0),
        (1.9, 0.25),
        (1.9, 0.6),
        (1.55, 0.9),
        (-1.55, 0.9),
        (-1.9, 0.6),
    ]
    for y in (-1.15, 1.15):
        work.add(TYRE, across(track, 0.6).at(0, y))
    work.add(metal("dark grey"), box(2.2, 1.8, 0.45).at(0, 0, 0.4), cylinder(0.8, 0.3, 12).at(0, 0, 0.85))
    swing = rng.uniform(-0.3, 0.3)
    hull = across([(-2.2, 0), (1.4, 0), (1.4, 0.7), (-0.6, 1.15), (-2.2, 1.15)], 2.5)
    work.add(body, hull.turned(swing).at(0, 0, 1.1))
    cab = box(1.6, 1.1, 1.7, top=(1.2, 1.0)).at(0.5, -0.68, 1.5)
    work.add(GLASS, cab.turned(swing))
    work.add(
        body,
        box(1.35, 1.1, 0.15).at(0.5, -0.68, 3.15).turned(swing),
        box(1.66, 1.16, 0.5).at(0.5, -0.68, 1.5).turned(swing),
    )
    work.add(body, _arm().turned(swing))
    ram = beams([(1.4, 0.25, 1.8), (3.0, 0.25, 4.4)], [(2.4, 0.25, 3.3), (4.75, 0.25, 4.2)], 0.16, sides=6)
    work.add(metal("silver"), ram.turned(swing))
    bucket = across([(0, 0), (1.1, 0.1), (0.95, 0.25), (0.5, 0.3), (0.35, 0.9), (0.0, 0.9), (-0.2, 0.4)], 1.1)
    work.add(metal("dark grey"), bucket.at(4.5, 0.25, 0.35).turned(swing))
    return work.model("excavator", paint.name, "tracked", "metal")


def _arm() -> Shape:
    boom = [(1.1, 1.4), (1.5, 1.3), (2.7, 3.6), (4.4, 4.3), (4.3, 4.65), (2.4, 4.2)]
    stick = [(4.25, 4.75), (4.65, 4.75), (5.0, 1.2), (4.7, 1.1), (4.1, 4.2)]
    return join(across(boom, 0.5), across(stick, 0.4)).at(0, 0.25)


MAKERS = {
    "smokestack": smokestack,
    "storage tank": storage_tank,
    "warehouse": warehouse,
    "factory": factory,
    "construction crane": construction_crane,
    "excavator": excavator,
}
LOTS = {
    "smokestack": (11.0, 11.0),
    "storage tank": (36.0, 36.0),
    "warehouse": (36.0, 52.0),
    "factory": (46.0, 38.0),
    "construction crane": (56.0, 8.0),
    "excavator": (9.0, 5.0),
}
