# mypy: allow-untyped-defs, allow-untyped-calls, disable-error-code=untyped-decorator
"""Cells: a picture thinned to about 128 a side, and what the neighbourhood of each cell looks like."""

import math
from dataclasses import dataclass

import numpy as np
from numba import njit
from numpy.typing import NDArray

from airanchor.perception.embedded.colours import lab_from_rgb

Floats = NDArray[np.float32]

CELLS = 128
"""On the longer side: enough for streets and facades, few enough for every question to be cheap."""

_BLURS = (2, 6, 16)
_ASIDE = ((-8, 0), (-24, 0), (8, 0), (24, 0), (0, -10), (0, 10))
"""Rows and columns away at which a cell looks around."""


@dataclass(frozen=True, slots=True, eq=False)
class Cells:
    """A picture as cells (h, w, ...), and as a lattice of twice as many a side."""

    rgb: Floats  # (2h, 2w, 3) mean colour of each lattice block, 0 to 255
    lab: Floats  # (2h, 2w, 3)
    sides: Floats  # (w,) x / f of each column
    drops: Floats  # (h,) y / f of each row: 0 on the horizon, positive below
    features: Floats  # (h, w, features)


def make_cells(rgb: NDArray[np.uint8], hfov_rad: float) -> Cells:
    """The cells of a picture (height, width, 3)."""
    height_px, width_px, _ = rgb.shape
    longest = 2 * CELLS
    scale = min(1.0, longest / max(height_px, width_px))
    rows, columns = (2 * max(round(side * scale / 2), 1) for side in (height_px, width_px))
    fine = _shrink(np.ascontiguousarray(rgb), rows, columns)
    lab = lab_from_rgb(fine)
    half_width = math.tan(hfov_rad / 2)
    step = 2 * half_width / (columns // 2)
    sides = ((np.arange(columns // 2) + 0.5) * step - half_width).astype(np.float32)
    drops = (
        (np.arange(rows // 2) + 0.5 - rows / 4) * step * (columns * height_px) / (rows * width_px)
    ).astype(np.float32)
    return Cells(fine, lab, sides, drops, _features(lab, sides, drops))


@njit(cache=True, nogil=True)
def _shrink(rgb, rows, columns):
    """Mean colours (rows, columns, 3) of a picture's blocks; a picture that is smaller is repeated."""
    height, width, _ = rgb.shape
    out = np.empty((rows, columns, 3), np.float32)
    for i in range(rows):
        top = i * height // rows
        bottom = max((i + 1) * height // rows, top + 1)
        for j in range(columns):
            left = j * width // columns
            right = max((j + 1) * width // columns, left + 1)
            red = green = blue = 0
            for v in range(top, bottom):
                for u in range(left, right):
                    red += rgb[v, u, 0]
                    green += rgb[v, u, 1]
                    blue += rgb[v, u, 2]
            count = (bottom - top) * (right - left)
            out[i, j, 0], out[i, j, 1], out[i, j, 2] = red / count, green / count, blue / count
    return out


def halve(values: Floats) -> Floats:
    """The mean of each 2 x 2 block of (2h, 2w, c)."""
    quarter: Floats = 0.25 * (values[::2, ::2] + values[1::2, ::2] + values[::2, 1::2] + values[1::2, 1::2])
    return quarter


def _features(lab: Floats, sides: Floats, drops: Floats) -> Floats:
    coarse = halve(lab)
    rows, columns, _ = coarse.shape
    blurred = [blur(coarse, radius) for radius in _BLURS]
    light = coarse[..., :1]
    squares = np.concatenate([light * light, coarse[..., 1:2] ** 2 + coarse[..., 2:] ** 2], axis=-1)
    spreads = [_spread(blur(squares, radius), blur(coarse, radius)) for radius in (2, 6)]
    edges = halve(_edges(lab))
    position = np.empty((rows, columns, 3), np.float32)
    position[..., 0] = drops[:, None]
    position[..., 1] = np.maximum(drops, 0)[:, None]
    position[..., 2] = np.abs(sides)
    around = [_moved(blurred[0], *step) for step in _ASIDE]
    parts = [coarse, *blurred, *spreads, blur(edges, 1), blur(edges, 5), *around, position]
    return np.concatenate(parts, axis=-1)


def _spread(mean_of_squares: Floats, mean: Floats) -> Floats:
    """Standard deviations of lightness and of colour."""
    light = mean_of_squares[..., 0] - mean[..., 0] ** 2
    tint = mean_of_squares[..., 1] - mean[..., 1] ** 2 - mean[..., 2] ** 2
    return np.sqrt(np.maximum(np.stack([light, tint], axis=-1), 0))


@njit(cache=True, nogil=True)
def _edges(lab):
    """Steps of lightness to the right and below, (h, w, 2)."""
    rows, columns, _ = lab.shape
    out = np.zeros((rows, columns, 2), np.float32)
    for i in range(rows):
        for j in range(columns):
            if j + 1 < columns:
                out[i, j, 0] = abs(lab[i, j + 1, 0] - lab[i, j, 0])
            if i + 1 < rows:
                out[i, j, 1] = abs(lab[i + 1, j, 0] - lab[i, j, 0])
    return out


@njit(cache=True, nogil=True)
def blur(values, radius):
    """The mean of (h, w, c) over a square window of 2 radius + 1, cut at the border."""
    rows, columns, channels = values.shape
    across = np.empty((rows, columns, channels), np.float32)
    out = np.empty((rows, columns, channels), np.float32)
    total = np.empty(channels, np.float64)
    for i in range(rows):
        total[:] = 0
        count = 0
        for j in range(-radius, columns):
            if j + radius < columns:
                count += 1
                for c in range(channels):
                    total[c] += values[i, j + radius, c]
            if j - radius - 1 >= 0:
                count -= 1
                for c in range(channels):
                    total[c] -= values[i, j - radius - 1, c]
            if j >= 0:
                for c in range(channels):
                    across[i, j, c] = total[c] / count
    running = np.zeros((columns, channels), np.float64)
    count = 0
    for i in range(-radius, rows):
        if i + radius < rows:
            count += 1
            for j in range(columns):
                for c in range(channels):
                    running[j, c] += across[i + radius, j, c]
        if i - radius - 1 >= 0:
            count -= 1
            for j in range(columns):
                for c in range(channels):
                    running[j, c] -= across[i - radius - 1, j, c]
        if i >= 0:
            for j in range(columns):
                for c in range(channels):
                    out[i, j, c] = running[j, c] / count
    return out


def _moved(values: Floats, down: int, right: int) -> Floats:
    """The values as many rows and columns away, those of the border beyond it."""
    rows = np.clip(np.arange(values.shape[0]) + down, 0, values.shape[0] - 1)
    columns = np.clip(np.arange(values.shape[1]) + right, 0, values.shape[1] - 1)
    return values[rows[:, None], columns]
