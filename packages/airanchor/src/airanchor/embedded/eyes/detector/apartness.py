# mypy: allow-untyped-defs, allow-untyped-calls, disable-error-code=untyped-decorator
"""Which proposals are different things: of those that overlap, the best stands."""

from itertools import accumulate, chain

import numpy as np
from numpy.typing import NDArray

from airanchor.embedded.eyes.detector.properties import Proposals
from aircity.machine.compilation import njit

MOST_DETECTIONS = 50
OVERLAP = 0.35
INSIDE = 0.6
"""Beyond this overlap, or with this share of the smaller in the larger, two proposals are one thing."""


def apart(proposals: Proposals, order: NDArray[np.intp], most: int = MOST_DETECTIONS) -> list[int]:
    """Of proposals from best to worst, those that are not the same thing as a better one, at most so many."""
    groups = [proposals.groups[index] for index in order.tolist()]
    edges = np.fromiter(accumulate(map(len, groups), initial=0), np.int64)
    rows = np.fromiter(chain.from_iterable(groups), np.int64, edges[-1])
    chosen = _choose(rows, edges, proposals.size_px.astype(np.int64), min(most, MOST_DETECTIONS))
    return [int(index) for index in order[chosen]]


@njit(cache=True, nogil=True)
def _choose(rows, edges, size_px, most):
    """Which of the groups of segments edges[k] to edges[k + 1] of `rows`, each once, stand: their places."""
    chosen = np.empty(max(most, 0), np.int64)
    areas = np.empty(len(chosen), np.float64)
    owner = np.full(len(size_px), -1, np.int64)  # the last group that holds each segment
    count = 0
    for k in range(len(edges) - 1):
        if count >= most:
            break
        area = 0
        for at in range(edges[k], edges[k + 1]):
            if owner[rows[at]] != k:
                area += size_px[rows[at]]
                owner[rows[at]] = k
        is_new = area > 0
        for number in range(count):
            if not is_new:
                break
            common = _common(rows[edges[chosen[number]] : edges[chosen[number] + 1]], owner, k, size_px)
            both = area + areas[number] - common
            is_new = not (common / both > OVERLAP or common / min(area, areas[number]) > INSIDE)
        if is_new:
            chosen[count], areas[count] = k, area
            count += 1
    return chosen[:count]


@njit(cache=True, nogil=True)
def _common(rows, owner, group, size_px):
    """The pixels of the segments in `rows` that `group` holds too."""
    total = 0
    for at in range(len(rows)):
        if owner[rows[at]] == group:
            total += size_px[rows[at]]
    return float(total)
