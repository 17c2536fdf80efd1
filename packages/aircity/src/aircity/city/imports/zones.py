"""What bare ground looks like: paved between buildings, lawn in their courts, country around."""

from dataclasses import dataclass

import numpy as np
import shapely
from numpy.typing import NDArray
from shapely.geometry import Polygon
from shapely.geometry.base import BaseGeometry

from aircity.city.solids import palette
from aircity.city.solids.materials import Material
from aircity.city.solids.mesh import MeshBuilder, Surface, triangulate

Floats = NDArray[np.float64]
COUNTRY = Surface(Material.MEADOW, (0.45, 0.52, 0.30), (0.55, 0.55, 0.34))
STREETS = Surface(Material.PAVING, (0.60, 0.58, 0.55), (0.50, 0.49, 0.47), (0.9, 0.9))
YARDS = Surface(Material.GRASS, palette.LAWN, (0.30, 0.40, 0.20))
_MIN_COURT_M2 = 120.0
_GAP_M = 75.0
"""Open ground less than twice this wide between streets is lawn, not fields."""


@dataclass(frozen=True, slots=True, eq=False)
class Zones:
    """Two disjoint areas; all else is what the caller says."""

    streets: BaseGeometry
    yards: BaseGeometry

    @classmethod
    def around(cls, plans: list[BaseGeometry]) -> "Zones":
        """Streets within 18 m of buildings; yards in their courts and in larger gaps of the town."""
        town = shapely.union_all(plans).simplify(0.5) if plans else Polygon()
        blocks = shapely.get_parts(town.buffer(5.0, quad_segs=2).buffer(-5.0, quad_segs=2).simplify(0.5))
        courts = [Polygon(ring) for block in blocks for ring in getattr(block, "interiors", ())]
        yards = shapely.union_all([court for court in courts if court.area > _MIN_COURT_M2])
        filled = shapely.union_all([Polygon(block.exterior) for block in blocks if not block.is_empty])
        built = filled.buffer(30.0, quad_segs=2).buffer(-12.0, quad_segs=2).simplify(1.0)
        streets = built.difference(yards)
        reach = built.buffer(_GAP_M, quad_segs=2).buffer(-_GAP_M, quad_segs=2)
        return cls(streets, shapely.union_all([reach, yards]).difference(streets).buffer(0))

    def paint(self, builder: MeshBuilder, triangles: Floats, otherwise: Surface, object_id: int) -> None:
        """Triangles (n, 3, 3) seen from above, cut along the zones."""
        plans = shapely.polygons(np.concatenate([triangles, triangles[:, :1]], axis=1)[..., :2])
        free = np.ones(len(triangles), dtype=bool)
        mixed = np.zeros(len(triangles), dtype=bool)
        for zone, surface in ((self.streets, STREETS), (self.yards, YARDS)):
            shapely.prepare(zone)
            touched = shapely.intersects(zone, plans)
            inside = touched & shapely.contains_properly(zone, plans)
            builder.triangles(triangles[inside], surface, object_id)
            free &= ~touched
            mixed |= touched & ~inside
        builder.triangles(triangles[free], otherwise, object_id)
        parts: dict[Surface, list[Floats]] = {}
        for index in np.flatnonzero(mixed):
            for surface, shape in self._cut(plans[index], otherwise):
                parts.setdefault(surface, []).append(_lifted(shape, triangles[index]))
        for surface, pieces in parts.items():
            builder.triangles(np.concatenate(pieces), surface, object_id)

    def paint_flat(self, builder: MeshBuilder, frame: Polygon, object_id: int) -> None:
        """A level frame at z = 0."""
        for surface, piece in self._cut(frame, COUNTRY):
            builder.flat(piece, 0.0, surface, object_id)

    def _cut(self, plan: Polygon, otherwise: Surface) -> list[tuple[Surface, Polygon]]:
        street, yard = plan.intersection(self.streets), plan.intersection(self.yards)
        rest = plan.difference(shapely.union_all([street, yard]))
        return [
            (surface, piece)
            for surface, shape in ((STREETS, street), (YARDS, yard), (otherwise, rest))
            for piece in shapely.get_parts(shape)
            if piece.geom_type == "Polygon" and piece.area > 1e-4
        ]


def _lifted(piece: Polygon, triangle: Floats) -> Floats:
    """A plan piece's triangles raised onto the plane of `triangle`."""
    normal = np.cross(triangle[1] - triangle[0], triangle[2] - triangle[0])
    flat = triangulate(piece)
    height = triangle[0, 2] - ((flat - triangle[0, :2]) @ normal[:2]) / normal[2]
    return np.concatenate([flat, height[..., None]], axis=2)
