"""Rings of vertex indices as files write them: checked one by one before anything is cut into triangles."""

from typing import Any

import numpy as np
from numpy.typing import NDArray

from aircity.city.imports.report import Tally

Floats = NDArray[np.float64]
Face = tuple[list[int], ...]
"""One surface: its outer ring and its holes, as vertex indices."""

MOST_CORNERS = 20_000
"""Of one surface with its holes; cutting takes time that grows with the square."""
_MOST_VISITS = 8
"""A ring may touch itself, but not run around the same corners over and over."""
_SHORT = 32


def read_face(surface: Any, vertices: Floats, id_: str, tally: Tally) -> Face | None:
    """The usable rings of a surface, or None if its outer one is broken; NaN marks broken vertices."""
    written = surface if isinstance(surface, list) else [None]
    if sum(len(raw) for raw in written if isinstance(raw, list)) > MOST_CORNERS:
        tally.add("surface with too many corners", id_)
        return None
    rings: list[list[int]] = []
    for position, raw in enumerate(written):
        ring = _ring(raw, vertices, id_, tally)
        if ring is None and position == 0:
            return None
        if ring is not None:
            rings.append(ring)
    return tuple(rings) if rings else None


def triangles_of(face: Face) -> int:
    """How many triangles a surface is cut into: corners - 2, and two more for each hole."""
    return sum(map(len, face)) + 2 * len(face) - 4


def _ring(raw: Any, vertices: Floats, id_: str, tally: Tally) -> list[int] | None:
    if not isinstance(raw, list) or not all(type(index) is int for index in raw):
        tally.add("ring that is not a list of indices", id_)
        return None
    if raw and (min(raw) < 0 or max(raw) >= len(vertices)):
        tally.add("vertex index out of range", id_)
        return None
    ring = [index for at, index in enumerate(raw) if index != raw[at - 1] or len(raw) == 1]
    if len(set(ring)) < 3:
        tally.add("ring with fewer than three corners", id_)
        return None
    corners = vertices[ring]
    if not np.isfinite(corners).all():
        tally.add("surface with a broken vertex", id_)
        return None
    if len(ring) > _SHORT and np.unique(corners, axis=0, return_counts=True)[1].max() > _MOST_VISITS:
        tally.add("ring that visits a corner too often", id_)
        return None
    return ring
