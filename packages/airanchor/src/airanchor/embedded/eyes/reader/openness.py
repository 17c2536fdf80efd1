"""Openness: where it is free to fly, as far as a picture tells."""

import numpy as np
from numpy.typing import NDArray

from airanchor.embedded.eyes.reader.regions.cells import Cells
from airanchor.embedded.eyes.reader.regions.layout import Layout, SurfaceKind

Floats = NDArray[np.float32]

_BAND = 0.08
"""Rows this near the horizon (y / f) are at the camera's own height, as far as obstacles matter."""
_FULL_M = 120.0
"""Free for this far is as open as it gets."""
_NEEDED_M, _AMPLE_M = 20.0, 70.0
"""A pixel to fly towards must seem farther than the first, and need not be farther than the second."""
_MARGIN = 2
"""Cells around a pixel that must be free as well."""
_ASIDE, _ABOVE = 0.4, 0.15
"""How far (x / f, y / f) from the wished direction is one standard deviation."""


def ranges_m(cells: Cells, layout: Layout, height_m: float) -> Floats:
    """How far each cell seems to be, (h, w); ground by its row, sky and hills far away."""
    far = layout.kinds[..., SurfaceKind.SKY] + layout.kinds[..., SurfaceKind.HILLS]
    nearness = np.where(layout.ground > 0.5, np.maximum(cells.drops[:, None], 0.01), layout.nearness)
    return np.asarray(height_m / np.where(far > 0.5, 0.01, nearness), np.float32)


def column_openness(cells: Cells, ranges: Floats) -> Floats:
    """Per column of cells, 0 to 1: how far it is free at the camera's height."""
    band = np.abs(cells.drops) <= max(_BAND, float(np.abs(cells.drops).min()) + 1e-6)
    nearest = np.partition(ranges[band], min(2, int(band.sum()) - 1), axis=0)[min(2, int(band.sum()) - 1)]
    return np.asarray(np.clip(nearest / _FULL_M, 0, 1), np.float32)


def open_cell(cells: Cells, ranges: Floats, wish: tuple[float, float]) -> tuple[int, int]:
    """The cell (column, row) nearest the wished direction (x / f, y / f) that seems free with a margin."""
    least = _least_around(ranges, _MARGIN)
    free = np.clip(np.log(np.maximum(least, 1) / _NEEDED_M) / np.log(_AMPLE_M / _NEEDED_M), 0, 1)
    aside = (cells.sides - wish[0]) / _ASIDE
    above = (cells.drops - wish[1]) / _ABOVE
    near = np.exp(-0.5 * (aside[None, :] ** 2 + above[:, None] ** 2))
    worth = free * near
    if not worth.any():
        worth = least
    row, column = np.unravel_index(int(np.argmax(worth)), worth.shape)
    return int(column), int(row)


def _least_around(values: Floats, reach: int) -> Floats:
    """The least value within a square window."""
    padded = np.pad(values, reach, mode="edge")
    rows, columns = values.shape
    across = np.min([padded[:, k : k + columns] for k in range(2 * reach + 1)], axis=0)
    return np.asarray(np.min([across[k : k + rows] for k in range(2 * reach + 1)], axis=0), np.float32)
