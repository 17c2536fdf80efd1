# mypy: allow-untyped-defs, allow-untyped-calls, disable-error-code=untyped-decorator
"""Drawn marks: numbered discs and frames in flat inks are painted over with what surrounds them."""

import numpy as np
from numpy.typing import NDArray

from aircity.machine.compilation import njit

INKS = ((176, 58, 0), (0, 84, 158))
"""The colours that marks are drawn in; each lacks red or blue, which tells nearly all pixels apart."""
_TOLERANCE = 6
_RIM_PX = 4
"""Rims, outlines and digits reach this far from the ink."""
_LEAST_PX = 60
"""Fewer pixels of ink are no mark."""


def without_marks(rgb: NDArray[np.uint8]) -> NDArray[np.uint8]:
    """The picture with its marks painted over, or the picture itself where it has none."""
    which, count = _match_inks(rgb, np.array(INKS, np.int16))
    if count < _LEAST_PX:
        return rgb
    is_ink = _find_ink(which)
    if is_ink.sum() < _LEAST_PX:
        return rgb
    return np.asarray(paint_over(rgb, _grow(is_ink, _RIM_PX)))


@njit(cache=True, nogil=True)
def _match_inks(rgb, inks):
    """(which, count): the number of the ink that each pixel has, from 1, or 0; and how many have any."""
    rows, columns, _ = rgb.shape
    which = np.zeros((rows, columns), np.int8)
    count = 0
    for i in range(rows):
        for j in range(columns):
            if min(rgb[i, j, 0], rgb[i, j, 2]) > _TOLERANCE:
                continue
            for k in range(len(inks)):
                if abs(np.int16(rgb[i, j, 0]) - inks[k, 0]) > _TOLERANCE:
                    continue
                green = abs(np.int16(rgb[i, j, 1]) - inks[k, 1])
                if max(green, abs(np.int16(rgb[i, j, 2]) - inks[k, 2])) <= _TOLERANCE:
                    which[i, j] = k + 1
                    count += 1
    return which, count


@njit(cache=True, nogil=True)
def _find_ink(which):
    """Pixels of an ink, with another one of the same ink beside and below."""
    rows, columns = which.shape
    out = np.zeros((rows, columns), np.bool_)
    for i in range(rows - 1):
        for j in range(columns - 1):
            one = which[i, j]
            if one and which[i, j + 1] == one and which[i + 1, j] == one:
                out[i, j] = out[i, j + 1] = out[i + 1, j] = True
            elif one and (which[i, j + 1] == one or which[i + 1, j] == one):
                out[i, j] = True
    return out


@njit(cache=True, nogil=True)
def _grow(mask, reach):
    rows, columns = mask.shape
    out = np.zeros((rows, columns), np.bool_)
    for i in range(rows):
        for j in range(columns):
            if mask[i, j]:
                out[max(i - reach, 0) : i + reach + 1, max(j - reach, 0) : j + reach + 1] = True
    return out


@njit(cache=True, nogil=True)
def paint_over(rgb, mask):
    """Each masked pixel takes the mean of the nearest unmasked ones in its row and column, by nearness."""
    rows, columns, _ = rgb.shape
    out = rgb.copy()
    for i in range(rows):
        for j in range(columns):
            if not mask[i, j]:
                continue
            total, weight = np.zeros(3), 0.0
            for step_y, step_x in ((0, 1), (0, -1), (1, 0), (-1, 0)):
                y, x, away = i + step_y, j + step_x, 1
                while 0 <= y < rows and 0 <= x < columns and mask[y, x]:
                    y, x, away = y + step_y, x + step_x, away + 1
                if 0 <= y < rows and 0 <= x < columns:
                    total += rgb[y, x] / away
                    weight += 1 / away
            if weight > 0:
                for c in range(3):
                    out[i, j, c] = np.uint8(total[c] / weight + 0.5)
    return out
