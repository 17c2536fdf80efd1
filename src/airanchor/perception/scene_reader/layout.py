# mypy: allow-untyped-defs, allow-untyped-calls, disable-error-code=untyped-decorator
"""Layout: what kind of surface each cell of a picture shows, and how near it is.

Nearness is height over ground / horizontal range. On level ground it is the tangent of the depression, so it
can be read off a picture although neither height nor range can.
"""

from dataclasses import dataclass
from enum import IntEnum

import numpy as np
from numba import njit
from numpy.typing import NDArray

from airanchor.perception.scene_reader.cells import Cells, blur
from airanchor.perception.scene_reader.perceptron import Perceptron, softmax

Floats = NDArray[np.float32]


class Kind(IntEnum):
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
        share: Floats = self.kinds[..., Kind.GRASS :].sum(axis=-1)
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
        context = second_features(cells, seen.reshape(*shape, -1))
        outputs = self.second.run(context.reshape(-1, context.shape[2]))
        nearness = np.exp(np.clip(outputs[:, -1], np.log(LEAST_NEARNESS), np.log(MOST_NEARNESS)))
        return Layout(softmax(outputs[:, :-1]).reshape(*shape, -1), nearness.reshape(shape))


def second_features(cells: Cells, seen: Floats) -> Floats:
    """What the second look goes by, (h, w, features): own colours, kinds around, and the column."""
    ground = np.ascontiguousarray(seen[..., Kind.GRASS :].sum(axis=-1))
    column = _columns(ground, np.ascontiguousarray(seen[..., Kind.SKY]), cells.drops)
    around = [blur(seen, radius) for radius in _BLURS]
    own = np.concatenate([cells.features[..., :_OWN], cells.features[..., -3:]], axis=-1)
    return np.concatenate([own, *around, column], axis=-1)


@njit(cache=True, nogil=True)
def _columns(ground, sky, drops):
    """Per cell, (h, w, 7): the log nearness of the first ground below, the same at its farthest among the
    columns around, how far down it is, how far up the sky is, and the share of ground below."""
    rows, columns = ground.shape
    base = np.empty((rows, columns), np.float32)
    out = np.empty((rows, columns, 7), np.float32)
    for j in range(columns):
        foot = max(drops[rows - 1], 0.02)
        gap = 0.0
        share = 0.0
        for k in range(rows):
            i = rows - 1 - k
            share += ground[i, j]
            gap += 1
            if ground[i, j] > 0.5 and drops[i] > 0.01:
                foot, gap = drops[i], 0.0
            base[i, j] = np.log(foot)
            out[i, j, 0] = base[i, j]
            out[i, j, 4] = gap / rows
            out[i, j, 6] = share / (k + 1)
        up = 0.0
        for i in range(rows):
            up = 0.0 if sky[i, j] > 0.5 else up + 1
            out[i, j, 5] = up / rows
    for i in range(rows):
        for j in range(columns):
            for number, reach in enumerate((3, 8, 20)):
                least = base[i, j]
                for k in range(max(j - reach, 0), min(j + reach + 1, columns)):
                    least = min(least, base[i, k])
                out[i, j, 1 + number] = least
    return out
