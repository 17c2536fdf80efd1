"""Paths as arrays of positions: what is a path, how long it is, and how far its points are from a goal."""

import numpy as np
from numpy.typing import ArrayLike, NDArray

from airanchor.errors import InputError

FARTHEST_M = 1e9
"""No coordinate may lie beyond this: squares stay far from overflow, and no city is that large."""

Positions = NDArray[np.float64]


def checked_positions(name: str, points: ArrayLike) -> Positions:
    """The points as a contiguous float array (n, 3), n >= 1; `name` is what the message calls them."""
    try:
        array = np.asarray(points)
    except (TypeError, ValueError) as error:
        raise InputError(f"{name} is no table of positions; give rows of x, y, z in metres") from error
    if array.size == 0:
        raise InputError(f"{name} is empty; give at least one position x, y, z in metres")
    if array.ndim != 2 or array.shape[1] != 3 or array.dtype.kind not in "iuf":
        raise InputError(
            f"{name} has shape {array.shape} of {array.dtype}; give numbers (n, 3): x, y, z in metres"
        )
    positions = np.ascontiguousarray(array, dtype=np.float64)
    wrong = np.flatnonzero(~(np.abs(positions) <= FARTHEST_M).all(axis=1))
    if wrong.size:
        row = int(wrong[0])
        raise InputError(
            f"{name}[{row}] = {positions[row].tolist()} is no place; "
            f"give finite coordinates within {FARTHEST_M:g} m"
        )
    return positions


def without_repeats(positions: Positions) -> Positions:
    """The path without positions equal to the one before: a turn or a blocked step adds no point."""
    moved = np.ones(len(positions), dtype=bool)
    moved[1:] = (positions[1:] != positions[:-1]).any(axis=1)
    return positions[moved]


def path_length_m(positions: Positions) -> float:
    """The sum of the distances between consecutive positions; 0 for a single one."""
    return float(np.sqrt((np.diff(positions, axis=0) ** 2).sum(axis=1)).sum())


def distances_m(positions: Positions, goal: Positions) -> Positions:
    """The Euclidean distance of every position (n, k) to the goal (k,), for k = 3 or, from above, 2."""
    distances: Positions = np.sqrt(((positions - goal) ** 2).sum(axis=1))
    return distances
