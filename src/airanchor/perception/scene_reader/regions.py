"""Regions: what could be things in a picture, with all that is measured of them.

Lengths are first in units of the camera's height over the ground, the only yardstick in a picture; a guess at
that height turns them into metres.
"""

from dataclasses import dataclass

import numpy as np
from numpy.typing import NDArray

from airanchor.perception.embedded.colours import COLOUR_NAMES
from airanchor.perception.one_thread import one_thread
from airanchor.perception.scene_reader.cells import Cells
from airanchor.perception.scene_reader.layout import Kind
from airanchor.perception.scene_reader.pieces import SUMS, TONES, Pieces

Floats = NDArray[np.float32]

_TIP = 0.02
"""This share of a region's pixels lies beyond either end of its extent."""
_GROUND = slice(Kind.GRASS, len(Kind))


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
    with one_thread:
        chosen = members.astype(np.float32)
        size = chosen @ pieces.size
        means = (chosen @ pieces.sums) / size[:, None]
        rows, columns = chosen @ pieces.rows, chosen @ pieces.columns
        tones = (chosen @ pieces.tones.reshape(pieces.count, -1)).reshape(len(chosen), TONES, 4)
        below, around, isolation, unity = _outlines(pieces, chosen, together)
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


def _outlines(pieces: Pieces, chosen: Floats, together: Floats) -> tuple[Floats, Floats, Floats, Floats]:
    """(below, around, isolation, unity) from the borders between patches inside and outside each region."""
    one, other = pieces.pairs[:, 0], pieces.pairs[:, 1]
    length, over, under = pieces.borders[:, 0], pieces.borders[:, 1], pieces.borders[:, 2]
    has_one, has_other = chosen[:, one], chosen[:, other]
    only_one, only_other = has_one * (1 - has_other), has_other * (1 - has_one)
    around = _shares((only_one * length) @ pieces.kinds[other] + (only_other * length) @ pieces.kinds[one])
    below = _shares((only_one * over) @ pieces.kinds[other] + (only_other * under) @ pieces.kinds[one])
    cut = only_one + only_other
    inside = has_one * has_other
    isolation = 1 - (cut @ (length * together)) / np.maximum(cut @ length, 1)
    held = inside @ length
    unity = np.where(held > 0, (inside @ (length * together)) / np.maximum(held, 1), 1)
    return below, around, isolation.astype(np.float32), unity.astype(np.float32)


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
