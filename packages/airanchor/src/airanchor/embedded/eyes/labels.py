"""Reading labelled discs: where they are in a picture and what they say, from colour alone.

A disc is a white ring within a black one. What is written in it is told by comparing the whole disc with
every label as the project draws it; all discs of one picture have the same size.
"""

import functools
import math
from collections.abc import Iterable
from dataclasses import dataclass, field

import numpy as np
from numpy.typing import NDArray

from airanchor.drawing.arrows import BORDER_LABELS, Pixel, arrow_cover
from airanchor.drawing.label_disc import RIM_PX, disc_pattern
from airanchor.embedded.eyes.reader.regions.marks import paint_over

RADII_PX = range(10, 41)
"""Sizes of discs that are looked for."""
LABELS = (*BORDER_LABELS, *(str(number) for number in range(1, 41)))
_WHITE, _BLACK = 200, 90
"""Least brightness of what is drawn white, greatest of what is drawn black; lossy pictures blur both."""
_DIRECTIONS = 24
"""Points of each ring that are looked at."""
_UNLIKE = 16.0
"""Mean difference in brightness, of 255, from which on a disc is none of the labels."""
_INSIDE = 0.76
"""Where the white ring is, in radii: outside of what is written, inside of the rim."""

Place = tuple[int, int]  # row, column


@dataclass(frozen=True, slots=True)
class LabelReading:
    """The discs of one picture."""

    radius_px: int = 0
    """0 where there are none."""
    places: dict[str, Pixel] = field(default_factory=dict)
    """The middle of each disc by its label."""

    @property
    def tips(self) -> dict[str, Pixel]:
        """Those that stand for a point: all but the border labels."""
        return {label: place for label, place in self.places.items() if label not in BORDER_LABELS}


def read_labels(rgb: NDArray[np.uint8]) -> LabelReading:
    """Every labelled disc in a picture (height, width, 3)."""
    red, green, blue = (np.ascontiguousarray(rgb[..., channel]) for channel in range(3))
    is_white = np.minimum(np.minimum(red, green), blue) >= _WHITE
    is_black = np.maximum(np.maximum(red, green), blue) <= _BLACK
    gray = (red.astype(np.float32) + green + blue) / np.float32(3)
    best, best_key = LabelReading(), (0, 0.0)
    for radius_px in RADII_PX:
        found = _name(gray, _find_rings(is_white, is_black, radius_px), radius_px)
        key = (len(found), -sum(unlike for _, unlike in found.values()))
        if found and key > best_key:
            places = {label: (column, row) for label, ((row, column), _) in found.items()}
            best, best_key = LabelReading(radius_px, places), key
    return best


def without_arrows(rgb: NDArray[np.uint8], labels: LabelReading) -> NDArray[np.uint8]:
    """The picture with its discs and the arrows to them painted over with what surrounds them."""
    if not labels.places:
        return rgb
    cover = arrow_cover((rgb.shape[1], rgb.shape[0]), labels.places, labels.radius_px)
    return np.asarray(paint_over(rgb, cover))


@functools.lru_cache(maxsize=128)
def _ring(radius_px: float) -> tuple[Place, ...]:
    """Offsets (rows, columns) of points on a circle."""
    angles = [2 * math.pi * step / _DIRECTIONS for step in range(_DIRECTIONS)]
    return tuple((round(radius_px * math.sin(angle)), round(radius_px * math.cos(angle))) for angle in angles)


def _find_rings(
    is_white: NDArray[np.bool_], is_black: NDArray[np.bool_], radius_px: int
) -> NDArray[np.int64]:
    """(n, 2) rows and columns that a white ring and a black one of this size lie around."""
    height, width = is_white.shape
    if min(height, width) <= 2 * radius_px:
        return np.zeros((0, 2), np.int64)
    points = [(is_white, offset) for offset in _ring(radius_px * _INSIDE)]
    points += [(is_black, offset) for offset in _ring(radius_px + 0.5 - RIM_PX / 2)]
    centres = np.ones((height - 2 * radius_px, width - 2 * radius_px), np.bool_)
    for mask, (down, across) in points[:: _DIRECTIONS // 4]:
        top, left = radius_px + down, radius_px + across
        centres &= mask[top : top + centres.shape[0], left : left + centres.shape[1]]
    rows, columns = (places + radius_px for places in divmod(np.flatnonzero(centres), centres.shape[1]))
    for mask, (down, across) in points:
        is_on = mask[rows + down, columns + across]
        rows, columns = rows[is_on], columns[is_on]
    return np.stack([rows, columns], axis=1)


def _name(
    gray: NDArray[np.float32], centres: Iterable[NDArray[np.int64]], radius_px: int
) -> dict[str, tuple[Place, float]]:
    """The most alike place for each label, with how unlike it is; a disc has one label only."""
    likely = sorted(
        (unlike, label, (int(row), int(column)))
        for row, column in centres
        for unlike, label in [_best_label(gray, int(row), int(column), radius_px)]
        if unlike < _UNLIKE
    )
    found: dict[str, tuple[Place, float]] = {}
    for unlike, label, place in likely:
        if label not in found and all(math.dist(place, other) >= radius_px for other, _ in found.values()):
            found[label] = (place, unlike)
    return found


def _best_label(gray: NDArray[np.float32], row: int, column: int, radius_px: int) -> tuple[float, str]:
    """(how unlike, label) of the label that a disc here looks most like."""
    patch = gray[row - radius_px : row + radius_px + 1, column - radius_px : column + radius_px + 1]
    patterns, is_disc = _patterns(radius_px)
    unlike = np.abs(patterns - patch[is_disc]).mean(axis=1)
    best = int(unlike.argmin())
    return float(unlike[best]), LABELS[best]


@functools.lru_cache(maxsize=64)
def _patterns(radius_px: int) -> tuple[NDArray[np.float32], NDArray[np.bool_]]:
    """(patterns (labels, n), is_disc (size, size)): every label as it looks where discs are opaque."""
    is_disc = disc_pattern(LABELS[0], radius_px)[1]
    return np.stack([disc_pattern(label, radius_px)[0][is_disc] for label in LABELS]), is_disc
