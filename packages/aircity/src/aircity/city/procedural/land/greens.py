"""Green and open ground: parks with paths and ponds, squares, woods, gardens and lawns."""

import math

import numpy as np
from shapely import prepare
from shapely.geometry import LineString, Point, Polygon
from shapely.geometry.base import BaseGeometry
from shapely.ops import unary_union

from aircity.city.procedural.buildings.lots import Rect, axes_of, fit_rect
from aircity.city.procedural.draft import Draft
from aircity.city.procedural.land.ground import Block, draw_block
from aircity.city.procedural.land.waters import blob
from aircity.city.procedural.models import Shelf
from aircity.city.procedural.shapes2d import polygons
from aircity.city.procedural.streets.roads import KERB_M, LAYER_M
from aircity.city.solids.materials import Material
from aircity.city.solids.mesh import Surface
from aircity.city.solids.palette import LAKE, LAWN, PAVING, vary

_POND_Z_M = -0.12
ROOT_Z_M = KERB_M - 0.05
"""Trees and posts stand a little in the ground, so that no foot lies in its plane."""


def park(draft: Draft, shelf: Shelf, rng: np.random.Generator, block: Block, name: str | None) -> None:
    """Lawn, curved paths, perhaps a pond, and trees in clumps."""
    outline = block.outline
    room = outline.buffer(-6)
    pond: BaseGeometry = Polygon()
    if outline.area > 5000 and rng.random() < 0.8:
        radius = min(0.22 * math.sqrt(outline.area), 38.0)
        spot = room.centroid if room.contains(room.centroid) else room.representative_point()
        shape = blob(
            rng, spot.x + rng.uniform(-8, 8), spot.y + rng.uniform(-8, 8), radius, stretch=1.3, points=28
        )
        if block.free.buffer(-1).contains(shape):
            pond = shape
            _draw_pond(draft, shape)
            block.take(shape, 1.0)
    block.outline = outline.difference(pond) if not pond.is_empty else outline
    draw_block(draft, block, Surface(Material.GRASS, vary(rng, LAWN)), "park", ("green", "grassy"))
    last = draft.objects.pop()
    draft.record(last.id, "park", last.attributes, outline, z_m=(0.0, KERB_M), name=name)
    block.outline = outline
    _draw_paths(draft, rng, block)
    plant(draft, shelf, rng, block.free.buffer(-1.5), max(3, min(int(outline.area / 240), 260)), clumped=True)


def _draw_pond(draft: Draft, shape: Polygon) -> None:
    object_id = draft.new_id()
    draft.builder.flat(shape, _POND_Z_M, Surface(Material.WATER, LAKE), object_id)
    rim = shape.buffer(0.5, quad_segs=2).difference(shape)
    draft.builder.prism(
        rim,
        _POND_Z_M - 0.1,
        KERB_M + LAYER_M,
        Surface(Material.STONE, (0.56, 0.53, 0.48), (0.4, 0.38, 0.35), (0.8, 0.5)),
        object_id,
    )
    draft.record(object_id, "pond", ("green-blue", "round"), shape, z_m=(_POND_Z_M, KERB_M + LAYER_M))


def _draw_paths(draft: Draft, rng: np.random.Generator, block: Block) -> None:
    outline = block.outline
    angle, length, width = axes_of(outline)
    if width < 24:
        return
    centre = outline.centroid
    bends = []
    for turn in (0.3, 1.9, 3.4, 5.0):
        far = Point(centre.x + length * math.cos(angle + turn), centre.y + length * math.sin(angle + turn))
        gate = LineString([centre, far]).intersection(outline.exterior)
        gates = [p for p in getattr(gate, "geoms", [gate]) if p.geom_type == "Point"]
        if gates:
            g = gates[0]
            mid_x, mid_y = (centre.x + g.x) / 2, (centre.y + g.y) / 2
            off = rng.uniform(-0.15, 0.15) * length
            bend = (mid_x - off * math.sin(angle + turn), mid_y + off * math.cos(angle + turn))
            t = np.linspace(0, 1, 9)[:, None]
            curve = (1 - t) ** 2 * [centre.x, centre.y] + 2 * t * (1 - t) * np.array(bend) + t**2 * [g.x, g.y]
            bends.append(LineString(curve).buffer(1.4, quad_segs=2, cap_style="flat"))
    ring = centre.buffer(0.2 * width, quad_segs=6)
    bends.append(ring.difference(ring.buffer(-2.8)))
    paths = unary_union(bends).intersection(outline.buffer(-0.2)).intersection(block.free.buffer(0.3))
    object_id = draft.new_id()
    surface = Surface(Material.SAND, (0.76, 0.69, 0.56))
    parts = list(polygons(paths, 4.0))
    for part in parts:
        draft.builder.flat(part.simplify(0.03), KERB_M + LAYER_M, surface, object_id)
    if parts:
        biggest = max(parts, key=lambda part: part.area)
        draft.record(object_id, "path", ("beige", "gravel"), biggest, z_m=(KERB_M, KERB_M + LAYER_M))
        block.free = block.free.difference(unary_union(parts).buffer(0.6))


def plant(
    draft: Draft,
    shelf: Shelf,
    rng: np.random.Generator,
    room: BaseGeometry,
    count: int,
    *,
    clumped: bool = False,
) -> None:
    """Trees at random in a room, not too close to each other."""
    count = round(count * shelf.tree_share)
    if room.is_empty or count <= 0:
        return
    x0, y0, x1, y1 = room.bounds
    prepare(room)
    points = rng.uniform((x0, y0), (x1, y1), (count * 4, 2))
    if clumped:
        centres = rng.uniform((x0, y0), (x1, y1), (max(2, count // 9), 2))
        points = centres[rng.integers(len(centres), size=count * 4)] + rng.normal(0, 9.0, (count * 4, 2))
    kept = np.zeros((0, 2))
    for x, y in points:
        if len(kept) >= count:
            break
        if len(kept) and np.min(np.hypot(kept[:, 0] - x, kept[:, 1] - y)) < 4.2:
            continue
        if room.contains(Point(x, y)):
            kept = np.vstack([kept, [x, y]])
            draft.place(
                shelf.stock("tree", rng), float(x), float(y), ROOT_Z_M, float(rng.uniform(0, 2 * math.pi))
            )


def plaza(draft: Draft, shelf: Shelf, rng: np.random.Generator, block: Block, name: str | None) -> None:
    """A paved square: trees along its rim, flower beds and lawns in rows inside."""
    tones = ((0.70, 0.66, 0.58), (0.66, 0.62, 0.58), (0.72, 0.63, 0.54))
    surface = Surface(Material.PAVING, tones[int(rng.integers(len(tones)))], (0.55, 0.51, 0.46), (2.0, 2.0))
    draw_block(draft, block, surface, "plaza", ("beige", "paved"))
    last = draft.objects.pop()
    draft.record(last.id, "plaza", last.attributes, block.outline, z_m=(0.0, KERB_M), name=name)
    room = block.outline.buffer(-3.5)
    if room.geom_type != "Polygon" or room.is_empty:
        return
    for station in np.arange(4.0, room.exterior.length - 4.0, 8.5):
        spot = room.exterior.interpolate(float(station))
        if block.free.contains(spot.buffer(1.2)):
            draft.place(shelf.stock("tree", rng), spot.x, spot.y, ROOT_Z_M, float(rng.uniform(0, 6.28)))
    rect = fit_rect(block.outline, axes_of(block.outline)[0], 9.0)
    if rect is not None:
        _plaza_beds(draft, shelf, rng, block, rect)


def _plaza_beds(draft: Draft, shelf: Shelf, rng: np.random.Generator, block: Block, rect: Rect) -> None:
    rim = Surface(Material.STONE, (0.72, 0.69, 0.63), (0.55, 0.52, 0.48), (1.0, 0.5))
    rows, columns = max(1, round(rect.depth_m / 20)), max(1, round(rect.width_m / 14))
    for row in range(rows):
        for column in range(columns):
            ahead = (row + 0.5) / rows * rect.depth_m - rect.depth_m / 2
            right = (column + 0.5) / columns * rect.width_m - rect.width_m / 2
            bed = rect.moved(ahead, right, 11.0, 5.0)
            if not block.free.contains(bed.polygon):
                continue
            green = Surface(Material.GRASS, vary(rng, LAWN))
            draft.builder.prism(bed.polygon, KERB_M - 0.05, KERB_M + 0.4, rim, block.object_id)
            inner = bed.moved(0.0, 0.0, 10.2, 4.2)
            draft.builder.flat(inner.polygon, KERB_M + 0.45, green, block.object_id)
            if rng.random() < 0.7:
                draft.place(
                    shelf.stock("tree", rng), bed.x_m, bed.y_m, KERB_M + 0.3, float(rng.uniform(0, 6.28))
                )
            block.take(bed.polygon, 1.0)


def wood(draft: Draft, shelf: Shelf, rng: np.random.Generator, block: Block, name: str | None) -> None:
    """Trees, trees."""
    draw_block(
        draft, block, Surface(Material.GRASS, vary(rng, (0.30, 0.40, 0.20))), "forest", ("green", "dense")
    )
    plant(draft, shelf, rng, block.free.buffer(-1.0), min(int(block.outline.area / 62), 150))


def garden(draft: Draft, shelf: Shelf, rng: np.random.Generator, block: Block, name: str | None) -> None:
    """Formal beds between crossing paths, with hedges and small trees."""
    draw_block(
        draft, block, Surface(Material.GRASS, vary(rng, (0.40, 0.53, 0.27))), "garden", ("green", "flowery")
    )
    flowers = (
        (0.72, 0.28, 0.34),
        (0.86, 0.70, 0.28),
        (0.58, 0.38, 0.62),
        (0.86, 0.84, 0.80),
        (0.80, 0.45, 0.30),
    )
    room = max(polygons(block.free, 60.0), key=lambda part: part.area, default=None)
    rect = fit_rect(room, axes_of(block.outline)[0], 2.0) if room is not None else None
    if rect is None:
        return
    rows, columns = max(1, int(rect.depth_m / 9)), max(1, int(rect.width_m / 9))
    for row in range(rows):
        for column in range(columns):
            bed = rect.moved(
                (row + 0.5) / rows * rect.depth_m - rect.depth_m / 2,
                (column + 0.5) / columns * rect.width_m - rect.width_m / 2,
                5.5,
                5.5,
            )
            colour = flowers[int(rng.integers(len(flowers)))]
            surface = Surface(Material.FOLIAGE, colour, (0.26, 0.36, 0.18))
            draft.builder.prism(bed.polygon, KERB_M - 0.05, KERB_M + 0.35, surface, block.object_id)
    block.free = Polygon()


def lawn(draft: Draft, rng: np.random.Generator, block: Block, *, paved: bool) -> None:
    """The floor between buildings."""
    if paved:
        surface = Surface(Material.PAVING, vary(rng, PAVING), (0.52, 0.50, 0.47), (1.5, 1.5))
        draw_block(draft, block, surface, "courtyard", ("gray", "paved"))
    else:
        draw_block(draft, block, Surface(Material.GRASS, vary(rng, LAWN)), "lawn", ("green", "grassy"))
