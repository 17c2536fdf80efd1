"""Shapes from files: mended where they cross themselves, and refused where that would take too long."""

from collections.abc import Sequence

import numpy as np
import shapely
from numpy.typing import NDArray
from shapely.geometry import Polygon
from shapely.geometry.base import BaseGeometry

from aircity.errors import InputError

Floats = NDArray[np.float64]
Ints = NDArray[np.int64]

MOST_CORNERS = 20_000
"""Of one outline or line; the work on it grows with the square."""
MOST_CROSSINGS = 20_000
"""Of one outline or line with itself, where real ones have a handful."""
MOST_PAIRS = 300_000
"""Of shapes that touch; the largest real city we know has 13,000."""
_FEW = 100
"""So few corners cannot cross too often."""
_CHUNK = 256


def mend(shape: BaseGeometry) -> BaseGeometry:
    """The shape made valid; empty if the geometry library gives it up."""
    if shape.is_valid:
        return shape
    for method in ("linework", "structure"):
        try:
            return shapely.make_valid(shape, method=method, keep_collapsed=method == "linework")
        except shapely.errors.ShapelyError:
            continue
    return Polygon()


def crosses_too_often(rings: Sequence[Floats]) -> bool:
    """Whether lines or rings (n, 2) are too long, or meet themselves beyond the limit."""
    corners = sum(map(len, rings))
    if corners <= _FEW:
        return False
    if corners > MOST_CORNERS:
        return True
    pieces = shapely.linestrings(
        np.concatenate([np.stack([r[:-1], r[1:]], axis=1) for r in rings if len(r) > 1])
    )
    return _count_touching(pieces, 2 * MOST_CROSSINGS + 3 * len(pieces)) is None


def touching_pairs(shapes: Sequence[BaseGeometry], what: str) -> tuple[Ints, Ints]:
    """(first, second) of all shapes that touch, each with itself as well; an error beyond MOST_PAIRS."""
    found = _count_touching(np.array(list(shapes), dtype=object), MOST_PAIRS)
    if found is None:
        raise InputError(
            f"its {what} overlap more than {MOST_PAIRS} times; remove copies, or cut a smaller area out of it"
        )
    return found


def _count_touching(shapes: NDArray[np.object_], most: int) -> tuple[Ints, Ints] | None:
    tree = shapely.STRtree(shapes)
    first, second, count = [], [], 0
    for start in range(0, len(shapes), _CHUNK):
        near = tree.query(shapes[start : start + _CHUNK], predicate="intersects")
        count += near.shape[1]
        if count > most:
            return None
        first.append(near[0] + start)
        second.append(near[1])
    if not first:
        return np.zeros(0, np.int64), np.zeros(0, np.int64)
    return np.concatenate(first), np.concatenate(second)
