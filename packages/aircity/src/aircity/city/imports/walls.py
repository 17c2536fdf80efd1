"""Windows that fit their walls: u measured along each wall and stretched to a whole number of bays."""

from dataclasses import dataclass

import numpy as np
from numpy.typing import NDArray
from shapely.geometry import Polygon

Floats = NDArray[np.float64]
NARROW_M = 1.6
"""A wall narrower than this has no windows."""
CORNER_COS = 0.9
"""Walls that turn by less than this cosine's angle are one run: round towers keep their windows."""


@dataclass(frozen=True, slots=True, eq=False)
class WallRuns:
    """Where each wall of a ring starts and ends along its run, in stretched metres."""

    begin: Floats  # (n,)
    end: Floats  # (n,)
    wide: NDArray[np.bool_]  # (n,) whether its run is wide enough for windows


def measure_runs(ring: Floats, bay_m: float) -> WallRuns:
    """u along the walls of a closed ring (n, 2, not repeated): each run holds a whole number of bays."""
    step = np.concatenate([ring[1:], ring[:1]]) - ring
    length = np.sqrt((step * step).sum(axis=1))
    direction = step / np.maximum(length, 1e-9)[:, None]
    corner = (direction * np.concatenate([direction[-1:], direction[:-1]])).sum(axis=1) < CORNER_COS
    first = int(corner.argmax())
    order = (np.arange(len(ring)) + first) % len(ring)
    run = np.cumsum(corner[order]) - (1 if corner.any() else 0)
    lengths = length[order]
    ends = np.cumsum(lengths)
    total = np.bincount(run, weights=lengths)
    before = np.concatenate([[0.0], np.cumsum(total)[:-1]])[run]
    stretch = (np.maximum(1, np.round(total / bay_m)) * bay_m / np.maximum(total, 1e-9))[run]
    back = (np.arange(len(ring)) - first) % len(ring)
    return WallRuns(
        begin=((ends - lengths - before) * stretch)[back],
        end=((ends - before) * stretch)[back],
        wide=(total[run] >= NARROW_M)[back],
    )


@dataclass(frozen=True, slots=True, eq=False)
class WallQuads:
    """Upright quadrilaterals with uv; `wide` ones carry windows."""

    corners: Floats  # (n, 4, 3)
    uv: Floats  # (n, 4, 2)
    wide: NDArray[np.bool_]  # (n,)


def raise_walls(polygon: Polygon, bottom_m: float, top_m: float, bay_m: float) -> WallQuads:
    """Walls around a counter-clockwise polygon and its holes; v is the height above z = 0."""
    pieces = []
    for line in (polygon.exterior, *polygon.interiors):
        ring = np.asarray(line.coords)[:-1, :2]
        runs = measure_runs(ring, bay_m)
        uv = np.empty((len(ring), 4, 2))
        uv[:, :, 0] = np.column_stack([runs.begin, runs.end, runs.end, runs.begin])
        uv[:, :, 1] = (bottom_m, bottom_m, top_m, top_m)
        pieces.append(WallQuads(upright(ring, bottom_m, top_m), uv, runs.wide))
    return WallQuads(
        np.concatenate([piece.corners for piece in pieces]),
        np.concatenate([piece.uv for piece in pieces]),
        np.concatenate([piece.wide for piece in pieces]),
    )


def upright(ring: Floats, bottom_m: float, top_m: float) -> Floats:
    """Vertical quadrilaterals (n, 4, 3) along a closed ring (n, 2) that face its right."""
    following = np.concatenate([ring[1:], ring[:1]])
    corners = np.empty((len(ring), 4, 3))
    corners[:, 0, :2] = corners[:, 3, :2] = ring
    corners[:, 1, :2] = corners[:, 2, :2] = following
    corners[:, :2, 2], corners[:, 2:, 2] = bottom_m, top_m
    return corners


def inset_ring(ring: Floats, width_m: float) -> Floats | None:
    """The ring moved to its left by `width_m`, corner by corner, or None where it does not fit."""
    step = np.concatenate([ring[1:], ring[:1]]) - ring
    length = np.sqrt((step * step).sum(axis=1))
    if (length < 1e-6).any():
        return None
    left = np.column_stack([-step[:, 1], step[:, 0]]) / length[:, None]
    before = np.concatenate([left[-1:], left[:-1]])
    turn = 1.0 + (left * before).sum(axis=1)
    if (turn < 0.2).any():
        return None
    inner: Floats = ring + width_m * (left + before) / turn[:, None]
    moved = np.concatenate([inner[1:], inner[:1]]) - inner
    return inner if ((moved * step).sum(axis=1) > 0).all() else None


def measure_planes(
    triangles: Floats, normals: Floats, bay_m: float, foot_m: float
) -> tuple[Floats, NDArray[np.bool_]]:
    """uv (n, 3, 2) of wall triangles, and which lie on walls wide enough for windows.

    Triangles in one plane are one wall: its u starts at its edge and holds a whole number of bays.
    """
    level = np.column_stack([-normals[:, 1], normals[:, 0]])
    level /= np.maximum(np.linalg.norm(level, axis=1, keepdims=True), 1e-9)
    along = (triangles[..., :2] * level[:, None, :]).sum(axis=2)
    offset = (triangles[:, 0, :2] * np.column_stack([level[:, 1], -level[:, 0]])).sum(axis=1)
    angle = np.round(np.arctan2(level[:, 1], level[:, 0]) / 0.05)
    plane = np.unique(np.column_stack([angle, np.round(offset / 0.5)]), axis=0, return_inverse=True)[
        1
    ].reshape(-1)
    count = int(plane.max()) + 1
    begin, end = np.full(count, np.inf), np.full(count, -np.inf)
    np.minimum.at(begin, plane, along.min(axis=1))
    np.maximum.at(end, plane, along.max(axis=1))
    width = np.maximum(end - begin, 1e-6)
    stretch = np.maximum(1, np.round(width / bay_m)) * bay_m / width
    u = (along - begin[plane, None]) * stretch[plane, None]
    return np.stack([u, triangles[..., 2] - foot_m], axis=2), width[plane] >= NARROW_M
