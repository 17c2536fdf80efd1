"""Sports grounds: stadium, sports field, tennis court and basketball court."""

import math

import numpy as np
from numpy.typing import NDArray

from aircity.city.landmarks.carpentry import band, lattice, row
from aircity.city.landmarks.sculpture import (
    LAWN,
    PAINTS,
    Sculpture,
    concrete,
    draw_paint,
    facade,
    lamp,
    metal,
    plain,
)
from aircity.city.solids.lettering import Page, ground
from aircity.city.solids.materials import Material
from aircity.city.solids.mesh import Colour, Surface
from aircity.city.solids.model import Model, TextureBook
from aircity.city.solids.rings import at_height, lifted
from aircity.city.solids.shapes import UP, Shape, beams, box, cylinder, hoop, join, loft
from aircity.geometry.arithmetic import cos, power, sin

SLAB_M = 0.06
TURF = (0.22, 0.50, 0.17)
MOWN = (0.28, 0.57, 0.21)


def stadium(rng: np.random.Generator, book: TextureBook) -> Model:
    """An oval bowl of tiered seats round a marked pitch, half roofed, with floodlights."""
    work = Sculpture(book)
    seats = draw_paint(rng, "red", "blue", "yellow", "green", "orange")
    tiers, depth, gap = 9, 1.9, 7.0
    length, width = 84.0, 56.0
    oval = _oval(length / 2 + gap, width / 2 + gap)
    work.add(LAWN, loft([at_height(oval, 0.0), at_height(oval, SLAB_M)]))
    _mark_pitch(work, length, width, lift_m=SLAB_M + 0.04)
    for k in range(tiers):
        inner, outer = (
            _oval_at(length, width, gap + k * depth),
            _oval_at(length, width, gap + (k + 1) * depth),
        )
        aisle = k == tiers // 2
        paint = concrete() if aisle else plain(seats.name if k % 4 != 3 else "white")
        work.add(paint, band(inner, outer, 0.0, 1.6 + 1.15 * k))
    rim = gap + tiers * depth
    top = 1.6 + 1.15 * tiers
    work.add(
        facade("white", 4.0, 3.4),
        band(_oval_at(length, width, rim), _oval_at(length, width, rim + 2.0), 0, top + 3),
    )
    shade = [_oval_at(length, width, rim - 7.5), _oval_at(length, width, rim + 3.0)]
    work.add(metal("white"), band(shade[0], shade[1], top + 5.2, top + 5.7, tilt_m=1.3))
    posts = at_height(_oval_at(length, width, rim + 1.0), 0.0)[::2]
    work.add(metal("grey"), beams(lifted(posts, top), lifted(posts, top + 5.6), 0.4))
    reach = rim + 5.5
    for x, y in ((1, 1), (1, -1), (-1, 1), (-1, -1)):
        place = (x * 0.76 * (length / 2 + reach), y * 0.76 * (width / 2 + reach))
        turn = math.atan2(-place[1], -place[0])
        work.add(metal("grey"), lattice(2.6, 1.2, top + 16, 6, bar_m=0.3).at(*place))
        rack = box(0.8, 7.0, 4.0).at(0.2)
        lights = box(0.3, 1.0, 0.8).repeated([(0.62, dy, z) for dy in row(4, 6.6) for z in (0.6, 2.4)])
        work.add(metal("dark grey"), rack.turned(turn).at(*place, top + 16))
        work.add(lamp("white"), lights.turned(turn).at(*place, top + 16))
    return work.model("stadium", f"{seats.name} seats", "oval", "large", "white roof")


def _oval(half_length: float, half_width: float, sides: int = 36) -> NDArray[np.float64]:
    """A superellipse, squarer than an ellipse."""
    turn = 2 * math.pi * (np.arange(sides) + 0.5) / sides
    c, s = cos(turn), sin(turn)
    return np.column_stack(
        [half_length * np.sign(c) * power(np.abs(c), 0.62), half_width * np.sign(s) * power(np.abs(s), 0.62)]
    )


def _oval_at(length: float, width: float, gap: float) -> NDArray[np.float64]:
    return _oval(length / 2 + gap, width / 2 + gap)


def sports_field(rng: np.random.Generator, book: TextureBook) -> Model:
    """A football pitch with white lines and goals, with or without a running track."""
    work = Sculpture(book)
    track = draw_paint(rng, "red", "blue") if rng.random() < 0.4 else None
    length, width = 96.0, 62.0
    if track:
        rgb = (0.66, 0.25, 0.16) if track.name == "red" else (0.18, 0.36, 0.62)
        _running_track(work, rgb, length, width)
    else:
        work.add(LAWN, box(length + 8, width + 8, SLAB_M))
    _mark_pitch(work, length, width, lift_m=SLAB_M + 0.06)
    for side in (-1, 1):
        work.add(plain("white"), _goal().scaled(side, 1, 1).at(side * length / 2, 0, SLAB_M + 0.06))
    flags = [(x * length / 2, y * width / 2, SLAB_M) for x in (-1, 1) for y in (-1, 1)]
    work.add(plain("red"), box(0.12, 0.12, 1.6).repeated(flags))
    kind = (f"{track.name} running track",) if track else ("grass",)
    return work.model("sports field", "green", *kind, "rectangular", "marked")


def _running_track(work: Sculpture, rgb: Colour, length: float, width: float) -> None:
    def stadium_ring(half: float) -> NDArray[np.float64]:
        turn = np.linspace(-math.pi / 2, math.pi / 2, 13)
        cap = np.column_stack([half * cos(turn) * 0.62 + length / 2 - 6, half * sin(turn)])
        return np.vstack([cap, -cap])

    outer = width / 2 + 14
    work.add(Surface(Material.PLAIN, rgb), loft([at_height(stadium_ring(outer), z) for z in (0.0, SLAB_M)]))
    for lane in range(5):
        edge = outer - 0.6 - 2.4 * lane
        line = band(stadium_ring(edge - 0.3), stadium_ring(edge), SLAB_M, SLAB_M + 0.03)
        work.add(plain("white"), line)
    work.add(LAWN, loft([at_height(stadium_ring(width / 2 + 2.2), z) for z in (0.0, SLAB_M + 0.03)]))


def _mark_pitch(work: Sculpture, length: float, width: float, *, lift_m: float) -> None:
    """A football pitch's turf and lines: one quarter drawn, mirrored four times for sharpness."""
    _court(work, length + 3, width + 3, work.page(_pitch_quarter(length, width)), lift_m)


def _pitch_quarter(length: float, width: float) -> Page:
    """The front right quarter: centre line to the left below, corner above right, stripes mown across."""
    w, h, m = width / 2 + 1.5, length / 2 + 1.5, 1.5
    stripe = h / 5
    areas = [((0.0, k * stripe, w, (k + 1) * stripe), MOWN) for k in range(0, 5, 2)]
    edge = [(0.0, m), (w - m, m), (w - m, h)]
    middle = [(0.0, h - 0.01), (w - m, h - 0.01)]
    box_line = [(20.15, m), (20.15, m + 16.5), (0.0, m + 16.5)]
    goal_line = [(9.16, m), (9.16, m + 5.5), (0.0, m + 5.5)]
    discs = [(0.0, h, 9.15), (0.0, h, 0.4), (0.0, m + 11.0, 0.3)]
    return ground(
        (w, h), TURF, areas=areas, lines=[edge, middle, box_line, goal_line], discs=discs, line_m=0.4
    )


def _goal() -> Shape:
    """A goal at x = 0 that opens towards -x."""
    posts = [
        (0, -3.66, 0),
        (0, 3.66, 0),
        (0, -3.66, 2.44),
        (0, -3.66, 2.44),
        (0, 3.66, 2.44),
        (1.8, -3.66, 0.1),
    ]
    ends = [
        (0, -3.66, 2.44),
        (0, 3.66, 2.44),
        (0, 3.66, 2.44),
        (1.8, -3.66, 0.1),
        (1.8, 3.66, 0.1),
        (1.8, 3.66, 0.1),
    ]
    strings = [(0.0, y, 2.44) for y in row(6, 7.3)]
    net = beams(strings, [(1.8, y, 0.1) for _, y, _ in strings], 0.06, sides=3)
    return join(beams(posts, ends, 0.16), net)


def tennis_court(rng: np.random.Generator, book: TextureBook) -> Model:
    """A marked court with a net, an umpire's chair and a wire fence."""
    work = Sculpture(book)
    style = str(rng.choice(["green", "blue", "red"]))
    inner = {"green": (0.16, 0.44, 0.26), "blue": (0.14, 0.33, 0.62), "red": (0.70, 0.33, 0.20)}[style]
    rim = {"green": (0.45, 0.24, 0.18), "blue": (0.20, 0.46, 0.30), "red": (0.62, 0.28, 0.17)}[style]
    length, width = 34.0, 17.0
    play = (23.77, 10.97)
    w, h = width / 2, length / 2
    a, b = play[1] / 2, play[0] / 2
    lines = [
        [(0.0, h - b), (a, h - b), (a, h)],
        [(4.115, h - b), (4.115, h)],
        [(0.0, h - 6.4), (4.115, h - 6.4)],
        [(0.0, h - 6.4), (0.0, h)],
    ]
    page = ground((w, h), rim, areas=[((0.0, h - b, a, h), inner)], lines=lines, line_m=0.14)
    _court(work, length, width, work.page(page))
    z = SLAB_M
    work.add(plain("white"), box(0.08, 12.8, 0.14).at(0, 0, z + 0.86))
    work.add(
        plain("dark grey"),
        box(0.05, 12.8, 0.85).at(0, 0, z),
        cylinder(0.1, 1.1, 8).repeated([(0, y, z) for y in (-6.4, 6.4)]),
    )
    work.add(
        metal("green"),
        beams(
            [(dx, 7.2 + dy, z) for dx in (-0.4, 0.4) for dy in (-0.3, 0.3)],
            [(dx, 7.2 + dy, 1.8) for dx in (-0.3, 0.3) for dy in (-0.2, 0.2)],
            0.08,
        ),
    )
    work.add(metal("green"), box(0.7, 0.6, 0.1).at(0, 7.2, 1.8), box(0.7, 0.1, 0.7).at(0, 7.5, 1.85))
    corners = [(-h + 0.2, -w + 0.2), (h - 0.2, -w + 0.2), (h - 0.2, w - 0.2), (-h + 0.2, w - 0.2)]
    for (x0, y0), (x1, y1) in zip(corners, corners[1:] + corners[:1], strict=True):
        count = round(math.hypot(x1 - x0, y1 - y0) / 4)
        posts = [(x0 + (x1 - x0) * k / count, y0 + (y1 - y0) * k / count, z) for k in range(count)]
        work.add(metal("dark grey"), beams(posts, [(x, y, 3.0) for x, y, _ in posts], 0.08, sides=3))
        work.add(
            metal("dark grey"),
            beams(
                [(x0, y0, lift) for lift in (1.1, 2.0, 3.0)],
                [(x1, y1, lift) for lift in (1.1, 2.0, 3.0)],
                0.05,
                sides=3,
            ),
        )
    return work.model("tennis court", style, "rectangular", "marked", "fenced")


def _court(work: Sculpture, length: float, width: float, page: Surface, lift_m: float = SLAB_M) -> None:
    """A slab whose top shows the picture of its front right quarter, mirrored four times."""
    x, y = length / 4, width / 4
    for sx in (1, -1):
        for sy in (1, -1):
            top, rest = box(2 * x, 2 * y, lift_m).split(UP)
            work.add(page, top.pictured().at(x, y).scaled(sx, sy, 1))
            work.add(concrete(), rest.at(x, y).scaled(sx, sy, 1))


def basketball_court(rng: np.random.Generator, book: TextureBook) -> Model:
    """A marked court with two hoops on posts."""
    work = Sculpture(book)
    style = str(rng.choice(["orange", "blue", "green", "red", "purple"]))
    field: Colour = {
        "orange": (0.80, 0.55, 0.30),
        "blue": (0.16, 0.34, 0.58),
        "green": (0.20, 0.46, 0.32),
        "red": (0.62, 0.22, 0.17),
        "purple": (0.38, 0.25, 0.52),
    }[style]
    key: Colour = PAINTS["red" if style in ("orange", "blue") else "blue"].rgb
    length, width, m = 31.0, 18.0, 1.5
    w, h = width / 2, length / 2
    lines = [
        [(0, m), (w - m, m), (w - m, h)],
        [(2.45, m), (2.45, m + 5.8), (0, m + 5.8)],
        [(0, h - 0.02), (w - m, h - 0.02)],
        [(6.6, m), (6.6, m + 3.0)],
    ]
    discs = [(0.0, h, 1.8), (0.0, m + 5.8, 1.8)]
    arc = [(6.75 * math.sin(t), m + 1.57 + 6.75 * math.cos(t)) for t in np.linspace(0, 1.36, 16)]
    page = ground(
        (w, h), field, areas=[((0.0, m, 2.45, m + 5.8), key)], lines=[*lines, arc], discs=discs, line_m=0.12
    )
    _court(work, length, width, work.page(page))
    for side in (-1, 1):
        post = beams([(15.2, 0, SLAB_M), (15.2, 0, 3.6)], [(15.2, 0, 3.6), (13.1, 0, 3.4)], 0.24)
        work.add(metal("dark grey"), post.scaled(side, 1, 1))
        work.add(plain("white"), box(0.1, 1.9, 1.15).at(side * 13.0, 0, 2.85))
        work.add(
            plain("red"), box(0.16, 0.7, 0.06).repeated([(side * 12.99, 0, 3.1), (side * 12.99, 0, 3.5)])
        )
        work.add(metal("orange"), hoop(0.3, 0.08, 10).at(side * 12.55, 0, 3.05))
        net = [(0.28 * math.cos(t), 0.28 * math.sin(t), 3.05) for t in np.linspace(0, 5.5, 8)]
        cords = beams(net, [(0.6 * x, 0.6 * y, 2.6) for x, y, _ in net], 0.04, sides=3)
        work.add(plain("white"), cords.at(side * 12.55))
    return work.model("basketball court", style, "rectangular", "marked", "two hoops")


MAKERS = {
    "stadium": stadium,
    "sports field": sports_field,
    "tennis court": tennis_court,
    "basketball court": basketball_court,
}
LOTS = {
    "stadium": (140.0, 112.0),
    "sports field": (141.0, 91.0),
    "tennis court": (34.2, 17.2),
    "basketball court": (31.2, 18.2),
}
