# mypy: allow-untyped-defs, allow-untyped-calls, disable-error-code=untyped-decorator
"""Bonds: how surely the network joins the inside of a candidate, and joins it with what lies around.

A piece of a thing is joined with the rest of it across its outline, a whole thing is not; one that holds two
things is not joined inside.
"""

from typing import TYPE_CHECKING

import numpy as np
from numpy.typing import NDArray

from aircity.machine.compilation import njit

if TYPE_CHECKING:
    from airanchor.embedded.eyes.net import CellMaps

BONDS = 4
_LEAST = 1e-3


def bonds_of(held: NDArray[np.bool_], cell_of: NDArray[np.int32], maps: "CellMaps") -> NDArray[np.float64]:
    """(n, BONDS) of candidates that hold cells (n, c): mean join inside and across, then of the logarithms.

    `cell_of` says which cell each pixel of the view lies in.
    """
    h, w = maps.joins.shape[:2]
    rows, columns = (
        (2 * np.arange(n) + 1) * side // (2 * n) for n, side in zip((h, w), cell_of.shape, strict=True)
    )
    thinned = np.ascontiguousarray(cell_of[rows[:, None], columns])
    numbers = np.zeros(held.shape[1] ** 2, np.int32)
    codes, sums = _edges(thinned, maps.joins, held.shape[1], numbers)
    first, second = codes // held.shape[1], codes % held.shape[1]
    ends = np.concatenate([first, second])
    order = np.argsort(ends, kind="stable")
    starts = np.searchsorted(ends[order], np.arange(held.shape[1] + 1))
    others = np.concatenate([second, first])[order]
    return np.asarray(_walk(np.ascontiguousarray(held), starts, others, sums[order % len(codes)]))


@njit(cache=True, nogil=True)
def _edges(labels, joins, count, number):
    """(codes, sums): first * count + second of each pair of neighbours; how many, their joins, and logs.

    `number` (count * count) must be 0; made outside, it takes memory only where it is touched.
    """
    height, width = labels.shape
    codes = np.empty(2 * height * width, np.int64)
    sums = np.zeros((2 * height * width, 3), np.float32)
    made = 0
    for i in range(height):
        for j in range(width):
            for way in range(2):
                y, x = (i, j + 1) if way == 0 else (i + 1, j)
                if y >= height or x >= width:
                    continue
                code = labels[i, j] * count + labels[y, x]
                if number[code] == 0:
                    codes[made] = code
                    made += 1
                    number[code] = made
                at, value = number[code] - 1, joins[i, j, way]
                sums[at, 0] += 1
                sums[at, 1] += value
                sums[at, 2] += np.log(max(value, np.float32(_LEAST)))
    return codes[:made].copy(), sums[:made].copy()


@njit(cache=True, nogil=True)
def _walk(held, starts, others, sums):
    """The means over the edges inside each candidate and over those of its outline.

    Edges stand once at either end, in the order of cells; those of a cell begin at its place in `starts`.
    """
    out = np.empty((len(held), BONDS), np.float64)
    for n in range(len(held)):
        own = held[n]
        inside, joined, logs = 0.0, 0.0, 0.0
        across, tied, across_logs = 0.0, 0.0, 0.0
        for cell in range(len(own)):
            if not own[cell]:
                continue
            for k in range(starts[cell], starts[cell + 1]):
                if own[others[k]]:  # and seen again from the other end
                    inside += 0.5 * sums[k, 0]
                    joined += 0.5 * sums[k, 1]
                    logs += 0.5 * sums[k, 2]
                else:
                    across += sums[k, 0]
                    tied += sums[k, 1]
                    across_logs += sums[k, 2]
        out[n, 0], out[n, 1] = (joined + 1) / (inside + 1), (tied + 0.5) / (across + 1)
        out[n, 2], out[n, 3] = logs / (inside + 1), (across_logs + np.log(0.5)) / (across + 1)
    return out
