"""A resort's shore: a beach that slopes into the sea, a pier, and parasols."""

import math
from itertools import pairwise

import numpy as np
from shapely.geometry import Point, Polygon, box

from aircity.city.procedural.buildings import facades
from aircity.city.procedural.buildings.lots import Rect
from aircity.city.procedural.draft import Draft
from aircity.city.procedural.land.waters import WATER_Z_M
from aircity.city.procedural.models import Shelf
from aircity.city.procedural.shapes2d import polygons
from aircity.city.procedural.streets.layouts import Plan
from aircity.city.solids.materials import Material
from aircity.city.solids.mesh import Colour, Surface
from aircity.city.solids.palette import BEACH
from aircity.geometry.arithmetic import cos, sin

_PIER_Z_M = 1.3
_PARASOLS: tuple[tuple[str, Colour], ...] = (
    ("red", (0.80, 0.24, 0.20)),
    ("white", (0.90, 0.88, 0.82)),
    ("blue", (0.20, 0.44, 0.62)),
    ("yellow", (0.90, 0.72, 0.25)),
    ("green", (0.25, 0.55, 0.45)),
)


def pier_outline(x_m: float, start_m: float, end_m: float) -> Polygon:
    """A long deck out to sea with a platform at its end."""
    return box(x_m - 5.0, start_m, x_m + 5.0, end_m).union(box(x_m - 16.0, end_m - 34.0, x_m + 16.0, end_m))


def draw_resort_shore(draft: Draft, shelf: Shelf, plan: Plan) -> None:
    """Sand from the promenade down below the water line, and what stands on it."""
    if plan.beach is None or plan.pier is None:
        return
    x0, y0, x1, y1 = plan.beach.bounds
    object_id = draft.new_id()
    sand = Surface(Material.SAND, BEACH)
    steps = [(y0, 0.0), (y0 + 0.55 * (y1 - y0), -0.35), (y1, WATER_Z_M - 0.05), (y1 + 6.0, WATER_Z_M - 0.6)]
    for (ya, za), (yb, zb) in pairwise(steps):
        draft.builder.quads([[[x0, ya, za], [x1, ya, za], [x1, yb, zb], [x0, yb, zb]]], sand, object_id)
    draft.record(object_id, "beach", ("beige", "sandy"), plan.beach, z_m=(WATER_Z_M, 0.0))
    _draw_pier(draft, plan.pier)
    west, _, east, _ = plan.city.bounds
    _draw_parasols(draft, plan.pier.buffer(2.5), (west + 40, east - 40), (y0, y1))


def _draw_pier(draft: Draft, deck: Polygon) -> None:
    object_id = draft.new_id()
    planks = Surface(Material.WOOD, (0.60, 0.50, 0.39), (0.44, 0.36, 0.28), (4.0, 0.35))
    x_m, (_, start_m, _, end_m) = deck.centroid.x, deck.bounds
    draft.builder.prism(deck, _PIER_Z_M - 0.5, _PIER_Z_M, planks, object_id, underside=True)
    gate = box(x_m - 4, start_m - 1, x_m + 4, start_m + 1)
    fence = deck.difference(deck.buffer(-0.15, join_style="mitre")).difference(gate)
    rail = Surface(Material.METAL, (0.88, 0.88, 0.85))
    for part in polygons(fence, 0.01):
        draft.builder.prism(part, _PIER_Z_M + 0.9, _PIER_Z_M + 1.05, rail, object_id, underside=True)
    post = Surface(Material.BARK, (0.40, 0.33, 0.26))
    for y in np.arange(start_m + 6, end_m - 1, 9.0):
        for x in (x_m - 4.4, x_m + 4.4):
            draft.builder.prism(Point(x, y).buffer(0.3, quad_segs=2), -2.5, _PIER_Z_M - 0.5, post, object_id)
    kiosk = Rect(x_m, end_m - 17.0, 14.0, 18.0, math.pi / 2)
    wall = Surface(Material.FACADE, (0.86, 0.84, 0.78), (0.25, 0.32, 0.38), (3.0, 5.0))
    facades.fitted_walls(draft.builder, kiosk.polygon, _PIER_Z_M, _PIER_Z_M + 5.0, wall, object_id)
    top = facades.hip_roof(
        draft.builder, kiosk, _PIER_Z_M + 5.0, 3.0, roof=(0.62, 0.28, 0.22), object_id=object_id
    )
    draft.record(object_id, "pier", ("brown", "wooden", "long"), deck, z_m=(-2.5, top))


def _draw_parasols(draft: Draft, taken: Polygon, xs: tuple[float, float], ys: tuple[float, float]) -> None:
    rng = draft.stream("parasols")
    for x in np.arange(xs[0], xs[1], 8.0):
        for share in (0.22, 0.36, 0.5):
            spot = Point(x + rng.uniform(-1.5, 1.5), ys[0] + share * (ys[1] - ys[0]) + rng.uniform(-1, 1))
            if rng.random() < 0.55 and not taken.contains(spot):
                word, colour = _PARASOLS[int(rng.integers(len(_PARASOLS)))]
                _draw_parasol(draft, spot, -0.65 * share, word, colour)


def _draw_parasol(draft: Draft, spot: Point, foot_m: float, word: str, colour: Colour) -> None:
    object_id = draft.new_id()
    angle = np.arange(8) * math.pi / 4
    rim = np.column_stack([spot.x + 1.5 * cos(angle), spot.y + 1.5 * sin(angle), np.full(8, foot_m + 2.1)])
    tip = np.broadcast_to([spot.x, spot.y, foot_m + 2.8], rim.shape)
    cone = np.stack([rim, np.roll(rim, -1, axis=0), tip], axis=1)
    cloth = Surface(Material.PLAIN, colour)
    draft.builder.triangles(cone, cloth, object_id)
    draft.builder.triangles(cone[:, ::-1] - np.array([0.0, 0.0, 0.04]), cloth, object_id)
    pole = Surface(Material.METAL, (0.8, 0.8, 0.8))
    draft.builder.prism(spot.buffer(0.06, quad_segs=1), foot_m - 0.1, foot_m + 2.6, pole, object_id)
    outline = spot.buffer(1.5, quad_segs=2)
    draft.record(object_id, "parasol", (word, "round"), outline, z_m=(foot_m - 0.1, foot_m + 2.8))
