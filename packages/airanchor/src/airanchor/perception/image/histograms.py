"""The image encoder that needs no weights: histograms of colour and of edge directions.

Each histogram h is stored as sqrt(h / sum h), so that the dot product of two of them is their Bhattacharyya
coefficient: 1 for equal, 0 for disjoint.
"""

from collections.abc import Sequence
from itertools import product

import numpy as np
from numpy.typing import NDArray

from airanchor.perception.image.crops import check_crops, resize
from airanchor.perception.vectors import unit

SIDE_PX = 64
COLOUR_LEVELS = 5
"""Of red, green and blue each; a pixel is shared between its eight nearest."""
COLOUR_CELLS = 2
EDGE_DIRECTIONS = 8
"""Over half a turn: an edge and its negative are alike."""
EDGE_CELLS = 4
FAINTEST_EDGE = 4.0
"""Grey levels a pixel below which a slope is noise."""


class Histograms:
    """Colour of the whole and of each quarter, edge directions of each sixteenth."""

    name = "histograms-1"
    dimension = (1 + COLOUR_CELLS**2) * COLOUR_LEVELS**3 + EDGE_CELLS**2 * EDGE_DIRECTIONS

    def encode(self, images: Sequence[NDArray[np.uint8]]) -> NDArray[np.float32]:
        """Unit vectors (n, dimension)."""
        check_crops(images)
        rows = [describe(resize(image, SIDE_PX, SIDE_PX).astype(np.float64)) for image in images]
        return unit(np.array(rows, np.float32).reshape(len(rows), self.dimension))


def describe(pixels: NDArray[np.float64]) -> NDArray[np.float64]:
    """The histograms of one picture of SIDE_PX squared, end to end."""
    whole = colours(pixels)
    quarters = [colours(cell) for cell in cells(pixels, COLOUR_CELLS)]
    down, right = np.gradient(pixels.mean(axis=-1))
    slopes = np.stack([down, right], axis=-1)
    edges = np.concatenate([directions(cell) for cell in cells(slopes, EDGE_CELLS)])
    return np.concatenate([whole, np.concatenate(quarters) / COLOUR_CELLS, root_share(edges)])


def cells(pixels: NDArray[np.float64], count: int) -> list[NDArray[np.float64]]:
    """The picture cut into count x count squares, row by row."""
    side = SIDE_PX // count
    return [
        pixels[row * side : (row + 1) * side, column * side : (column + 1) * side]
        for row, column in product(range(count), repeat=2)
    ]


def colours(pixels: NDArray[np.float64]) -> NDArray[np.float64]:
    """The share of each colour, (COLOUR_LEVELS³,)."""
    places = pixels.reshape(-1, 3) * ((COLOUR_LEVELS - 1) / 255)
    lower = np.minimum(places.astype(np.intp), COLOUR_LEVELS - 2)
    beyond = places - lower
    counts = np.zeros(COLOUR_LEVELS**3)
    for corner in product((0, 1), repeat=3):
        shares = np.where(corner, beyond, 1 - beyond).prod(axis=1)
        bins = (lower + corner) @ (COLOUR_LEVELS**2, COLOUR_LEVELS, 1)
        counts += np.bincount(bins, shares, len(counts))
    return root_share(counts)


def directions(slopes: NDArray[np.float64]) -> NDArray[np.float64]:
    """The strength of edges in each direction, (EDGE_DIRECTIONS,)."""
    down, right = slopes[..., 0].ravel(), slopes[..., 1].ravel()
    strength = np.hypot(down, right)
    place = np.arctan2(down, right) % np.pi * (EDGE_DIRECTIONS / np.pi)
    lower = place.astype(np.intp)
    counts = np.zeros(EDGE_DIRECTIONS)
    for bins, share in ((lower, 1 - (place - lower)), (lower + 1, place - lower)):
        weights = np.where(strength > FAINTEST_EDGE, strength * share, 0)
        counts += np.bincount(bins % EDGE_DIRECTIONS, weights, EDGE_DIRECTIONS)
    return counts


def root_share(counts: NDArray[np.float64]) -> NDArray[np.float64]:
    """sqrt(h / sum h), or zeros where there is nothing to count."""
    total = counts.sum()
    return np.sqrt(counts / total) if total > 0 else counts
