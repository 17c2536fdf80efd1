# mypy: allow-untyped-defs, allow-untyped-calls, disable-error-code=untyped-decorator
"""Pieces: a picture cut into patches of one colour and kind, with all that adds up measured of each."""

from dataclasses import dataclass

import numpy as np
from numpy.typing import NDArray

from airanchor.embedded.eyes.colours import COLOUR_NAMES, name_colours
from airanchor.embedded.eyes.detector.regions.surfaces import split_bodies, weigh_edges
from airanchor.embedded.eyes.reader.regions.cells import Cells
from airanchor.embedded.eyes.reader.regions.layout import Layout, SurfaceKind
from airanchor.embedded.eyes.reader.regions.tally import BORDER, SUMS, TONES, find_borders, tally, widen
from aircity.machine.compilation import njit

Floats = NDArray[np.float32]

_LIGHTNESS_WEIGHT, _KIND_WEIGHT, _NEARNESS_WEIGHT = 0.6, 6.0, 3.0
"""How much a step of lightness, of kind and of log nearness counts beside one of hue."""
_SCALE, _SMALLEST_PX = 45.0, 8
_CUT_BY = tuple(
    map(
        int,
        (
            SurfaceKind.SKY,
            SurfaceKind.WALL,
            SurfaceKind.ROOF,
            SurfaceKind.TREE,
            SurfaceKind.VEHICLE,
            SurfaceKind.THING,
        ),
    )
)
_FIRST_GROUND = int(SurfaceKind.GRASS)


@dataclass(frozen=True, slots=True, eq=False)
class Pieces:
    """A partition of a picture's lattice into n patches."""

    labels: NDArray[np.int32]  # (rows, columns), 0 upwards
    size: Floats  # (n,) pixels
    sums: Floats  # (n, SUMS + names of colours + kinds) totals over the pixels, see tally
    tones: Floats  # (n, TONES, 4) pixels and summed CIELAB per level of lightness
    rows: Floats  # (n, rows) pixels per row
    columns: Floats  # (n, columns) pixels per column
    pairs: NDArray[np.int64]  # (k, 2) patches that touch, the smaller number first
    borders: Floats  # (k, BORDER) of each such pair, see tally

    @property
    def count(self) -> int:
        """How many patches there are."""
        return len(self.size)

    @property
    def means(self) -> Floats:
        """`sums` per pixel."""
        shares: Floats = self.sums / self.size[:, None]
        return shares

    @property
    def kinds(self) -> Floats:
        """Shares of the kinds of surface, (n, kinds)."""
        return self.means[:, SUMS + len(COLOUR_NAMES) :]


def cut_pieces(cells: Cells, layout: Layout) -> Pieces:
    """The patches of a picture, sky included."""
    kinds = widen(layout.kinds)
    log_nearness = widen(np.log(layout.nearness)[..., None])[..., 0]
    links = np.ones((*log_nearness.shape, 2), np.bool_)
    links[:, -1, 0] = False
    links[-1, :, 1] = False
    everywhere = np.ones(log_nearness.shape, np.bool_)
    weights = weigh_edges(_cut_features(cells.lab, kinds, log_nearness))
    labels = split_bodies(weights, links, everywhere, _SCALE, _SMALLEST_PX) - 1
    return _measure(cells, labels, kinds, log_nearness)


@njit(cache=True, nogil=True)
def _cut_features(lab, kinds, log_nearness):
    """What parts patches, (rows, features, columns): colour, nearness but on the ground, and kinds."""
    rows, columns = log_nearness.shape
    many = len(_CUT_BY)
    out = np.empty((rows, 5 + many, columns), np.float32)
    for i in range(rows):
        for j in range(columns):
            ground = np.float32(0)
            for kind in range(_FIRST_GROUND, kinds.shape[2]):
                ground += kinds[i, j, kind]
            out[i, 0, j] = np.float32(_LIGHTNESS_WEIGHT) * lab[i, j, 0]
            out[i, 1, j], out[i, 2, j] = lab[i, j, 1], lab[i, j, 2]
            out[i, 3, j] = np.float32(_NEARNESS_WEIGHT) * log_nearness[i, j] * (np.float32(1) - ground)
            for k in range(many):
                out[i, 4 + k, j] = np.float32(_KIND_WEIGHT) * kinds[i, j, _CUT_BY[k]]
            out[i, 4 + many, j] = np.float32(_KIND_WEIGHT) * ground
    return out


def _measure(cells: Cells, labels: NDArray[np.int32], kinds: Floats, log_nearness: Floats) -> Pieces:
    count = int(labels.max()) + 1
    names = name_colours(cells.rgb)
    sums, tones, rows, columns = tally(
        labels, cells.lab, names, kinds, log_nearness, count, len(COLOUR_NAMES)
    )
    codes, borders = find_borders(labels, cells.lab, log_nearness, count)
    pairs = np.stack([codes // count, codes % count], axis=-1)
    return Pieces(labels, rows.sum(axis=1), sums, tones, rows, columns, pairs, borders)


__all__ = ["BORDER", "SUMS", "TONES", "Pieces", "cut_pieces"]
