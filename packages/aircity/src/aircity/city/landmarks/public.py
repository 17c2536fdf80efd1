"""Public buildings: museum, hospital, school, hotel."""

import math

import numpy as np

from aircity.city.landmarks.carpentry import colonnade, gable_roof, hip_roof, row, stairs
from aircity.city.landmarks.sculpture import (
    ASPHALT,
    GLASS,
    GRAVEL,
    PAINTS,
    TIMBER,
    Sculpture,
    bricks,
    concrete,
    draw_paint,
    facade,
    metal,
    plain,
    stone,
    tiles,
)
from aircity.city.solids.lettering import HOTELS, clock_face, helipad, red_cross, sign, vertical_sign
from aircity.city.solids.model import Model, TextureBook
from aircity.city.solids.shapes import (
    BACK,
    FRONT,
    LEFT,
    RIGHT,
    UP,
    Shape,
    box,
    cylinder,
    join,
    upright,
    wheel,
)


def museum(rng: np.random.Generator, book: TextureBook) -> Model:
    """A temple front: broad steps, a row of columns and a pediment."""
    work = Sculpture(book)
    paint = draw_paint(rng, "white", "beige", "cream", "grey")
    roof_paint = draw_paint(rng, "grey", "light green", "dark grey")
    count, height, name = (
        int(rng.choice([6, 8])),
        rng.uniform(8.5, 10),
        str(rng.choice(["MUSEUM", "ART MUSEUM", "CITY MUSEUM"])),
    )
    width, length, base = 3.6 * count + 1.0, rng.uniform(20, 26), 2.4
    wall, front = stone(paint.name), length / 2
    work.add(wall, box(length + 7.0, width + 2, base).at(0))
    work.add(wall, box(length - 6.0, width - 1.0, height).at(-2.0, 0, base))
    work.add(concrete(), stairs(width - 2, base, 8, 0.45).at(front + 3.5))
    ys = row(count, width)
    work.add(plain(paint.name), colonnade([(front + 1.8, y) for y in ys], 0.62, height).at(0, 0, base))
    work.add(
        plain(paint.name),
        colonnade(
            [(x, s * (width / 2 - 1.0)) for s in (-1, 1) for x in (front - 2.4, front - 6.6, front - 10.8)],
            0.62,
            height,
        ).at(0, 0, base),
    )
    top = base + height
    work.add(plain(paint.name), box(length + 5.6, width + 1.2, 1.7).at(0, 0, top))
    lintel = box(0.3, 0.62 * width, 1.2).at(front + 2.85, 0, top + 0.25)
    work.board(
        lintel,
        sign(name, ink=(0.12, 0.1, 0.08), paper=paint.rgb, aspect=0.62 * width / 1.2),
        plain(paint.name),
    )
    work.add(tiles(roof_paint.name), gable_roof(length + 5.6, width + 1.2, 0.17 * width).at(0, 0, top + 1.7))
    half, rise = 0.46 * width, 0.13 * width
    work.add(
        plain("cream" if paint.name != "cream" else "white"),
        upright([(-half, 0), (half, 0), (0, rise)], 0.4).at(front + 3.2, 0, top + 1.95),
    )
    work.add(TIMBER, box(0.3, 2.6, 5.0).at(front - 5.0, 0, base))
    windows = [(front - 5.0, y, base + 1.5) for y in (*ys[1 : count // 2 - 1], *ys[count // 2 + 1 : -1])]
    work.add(GLASS, box(0.2, 1.5, 4.0).repeated(windows))
    return work.model("museum", paint.name, "stone", f"{count} columns", f"{roof_paint.name} roof", name=name)


def hospital(rng: np.random.Generator, book: TextureBook) -> Model:
    """White wards with a red cross on the front and a helipad on the roof."""
    work = Sculpture(book)
    storeys, trim = int(rng.integers(4, 7)), draw_paint(rng, "blue", "teal", "grey", "light blue")
    bay, storey = 3.2, 3.6
    height, width, length = storeys * storey, 10 * bay, 5 * bay
    wall = facade("white", bay, storey)
    work.add(wall, box(length, width, height))
    wing = (storeys - 2) * storey
    work.add(wall, box(7 * bay, 4 * bay, wing).at(-3 * bay, -width / 2 - 2 * bay))
    work.add(GRAVEL, box(7 * bay - 1, 4 * bay - 1, 0.3).at(-3 * bay, -width / 2 - 2 * bay, wing))
    work.add(plain(trim.name), box(length + 0.4, width + 0.4, 0.9).at(0, 0, height))
    work.add(GRAVEL, box(length - 0.6, width - 0.6, 0.3).at(0, 0, height + 0.75))
    pad = cylinder(6.4, 0.8, 24).at(0, width / 4, height + 0.9)
    top, rest = pad.split(UP)
    work.add(work.page(helipad()), top.pictured())
    work.add(concrete(), rest)
    work.add(plain("white"), box(4.6, 5.6, 3.6).at(-3, -width / 5, height + 0.9))
    mark = box(0.4, 5.6, 5.6).at(length / 2 + 0.1, -width / 4, height - 7.2)
    work.board(mark, red_cross(), plain("white"))
    board = box(0.4, 11.0, 1.7).at(length / 2 + 0.1, width / 5, height - 2.2)
    work.board(
        board, sign("HOSPITAL", ink=PAINTS["red"].rgb, paper=(1, 1, 1), aspect=11 / 1.7), plain("white")
    )
    tower = box(5.0, 6.0, 4.6).at(-3, -width / 5, height + 4.4)
    work.board(tower, red_cross(6.0 / 4.6), plain("white"), faces=(FRONT, LEFT, RIGHT, BACK))
    work.add(plain(trim.name), box(6.0, 9.0, 0.5).at(length / 2 + 3, 0, 3.6))
    work.add(metal("grey"), cylinder(0.2, 3.6, 8).repeated([(length / 2 + 5.6, y, 0) for y in (-4, 4)]))
    work.add(GLASS, box(0.3, 6.0, 3.0).at(length / 2 + 0.05))
    _ambulance(work, length / 2 + 4.0, 8.0)
    return work.model(
        "hospital", "white", f"{trim.name} trim", "red cross", f"{storeys} storeys", name="HOSPITAL"
    )


def _ambulance(work: Sculpture, x: float, y: float) -> None:
    body = join(box(3.6, 2.0, 2.0).at(-0.9, 0, 0.4), box(1.6, 1.9, 1.1).at(1.7, 0, 0.4))
    work.add(plain("white"), body.at(x, y))
    work.add(GLASS, box(1.2, 1.8, 0.7, top=(0.6, 1.7)).at(x + 1.4, y, 1.5))
    work.add(plain("red"), box(3.64, 2.06, 0.3).at(x - 0.9, y, 1.2))
    work.add(plain("blue"), box(0.3, 1.2, 0.2).at(x + 0.6, y, 2.4))
    work.add(plain("black"), box(0.6, 2.06, 0.6).repeated([(x - 1.6, y, 0), (x + 1.6, y, 0)]))


def school(rng: np.random.Generator, book: TextureBook) -> Model:
    """A long building with a clock gable and its name, a yard with games, and a yellow bus waiting."""
    work = Sculpture(book)
    paint = draw_paint(rng, "red", "brown", "beige", "cream")
    roof_paint = draw_paint(rng, "dark grey", "brown", "green")
    bays, bay, storey = int(rng.choice([9, 11])), 3.0, 3.6
    width, depth, height = bays * bay, 11.0, 2 * storey
    masonry = paint.name in ("red", "brown")
    wall = bricks(paint.name, bay, storey) if masonry else facade(paint.name, bay, storey)
    work.add(wall, box(depth, width, height).at(-6))
    work.add(tiles(roof_paint.name), hip_roof(width, depth, 3.4).turned(math.pi / 2).at(-6, 0, height))
    porch = box(4.4, 8.6, height + 2.6).at(0.5)
    work.add(plain("cream" if masonry else "white"), porch)
    work.add(tiles(roof_paint.name), gable_roof(4.4, 8.6, 3.2).at(0.5, 0, height + 2.6))
    work.board(box(0.3, 2.8, 2.8).at(2.75, 0, height - 0.4), clock_face(), plain("white"))
    board = box(0.3, 8.4, 1.9).at(2.75, 0, 4.4)
    work.board(
        board, sign("SCHOOL", ink=(1, 1, 1), paper=PAINTS["blue"].rgb, aspect=8.4 / 1.9), plain("white")
    )
    work.add(GLASS, box(0.3, 3.6, 3.0).at(2.7, 0, 0.2))
    work.add(ASPHALT, box(13.0, width, 0.06).at(9.2))
    squares = [
        (6.5 + 1.2 * k, -width / 4 + dy, 0.06)
        for k in range(7)
        for dy in ((-0.6, 0.6) if k in (2, 5) else (0.0,))
    ]
    work.add(plain("yellow"), box(1.0, 1.0, 0.05).repeated(squares))
    work.add(metal("silver"), cylinder(0.1, 10.0, 6).at(5.2, width / 4))
    work.add(plain("red"), box(0.06, 2.4, 1.5).at(5.2, width / 4 + 1.3, 8.4))
    _school_bus(work, 12.6, width / 7)
    return work.model(
        "school",
        paint.name,
        "brick" if masonry else "rendered",
        f"{roof_paint.name} roof",
        "long",
        name="SCHOOL",
    )


def _school_bus(work: Sculpture, x: float, y: float) -> None:
    """A yellow bonneted bus parked across the yard."""

    def parked(shape: Shape) -> Shape:
        return shape.turned(math.pi / 2).at(x, y, 0.06)

    body = join(
        box(7.6, 2.4, 1.1).at(-0.8, 0, 0.5),
        box(1.8, 2.2, 0.9).at(3.8, 0, 0.5),
        box(7.6, 2.4, 0.35).at(-0.8, 0, 2.5),
    )
    posts = box(0.25, 2.4, 0.9).repeated([(dx, 0, 1.6) for dx in (-4.4, -3.1, -1.8, -0.5, 0.8, 2.1)])
    work.add(plain("yellow"), parked(join(body, posts)))
    work.add(GLASS, parked(box(7.5, 2.3, 0.9).at(-0.8, 0, 1.6)))
    work.add(plain("black"), parked(box(7.64, 2.46, 0.14).at(-0.8, 0, 1.2)))
    work.add(plain("black"), parked(join(wheel(0.48, 2.3, 10).at(-2.9), wheel(0.48, 2.3, 10).at(3.3))))


def hotel(rng: np.random.Generator, book: TextureBook) -> Model:
    """A tall block of balconies with its name in letters down the front and over the door."""
    work = Sculpture(book)
    paint = draw_paint(rng, "white", "cream", "beige", "light blue", "pink")
    accent, name = draw_paint(rng, "red", "blue", "purple", "teal"), str(rng.choice(HOTELS))
    storeys, bays = int(rng.integers(8, 13)), 7
    storey, bay, depth = 3.2, 3.6, 14.0
    width, height = bays * bay, storeys * 3.2 + 1.2
    work.add(facade(paint.name, bay, storey), box(depth, width, height))
    slabs = [(depth / 2 + 0.7, 0, z * storey + 1.2) for z in range(1, storeys)]
    work.add(plain("white"), box(1.4, width - 6.0, 0.2).repeated(slabs))
    work.add(
        metal("silver"), box(0.08, width - 6.0, 0.5).repeated([(x + 0.64, y, z + 0.45) for x, y, z in slabs])
    )
    walls = [(depth / 2 + 0.7, y, storey + 1.2) for y in np.arange(-width / 2 + 3.0, width / 2 - 2.9, bay)]
    work.add(plain(paint.name), box(1.1, 0.2, (storeys - 1) * storey).repeated(walls))
    blade = box(2.6, 0.5, 0.62 * height).at(depth / 2 + 1.5, width / 2 - 0.9, 0.3 * height)
    picture = vertical_sign("HOTEL", ink=(1, 1, 1), paper=accent.rgb, aspect=2.6 / (0.62 * height))
    work.board(blade, picture, plain(accent.name), faces=(LEFT, RIGHT))
    face = box(0.3, 2.3, 0.6 * height).at(depth / 2 + 2.9, width / 2 - 0.9, 0.31 * height)
    work.board(
        face,
        vertical_sign("HOTEL", ink=(1, 1, 1), paper=accent.rgb, aspect=2.3 / (0.6 * height)),
        plain(accent.name),
    )
    top = box(0.6, 16.0, 2.6).at(depth / 2 - 0.6, 0, height + 0.8)
    work.board(
        top,
        sign(name, ink=(1, 1, 1), paper=accent.rgb, aspect=16 / 2.6),
        plain(accent.name),
        faces=(FRONT, BACK),
    )
    work.add(GRAVEL, box(depth + 0.5, width + 0.5, 0.8).at(0, 0, height))
    work.add(
        plain(accent.name),
        box(5.0, 9.0, 0.5).at(depth / 2 + 3.6, 0, 3.8),
        box(5.0, 3.2, 0.08).at(depth / 2 + 3.6),
    )
    work.add(metal("gold"), cylinder(0.18, 3.8, 8).repeated([(depth / 2 + 5.8, y, 0) for y in (-3.8, 3.8)]))
    work.add(GLASS, box(0.4, 9.0, 3.4).at(depth / 2))
    work.add(plain("white"), box(5, 6, 2.8).at(-2, 0, height + 0.8))
    return work.model("hotel", paint.name, f"{accent.name} sign", "tall", f"{storeys} storeys", name=name)


MAKERS = {"museum": museum, "hospital": hospital, "school": school, "hotel": hotel}
LOTS = {
    "museum": (42.0, 34.0),
    "hospital": (40.0, 50.0),
    "school": (30.0, 36.0),
    "hotel": (22.0, 28.0),
}
