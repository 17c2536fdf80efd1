"""Roofs over any outline: flat, leaning, gabled, hipped, round, pyramids and domes, with their gables."""

import math
from collections.abc import Callable
from dataclasses import dataclass
from itertools import pairwise

import numpy as np
import shapely
from numpy.typing import NDArray
from shapely.geometry import LineString, Polygon
from shapely.geometry.polygon import orient
from shapely.ops import split

from aircity.city.imports.paint import Coat
from aircity.city.solids.mesh import MeshBuilder, triangulate

Floats = NDArray[np.float64]
_ROUND_BANDS = 6


@dataclass(frozen=True, slots=True, eq=False)
class _Frame:
    """The smallest box around an outline: centre, unit axis along the ridge, half length, half width."""

    centre: Floats
    along: Floats
    half_length_m: float
    half_width_m: float

    @property
    def across(self) -> Floats:
        return np.array([-self.along[1], self.along[0]])


def default_rise(shape: str, outline: Polygon) -> float:
    """How high a roof of this shape rises if nobody says so, metres."""
    half_width = frame_of(outline, swap=False).half_width_m
    share = {"dome": 1.0, "onion": 1.4, "pyramidal": 0.8, "skillion": 0.3, "round": 0.6}.get(shape, 0.7)
    return min(max(share * half_width, 0.5), 12.0 if shape != "dome" else 40.0)


def frame_of(outline: Polygon, *, swap: bool) -> _Frame:
    """The ridge's frame; `swap` lays the ridge across the shorter side."""
    ring = np.asarray(outline.minimum_rotated_rectangle.exterior.coords)[:4]
    first, second = ring[1] - ring[0], ring[2] - ring[1]
    long, short = (first, second) if np.linalg.norm(first) >= np.linalg.norm(second) else (second, first)
    if swap:
        long, short = short, long
    length = float(np.linalg.norm(long))
    return _Frame(ring.mean(axis=0), long / max(length, 1e-9), length / 2, float(np.linalg.norm(short)) / 2)


def draw_roof(
    builder: MeshBuilder,
    outline: Polygon,
    shape: str,
    *,
    base_m: float,
    rise_m: float,
    coat: Coat,
    object_id: int,
    across: bool = False,
) -> None:
    """A roof from `base_m` up to `base_m + rise_m`; shapes that do not fit the outline become flat."""
    compact = outline.area / max(outline.convex_hull.area, 1e-9)
    if shape in ("pyramidal", "cone", "spire") and compact > 0.85:
        _draw_rings(builder, outline, [(1.0, 0.0), (0.0, 1.0)], base_m, rise_m, coat, object_id)
    elif shape in ("dome", "onion") and compact > 0.85:
        turn = np.linspace(0, math.pi / 2, _ROUND_BANDS + 1)
        profile = [(math.cos(angle), math.sin(angle)) for angle in turn[:-1]] + [(0.0, 1.0)]
        _draw_rings(builder, outline, profile, base_m, rise_m, coat, object_id)
    elif shape in _CREASED and compact > 0.6:
        frame = frame_of(outline, swap=across)
        creases, height = _CREASED[shape](frame)
        _draw_creased(
            builder, outline, frame, creases, lambda p: base_m + rise_m * height(p), base_m, coat, object_id
        )
    else:
        builder.flat(outline, base_m + rise_m, coat.flat_roof, object_id)
        for line in (orient(outline).exterior, *orient(outline).interiors):
            builder.walls(line.coords, base_m, base_m + rise_m, coat.plain, object_id)


def _draw_rings(
    builder: MeshBuilder,
    outline: Polygon,
    profile: list[tuple[float, float]],
    base_m: float,
    rise_m: float,
    coat: Coat,
    object_id: int,
) -> None:
    """Shrinking copies of the outer ring, joined from the eaves to the tip."""
    ring = np.asarray(orient(outline).exterior.coords)[:-1, :2]
    centre = np.asarray(outline.centroid.coords[0])
    for (low_share, low), (high_share, high) in pairwise(profile):
        lower = np.column_stack(
            [centre + low_share * (ring - centre), np.full(len(ring), base_m + rise_m * low)]
        )
        upper = np.column_stack(
            [centre + high_share * (ring - centre), np.full(len(ring), base_m + rise_m * high)]
        )
        following, above = np.roll(lower, -1, axis=0), np.roll(upper, -1, axis=0)
        if high_share == 0.0:
            builder.triangles(np.stack([lower, following, upper], axis=1), coat.pitched_roof, object_id)
            continue
        builder.quads(np.stack([lower, following, above, upper], axis=1), coat.pitched_roof, object_id)


Height = Callable[[Floats], Floats]
"""Share of the rise (n,) at points (n, 2) of the ridge's frame: along, across."""
Crease = tuple[float, float, float]
"""The line a·along + b·across = c where the roof bends."""


def _gabled(frame: _Frame) -> tuple[list[Crease], Height]:
    return [(0.0, 1.0, 0.0)], lambda p: 1 - np.abs(p[:, 1]) / frame.half_width_m


def _skillion(frame: _Frame) -> tuple[list[Crease], Height]:
    return [], lambda p: (p[:, 1] / frame.half_width_m + 1) / 2


def _hipped(frame: _Frame) -> tuple[list[Crease], Height]:
    overhang = frame.half_length_m - frame.half_width_m
    hips = [(a, b, overhang) for a in (1.0, -1.0) for b in (1.0, -1.0)]

    def height(p: Floats) -> Floats:
        return np.minimum(
            1 - np.abs(p[:, 1]) / frame.half_width_m,
            (frame.half_length_m - np.abs(p[:, 0])) / frame.half_width_m,
        )

    return [(0.0, 1.0, 0.0), (1.0, 0.0, 0.0), *hips], height


def _round(frame: _Frame) -> tuple[list[Crease], Height]:
    knots = -np.cos(np.linspace(0, math.pi, _ROUND_BANDS + 1))
    rise = np.sqrt(np.maximum(1 - knots**2, 0.0))
    creases = [(0.0, 1.0, float(knot) * frame.half_width_m) for knot in knots[1:-1]]
    return creases, lambda p: np.interp(p[:, 1] / frame.half_width_m, knots, rise)


def _gambrel(frame: _Frame) -> tuple[list[Crease], Height]:
    knots, rise = np.array([-1.0, -0.6, 0.0, 0.6, 1.0]), np.array([0.0, 0.7, 1.0, 0.7, 0.0])
    creases = [(0.0, 1.0, float(knot) * frame.half_width_m) for knot in knots[1:-1]]
    return creases, lambda p: np.interp(p[:, 1] / frame.half_width_m, knots, rise)


_CREASED: dict[str, Callable[[_Frame], tuple[list[Crease], Height]]] = {
    "gabled": _gabled,
    "saltbox": _gabled,
    "skillion": _skillion,
    "hipped": _hipped,
    "half-hipped": _hipped,
    "round": _round,
    "gambrel": _gambrel,
    "mansard": _gambrel,
}


def _draw_creased(
    builder: MeshBuilder,
    outline: Polygon,
    frame: _Frame,
    creases: list[Crease],
    height: Height,
    base_m: float,
    coat: Coat,
    object_id: int,
) -> None:
    axes = np.stack([frame.along, frame.across])
    ring_in_frame = [
        (np.asarray(line.coords)[:-1, :2] - frame.centre) @ axes.T
        for line in (orient(outline).exterior, *orient(outline).interiors)
    ]
    plan = Polygon(ring_in_frame[0], ring_in_frame[1:])
    reach = 4 * (frame.half_length_m + frame.half_width_m)
    pieces = [plan]
    for a, b, c in creases:
        foot, way = np.array([a, b]) * c / (a * a + b * b), np.array([-b, a]) / math.hypot(a, b)
        blade = LineString([foot - reach * way, foot + reach * way])
        pieces = [part for piece in pieces for part in split(piece, blade).geoms]
    for piece in pieces:
        flat = triangulate(piece) if piece.area > 1e-4 else np.zeros((0, 3, 2))
        if len(flat):
            lifted = _lift(flat.reshape(-1, 2), frame, height).reshape(-1, 3, 3)
            builder.triangles(lifted, coat.pitched_roof, object_id, uv=flat)
    for ring in ring_in_frame:
        _draw_gables(builder, _with_creases(ring, creases), frame, height, base_m, coat, object_id)


def _lift(points: Floats, frame: _Frame, height: Height) -> Floats:
    plan = frame.centre + points[:, :1] * frame.along + points[:, 1:] * frame.across
    return np.column_stack([plan, height(points)])


def _with_creases(ring: Floats, creases: list[Crease]) -> Floats:
    """The ring with a corner added wherever it crosses a crease."""
    corners: list[Floats] = []
    for begin, end in zip(ring, np.roll(ring, -1, axis=0), strict=True):
        shares = [0.0]
        for a, b, c in creases:
            at, to = a * begin[0] + b * begin[1] - c, a * end[0] + b * end[1] - c
            if at * to < 0:
                shares.append(at / (at - to))
        corners.extend(begin + share * (end - begin) for share in sorted(shares))
    return np.array(corners)


def _draw_gables(
    builder: MeshBuilder,
    ring: Floats,
    frame: _Frame,
    height: Height,
    base_m: float,
    coat: Coat,
    object_id: int,
) -> None:
    upper = _lift(ring, frame, height)
    following = np.roll(upper, -1, axis=0)
    raised = np.maximum(upper[:, 2], following[:, 2]) > base_m + 0.02
    if not raised.any():
        return
    begin, end = upper[raised], following[raised]
    low_begin, low_end = begin.copy(), end.copy()
    low_begin[:, 2] = low_end[:, 2] = base_m
    width = np.linalg.norm(end[:, :2] - begin[:, :2], axis=1)
    zero = np.zeros(len(width))
    uv = np.stack(
        [
            np.column_stack([zero, zero]),
            np.column_stack([width, zero]),
            np.column_stack([width, end[:, 2] - base_m]),
            np.column_stack([zero, begin[:, 2] - base_m]),
        ],
        axis=1,
    )
    builder.quads(np.stack([low_begin, low_end, end, begin], axis=1), coat.plain, object_id, uv=uv)


def outline_pieces(shape: shapely.Geometry, least_m2: float) -> list[Polygon]:
    """The polygons of a shape that are large enough to draw."""
    return [
        piece for piece in shapely.get_parts(shape) if piece.geom_type == "Polygon" and piece.area > least_m2
    ]
