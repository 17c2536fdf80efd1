"""The country around the city: farms, woods and turbines nearby, hills on the horizon."""

import math
from collections.abc import Sequence
from itertools import pairwise

import numpy as np
from shapely import prepare
from shapely.geometry import Point, Polygon
from shapely.geometry.base import BaseGeometry
from shapely.ops import unary_union

from aircity.city.procedural.draft import Draft
from aircity.city.procedural.models import Shelf
from aircity.city.procedural.sites import Wish, scatter
from aircity.city.procedural.streets.layouts import Plan
from aircity.city.procedural.streets.roads import Roads
from aircity.city.solids.materials import Material
from aircity.city.solids.mesh import Surface
from aircity.geometry.arithmetic import cos, sin

_HILLS_FROM_M = 1750.0


def outskirts(draft: Draft, shelf: Shelf, plan: Plan, roads: Roads, wishes: Sequence[Wish]) -> None:
    """Landmarks just outside the city, and clumps of trees further out."""
    blocked = plan.water.buffer(6).union(roads.carriageway.buffer(8))
    ring = plan.city.buffer(130).difference(plan.city.buffer(8)).difference(blocked)
    scatter(draft, shelf, wishes, area=ring, z_m=0.04, task="country")
    taken = [Point(*np.mean(o.footprint, axis=0)).buffer(25) for o in draft.objects[-40:]]
    rng = draft.stream("woods")
    prepare(blocked)
    for _ in range(46):
        angle, distance = rng.uniform(0, 2 * math.pi), rng.uniform(90, 520)
        x0, y0, x1, y1 = plan.city.bounds
        reach = max(x1 - x0, y1 - y0) / 2
        cx, cy = (reach + distance) * math.cos(angle), (reach + distance) * math.sin(angle)
        for _ in range(int(rng.integers(3, 12))):
            spot = Point(cx + rng.normal(0, 13), cy + rng.normal(0, 13))
            if (
                plan.city.distance(spot) < 12
                or blocked.distance(spot) < 4
                or any(t.contains(spot) for t in taken)
            ):
                continue
            draft.place(shelf.stock("tree", rng), spot.x, spot.y, -0.05, float(rng.uniform(0, 6.28)))


def draw_horizon(draft: Draft, plan: Plan) -> None:
    """A ring of hills, left open where there is sea."""
    rng = draft.stream("hills")
    object_id = draft.new_id()
    surface = Surface(Material.FOLIAGE, (0.34, 0.43, 0.25), (0.24, 0.33, 0.20))
    count = 96
    angle = np.linspace(0, 2 * math.pi, count, endpoint=False)
    phase = rng.uniform(0, 2 * math.pi, 5)
    height = 55 + sum(30 / (k + 1) * sin((3 + 4 * k) * angle + phase[k]) for k in range(5))
    height = np.clip(height, 8, 120)
    rows = [
        (_HILLS_FROM_M, 0.0),
        (_HILLS_FROM_M + 180, 0.55),
        (_HILLS_FROM_M + 420, 1.0),
        (_HILLS_FROM_M + 800, 0.6),
    ]
    seas = [water.shape for water in plan.waters if water.kind == "sea"]
    wet = unary_union(seas) if seas else Polygon()
    faces = []
    grid = []
    for radius, share in rows:
        jitter = 60 * sin(7 * angle + phase[0]) * share
        r = radius + jitter
        grid.append(np.column_stack([r * cos(angle), r * sin(angle), height * share - 2.0]))
    for low, high in pairwise(grid):
        for k in range(count):
            j = (k + 1) % count
            corners = [low[k], high[k], high[j], low[j]]
            if _is_wet(wet, corners):
                continue
            faces += [[corners[0], corners[1], corners[2]], [corners[0], corners[2], corners[3]]]
    if faces:
        draft.builder.triangles(faces, surface, object_id)
        ring = Polygon(grid[2][:, :2])
        draft.record(object_id, "hills", ("green", "wooded"), ring, z_m=(-2.0, float(height.max())))


def _is_wet(water: BaseGeometry, corners: list[np.ndarray]) -> bool:
    if water.is_empty:
        return False
    return any(water.distance(Point(c[0], c[1])) < 40 for c in corners)
