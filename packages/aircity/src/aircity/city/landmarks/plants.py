"""Living and lying things, cheap enough for thousands: tree, hedge, rock, flower bed."""

import math

import numpy as np

from aircity.city.landmarks.sculpture import BARK, Sculpture, draw_paint, plain
from aircity.city.solids.materials import Material
from aircity.city.solids.mesh import Colour, Surface
from aircity.city.solids.model import Model, TextureBook
from aircity.city.solids.rings import at_height, circle
from aircity.city.solids.shapes import Shape, box, cylinder, facets, join, loft

LEAVES: dict[str, Colour] = {
    "green": (0.22, 0.45, 0.14),
    "dark green": (0.11, 0.30, 0.13),
    "light green": (0.42, 0.60, 0.20),
    "orange": (0.80, 0.44, 0.12),
    "yellow": (0.86, 0.70, 0.20),
    "red": (0.62, 0.17, 0.12),
    "pink": (0.92, 0.64, 0.74),
}


def tree(rng: np.random.Generator, book: TextureBook) -> Model:
    """A broad-leaved tree, conifer, palm or poplar."""
    kinds = {"broad-leaved": _broad_leaved, "conifer": _conifer, "palm": _palm, "poplar": _poplar}
    kind = str(rng.choice(list(kinds), p=[0.5, 0.2, 0.15, 0.15]))
    work = Sculpture(book)
    colour, tall = kinds[kind](rng, work)
    size = ("tall",) if tall > 11 else ("small",) if tall < 7 else ()
    return work.model("tree", colour, kind, *size, centred=False)


def _leaves(colour: str) -> Surface:
    r, g, b = LEAVES[colour]
    return Surface(Material.FOLIAGE, (r, g, b), accent=(0.55 * r, 0.6 * g, 0.55 * b))


def _crown(rng: np.random.Generator, radius: float, height: float, sides: int = 7) -> Shape:
    """A lumpy ball standing on z = 0."""
    rise = np.array([-0.42, -0.2, 0.1, 0.36, 0.5]) * math.pi
    rough = 1 + 0.14 * rng.standard_normal((len(rise), sides)).clip(-1.4, 1.4)
    rings = []
    for angle, lump in zip(rise, rough, strict=True):
        plan = circle(radius * math.cos(angle), sides, 0.4 * angle) * lump[:, None]
        rings.append(at_height(plan, height / 2 * (1 + math.sin(angle))))
    return loft(rings, "soft")


def _broad_leaved(rng: np.random.Generator, work: Sculpture) -> tuple[str, float]:
    colour = str(
        rng.choice(
            ["green", "light green", "dark green", "orange", "yellow", "red", "pink"],
            p=[0.34, 0.2, 0.16, 0.1, 0.08, 0.06, 0.06],
        )
    )
    tall = float(rng.uniform(6, 13))
    radius = tall * rng.uniform(0.3, 0.4)
    work.add(BARK, cylinder(0.035 * tall, 0.5 * tall, 5, top_m=0.022 * tall))
    work.add(_leaves(colour), _crown(rng, radius, 0.62 * tall).at(0, 0, 0.3 * tall))
    lean = rng.uniform(0, 2 * math.pi)
    side = _crown(rng, 0.62 * radius, 0.42 * tall, 6)
    work.add(
        _leaves(colour), side.at(0.5 * radius * math.cos(lean), 0.5 * radius * math.sin(lean), 0.58 * tall)
    )
    return colour, tall


def _conifer(rng: np.random.Generator, work: Sculpture) -> tuple[str, float]:
    colour = str(rng.choice(["dark green", "green"]))
    tall, tiers = float(rng.uniform(8, 16)), 4
    radius = 0.22 * tall
    work.add(BARK, cylinder(0.03 * tall, 0.2 * tall, 5))
    for k in range(tiers):
        wide, foot = radius * (1 - 0.21 * k), tall * (0.12 + 0.2 * k)
        turn = 0.4 * k
        cone = cylinder(wide, 0.3 * tall if k < tiers - 1 else tall - foot, 9, top_m=0.0)
        work.add(_leaves(colour), cone.turned(turn).at(0, 0, foot))
    return colour, tall


def _poplar(rng: np.random.Generator, work: Sculpture) -> tuple[str, float]:
    colour = str(rng.choice(["green", "dark green", "light green", "yellow"]))
    tall = float(rng.uniform(10, 17))
    work.add(BARK, cylinder(0.02 * tall, 0.3 * tall, 5))
    work.add(_leaves(colour), _crown(rng, 0.12 * tall, 0.9 * tall, 8).at(0, 0, 0.1 * tall))
    return colour, tall


def _palm(rng: np.random.Generator, work: Sculpture) -> tuple[str, float]:
    colour = str(rng.choice(["green", "light green"]))
    tall, fronds = float(rng.uniform(6, 11)), 9
    rings = []
    for share in np.linspace(0, 1, 4):
        lean = np.array((0.12 * tall * share**2, 0.0))
        rings.append(at_height(circle(0.26 - 0.1 * share, 5) + lean, share * tall))
    work.add(BARK, loft(rings, "round"))
    top = (0.12 * tall, 0.0, tall)
    reach = 0.28 * tall + 1.0
    leaves = [
        _frond(reach * rng.uniform(0.9, 1.1), rng.uniform(0.1, 0.3)).turned(
            2 * math.pi * (k + rng.uniform(-0.2, 0.2)) / fronds
        )
        for k in range(fronds)
    ]
    work.add(_leaves(colour), join(*leaves).at(*top))
    work.add(BARK, box(0.5, 0.5, 0.4).at(top[0], 0, tall - 0.2))
    return colour, tall


def _frond(reach: float, lift: float) -> Shape:
    """A folded leaf that rises, then droops: eight triangles."""
    root, tip = np.array([0.0, 0.0, 0.0]), np.array([reach, 0.0, -0.42 * reach])
    left, right = (
        np.array([0.5 * reach, -0.19 * reach, 0.02 * reach]),
        np.array([0.5 * reach, 0.19 * reach, 0.02 * reach]),
    )
    spine = np.array([0.48 * reach, 0.0, lift * reach + 0.06 * reach])
    keel = spine - (0.0, 0.0, 0.09 * reach)
    rim = [(root, right), (right, tip), (tip, left), (left, root)]
    faces = [(a, b, spine) for a, b in rim] + [(b, a, keel) for a, b in rim]
    return facets(np.array(faces))


def hedge(rng: np.random.Generator, book: TextureBook) -> Model:
    """A clipped row of leaves."""
    work = Sculpture(book)
    colour = str(rng.choice(["green", "dark green", "light green"]))
    length, thick, tall = rng.uniform(5, 9), rng.uniform(0.9, 1.3), rng.uniform(1.0, 2.0)
    parts = 6
    y = np.linspace(-length / 2, length / 2, parts + 1)
    rings = []
    for at in y:
        wide, high = thick / 2 * rng.uniform(0.9, 1.1), tall * rng.uniform(0.94, 1.06)
        ring = [
            (wide, 0.0),
            (-wide, 0.0),
            (-0.92 * wide, 0.8 * high),
            (-0.6 * wide, high),
            (0.6 * wide, high),
            (0.92 * wide, 0.8 * high),
        ]
        rings.append([(x, at, z) for x, z in ring])
    work.add(_leaves(colour), loft(rings))
    return work.model("hedge", colour, "clipped", "tall" if tall > 1.5 else "low")


def rock(rng: np.random.Generator, book: TextureBook) -> Model:
    """A boulder with lesser ones beside it."""
    work = Sculpture(book)
    shades: dict[str, Colour] = {
        "grey": (0.50, 0.49, 0.47),
        "brown": (0.45, 0.37, 0.30),
        "dark grey": (0.32, 0.32, 0.33),
    }
    colour = str(rng.choice(list(shades)))
    surface = Surface(Material.PLAIN, shades[colour])
    size = rng.uniform(1.4, 3.2)
    for share, reach in ((1.0, 0.0), (0.5, 1.1), (0.34, 1.2)):
        angle = rng.uniform(0, 2 * math.pi)
        stone = _boulder(rng, share * size)
        work.add(surface, stone.at(reach * size * math.cos(angle), reach * size * math.sin(angle)))
    return work.model("rock", colour, "rough", "large" if size > 2.3 else "small")


def _boulder(rng: np.random.Generator, size: float) -> Shape:
    sides, rings = 7, []
    for radius, z in ((0.85, 0.0), (1.0, 0.35), (0.78, 0.8), (0.35, 1.1)):
        rough = radius * size * rng.uniform(0.78, 1.12, sides)
        lift = z * size * rng.uniform(0.86, 1.1, (sides, 1)) if z else np.zeros((sides, 1))
        rings.append(np.hstack([circle(1.0, sides) * rough[:, None], lift]))
    return loft(rings)


def flower_bed(rng: np.random.Generator, book: TextureBook) -> Model:
    """A round bed of blossoms in a low kerb."""
    work = Sculpture(book)
    paint = draw_paint(rng, "red", "yellow", "purple", "pink", "orange", "white")
    radius = rng.uniform(2.0, 3.2)
    work.add(plain("grey"), cylinder(radius, 0.3, 16))
    work.add(_leaves("dark green"), cylinder(radius - 0.25, 0.3, 16, top_m=0.6 * radius).at(0, 0, 0.1))
    bloom = cylinder(0.16, 0.18, 5, top_m=0.05)
    spots = [
        (r * radius * math.cos(a), r * radius * math.sin(a), 0.4)
        for r, n in ((0.15, 3), (0.36, 8), (0.58, 13))
        for a in 2 * math.pi * np.arange(n) / n
    ]
    work.add(plain(paint.name), bloom.repeated(spots))
    outer = [(0.76 * radius * c, 0.76 * radius * s, 0.28) for c, s in circle(1.0, 16)]
    work.add(plain("yellow" if paint.name != "yellow" else "red"), bloom.repeated(outer))
    return work.model("flower bed", paint.name, "round", "blooming")


MAKERS = {"tree": tree, "hedge": hedge, "rock": rock, "flower bed": flower_bed}
LOTS = {
    "tree": (13.0, 12.0),
    "hedge": (1.5, 9.2),
    "rock": (11.0, 11.0),
    "flower bed": (6.6, 6.6),
}
