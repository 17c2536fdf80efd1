"""Parks and play: playground, swimming pool, gazebo."""

import numpy as np

from aircity.city.landmarks.carpentry import row
from aircity.city.landmarks.sculpture import (
    PAVING,
    SAND,
    TIMBER,
    WATER,
    Sculpture,
    concrete,
    draw_paint,
    metal,
    plain,
    tiles,
)
from aircity.city.solids.materials import Material
from aircity.city.solids.mesh import Surface
from aircity.city.solids.model import Model, TextureBook
from aircity.city.solids.rings import at_height, circle, lifted
from aircity.city.solids.shapes import Shape, across, beams, box, cylinder, join, lathe, sphere


def playground(rng: np.random.Generator, book: TextureBook) -> Model:
    """A sand lot with a slide tower, swings, a seesaw and a merry-go-round."""
    work = Sculpture(book)
    main, second = draw_paint(rng, "red", "blue", "green"), draw_paint(rng, "yellow", "orange", "purple")
    rubber = bool(rng.random() < 0.4)
    work.add(Surface(Material.PLAIN, (0.55, 0.30, 0.22)) if rubber else SAND, box(14.0, 17.0, 0.06))
    frame, bright = plain(main.name), plain(second.name)
    grow = 1.25
    for part, x, y in (
        (_slide_tower(), -2.6, -4.2),
        (_swings(), -3.2, 3.6),
        (_seesaw(), 3.6, -4.6),
        (_roundabout(), 3.4, 3.6),
    ):
        structure, colour, deck, steel = part
        for surface, shape in (
            (frame, structure),
            (bright, colour),
            (TIMBER, deck),
            (metal("silver"), steel),
        ):
            work.add(surface, shape.scaled(grow, grow, grow).at(x, y, 0.02))
    ground = "rubber" if rubber else "sand"
    return work.model("playground", f"{main.name} and {second.name}", ground, "slide and swings")


Equipment = tuple[Shape, Shape, Shape, Shape]
"""Frame, bright parts, timber, steel."""


def _slide_tower() -> Equipment:
    posts = [(x - 1.0, y, 0.0) for x in (-1, 1) for y in (-1, 1)]
    frame = join(
        beams(posts, [(x, y, 3.6) for x, y, _ in posts], 0.2),
        box(0.1, 2.0, 0.7).at(-2.0, 0, 1.9),
        box(2.0, 0.1, 0.7).at(-1.0, -1.0, 1.9),
    )
    chute = [(0.0, 1.8), (3.4, 0.4), (4.4, 0.25), (4.4, 0.38), (3.4, 0.56), (0.0, 1.98)]
    rails = [(0.0, 2.3), (3.4, 0.85), (4.4, 0.65), (4.4, 0.22), (3.4, 0.36), (0.0, 1.75)]
    bright = join(
        box(2.9, 2.9, 1.4, top=(0.0, 0.0)).at(-1.0, 0, 3.6),
        across(chute, 1.0),
        across(rails, 0.1).at(0, -0.55),
        across(rails, 0.1).at(0, 0.55),
    )
    stiles = [(-1.4, 1.5, 0.0), (-0.6, 1.5, 0.0)]
    rungs = [(-1.4, 1.5 - 0.25 * z, z) for z in (0.4, 0.8, 1.2, 1.6)]
    ladder = join(
        beams(stiles, [(x, 1.0, 2.2) for x, _, _ in stiles], 0.1),
        beams(rungs, [(-0.6, y, z) for _, y, z in rungs], 0.08, sides=3),
    )
    return frame, bright, box(2.1, 2.1, 0.15).at(-1.0, 0, 1.7), ladder


def _swings() -> Equipment:
    feet = [(x, y, 0.0) for x in (-1.1, 1.1) for y in (-2.6, 2.6)]
    frame = join(
        beams(feet, [(0, y, 2.8) for _, y, _ in feet], 0.18), beams([(0, -2.8, 2.8)], [(0, 2.8, 2.8)], 0.2)
    )
    seats, chains = [], []
    for y, swing in zip(row(3, 5.0), (0.5, -0.3, 0.2), strict=True):
        hooks = [(0.0, y - 0.3, 2.8), (0.0, y + 0.3, 2.8)]
        chains.append(beams(hooks, [(swing, yy, 0.65) for _, yy, _ in hooks], 0.06, sides=3))
        seats.append(box(0.35, 0.75, 0.1).at(swing, y, 0.58))
    return frame, join(*seats), box(0.3, 5.6, 0.1).at(0, 0, 2.85), join(*chains)


def _seesaw() -> Equipment:
    plank = box(4.0, 0.4, 0.14).pitched(0.18).at(0, 0, 0.65)
    seats = box(0.5, 0.5, 0.12).repeated([(-1.8, 0, 0.45), (1.8, 0, 1.1)])
    handles = beams([(-1.4, 0, 0.5), (1.4, 0, 1.0)], [(-1.4, 0, 1.0), (1.4, 0, 1.5)], 0.1)
    return box(0.5, 0.6, 0.65, top=(0.2, 0.5)), plank, seats, handles


def _roundabout() -> Equipment:
    rim = at_height(circle(1.4, 6), 0.4)
    steel = join(beams(rim, lifted(rim, 0.7), 0.09), beams(lifted(rim, 0.7), [(0, 0, 1.2)] * 6, 0.09))
    deck = cylinder(1.7, 0.15, 16).at(0, 0, 0.26)
    return cylinder(0.25, 1.2, 8), deck, cylinder(0.6, 0.3, 8), steel


def swimming_pool(rng: np.random.Generator, book: TextureBook) -> Model:
    """A basin of lanes in a paved deck, with starting blocks, a diving board, loungers and parasols."""
    work = Sculpture(book)
    length, lanes = float(rng.choice([25.0, 33.0])), int(rng.choice([4, 6]))
    width, rim, deck = 2.5 * lanes, 0.28, 5.0
    shade = draw_paint(rng, "red", "yellow", "orange", "white", "green")
    for x, y, lx, ly in (
        (length / 2 + deck / 2, 0, deck, width + 2 * deck),
        (-length / 2 - deck / 2, 0, deck, width + 2 * deck),
        (0, width / 2 + deck / 2, length, deck),
        (0, -width / 2 - deck / 2, length, deck),
    ):
        work.add(PAVING, box(lx, ly, rim).at(x, y))
    work.add(WATER, box(length, width, 0.14))
    for k in range(1, lanes):
        y = k * 2.5 - width / 2
        work.add(plain("red" if k % 2 else "white"), box(length, 0.16, 0.12).at(0, y, 0.1))
    for y in row(lanes, width):
        work.add(plain("white"), box(0.7, 0.8, 0.6).at(length / 2 + 0.8, y, rim))
    work.add(
        plain("white"),
        box(1.4, 1.2, 1.0).at(-length / 2 - 2.0, 0, rim),
        box(4.6, 0.6, 0.1).at(-length / 2 - 0.2, 0, rim + 1.0),
    )
    work.add(
        metal("silver"),
        beams(
            [(-length / 2 - 1.5, y, rim) for y in (-0.7, 0.7)],
            [(-length / 2 - 1.5, y, rim + 2.0) for y in (-0.7, 0.7)],
            0.1,
        ),
    )
    for x in row(6, length):
        y = width / 2 + 3.2
        work.add(TIMBER, box(0.7, 1.9, 0.3).at(x, y, rim), box(0.7, 0.2, 0.8).at(x, y + 0.85, rim))
    for x in row(3, length):
        y = width / 2 + 2.6
        work.add(metal("white"), cylinder(0.06, 2.4, 6).at(x, y, rim))
        work.add(plain(shade.name), cylinder(1.6, 0.7, 8, top_m=0.05).at(x, y, rim + 2.2))
    for side in (-1, 1):
        ladder = [
            (side * 0.35 * length + dx, -width / 2 + dy, rim) for dx in (-0.3, 0.3) for dy in (-0.3, 0.3)
        ]
        work.add(metal("silver"), beams(ladder, [(x, y, rim + 0.8) for x, y, _ in ladder], 0.08))
    return work.model("swimming pool", "blue", f"{lanes} lanes", f"{shade.name} parasols", "rectangular")


def gazebo(rng: np.random.Generator, book: TextureBook) -> Model:
    """An eight-sided garden pavilion with posts, railings and a pointed roof."""
    work = Sculpture(book)
    frame = draw_paint(rng, "white", "green", "brown")
    roof = draw_paint(rng, "red", "dark grey", "green", "brown", "blue")
    radius, tall = rng.uniform(3.0, 4.0), 3.4
    post_paint = TIMBER if frame.name == "brown" else plain(frame.name)
    work.add(concrete(), lathe([(radius + 0.5, 0), (radius + 0.5, 0.25)], 8, "flat"))
    work.add(TIMBER, lathe([(radius + 0.15, 0), (radius + 0.15, 0.25)], 8, "flat").at(0, 0, 0.25))
    ring = at_height(circle(radius, 8), 0.5)
    after = np.roll(ring, -1, axis=0)
    work.add(post_paint, beams(ring, lifted(ring, tall), 0.2))
    for lift in (0.25, 0.95):
        work.add(post_paint, beams(lifted(ring[1:], lift), lifted(after[1:], lift), 0.1))
    share = np.linspace(0.15, 0.85, 5)[:, None, None]
    pales = (ring[1:] * (1 - share) + after[1:] * share).reshape(-1, 3)
    work.add(post_paint, beams(lifted(pales, 0.25), lifted(pales, 0.95), 0.07, sides=3))
    work.add(post_paint, beams(lifted(ring, tall - 0.2), lifted(after, tall - 0.2), 0.3))
    work.add(
        tiles(roof.name),
        lathe([(radius + 0.35, 0), (radius + 0.35, 0.12), (0.45, 2.2), (0.0, 2.7)], 8, "flat").at(
            0, 0, tall + 0.4
        ),
    )
    work.add(post_paint, sphere(0.22, 8, 4).at(0, 0, tall + 3.0))
    return work.model("gazebo", frame.name, f"{roof.name} roof", "eight-sided", "open")


MAKERS = {"playground": playground, "swimming pool": swimming_pool, "gazebo": gazebo}
LOTS = {"playground": (14.2, 17.2), "swimming pool": (44.0, 26.0), "gazebo": (9.4, 9.4)}
