"""Things that fly, parked: airplane, helicopter."""

import math

import numpy as np
from shapely.geometry import Polygon

from aircity.city.landmarks.sculpture import GLASS, TYRE, Sculpture, draw_paint, gloss, metal, plain
from aircity.city.solids.model import Model, TextureBook
from aircity.city.solids.shapes import Shape, across, beams, box, cylinder, extrude, join, lathe, wheel


def airplane(rng: np.random.Generator, book: TextureBook) -> Model:
    """An airliner on its wheels: swept wings, two engines, a coloured tail fin."""
    work = Sculpture(book)
    paint = draw_paint(rng, "red", "blue", "green", "orange", "purple")
    body, radius, z = gloss("white"), 1.9, 3.6
    tail, nose = [(0.15, -17.5), (0.8, -15.5), (1.5, -11.5)], [(1.7, 13.5), (1.15, 15.5), (0.5, 16.7)]
    hull = lathe([*tail, (radius, -7.0), (radius, 11.0), *nose, (0.0, 17.0)], 16, "soft")
    work.add(body, hull.pitched(-math.pi / 2).at(0, 0, z))
    wing = Polygon([(4.5, 0), (-1.0, 17.0), (-3.0, 17.0), (-3.2, 0)])
    flat = extrude(wing, 0.35)
    rear = extrude(Polygon([(-12.5, 0), (-15.6, 6.2), (-16.8, 6.2), (-16.0, 0)]), 0.2)
    for side in (1, -1):
        work.add(metal("silver"), flat.scaled(1, side, 1).rolled(side * math.radians(4)).at(0, 0, z - 1.1))
        work.add(metal("silver"), rear.scaled(1, side, 1).rolled(side * math.radians(5)).at(0, 0, z + 0.6))
        work.add(gloss(paint.name), box(1.8, 0.15, 1.8, top=(1.0, 0.1)).at(-2.0, side * 16.9, z + 0.2))
        pod = lathe([(0.5, 0), (0.95, 0.8), (1.1, 2.6), (0.95, 3.6), (0.75, 3.6), (0.6, 3.0)], 12).pitched(
            -math.pi / 2
        )
        work.add(gloss(paint.name), pod.at(1.0, side * 5.6, z - 1.75))
        work.add(plain("black"), cylinder(0.58, 0.3, 12).pitched(-math.pi / 2).at(4.0, side * 5.6, z - 1.75))
        work.add(metal("silver"), box(2.4, 0.3, 1.2).at(2.0, side * 5.6, z - 1.2))
    fin = across([(-11.5, 1.5), (-15.0, 7.2), (-17.2, 7.2), (-16.4, 1.0)], 0.35)
    work.add(gloss(paint.name), fin.at(0, 0, z))
    pane = box(0.5, 2 * radius + 0.04, 0.55).repeated([(x, 0, z + 0.35) for x in np.arange(-9.0, 11.5, 1.25)])
    work.add(GLASS, pane, box(1.5, 2.1, 0.75).at(14.6, 0, z + 0.55))
    stripe = box(20.0, 2 * radius + 0.02, 0.3).at(1.0, 0, z - 0.3)
    work.add(gloss(paint.name), stripe)
    for x, y in ((12.5, 0.0), (-1.5, 3.0), (-1.5, -3.0)):
        work.add(metal("grey"), cylinder(0.18, 2.2, 6).at(x, y, 0.6))
        work.add(TYRE, wheel(0.6, 0.9, 10).at(x, y))
    return work.model("airplane", f"white and {paint.name}", "two engines", "winged")


def helicopter(rng: np.random.Generator, book: TextureBook) -> Model:
    """A glazed cabin, a tail boom with its rotor, main rotor blades and skids."""
    work = Sculpture(book)
    paint = draw_paint(rng, "red", "yellow", "blue", "white", "green", "orange")
    body, z = gloss(paint.name), 1.5
    cabin = lathe(
        [(0.2, -2.6), (0.75, -1.9), (1.1, -0.6), (1.15, 0.7), (0.9, 1.7), (0.45, 2.3), (0.0, 2.5)], 14, "soft"
    )
    work.add(body, cabin.pitched(-math.pi / 2).scaled(1, 0.95, 1.05).at(0, 0, z))
    nose = lathe([(0.96, 0.35), (1.0, 0.8), (0.86, 1.6), (0.44, 2.3), (0.0, 2.52)], 14, "soft")
    work.add(GLASS, nose.pitched(-math.pi / 2).scaled(1.01, 0.97, 1.08).at(0, 0, z + 0.12))
    work.add(GLASS, box(1.0, 2.22, 0.7).at(-0.45, 0, z + 0.05))
    boom = lathe([(0.42, 0), (0.14, 5.0)], 8).pitched(math.pi / 2).at(-1.6, 0, z + 0.35)
    work.add(body, boom)
    work.add(body, across([(-6.0, 1.7), (-6.7, 1.7), (-7.2, 3.2), (-6.7, 3.2)], 0.12))
    work.add(body, box(0.8, 2.0, 0.1).at(-5.4, 0, z + 0.35))
    work.add(plain("white"), _rotor(2, 1.0, 0.16).rolled(math.pi / 2).pitched(0.5).at(-6.6, 0.25, z + 0.5))
    work.add(
        metal("dark grey"),
        box(1.8, 0.9, 0.5, top=(1.1, 0.6)).at(-0.4, 0, z + 1.05),
        cylinder(0.14, 0.5, 8).at(-0.3, 0, z + 1.5),
    )
    turn = rng.uniform(0, 1.2)
    work.add(metal("black"), _rotor(4, 5.4, 0.34).turned(turn).at(-0.3, 0, z + 2.0))
    for y in (-1.1, 1.1):
        work.add(
            metal("dark grey"),
            beams([(-1.8, y, 0.08)], [(1.8, y, 0.08)], 0.14),
            beams([(1.8, y, 0.08)], [(2.1, y, 0.3)], 0.12),
        )
        work.add(
            metal("dark grey"),
            beams([(-0.9, y, 0.1), (0.9, y, 0.1)], [(-0.8, 0.6 * y, 0.8), (0.8, 0.6 * y, 0.8)], 0.12),
        )
    return work.model("helicopter", paint.name, "four blades", "small")


def _rotor(blades: int, reach_m: float, wide_m: float) -> Shape:
    hub = cylinder(0.06 * reach_m + 0.05, 0.2, 8).at(0, 0, -0.1)
    blade = box(reach_m, wide_m, 0.06).at(reach_m / 2, 0, -0.03)
    return join(hub, blade.around(blades))


MAKERS = {"airplane": airplane, "helicopter": helicopter}
LOTS = {"airplane": (36.0, 36.0), "helicopter": (14.0, 12.0)}
