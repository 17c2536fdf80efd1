"""Lines with a width as flat strips that never overlap: where two cross, the greater keeps the ground."""

from collections.abc import Sequence
from dataclasses import dataclass

import numpy as np
import shapely
from numpy.typing import NDArray
from shapely.geometry import LineString, Polygon

from aircity.city.imports.geojson.document import as_polygons
from aircity.city.imports.geojson.ways import Way
from aircity.city.imports.repair import touching_pairs
from aircity.city.imports.things import ASPHALT
from aircity.city.solids.materials import Material
from aircity.city.solids.mesh import MeshBuilder, Surface, triangulate

Floats = NDArray[np.float64]
_GAUGE_M, _RAIL_M = 1.2, 0.12
_MITRE_LIMIT = 2.0
_STRAIGHT_M = 0.12


@dataclass(frozen=True, slots=True, eq=False)
class Segment:
    """One straight piece of a strip."""

    corners: Floats  # (4, 2) counter-clockwise: right begin, right end, left end, left begin
    origin: Floats  # (2,)
    direction: Floats  # (2,) unit
    start_m: float
    """How far along its way it begins."""
    offset_m: float
    """How far left of the way's centre line its own centre runs."""

    def uv(self, points: Floats) -> Floats:
        """Metres along and across the way, of points (..., 2)."""
        away = points - self.origin
        left = np.array([-self.direction[1], self.direction[0]])
        return np.stack([away @ self.direction + self.start_m, away @ left], axis=-1)


def segments_of(line: LineString, width_m: float, offset_m: float = 0.0) -> list[Segment]:
    """The mitred pieces of a line's strip."""
    points = np.asarray(line.simplify(_STRAIGHT_M).coords)[:, :2]
    step = np.diff(points, axis=0)
    length = np.linalg.norm(step, axis=1)
    points, step = points[np.concatenate([[True], length > 1e-6])], step[length > 1e-6]
    length = length[length > 1e-6]
    if not len(length):
        return []
    direction = step / length[:, None]
    left = np.column_stack([-direction[:, 1], direction[:, 0]])
    closed = np.allclose(points[0], points[-1])
    before = np.concatenate([left[-1:] if closed else left[:1], left])
    after = np.concatenate([left, left[:1] if closed else left[-1:]])
    joint = before + after
    squared = np.maximum((joint**2).sum(axis=1), 1e-9)
    joint *= (np.minimum(2.0 / squared, _MITRE_LIMIT / np.sqrt(squared)))[:, None]
    far_left = points + (offset_m + width_m / 2) * joint
    far_right = points + (offset_m - width_m / 2) * joint
    start = np.concatenate([[0.0], np.cumsum(length)[:-1]])
    return [
        Segment(
            np.array([far_right[i], far_right[i + 1], far_left[i + 1], far_left[i]]),
            points[i],
            direction[i],
            float(start[i]),
            offset_m,
        )
        for i in range(len(length))
    ]


def way_segments(way: Way) -> list[Segment]:
    """A way's pieces; a tram track is its two rails."""
    if way.kind.category == "tram track":
        sides = (-_GAUGE_M / 2, _GAUGE_M / 2)
        return [piece for side in sides for piece in segments_of(way.line, _RAIL_M, side)]
    return segments_of(way.line, way.kind.width_m)


@dataclass(frozen=True, slots=True, eq=False)
class _Laid:
    segment: Segment
    shape: Polygon
    way: int


def lay_strips(builder: MeshBuilder, ways: Sequence[Way], object_ids: Sequence[int], z_m: float) -> None:
    """Draw all ways of one height; the order of `ways` is their precedence, first over last."""
    laid = [
        _Laid(segment, shape, index)
        for index, way in enumerate(ways)
        for segment in way_segments(way)
        if (shape := _valid(segment.corners)) is not None
    ]
    shapes = np.array([item.shape for item in laid])
    first, second = touching_pairs([item.shape for item in laid], "streets")
    owner = np.array([item.way for item in laid])
    crossing = owner[first] != owner[second]
    first, second = first[crossing], second[crossing]
    over: dict[int, list[int]] = {}
    under: dict[int, list[int]] = {}
    for one, other in zip(first.tolist(), second.tolist(), strict=True):
        (over if owner[other] < owner[one] else under).setdefault(one, []).append(other)
    whole: dict[int, list[Segment]] = {}
    for index, item in enumerate(laid):
        way, object_id = ways[item.way], object_ids[item.way]
        if index not in over and index not in under:
            whole.setdefault(item.way, []).append(item.segment)
            continue
        shape = item.shape
        if index in over:
            shape = shape.difference(shapely.union_all(shapes[over[index]]))
        marked = way.kind.surface.material == Material.ROAD and index in under
        if marked:
            junction = shape.intersection(shapely.union_all(shapes[under[index]]))
            _draw_pieces(builder, junction, item.segment, ASPHALT, object_id, z_m)
            shape = shape.difference(junction)
        _draw_pieces(builder, shape, item.segment, way.kind.surface, object_id, z_m)
    for index, segments in whole.items():
        _draw_whole(builder, segments, ways[index].kind.surface, object_ids[index], z_m)


def _valid(corners: Floats) -> Polygon | None:
    shape = Polygon(corners)
    shape = shape if shape.is_valid else shape.convex_hull
    return shape if shape.geom_type == "Polygon" and shape.area > 1e-3 else None


def _draw_pieces(
    builder: MeshBuilder,
    shape: shapely.Geometry,
    segment: Segment,
    surface: Surface,
    object_id: int,
    z_m: float,
) -> None:
    for piece in as_polygons(shape):
        flat = triangulate(piece)
        corners = np.concatenate([flat, np.full((*flat.shape[:2], 1), z_m)], axis=2)
        builder.triangles(corners, surface, object_id, uv=segment.uv(flat))


def _draw_whole(
    builder: MeshBuilder, segments: list[Segment], surface: Surface, object_id: int, z_m: float
) -> None:
    plain = [segment for segment in segments if Polygon(segment.corners).is_valid]
    for segment in (item for item in segments if not Polygon(item.corners).is_valid):
        _draw_pieces(builder, Polygon(segment.corners).convex_hull, segment, surface, object_id, z_m)
    if plain:
        flat = np.stack([segment.corners for segment in plain])
        corners = np.concatenate([flat, np.full((*flat.shape[:2], 1), z_m)], axis=2)
        builder.quads(corners, surface, object_id, uv=np.stack([item.uv(item.corners) for item in plain]))
