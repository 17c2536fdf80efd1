# mypy: allow-untyped-defs, allow-untyped-calls, disable-error-code=untyped-decorator
"""Textures: how slope and lightness vary within a body, from one pixel to the next."""

import numpy as np
from numpy.typing import NDArray

from aircity.machine.compilation import njit


@njit(cache=True, nogil=True)
def _unrest(values, bodies):
    """Mean distance of each pixel from its neighbours in the same body."""
    rows, columns = values.shape
    out = np.zeros((rows, columns), np.float32)
    for i in range(rows):
        for j in range(columns):
            total, count = 0.0, 0
            for y in range(max(i - 1, 0), min(i + 2, rows)):
                for x in range(max(j - 1, 0), min(j + 2, columns)):
                    if bodies[y, x] == bodies[i, j]:
                        total += abs(values[y, x] - values[i, j])
                        count += 1
            out[i, j] = total / max(count - 1, 1)
    return out


def roughness(up: NDArray[np.float32], bodies: NDArray[np.int32]) -> NDArray[np.float32]:
    """How much the slope changes around each pixel: walls and roofs little, leaves a lot."""
    return np.asarray(_unrest(up, bodies))


def mottle(lab: NDArray[np.float32], bodies: NDArray[np.int32]) -> NDArray[np.float32]:
    """How much the lightness changes around each pixel."""
    return np.asarray(_unrest(np.ascontiguousarray(lab[..., 0]), bodies))


@njit(cache=True, nogil=True)
def edge_strength(lab, bodies):
    """Lightness steps to the right and below within a body, (h, w, 2)."""
    rows, columns = bodies.shape
    out = np.zeros((rows, columns, 2), np.float32)
    for i in range(rows):
        for j in range(columns):
            if j + 1 < columns and bodies[i, j + 1] == bodies[i, j]:
                out[i, j, 0] = abs(lab[i, j + 1, 0] - lab[i, j, 0])
            if i + 1 < rows and bodies[i + 1, j] == bodies[i, j]:
                out[i, j, 1] = abs(lab[i + 1, j, 0] - lab[i, j, 0])
    return out
