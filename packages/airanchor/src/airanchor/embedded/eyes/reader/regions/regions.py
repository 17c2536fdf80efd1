# mypy: allow-untyped-defs, allow-untyped-calls, disable-error-code=untyped-decorator
"""Regions: what could be things in a picture, with all that is measured of them.

Lengths are first in units of the camera's height over the ground, the only yardstick in a picture; a guess at
that height turns them into metres.
"""

from dataclasses import dataclass

import numpy as np
from numpy.typing import NDArray

from airanchor.embedded.eyes.colours import COLOUR_NAMES
from airanchor.embedded.eyes.reader.regions.cells import Cells
from airanchor.embedded.eyes.reader.regions.layout import SurfaceKind
from airanchor.embedded.eyes.reader.regions.pieces import SUMS, TONES, Pieces
from aircity.machine.compilation import njit

Floats = NDArray[np.float32]

_TIP = 0.02
"""This share of a region's pixels lies beyond either end of its extent."""
_GROUND = slice(SurfaceKind.GRASS, len(SurfaceKind))


@dataclass(frozen=True, slots=True, eq=False)
class Regions:
    """All regions of one picture, (r, ...)."""

    members: NDArray[np.bool_]  # (r, pieces)
    size: Floats  # (r,) lattice pixels
    box: Floats  # (r, 4) left, top, right, bottom as x / f and y / f, tips left out
    means: Floats  # (r, SUMS + colours + kinds)
    paint: Floats  # (r, 3) CIELAB of the brighter half
    nearness: Floats  # (r,)
    taper: Floats  # (r,) width of the upper third over that of the lower third
    fill: Floats  # (r,) share of the box that is covered
    cut: Floats  # (r, 4) whether it touches the left, top, right, bottom border
    below: Floats  # (r, kinds) what it borders on below
    around: Floats  # (r, kinds) what it borders on at all
    isolation: Floats  # (r,) how surely it ends at its outline
    unity: Floats  # (r,) how surely its patches belong together

    @property
    def colours(self) -> Floats:
        """Shares of the names of colours, (r, names)."""
        return self.means[:, SUMS : SUMS + len(COLOUR_NAMES)]

    @property
    def kinds(self) -> Floats:
        """Shares of the kinds of surface, (r, kinds)."""
        return self.means[:, SUMS + len(COLOUR_NAMES) :]

    @property
    def is_ground(self) -> NDArray[np.bool_]:
        """Which are pieces of ground."""
        return np.asarray(self.kinds[:, _GROUND].sum(axis=1) > 0.5)

    @property
    def ahead(self) -> Floats:
        """Distance along the axis over the camera's height."""
        middle = (self.box[:, 0] + self.box[:, 2]) / 2
        return np.asarray(1 / (self.nearness * np.sqrt(1 + middle * middle)), np.float32)

    @property
    def top(self) -> Floats:
        """Height of the highest point over the camera's height."""
        return np.asarray(np.maximum(1 - self.box[:, 1] * self.ahead, 0.003), np.float32)

    @property
    def length(self) -> Floats:
        """Width over the camera's height."""
        return np.asarray((self.box[:, 2] - self.box[:, 0]) * self.ahead, np.float32)


def measure_regions(cells: Cells, pieces: Pieces, members: NDArray[np.bool_], together: Floats) -> Regions:
    """Everything measured of regions, from what was measured of their patches."""
    size, rows = _add_up(members, pieces.size[:, None])[:, 0], _add_up(members, pieces.rows)
    columns, means = _add_up(members, pieces.columns), _add_up(members, pieces.sums) / size[:, None]
    tones = _add_up(members, pieces.tones.reshape(pieces.count, -1)).reshape(len(members), TONES, 4)
    below, around, isolation, unity = _outlines(pieces, members, together)
    top, bottom = _extent(rows)
    left, right = _extent(columns)
    side, drop = _edges_of(cells.sides, columns.shape[1]), _edges_of(cells.drops, rows.shape[1])
    box = np.stack([side[left], drop[top], side[right + 1], drop[bottom + 1]], axis=1)
    cut = np.stack([columns[:, 0], rows[:, 0], columns[:, -1], rows[:, -1]], axis=1) > 0
    return Regions(
        members=members,
        size=size,
        box=box.astype(np.float32),
        means=means,
        paint=_paint(tones),
        nearness=np.exp(means[:, 5]),
        taper=_taper(rows, top, bottom),
        fill=(size / ((bottom + 1 - top) * (right + 1 - left))).astype(np.float32),
        cut=cut.astype(np.float32),
        below=below,
        around=around,
        isolation=isolation,
        unity=unity,
    )


@njit(cache=True, nogil=True)
def _add_up(members, values):
    """The sums (r, m) of what patches (n, m) hold, over the patches of each region."""
    out = np.zeros((len(members), values.shape[1]), np.float32)
    for region in range(len(members)):
        for one in range(len(values)):
            if members[region, one]:
                for k in range(values.shape[1]):
                    out[region, k] += values[one, k]
    return out


def _outlines(
    pieces: Pieces, members: NDArray[np.bool_], together: Floats
) -> tuple[Floats, Floats, Floats, Floats]:
    """(below, around, isolation, unity) from the borders between patches inside and outside each region."""
    below, around, cut, held = _walk_borders(
        members, pieces.pairs, pieces.borders, np.ascontiguousarray(pieces.kinds), together
    )
    isolation = 1 - cut[:, 1] / np.maximum(cut[:, 0], 1)
    unity = np.where(held[:, 0] > 0, held[:, 1] / np.maximum(held[:, 0], 1), 1)
    return _shares(below), _shares(around), isolation.astype(np.float32), unity.astype(np.float32)


@njit(cache=True, nogil=True)
def _walk_borders(members, pairs, borders, kinds, together):
    """(below, around, cut, held): of each region the kinds beyond its lower and its whole outline by length,
    and the lengths, plain and times how surely both sides are one thing, of its outline and inside it."""
    regions, many = len(members), kinds.shape[1]
    below, around = np.zeros((regions, many)), np.zeros((regions, many))
    cut, held = np.zeros((regions, 2)), np.zeros((regions, 2))
    for region in range(regions):
        inside = members[region]
        for k in range(len(pairs)):
            one, other = pairs[k, 0], pairs[k, 1]
            if not (inside[one] or inside[other]):
                continue
            length = np.float64(borders[k, 0])
            if inside[one] and inside[other]:
                held[region, 0] += length
                held[region, 1] += length * together[k]
                continue
            cut[region, 0] += length
            cut[region, 1] += length * together[k]
            beyond, under = (other, borders[k, 1]) if inside[one] else (one, borders[k, 2])
            for kind in range(many):
                around[region, kind] += length * kinds[beyond, kind]
                below[region, kind] += under * kinds[beyond, kind]
    return below, around, cut, held


def _shares(totals: NDArray[np.floating]) -> Floats:
    return np.asarray(totals / np.maximum(totals.sum(axis=1, keepdims=True), 1e-6), np.float32)


def _extent(counts: Floats) -> tuple[NDArray[np.int64], NDArray[np.int64]]:
    """First and last index of each row of counts, leaving out the tips."""
    share = np.cumsum(counts, axis=1)
    share = share / share[:, -1:]
    first = np.argmax(share > _TIP, axis=1)
    last = np.argmax(share >= 1 - _TIP, axis=1)
    return first, np.maximum(last, first)


def _edges_of(middles: Floats, count: int) -> Floats:
    """The edges (count + 1) of lattice lines, from the middles of cells two lines wide."""
    step = float(middles[-1] - middles[0]) / max(len(middles) - 1, 1)
    return np.asarray(middles[0] - step / 2 + step / 2 * np.arange(count + 1), np.float32)


def _taper(rows: Floats, top: NDArray[np.int64], bottom: NDArray[np.int64]) -> Floats:
    total = np.concatenate([np.zeros((len(rows), 1)), np.cumsum(rows, axis=1)], axis=1)
    third = np.maximum((bottom + 1 - top) // 3, 1)
    index = np.arange(len(rows))
    upper = total[index, top + third] - total[index, top]
    lower = total[index, bottom + 1] - total[index, bottom + 1 - third]
    return np.asarray(upper / np.maximum(lower, 1), np.float32)


def _paint(tones: Floats) -> Floats:
    """The mean colour of the brighter half, tone by tone."""
    counts = tones[:, ::-1, 0]
    total = np.cumsum(counts, axis=1)
    half = total[:, -1:] / 2
    share = np.clip(1 - (total - half) / np.maximum(counts, 1e-6), 0, 1)
    return np.asarray((tones[:, ::-1, 1:] * share[..., None]).sum(axis=1) / half, np.float32)
