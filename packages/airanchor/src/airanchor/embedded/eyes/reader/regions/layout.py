# mypy: allow-untyped-defs, allow-untyped-calls, disable-error-code=untyped-decorator
"""Layout: what kind of surface each cell of a picture shows, and how near it is.

Nearness is height over ground / horizontal range. On level ground it is the tangent of the depression, so it
can be read off a picture although neither height nor range can.
"""

from dataclasses import dataclass
from enum import IntEnum

import numpy as np
from numpy.typing import NDArray

from airanchor.embedded.eyes.reader.regions.cells import Cells, blur
from airanchor.embedded.eyes.reader.regions.perceptron import ROWS, Perceptron, softmax
from aircity.machine.compilation import njit

Floats = NDArray[np.float32]


class SurfaceKind(IntEnum):
    """What a surface is; those from GRASS on are ground."""

    SKY = 0
    HILLS = 1
    WALL = 2
    ROOF = 3
    TREE = 4
    VEHICLE = 5
    THING = 6
    """Anything else that stands."""
    GRASS = 7
    ROAD = 8
    PAVING = 9
    WATER = 10
    BARE = 11
    """Sand, rails, courts and other ground."""


LEAST_NEARNESS, MOST_NEARNESS = 0.01, 4.0
_BLURS = (1, 5, 14)
_FIRST_GROUND, _SKY = int(SurfaceKind.GRASS), int(SurfaceKind.SKY)
_OWN = 12
"""So many of a cell's own features are looked at again: its colour and its near surroundings."""


@dataclass(frozen=True, slots=True, eq=False)
class Layout:
    """Per cell, (h, w, ...)."""

    kinds: Floats  # (h, w, kinds) shares
    nearness: Floats  # (h, w)

    @property
    def ground(self) -> Floats:
        """How probably each cell is ground."""
        share: Floats = self.kinds[..., SurfaceKind.GRASS :].sum(axis=-1)
        return share


@dataclass(frozen=True, slots=True, eq=False)
class LayoutModel:
    """Two perceptrons: a first look at each cell, and a second that knows what the first saw around it."""

    first: Perceptron
    second: Perceptron

    def read(self, cells: Cells) -> Layout:
        """The layout of a picture."""
        shape = cells.features.shape[:2]
        seen = softmax(self.first.run(cells.features.reshape(-1, cells.features.shape[2])))
        look = _second_look(cells, seen.reshape(*shape, -1))
        band = max(ROWS // shape[1], 1)
        outputs = np.concatenate(
            [
                self.second.run(_side_by_side(*look, top, min(top + band, shape[0])))
                for top in range(0, shape[0], band)
            ]
        )
        nearness = np.exp(np.clip(outputs[:, -1], np.log(LEAST_NEARNESS), np.log(MOST_NEARNESS)))
        return Layout(softmax(outputs[:, :-1]).reshape(*shape, -1), nearness.reshape(shape))


def second_features(cells: Cells, seen: Floats) -> Floats:
    """What the second look goes by, (h, w, features): own colours, kinds around, and the column."""
    features = _side_by_side(*_second_look(cells, seen), 0, len(seen))
    return np.asarray(features.reshape(*seen.shape[:2], -1))


def _second_look(cells: Cells, seen: Floats) -> tuple[Floats, tuple[Floats, Floats, Floats], Floats]:
    near, middle, far = (blur(seen, radius) for radius in _BLURS)
    return cells.features, (near, middle, far), _columns(seen, cells.drops)


@njit(cache=True, nogil=True)
def _side_by_side(features, around, column, top, bottom):
    """For the cells of some rows, (n, features): own colours and position, the kinds around at three widths,
    and the column."""
    _, columns, own = features.shape
    near, middle, far = around
    kinds = near.shape[2]
    out = np.empty(((bottom - top) * columns, _OWN + 3 + 3 * kinds + column.shape[2]), np.float32)
    for number in range(len(out)):
        i, j = top + number // columns, number % columns
        one = out[number]
        for k in range(_OWN):
            one[k] = features[i, j, k]
        for k in range(3):
            one[_OWN + k] = features[i, j, own - 3 + k]
        for k in range(kinds):
            one[_OWN + 3 + k] = near[i, j, k]
            one[_OWN + 3 + kinds + k] = middle[i, j, k]
            one[_OWN + 3 + 2 * kinds + k] = far[i, j, k]
        for k in range(column.shape[2]):
            one[_OWN + 3 + 3 * kinds + k] = column[i, j, k]
    return out


@njit(cache=True, nogil=True)
def _columns(seen, drops):
    """Per cell, (h, w, 7): the log nearness of the first ground below, the same at its farthest among the
    columns around, how far down it is, how far up the sky is, and the share of ground below."""
    rows, columns, kinds = seen.shape
    base = np.empty((rows, columns), np.float32)
    out = np.empty((rows, columns, 7), np.float32)
    for j in range(columns):
        foot = max(drops[rows - 1], 0.02)
        log_foot = np.float32(np.log(foot))
        gap = 0.0
        share = 0.0
        for k in range(rows):
            i = rows - 1 - k
            ground = seen[i, j, _FIRST_GROUND]
            for kind in range(_FIRST_GROUND + 1, kinds):
                ground += seen[i, j, kind]
            share += ground
            gap += 1
            if ground > 0.5 and drops[i] > 0.01:
                gap = 0.0
                if foot != drops[i]:
                    foot = drops[i]
                    log_foot = np.float32(np.log(foot))
            base[i, j] = log_foot
            out[i, j, 0] = log_foot
            out[i, j, 4] = gap / rows
            out[i, j, 6] = share / (k + 1)
        up = 0.0
        for i in range(rows):
            up = 0.0 if seen[i, j, _SKY] > 0.5 else up + 1
            out[i, j, 5] = up / rows
    for i in range(rows):
        _lows(base[i], out[i])
    return out


@njit(cache=True, nogil=True)
def _lows(base, out):
    """The least of a row within 3, 8 and 20 columns, each from three of the narrower ones before it."""
    last = len(base) - 1
    for j in range(last + 1):
        least = base[j]
        for k in range(max(j - 3, 0), min(j + 3, last) + 1):
            least = min(least, base[k])
        out[j, 1] = least
    for number, reach in ((2, 5), (3, 12)):
        for j in range(last + 1):
            left, right = out[max(j - reach, 0), number - 1], out[min(j + reach, last), number - 1]
            out[j, number] = min(left, out[j, number - 1], right)
