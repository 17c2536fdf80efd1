"""Places of worship: church, mosque, pagoda."""

import math

import numpy as np
from shapely.geometry import Point

from aircity.city.landmarks.carpentry import arched_panel, cross, gable_slopes, gabled, row, stairs
from aircity.city.landmarks.sculpture import (
    GLASS,
    TIMBER,
    Sculpture,
    concrete,
    draw_paint,
    metal,
    plain,
    stone,
    tiles,
)
from aircity.city.solids.model import Model, TextureBook
from aircity.city.solids.shapes import Shape, box, cylinder, dome, join, lathe, loft, sphere, upright


def church(rng: np.random.Generator, book: TextureBook) -> Model:
    """A nave with a pitched roof and arched windows, and a steeple with a cross over the door."""
    work = Sculpture(book)
    wall_paint = draw_paint(rng, "white", "beige", "grey", "brown", "cream")
    roof_paint = draw_paint(rng, "dark grey", "red", "brown", "light green")
    length, width, height = rng.uniform(20, 28), rng.uniform(10, 13), rng.uniform(7, 9)
    rise, side = 0.62 * width, rng.uniform(5.2, 6.2)
    shaft, spire = height + rise + rng.uniform(3, 6), rng.uniform(10, 15)
    wall = stone(wall_paint.name) if wall_paint.name in ("beige", "grey") else plain(wall_paint.name)
    roof, front = tiles(roof_paint.name), length / 2

    work.add(wall, gabled(length, width, height, rise))
    work.add(roof, gable_slopes(length, width, height, rise))
    work.add(wall, cylinder(0.36 * width, 0.8 * height, 10).at(-front))
    work.add(roof, cylinder(0.40 * width, 3.0, 10, top_m=0.0).at(-front, 0, 0.8 * height))
    window = arched_panel(1.5, 0.62 * height).turned(math.pi / 2)
    for y in (-width / 2, width / 2):
        work.add(GLASS, *(window.at(x, y, 0.16 * height) for x in row(4, 0.8 * length)))

    tower = front + side / 2 - 1.0
    work.add(wall, box(side, side, shaft).at(tower))
    work.add(roof, box(side + 0.8, side + 0.8, 0.5).at(tower, 0, shaft))
    work.add(roof, _spire(side, spire).at(tower, 0, shaft + 0.5))
    work.add(metal("gold"), cross(2.8).at(tower, 0, shaft + spire + 0.2))
    belfry = arched_panel(1.7, 3.2)
    louvres = join(*(belfry.at(side / 2).turned(k * math.pi / 2) for k in range(4)))
    work.add(GLASS, louvres.at(tower, 0, shaft - 4.4))
    work.add(TIMBER, arched_panel(2.4, 4.2, 0.3).at(tower + side / 2))
    rose = upright(Point(0, 0).buffer(1.1, quad_segs=3), 0.2)
    work.add(GLASS, rose.at(tower + side / 2, 0, 7.0))
    work.add(concrete(), stairs(4.0, 0.45, 3).at(tower + side / 2))
    return work.model("church", wall_paint.name, f"{roof_paint.name} roof", "steeple", "pointed")


def _spire(side_m: float, height_m: float) -> Shape:
    """A four-sided spire with a small kick at its foot."""
    return lathe(
        [(0.72 * side_m, 0.0), (0.52 * side_m, 0.12 * height_m), (0.02, height_m)], 4, "flat"
    ).turned(math.pi / 4)


def mosque(rng: np.random.Generator, book: TextureBook) -> Model:
    """A prayer hall under a great dome, with slender minarets and crescents."""
    work = Sculpture(book)
    wall_paint = draw_paint(rng, "white", "cream", "beige")
    dome_paint = draw_paint(rng, "gold", "green", "blue", "teal", "light blue")
    side, height, count = rng.uniform(20, 26), rng.uniform(8, 10), int(rng.choice([2, 4]))
    wall, cap = plain(wall_paint.name), metal(dome_paint.name)
    radius = 0.34 * side

    work.add(wall, box(side, side, height), box(side + 0.8, side + 0.8, 0.5).at(0, 0, height))
    work.add(wall, cylinder(radius + 0.4, 3.0, 20).at(0, 0, height + 0.5))
    onion = lathe(_onion(radius), 20, "soft")
    work.add(cap, onion.at(0, 0, height + 3.5))
    work.add(metal("gold"), _crescent(2.4).at(0, 0, height + 3.4 + 1.22 * radius))
    for x, y in ((1, 1), (1, -1), (-1, 1), (-1, -1)):
        work.add(cap, dome(0.11 * side, sides=12, bands=4).at(0.38 * x * side, 0.38 * y * side, height + 0.5))
    work.add(wall, box(3.0, 8.0, height + 1.5).at(side / 2 + 0.5))
    work.add(plain(dome_paint.name), arched_panel(5.0, 0.85 * height, 0.2).at(side / 2 + 2.0))
    work.add(GLASS, arched_panel(3.4, 0.68 * height, 0.3).at(side / 2 + 2.05))
    window = arched_panel(1.6, 0.55 * height)
    for k in (1, 2, 3):
        face = join(*(window.at(side / 2, y, 1.6) for y in row(4, side)))
        work.add(GLASS, face.turned(k * math.pi / 2))

    for x, y in [(1, 1), (1, -1), (-1, 1), (-1, -1)][:count]:
        place = (x * (side / 2 + 1.6), y * (side / 2 + 1.6))
        tall = height * rng.uniform(2.9, 3.1)
        work.add(wall, _minaret(tall).at(*place))
        work.add(cap, cylinder(1.25, 4.5, 10, top_m=0.0).at(*place, tall))
        work.add(metal("gold"), _crescent(1.3).at(*place, tall + 4.3))
    return work.model("mosque", wall_paint.name, f"{dome_paint.name} dome", "domed", f"{count} minarets")


def _onion(radius_m: float) -> list[tuple[float, float]]:
    outline = [(1.0, 0), (1.06, 0.2), (1.02, 0.42), (0.88, 0.62), (0.66, 0.8), (0.40, 0.95), (0.18, 1.08)]
    return [(r * radius_m, z * radius_m) for r, z in (*outline, (0.0, 1.24))]


def _minaret(height_m: float) -> Shape:
    balcony = [(1.0, 0.62), (1.0, 0.645), (1.9, 0.665), (1.9, 0.70), (0.95, 0.70), (0.95, 1.0)]
    upper = [(0.95, 0.88), (1.35, 0.90), (1.35, 0.93), (0.95, 0.93)]
    shaft = [(1.5, 0.0), (1.5, 0.16), (1.15, 0.18), *balcony]
    return join(
        lathe([(r, z * height_m) for r, z in shaft], 10),
        lathe([(r, z * height_m) for r, z in upper], 10),
    )


def _crescent(size_m: float) -> Shape:
    """A crescent on a rod, facing front."""
    radius = size_m / 3
    moon = (
        Point(0, 2 * radius)
        .buffer(radius, quad_segs=4)
        .difference(Point(0, 2.45 * radius).buffer(0.8 * radius, quad_segs=4))
    )
    return join(upright(moon, 0.12 * size_m), cylinder(0.05 * size_m, 1.1 * radius, 6))


def pagoda(rng: np.random.Generator, book: TextureBook) -> Model:
    """Storeys that shrink upwards, each under a wide roof with upturned corners, and a spire."""
    work = Sculpture(book)
    wall_paint = draw_paint(rng, "red", "white", "brown")
    roof_paint = draw_paint(rng, "dark grey", "green", "teal")
    storeys, side = int(rng.choice([3, 5, 5, 7])), rng.uniform(9, 11)
    z, step = 1.2, 4.2
    work.add(stone("grey"), box(side + 5, side + 5, 1.2))
    work.add(concrete(), stairs(3.5, 1.2, 4).at((side + 5) / 2))
    for level in range(storeys):
        wide = side * (1 - 0.55 * level / storeys)
        tall = step if level == 0 else 0.62 * step
        work.add(plain(wall_paint.name), box(wide, wide, tall + 0.4).at(0, 0, z))
        posts = np.array([(x, y, z) for x in (-0.5, -0.17, 0.17, 0.5) for y in (-0.5, 0.5)]) * (wide, wide, 1)
        post = box(0.35, 0.35, tall)
        work.add(plain("brown" if wall_paint.name != "brown" else "red"), post.repeated(posts))
        door = box(0.24, 0.2 * wide, 0.7 * tall)
        work.add(TIMBER if level == 0 else plain("cream"), door.at(wide / 2, 0, z), door.at(-wide / 2, 0, z))
        z += tall
        work.add(tiles(roof_paint.name), _swept_roof(wide + 4.0, 0.5 * wide).at(0, 0, z))
        z += 1.15
    work.add(metal("gold"), cylinder(0.18, 5.0, 8, top_m=0.06).at(0, 0, z + 0.2))
    rings = [cylinder(0.75 - 0.1 * k, 0.22, 10).at(0, 0, z + 1.0 + 0.6 * k) for k in range(5)]
    work.add(metal("gold"), *rings, sphere(0.35, 8, 4).at(0, 0, z + 4.7))
    return work.model("pagoda", wall_paint.name, f"{roof_paint.name} roofs", f"{storeys} storeys", "tiered")


def _swept_roof(eaves_m: float, top_m: float) -> Shape:
    """A concave hipped roof whose corners lift."""
    square = np.array([(1, 0), (1, 1), (0, 1), (-1, 1), (-1, 0), (-1, -1), (0, -1), (1, -1)], dtype=float)
    lift = np.array([0, 1, 0, 1, 0, 1, 0, 1], dtype=float)[:, None]
    rings = []
    for half, z, curl in (
        (0.80 * eaves_m / 2, 0.05, 0.3),
        (eaves_m / 2, 0.0, 0.75),
        (eaves_m / 2, 0.22, 0.75),
        (0.5 * (0.5 * eaves_m + 0.5 * top_m), 0.75, 0.1),
        (top_m / 2, 1.75, 0.0),
    ):
        rings.append(np.hstack([half * square, z + curl * lift]))
    return loft(np.stack(rings))


MAKERS = {"church": church, "mosque": mosque, "pagoda": pagoda}
LOTS = {"church": (42.0, 16.0), "mosque": (34.0, 33.5), "pagoda": (20.0, 18.0)}
