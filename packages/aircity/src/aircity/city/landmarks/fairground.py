"""The fair: ferris wheel, roller coaster, circus tent, carousel."""

import math

import numpy as np
from numpy.lib.stride_tricks import sliding_window_view
from numpy.typing import NDArray

from aircity.city.landmarks.sculpture import (
    GLASS,
    TIMBER,
    Sculpture,
    concrete,
    draw_paint,
    gloss,
    metal,
    plain,
)
from aircity.city.solids.model import Model, TextureBook
from aircity.city.solids.rings import at_height, circle
from aircity.city.solids.shapes import Shape, beams, box, cylinder, join, lathe, loft, sphere, upright
from aircity.geometry.arithmetic import cos, norm, sin, times

Floats = NDArray[np.float64]
FAIR_PAINTS = ("red", "yellow", "blue", "green", "orange", "purple", "pink", "teal")


def ferris_wheel(rng: np.random.Generator, book: TextureBook) -> Model:
    """Two great rims with spokes between A-frames, cabins hanging all round."""
    work = Sculpture(book)
    paint = draw_paint(rng, "white", "red", "blue", "silver")
    cabins, radius = int(rng.choice([12, 16, 18])), rng.uniform(16, 22)
    hub, gap, steel = radius + 4.5, 1.6, metal(paint.name)
    turn = 2 * math.pi * np.arange(cabins) / cabins
    spots = np.column_stack([np.zeros(cabins), cos(turn), sin(turn)])
    for x in (-gap, gap):
        rim = spots * radius + (x, 0, hub)
        inner = spots * 0.9 * radius + (x, 0, hub)
        work.add(steel, beams(rim, np.roll(rim, -1, axis=0), 0.4))
        work.add(steel, beams(inner, np.roll(inner, -1, axis=0), 0.25, sides=3))
        work.add(steel, beams(inner, np.roll(rim, -1, axis=0), 0.16, sides=3))
        work.add(steel, beams(np.broadcast_to((x, 0.0, hub), rim.shape), rim, 0.2, sides=3))
        feet = [(2.6 * x, y, 0.0) for y in (-0.5 * radius, 0.5 * radius)]
        work.add(
            metal("dark grey") if paint.name != "silver" else metal("blue"),
            beams(feet, [(1.6 * x, 0, hub)] * 2, 0.9),
        )
        work.add(concrete(), box(2.2, 2.2, 0.8).repeated(feet))
    work.add(steel, beams(spots * radius + (-gap, 0, hub), spots * radius + (gap, 0, hub), 0.2, sides=3))
    axle = cylinder(1.1, 4 * gap + 0.4, 12).pitched(-math.pi / 2).at(-2 * gap - 0.2, 0, hub)
    work.add(metal("dark grey"), axle)
    chosen = rng.permutation(np.array(FAIR_PAINTS))
    for k, spot in enumerate(spots * radius):
        y, z = spot[1], hub + spot[2]
        work.add(
            gloss(str(chosen[k % 4])),
            lathe([(0.7, 0), (1.15, 0.3), (1.15, 0.95)], 6, "flat").at(0, y, z - 2.6),
        )
        work.add(GLASS, cylinder(1.0, 0.9, 6).at(0, y, z - 1.7))
        work.add(gloss(str(chosen[k % 4])), cylinder(1.25, 0.55, 6, top_m=0.2).at(0, y, z - 0.85))
    work.add(TIMBER, box(7.0, 8.0, 0.7))
    work.add(plain("red"), box(2.5, 3.0, 2.6).at(5.5, 6.0))
    return work.model("ferris wheel", paint.name, f"{cabins} cabins", "round", "tall")


def roller_coaster(rng: np.random.Generator, book: TextureBook) -> Model:
    """A closed track with a lift hill, a vertical loop, dips and a train of cars."""
    work = Sculpture(book)
    paint = draw_paint(rng, "red", "yellow", "blue", "orange", "purple")
    support = draw_paint(rng, "white", "silver", "dark grey")
    path, aside = _track(rng.uniform(15, 19))
    above = np.cross(_along(path), aside)
    for side in (-0.6, 0.6):
        work.add(metal(paint.name), _pipe(path + side * aside, aside, above, 0.2))
    work.add(metal(paint.name), _pipe(path - 0.5 * above, aside, above, 0.42))
    sleepers = slice(None, None, 2)
    work.add(
        metal(paint.name),
        beams((path - 0.75 * aside)[sleepers], (path + 0.75 * aside)[sleepers], 0.16, sides=3),
    )
    upward = above[:, 2] > 0.35
    for spot in (path - 0.6 * above)[upward][::3]:
        if spot[2] > 1.2:
            legs = [(spot[0], spot[1] + dy, 0.0) for dy in (-0.14 * spot[2], 0.14 * spot[2])]
            work.add(metal(support.name), beams(legs, [spot, spot], 0.26, sides=4))
    start = int(np.argmax(path[:, 2] > 0.5 * path[:, 2].max()))
    for k in range(3):
        index = start + 2 * k
        x, y, z = path[index] + 0.2 * above[index]
        pitch = math.asin(float(_along(path)[index, 2]))
        seat = join(box(1.9, 1.3, 0.8), box(0.4, 1.3, 0.6).at(-0.6, 0, 0.8))
        work.add(gloss("yellow" if paint.name != "yellow" else "red"), seat.pitched(pitch).at(x, y, z))
    return work.model("roller coaster", paint.name, f"{support.name} supports", "loop", "tall")


def _track(height_m: float) -> tuple[Floats, Floats]:
    """(points, sideways unit vectors) of a closed course: out with hills, back through a loop."""
    reach, lane = 24.0, 7.0
    out_x = np.linspace(-reach, reach, 34)
    out_z = (
        2.0
        + np.interp(out_x, [-24, -12, -8, 0, 6, 13, 19, 24], [0, 0.93, 1, 0.12, 0.12, 0.6, 0.35, 0.2])
        * height_m
    )
    out_z = times(sliding_window_view(np.pad(out_z, 2, mode="edge"), 5), np.ones(5) / 5)
    out = np.column_stack([out_x, np.full(34, -lane), out_z])
    far = [
        (reach + lane * math.sin(t), -lane * math.cos(t), out_z[-1] - 0.6 * t)
        for t in np.linspace(0.25, 2.9, 9)
    ]
    entry, ring = 4.0, 0.34 * height_m
    low = 2.2
    leg = np.linspace(reach, entry, 12)
    down = np.column_stack([leg, np.full(12, lane), np.interp(leg, [entry, reach], [low, far[-1][2]])])
    loop = [
        (entry - ring * math.sin(t), lane - 1.6 * t / (2 * math.pi), low + ring * (1 - math.cos(t)))
        for t in np.linspace(0.3, 2 * math.pi - 0.3, 19)
    ]
    back = [(x, lane - 1.6, low) for x in np.linspace(entry - 3, -reach, 12)]
    near = [
        (
            -reach - (lane - 0.8) * math.sin(t),
            -0.8 + (lane - 0.8) * math.cos(t),
            low + (out_z[0] - low) * t / math.pi,
        )
        for t in np.linspace(0.25, 2.9, 9)
    ]
    points = np.vstack([out, far, down, loop, back, near])
    along = _along(points)
    aside = np.cross((0.0, 0.0, 1.0), along)
    first = len(out) + len(far) + len(down)
    inside = slice(first, first + len(loop))
    aside[inside] = (0.0, -1.0, 0.0)
    return points, aside / norm(aside, axis=1, keepdims=True)


def _along(points: Floats) -> Floats:
    step = np.roll(points, -1, axis=0) - np.roll(points, 1, axis=0)
    unit: Floats = step / norm(step, axis=1, keepdims=True)
    return unit


def _pipe(points: Floats, aside: Floats, above: Floats, radius_m: float) -> Shape:
    ring = circle(radius_m, 4)
    return loft(
        points[:, None] + ring[None, :, :1] * aside[:, None] + ring[None, :, 1:] * above[:, None], closed=True
    )


def circus_tent(rng: np.random.Generator, book: TextureBook) -> Model:
    """A striped big top with a peaked roof, pennants and an entrance."""
    work = Sculpture(book)
    paint = draw_paint(rng, "red", "blue", "yellow", "green", "purple")
    radius, wall, stripes = rng.uniform(10, 14), 4.0, 24
    roof = [
        (radius + 0.4, wall),
        (0.62 * radius, wall + 0.22 * radius),
        (0.28 * radius, wall + 0.55 * radius),
        (0.05 * radius, wall + 0.92 * radius),
    ]
    for k in range(stripes):
        stripe = plain(paint.name if k % 2 == 0 else "white")
        work.add(stripe, _gore([(radius, 0.0), (radius, wall)], k, stripes), _gore(roof, k, stripes))
        flap = _gore([(radius + 0.35, wall - 0.7), (radius + 0.45, wall + 0.05)], k, stripes)
        work.add(plain("white" if k % 2 == 0 else paint.name), flap)
    peak = wall + 0.92 * radius
    work.add(metal("silver"), cylinder(0.14, 3.4, 6).at(0, 0, peak - 0.3))
    work.add(plain(paint.name), upright([(0, peak + 1.6), (2.2, peak + 2.3), (0, peak + 3.0)], 0.08))
    work.add(
        plain(paint.name),
        box(3.0, 4.6, 3.2).at(radius + 0.8),
        box(3.6, 5.4, 1.6, top=(3.6, 0.0)).at(radius + 0.8, 0, 3.2),
    )
    work.add(plain("black"), box(3.1, 2.6, 2.6).at(radius + 0.85))
    pegs = at_height(circle(radius + 4.0, 12, 0.26), 0.0)
    tops = at_height(circle(radius + 0.3, 12, 0.26), wall)
    work.add(plain("cream"), beams(pegs, tops, 0.1, sides=3))
    return work.model("circus tent", f"{paint.name} and white", "striped", "round", "pointed")


def _gore(profile: list[tuple[float, float]], index: int, count: int) -> Shape:
    """One closed wedge of a solid of revolution."""
    a, b = 2 * math.pi * index / count, 2 * math.pi * (index + 1) / count
    rings = [
        [(0.0, 0.0, z), (r * math.cos(a), r * math.sin(a), z), (r * math.cos(b), r * math.sin(b), z)]
        for r, z in profile
    ]
    return loft(rings)


def carousel(rng: np.random.Generator, book: TextureBook) -> Model:
    """A round platform of horses on poles under a striped cone."""
    work = Sculpture(book)
    paint = draw_paint(rng, "red", "blue", "pink", "green", "purple")
    radius, horses = rng.uniform(4.5, 5.5), 10
    work.add(TIMBER, cylinder(radius, 0.5, 24))
    work.add(metal("gold"), cylinder(0.9, 3.8, 12).at(0, 0, 0.5))
    for k in range(20):
        stripe = plain(paint.name if k % 2 == 0 else "white")
        work.add(
            stripe,
            _gore([(radius + 0.2, 4.6), (0.3, 7.0)], k, 20),
            _gore([(radius + 0.2, 4.1), (radius + 0.2, 4.6)], k, 20),
        )
    work.add(metal("gold"), sphere(0.4, 8, 5).at(0, 0, 6.9))
    horse = join(
        box(1.2, 0.42, 0.5).at(0, 0, 0.75),
        beams(
            [(0.5, 0, 1.0), (0.72, 0, 1.55), (-0.55, 0, 1.2)],
            [(0.75, 0, 1.6), (1.05, 0, 1.35), (-0.95, 0, 0.8)],
            0.24,
        ),
        beams(
            [(x, y, 0.85) for x in (-0.45, 0.45) for y in (-0.13, 0.13)],
            [(1.5 * x, y, 0.2) for x in (-0.45, 0.45) for y in (-0.13, 0.13)],
            0.13,
            sides=3,
        ),
    )
    coats = ("white", "brown", "black", "cream")
    for k in range(horses):
        angle, lift = 2 * math.pi * k / horses, 0.55 + 0.25 * (k % 2)
        spot = ((radius - 1.0) * math.cos(angle), (radius - 1.0) * math.sin(angle))
        work.add(plain(coats[k % 4]), horse.turned(angle + math.pi / 2).at(*spot, lift))
        work.add(plain(paint.name), box(0.5, 0.48, 0.12).turned(angle + math.pi / 2).at(*spot, lift + 1.22))
        work.add(metal("gold"), cylinder(0.06, 3.8, 5).at(*spot, 0.4))
    return work.model("carousel", f"{paint.name} and white", "striped roof", "round", "horses")


MAKERS = {
    "ferris wheel": ferris_wheel,
    "roller coaster": roller_coaster,
    "circus tent": circus_tent,
    "carousel": carousel,
}
LOTS = {
    "ferris wheel": (13.0, 47.5),
    "roller coaster": (65.0, 19.0),
    "circus tent": (37.0, 37.0),
    "carousel": (12.2, 12.2),
}
