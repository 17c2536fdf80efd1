"""Water: rivers, canals, lakes and the sea, with embankments, quays and beaches."""

import math
from dataclasses import dataclass

import numpy as np
from shapely.geometry import LineString, Polygon
from shapely.geometry.base import BaseGeometry

from aircity.city.procedural.draft import Draft
from aircity.city.procedural.shapes2d import polygons
from aircity.city.procedural.streets.roads import KERB_M
from aircity.city.solids.materials import Material
from aircity.city.solids.mesh import Colour, Surface
from aircity.city.solids.palette import EMBANKMENT, LAKE, RIVER, SEA
from aircity.geometry.arithmetic import cos, sin

WATER_Z_M = -1.5
_COLOURS: dict[str, Colour] = {
    "river": RIVER,
    "canal": RIVER,
    "sea": SEA,
    "harbour": SEA,
    "lake": LAKE,
    "pond": LAKE,
}


@dataclass(frozen=True, slots=True, eq=False)
class Water:
    """A body of water."""

    kind: str
    shape: Polygon
    name: str | None = None
    has_quay: bool = True


def winding_river(
    rng: np.random.Generator, *, reach_m: float, offset_m: float, angle_rad: float, width_m: float
) -> Polygon:
    """A river across the scene that swings gently around a straight course."""
    along = np.arange(-reach_m, reach_m + 1, 30.0)
    phase, wave = rng.uniform(0, 2 * math.pi, 2), rng.uniform(500, 900)
    swing = 38 * sin(2 * math.pi * along / wave + phase[0]) + 16 * sin(
        4.7 * math.pi * along / wave + phase[1]
    )
    across = offset_m + swing
    cos_a, sin_a = math.cos(angle_rad), math.sin(angle_rad)
    line = LineString(np.column_stack([along * cos_a - across * sin_a, along * sin_a + across * cos_a]))
    return line.buffer(width_m / 2, cap_style="flat", quad_segs=2).simplify(0.4)


def blob(
    rng: np.random.Generator,
    x_m: float,
    y_m: float,
    radius_m: float,
    *,
    stretch: float = 1.0,
    points: int = 40,
) -> Polygon:
    """A rounded lake-like shape."""
    angle = np.arange(points) * 2 * math.pi / points
    radius = np.full(points, radius_m)
    for k in (2, 3, 5):
        radius += radius_m * 0.22 / k * sin(k * angle + rng.uniform(0, 2 * math.pi)) * rng.uniform(0.5, 1.5)
    turn = rng.uniform(0, math.pi)
    x, y = radius * cos(angle) * stretch, radius * sin(angle)
    return Polygon(
        np.column_stack(
            [x_m + x * math.cos(turn) - y * math.sin(turn), y_m + x * math.sin(turn) + y * math.cos(turn)]
        )
    )


def draw_waters(draft: Draft, waters: list[Water], wet: BaseGeometry, roads: BaseGeometry) -> None:
    """Surfaces and the walls where they meet land; roads and bridges pass through the walls."""
    stone = Surface(Material.STONE, EMBANKMENT, (0.44, 0.42, 0.38), (1.6, 0.55))
    done = wet.union(roads)
    for water in waters:
        object_id = draft.new_id()
        surface = Surface(Material.WATER, _COLOURS[water.kind])
        draft.builder.flat(water.shape, WATER_Z_M, surface, object_id)
        colour = "blue" if water.kind in ("sea", "harbour") else "green-blue"
        draft.record(
            object_id, water.kind, (colour,), water.shape, z_m=(WATER_Z_M, WATER_Z_M), name=water.name
        )
        rim_m, top_m = (0.5, KERB_M + 0.35) if water.has_quay else (0.3, KERB_M + 0.06)
        rim = water.shape.buffer(rim_m, quad_segs=2).difference(done)
        done = done.union(rim)
        wall_id = draft.new_id()
        parts = list(polygons(rim, 0.05))
        for part in parts:
            draft.builder.prism(part, WATER_Z_M - 0.3, top_m, stone, wall_id)
        if parts:
            draft.record(wall_id, "embankment", ("gray", "stone"), water.shape, z_m=(WATER_Z_M, top_m))
