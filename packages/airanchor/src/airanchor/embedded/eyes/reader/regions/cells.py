# mypy: allow-untyped-defs, allow-untyped-calls, disable-error-code=untyped-decorator
"""Cells: a picture thinned to about 128 a side, and what the neighbourhood of each cell looks like."""

import math
from dataclasses import dataclass

import numpy as np
from numpy.typing import NDArray

from airanchor.embedded.eyes.colours import lab_from_rgb
from aircity.machine.compilation import njit

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
    line = np.empty(3 * width, np.int32)
    for i in range(rows):
        top = i * height // rows
        bottom = max((i + 1) * height // rows, top + 1)
        line[:] = 0
        for v in range(top, bottom):
            pixels = rgb[v].reshape(3 * width)
            for k in range(3 * width):
                line[k] += pixels[k]
        for j in range(columns):
            left = j * width // columns
            right = max((j + 1) * width // columns, left + 1)
            red = green = blue = 0
            for u in range(left, right):
                red += line[3 * u]
                green += line[3 * u + 1]
                blue += line[3 * u + 2]
            count = (bottom - top) * (right - left)
            out[i, j, 0], out[i, j, 1], out[i, j, 2] = red / count, green / count, blue / count
    return out


def _features(lab: Floats, sides: Floats, drops: Floats) -> Floats:
    tones = _tones(lab)
    near, middle = blur(tones, _BLURS[0]), blur(tones, _BLURS[1])
    far = blur(np.ascontiguousarray(tones[..., :3]), _BLURS[2])
    edges = _edges(lab)
    fine, broad = blur(edges, 1), blur(edges, 5)
    return np.asarray(_assemble(tones, (near, middle, far), (fine, broad), sides, drops, np.array(_ASIDE)))


@njit(cache=True, nogil=True)
def _tones(lab):
    """Cells (h, w, 5): the mean L, a, b of each 2 x 2 block, then L² and a² + b²."""
    rows, columns = lab.shape[0] // 2, lab.shape[1] // 2
    out = np.empty((rows, columns, 5), np.float32)
    for i in range(rows):
        for j in range(columns):
            for c in range(3):
                out[i, j, c] = _block_mean(lab, i, j, c)
            light, red, yellow = out[i, j, 0], out[i, j, 1], out[i, j, 2]
            out[i, j, 3], out[i, j, 4] = light * light, red * red + yellow * yellow
    return out


@njit(cache=True, nogil=True)
def _block_mean(values, i, j, c):
    y, x = 2 * i, 2 * j
    total = values[y, x, c] + values[y + 1, x, c] + values[y, x + 1, c] + values[y + 1, x + 1, c]
    return np.float32(0.25) * total


@njit(cache=True, nogil=True)
def _assemble(tones, blurred, edges, sides, drops, aside):
    """The features (h, w, 41) of cells: own colour, that around at three widths, its spread, edges, colours
    some way off, and the position."""
    rows, columns, _ = tones.shape
    near, middle, far = blurred
    out = np.empty((rows, columns, 23 + 3 * len(aside)), np.float32)
    for i in range(rows):
        for j in range(columns):
            one = out[i, j]
            for c in range(3):
                one[c], one[3 + c] = tones[i, j, c], near[i, j, c]
                one[6 + c], one[9 + c] = middle[i, j, c], far[i, j, c]
            one[12], one[13] = _spread(near[i, j])
            one[14], one[15] = _spread(middle[i, j])
            for c in range(2):
                one[16 + c], one[18 + c] = edges[0][i, j, c], edges[1][i, j, c]
            for k in range(len(aside)):
                y = min(max(i + aside[k, 0], 0), rows - 1)
                x = min(max(j + aside[k, 1], 0), columns - 1)
                for c in range(3):
                    one[20 + 3 * k + c] = near[y, x, c]
            one[-3], one[-2], one[-1] = drops[i], max(drops[i], np.float32(0)), abs(sides[j])
    return out


@njit(cache=True, nogil=True)
def _spread(means):
    """Standard deviations of lightness and of colour, from the means of L, a, b, L² and a² + b²."""
    light = means[3] - means[0] * means[0]
    tint = means[4] - means[1] * means[1] - means[2] * means[2]
    return np.sqrt(max(light, np.float32(0))), np.sqrt(max(tint, np.float32(0)))


@njit(cache=True, nogil=True)
def _edges(lab):
    """Steps of lightness to the right and below, (h, w, 2), the mean of each 2 x 2 block."""
    rows, columns, _ = lab.shape
    out = np.zeros((rows // 2, columns // 2, 2), np.float32)
    quarter = np.float32(0.25)
    for i in range(rows // 2):
        for j in range(columns // 2):
            y, x = 2 * i, 2 * j
            beyond_x, beyond_y = min(x + 2, columns - 1), min(y + 2, rows - 1)
            a, b, c, d = lab[y, x, 0], lab[y, x + 1, 0], lab[y + 1, x, 0], lab[y + 1, x + 1, 0]
            right = abs(b - a) + abs(d - c) + abs(lab[y, beyond_x, 0] - b)
            out[i, j, 0] = quarter * (right + abs(lab[y + 1, beyond_x, 0] - d))
            below = abs(c - a) + abs(lab[beyond_y, x, 0] - c) + abs(d - b)
            out[i, j, 1] = quarter * (below + abs(lab[beyond_y, x + 1, 0] - d))
    return out


@njit(cache=True, nogil=True, error_model="numpy")
def blur(values, radius):
    """The mean of (h, w, c) over a square window of 2 radius + 1, cut at the border."""
    rows, columns, channels = values.shape
    across = np.empty((rows, columns, channels), np.float32)
    for i in range(rows):
        _slide(values[i], radius, across[i])
    out = np.empty((rows, columns * channels), np.float32)
    _slide(across.reshape(rows, columns * channels), radius, out)
    return out.reshape(rows, columns, channels)


@njit(cache=True, nogil=True, error_model="numpy")
def _slide(values, radius, out):
    """The mean of each column of (n, m) over 2 radius + 1 rows, cut at either end."""
    rows, columns = values.shape
    running = np.zeros(columns, np.float64)
    for i in range(min(radius, rows)):
        for j in range(columns):
            running[j] += values[i, j]
    for i in range(rows):
        first, last = i - radius - 1, i + radius
        count = float(min(last, rows - 1) - max(first, -1))
        if last < rows:
            for j in range(columns):
                running[j] += values[last, j]
        if first >= 0:
            for j in range(columns):
                running[j] -= values[first, j]
        for j in range(columns):
            out[i, j] = running[j] / count
