"""Masks: where they are in the image, where their middle is, and how they shrink."""

import numpy as np
from numpy.typing import NDArray

Mask = NDArray[np.bool_]  # (height, width)
Pixels = NDArray[np.intp]  # (n, 2): column, row


def pixels_of(mask: Mask) -> Pixels:
    """The (column, row) of every pixel of a mask."""
    rows, columns = np.nonzero(mask)
    return np.stack([columns, rows], axis=-1)


def bounds_of(mask: Mask) -> tuple[int, int, int, int]:
    """left, top, right, bottom of a mask with at least one pixel; right and bottom are one past the last."""
    rows, columns = np.flatnonzero(mask.any(axis=1)), np.flatnonzero(mask.any(axis=0))
    return int(columns[0]), int(rows[0]), int(columns[-1]) + 1, int(rows[-1]) + 1


def centroid(mask: Mask) -> tuple[float, float]:
    """The mean (column, row) of a mask with at least one pixel."""
    per_column, per_row = mask.sum(axis=0), mask.sum(axis=1)
    count = per_row.sum()
    u = (per_column * np.arange(len(per_column))).sum() / count
    v = (per_row * np.arange(len(per_row))).sum() / count
    return float(u), float(v)


def nearest(mask: Mask, pixel: tuple[int, int]) -> tuple[int, int]:
    """The pixel of a mask nearest to a pixel of the image: itself if it can be, else the first of equals."""
    if mask[pixel[1], pixel[0]]:
        return pixel
    pixels = pixels_of(mask)
    u, v = pixels[np.square(pixels - pixel).sum(axis=1).argmin()].tolist()
    return u, v


def eroded(mask: Mask, by_px: int) -> Mask:
    """The mask without its outermost `by_px` rings; what would vanish altogether stays as it is.

    The image border is no edge of the object, so nothing is taken off there.
    """
    shrunk = mask
    for _ in range(by_px):
        around = np.pad(shrunk, 1, mode="edge")
        shrunk = shrunk & around[:-2, 1:-1] & around[2:, 1:-1] & around[1:-1, :-2] & around[1:-1, 2:]
    return shrunk if shrunk.any() else mask
