# mypy: allow-untyped-defs, allow-untyped-calls, disable-error-code=untyped-decorator
"""The ground below what is seen: a grid of lowest points with everything that stands on it shaved off.

A progressive morphological filter: openings with ever wider windows remove what rises above its
surroundings and is narrower than the window, so terraces, quays and gentle slopes stay ground.
"""

import numpy as np
from numpy.typing import NDArray

from aircity.machine.compilation import njit

CELL_M = 5.0
REACH_M = 320.0
"""Half the side of the grid around the camera; what lies farther takes the ground of the border."""

_WINDOWS = ((1, 0.6), (3, 1.5), (6, 2.5), (12, 2.5), (20, 4.0))
"""Half window in cells, and the rise in metres above which a cell is no ground."""

_SLOPE = 0.1
"""How steeply unseen ground may rise from seen ground."""


def heights_above_ground(
    points: NDArray[np.float32], is_surface: NDArray[np.bool_], eye: NDArray[np.float64]
) -> NDArray[np.float32]:
    """Height (h, w) of each surface point above the local ground; 0 where there is no surface."""
    lowest = _lowest(points, is_surface, float(eye[0]), float(eye[1]))
    if not np.isfinite(lowest).any():
        return np.zeros(is_surface.shape, np.float32)
    ground = _spread(lowest)
    for half, rise_m in _WINDOWS:
        opened = -_least(-_least(ground, half), half)
        ground = np.where(ground - opened > rise_m, opened, ground)
    return np.asarray(_subtract(points, is_surface, ground, float(eye[0]), float(eye[1])))


@njit(cache=True, nogil=True)
def _cell(x, y, eye_x, eye_y, side):
    i = int((x - eye_x + REACH_M) / CELL_M)
    j = int((y - eye_y + REACH_M) / CELL_M)
    return min(max(i, 0), side - 1), min(max(j, 0), side - 1)


@njit(cache=True, nogil=True)
def _lowest(points, is_surface, eye_x, eye_y):
    """The second lowest point of each cell, so that one stray reading decides nothing; +inf if unseen."""
    side = int(2 * REACH_M / CELL_M)
    first = np.full((side, side), np.inf, np.float32)
    second = np.full((side, side), np.inf, np.float32)
    for v in range(is_surface.shape[0]):
        for u in range(is_surface.shape[1]):
            if is_surface[v, u]:
                i, j = _cell(points[v, u, 0], points[v, u, 1], eye_x, eye_y, side)
                z = points[v, u, 2]
                if z < first[i, j]:
                    second[i, j] = first[i, j]
                    first[i, j] = z
                elif z < second[i, j]:
                    second[i, j] = z
    return second


@njit(cache=True, nogil=True)
def _spread(lowest):
    """Unseen cells take the lowest neighbour plus a gentle rise: two sweeps of a distance transform."""
    side = lowest.shape[0]
    out = lowest.copy()
    rise = np.float32(_SLOPE * CELL_M)
    for sweep in range(2):
        for a in range(side):
            for b in range(side):
                i, j = (a, b) if sweep == 0 else (side - 1 - a, side - 1 - b)
                if np.isfinite(lowest[i, j]):
                    continue
                step = -1 if sweep == 0 else 1
                if 0 <= i + step < side:
                    out[i, j] = min(out[i, j], out[i + step, j] + rise)
                if 0 <= j + step < side:
                    out[i, j] = min(out[i, j], out[i, j + step] + rise)
    for sweep in range(2):
        for a in range(side):
            for b in range(side):
                i, j = (a, side - 1 - b) if sweep == 0 else (side - 1 - a, b)
                if np.isfinite(lowest[i, j]):
                    continue
                step = -1 if sweep == 0 else 1
                if 0 <= i + step < side:
                    out[i, j] = min(out[i, j], out[i + step, j] + rise)
                if 0 <= j - step < side:
                    out[i, j] = min(out[i, j], out[i, j - step] + rise)
    return out


def _least(grid: NDArray[np.float32], half: int) -> NDArray[np.float32]:
    """The least value within a square window of 2 half + 1 cells."""
    across = _least_down(np.ascontiguousarray(grid.T), half)
    return np.asarray(_least_down(np.ascontiguousarray(across.T), half))


@njit(cache=True, nogil=True)
def _least_down(grid, half):
    """The least value of each column within `half` rows."""
    rows, columns = grid.shape
    out = grid.copy()
    for i in range(rows):
        for k in range(max(i - half, 0), min(i + half + 1, rows)):
            for j in range(columns):
                out[i, j] = min(out[i, j], grid[k, j])
    return out


@njit(cache=True, nogil=True)
def _subtract(points, is_surface, ground, eye_x, eye_y):
    """Heights above the ground grid, interpolated between cell centres."""
    side = ground.shape[0]
    out = np.zeros(is_surface.shape, np.float32)
    for v in range(is_surface.shape[0]):
        for u in range(is_surface.shape[1]):
            if not is_surface[v, u]:
                continue
            x = (points[v, u, 0] - eye_x + REACH_M) / CELL_M - 0.5
            y = (points[v, u, 1] - eye_y + REACH_M) / CELL_M - 0.5
            x, y = min(max(x, 0.0), side - 1.001), min(max(y, 0.0), side - 1.001)
            i, j = int(x), int(y)
            s, t = x - i, y - j
            below = (1 - s) * ((1 - t) * ground[i, j] + t * ground[i, j + 1])
            below += s * ((1 - t) * ground[i + 1, j] + t * ground[i + 1, j + 1])
            out[v, u] = points[v, u, 2] - below
    return out
