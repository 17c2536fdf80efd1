"""Things that stand tall: clock tower, radio tower, water tower, lighthouse, observatory."""

import math

import numpy as np

from aircity.city.landmarks.carpentry import arched_panel, lattice
from aircity.city.landmarks.sculpture import (
    GLASS,
    TIMBER,
    Sculpture,
    concrete,
    draw_paint,
    lamp,
    metal,
    plain,
    stone,
    tiles,
)
from aircity.city.solids.lettering import clock_face
from aircity.city.solids.model import Model, TextureBook
from aircity.city.solids.rings import at_height, circle, lifted
from aircity.city.solids.shapes import (
    BACK,
    FRONT,
    LEFT,
    RIGHT,
    Shape,
    across,
    beams,
    box,
    cylinder,
    dome,
    hoop,
    join,
    lathe,
)
from aircity.geometry.arithmetic import cos, power, sin


def clock_tower(rng: np.random.Generator, book: TextureBook) -> Model:
    """A square tower with a dial on each side under a pointed roof."""
    work = Sculpture(book)
    paint = draw_paint(rng, "beige", "brown", "grey", "cream")
    roof_paint = draw_paint(rng, "light green", "dark grey", "red", "blue")
    side, shaft = rng.uniform(6.5, 8.0), rng.uniform(22, 32)
    wall, trim = stone(paint.name), plain("cream" if paint.name != "cream" else "beige")

    work.add(wall, box(side + 2, side + 2, 3.0), box(side, side, shaft))
    work.add(trim, box(side + 0.8, side + 0.8, 0.5).at(0, 0, shaft))
    head, top = side + 0.5, shaft + 0.5
    work.add(wall, box(head, head, head + 0.4).at(0, 0, top))
    dial = box(0.4, 0.82 * head, 0.82 * head).at(head / 2, 0, top + 0.13 * head)
    dials = join(*(dial.turned(k * math.pi / 2) for k in range(4)))
    work.board(dials, clock_face(), metal("black"), faces=(FRONT, BACK, LEFT, RIGHT))
    top += head + 0.4
    work.add(trim, box(head + 0.9, head + 0.9, 0.6).at(0, 0, top))
    work.add(wall, box(0.72 * head, 0.72 * head, 2.8).at(0, 0, top + 0.6))
    work.add(tiles(roof_paint.name), box(head, head, 0.76 * head, top=(0.0, 0.0)).at(0, 0, top + 3.4))
    work.add(metal("gold"), cylinder(0.12, 2.5, 6).at(0, 0, top + 3.0 + 0.76 * head))
    slit = arched_panel(1.0, 3.0)
    for z in np.arange(4.5, shaft - 4, 6.5):
        work.add(GLASS, slit.at(side / 2).around(4).at(0, 0, float(z)))
    work.add(GLASS, arched_panel(1.6, 2.2).at(0.36 * head).around(4).at(0, 0, top + 0.7))
    work.add(TIMBER, arched_panel(2.0, 2.7, 0.3).at(side / 2 + 1))
    return work.model("clock tower", paint.name, "stone", f"{roof_paint.name} roof", "square")


def radio_tower(rng: np.random.Generator, book: TextureBook) -> Model:
    """A tapering lattice mast in warning bands, with antennas and platforms."""
    work = Sculpture(book)
    style = str(rng.choice(["red and white", "orange and white", "grey"], p=[0.5, 0.25, 0.25]))
    height, base, bands = rng.uniform(55, 80), rng.uniform(9, 12), 7
    dark = metal({"red and white": "red", "orange and white": "orange", "grey": "grey"}[style])
    bright = dark if style == "grey" else metal("white")
    widths = 1.6 + (base - 1.6) * power(1 - np.linspace(0, 1, bands + 1), 1.6)
    step = height / bands
    for k in range(bands):
        part = lattice(widths[k], widths[k + 1], step, 2 if k < 4 else 3, bar_m=0.26, crossed=True)
        work.add(dark if k % 2 == 0 else bright, part.at(0, 0, k * step))
    for k in (3, 5, 7):
        work.add(metal("grey"), box(widths[k] + 1.6, widths[k] + 1.6, 0.3).at(0, 0, k * step - 0.15))
    work.add(dark, cylinder(0.35, 9.0, 8).at(0, 0, height))
    work.add(bright, cylinder(0.2, 6.0, 8).at(0, 0, height + 9))
    work.add(lamp("red"), box(0.7, 0.7, 0.7).at(0, 0, height + 15))
    drum = cylinder(1.3, 0.8, 12).pitched(-math.pi / 2)
    for k, turn in ((3, 0.0), (3, 2.2), (5, 0.5), (5, 3.6)):
        reach = widths[k] / 2 + 1.6
        work.add(plain("white"), drum.at(reach, 0, k * step + 2.0).turned(turn))
    work.add(
        concrete(), box(1.8, 1.8, 0.6).repeated([(*xy, 0.0) for xy in circle(base / math.sqrt(2), 4, 0.785)])
    )
    work.add(concrete(), box(4.0, 3.0, 2.8).at(0, 0, 0))
    return work.model("radio tower", style, "lattice", "steel", "tall")


def water_tower(rng: np.random.Generator, book: TextureBook) -> Model:
    """A round tank high on splayed legs round a riser pipe."""
    work = Sculpture(book)
    paint = draw_paint(rng, "white", "light blue", "silver", "green", "red")
    roof_paint = paint if rng.random() < 0.5 else draw_paint(rng, "dark grey", "red", "blue")
    radius, legs, lift = rng.uniform(5.0, 6.5), int(rng.choice([6, 8])), rng.uniform(14, 20)
    tank = 1.25 * radius
    work.add(metal(paint.name), lathe(
        [(0.5, -0.45 * radius), (0.55 * radius, -0.36 * radius), (0.88 * radius, -0.16 * radius),
         (radius, 0.0), (radius, tank)], 24, "round").at(0, 0, lift))  # fmt: skip
    work.add(
        metal(roof_paint.name), cylinder(radius + 0.35, 0.45 * radius, 24, top_m=0.25).at(0, 0, lift + tank)
    )
    work.add(metal("red"), cylinder(0.4, 0.9, 8).at(0, 0, lift + tank + 0.42 * radius))
    walk = lathe([(radius, 0), (radius + 1.0, 0), (radius + 1.0, 0.2), (radius, 0.2)], 24)
    rail = hoop(radius + 0.95, 0.12)
    work.add(metal("grey"), walk.at(0, 0, lift), rail.at(0, 0, lift + 1.1), cylinder(0.7, lift, 10))
    foot = at_height(circle(1.22 * radius, legs), 0.0)
    head = at_height(circle(0.96 * radius, legs), lift + 0.1)
    steel = metal("grey")
    work.add(steel, beams(foot, head, 0.6))
    for low, high in ((0.0, 0.5), (0.5, 1.0)):
        start, end = foot + (head - foot) * low, np.roll(foot + (head - foot) * high, -1, axis=0)
        work.add(steel, beams(start, end, 0.2, sides=3))
        level = foot + (head - foot) * max(high - 0.02, 0.0)
        work.add(steel, beams(level, np.roll(level, -1, axis=0), 0.3))
    work.add(concrete(), cylinder(0.9, 0.5, 8).repeated(foot))
    return work.model("water tower", paint.name, f"{roof_paint.name} roof", f"{legs} legs", "round")


def lighthouse(rng: np.random.Generator, book: TextureBook) -> Model:
    """A tapering round tower, banded or plain, with a gallery and a glowing lantern."""
    work = Sculpture(book)
    style = str(
        rng.choice(["white and red", "white and black", "white and blue", "white"], p=[0.4, 0.2, 0.2, 0.2])
    )
    band = style.split()[-1]
    cap_paint = "red" if band == "white" else band
    height, foot, head, bands = rng.uniform(20, 30), rng.uniform(3.6, 4.4), rng.uniform(2.0, 2.4), 6
    step, radii = height / bands, np.linspace(foot, head, bands + 1)
    for k in range(bands):
        part = cylinder(radii[k], step, 20, top_m=radii[k + 1]).at(0, 0, k * step)
        work.add(plain("white" if k % 2 == 0 else band), part)
    gallery = lathe([(head, 0.0), (head + 1.3, 0.5), (head + 1.3, 0.8), (head, 0.8)], 20)
    work.add(plain(cap_paint), gallery.at(0, 0, height))
    rim = at_height(circle(head + 1.15, 12), height + 0.8)
    work.add(metal("black"), beams(rim, lifted(rim, 1.1), 0.1))
    work.add(metal("black"), beams(lifted(rim, 1.1), lifted(np.roll(rim, -1, axis=0), 1.1), 0.1))
    work.add(lamp("yellow"), cylinder(0.78 * head, 2.4, 12).at(0, 0, height + 0.8))
    glazing = at_height(circle(0.84 * head, 8), height + 0.8)
    work.add(metal("black"), beams(glazing, lifted(glazing, 2.4), 0.14))
    work.add(plain(cap_paint), dome(1.02 * head, 1.3, 16, 4).at(0, 0, height + 3.2))
    work.add(metal("black"), cylinder(0.1, 1.8, 6).at(0, 0, height + 4.3))
    for level in (1, 3):
        x = float(np.interp(level * step + 1.5, np.arange(bands + 1) * step, radii))
        work.add(GLASS, arched_panel(0.9, 1.6, 0.5).at(x - 0.1, 0, level * step + 0.8))
    work.add(plain(cap_paint), arched_panel(1.4, 2.5, 0.6).at(foot - 0.1))
    work.add(stone("grey"), cylinder(foot + 1.8, 0.8, 20, top_m=foot + 1.5))
    shape = "striped" if style != "white" else "plain"
    return work.model("lighthouse", style, shape, "round", f"{cap_paint} cap")


def observatory(rng: np.random.Generator, book: TextureBook) -> Model:
    """A drum under a slit dome with a telescope looking out."""
    work = Sculpture(book)
    wall_paint = draw_paint(rng, "white", "beige", "grey")
    dome_paint = draw_paint(rng, "silver", "white", "light green")
    radius, height = rng.uniform(6.5, 8.5), rng.uniform(6, 8)
    work.add(plain(wall_paint.name), cylinder(radius, height, 24), box(9.0, 2.2 * radius, 4.5).at(-radius))
    work.add(plain("dark grey"), cylinder(radius + 0.4, 0.6, 24).at(0, 0, height))
    work.add(metal(dome_paint.name), dome(radius, 1.05 * radius, 24, 7).at(0, 0, height + 0.6))
    work.add(plain("black"), _slit(radius, 1.05 * radius, 0.34 * radius).at(0, 0, height + 0.6))
    edge = _slit(radius + 0.12, 1.05 * radius + 0.12, 0.14)
    for y in (-0.19 * radius, 0.19 * radius):
        work.add(metal("grey"), edge.at(0, y, height + 0.6))
    aim, middle = math.radians(48), (0.0, 0.0, height + 0.6)
    tube = join(
        cylinder(0.16 * radius, 1.25 * radius, 12),
        cylinder(0.19 * radius, 0.35 * radius, 12).at(0, 0, 1.1 * radius),
    )
    work.add(metal("white"), tube.pitched(aim - math.pi / 2).at(*middle))
    for angle in np.linspace(-1.2, 1.2, 7):
        work.add(GLASS, arched_panel(1.2, 0.5 * height).at(radius).turned(float(angle)).at(0, 0, 2.0))
    work.add(TIMBER, box(0.3, 2.0, 2.6).at(radius + 0.05))
    return work.model("observatory", wall_paint.name, f"{dome_paint.name} dome", "domed", "round")


def _slit(radius_m: float, height_m: float, width_m: float) -> Shape:
    """The open shutter of a dome: a strip bent over it from the front to beyond the top."""
    turn = np.linspace(math.radians(8), math.radians(105), 9)
    outer = np.column_stack([(radius_m + 0.1) * cos(turn), (height_m + 0.1) * sin(turn)])
    inner = np.column_stack([0.8 * radius_m * cos(turn), 0.8 * height_m * sin(turn)])
    return across(np.vstack([outer, inner[::-1]]), width_m)


MAKERS = {
    "clock tower": clock_tower,
    "radio tower": radio_tower,
    "water tower": water_tower,
    "lighthouse": lighthouse,
    "observatory": observatory,
}
LOTS = {
    "clock tower": (12.0, 11.0),
    "radio tower": (16.0, 16.0),
    "water tower": (19.0, 19.0),
    "lighthouse": (14.0, 14.0),
    "observatory": (24.0, 20.0),
}
