"""Which proposals are different things: of those that overlap, the best stands."""

import numpy as np
from numpy.typing import NDArray

from airanchor.embedded.eyes.detector.properties import Proposals

MOST_DETECTIONS = 50
OVERLAP = 0.35
INSIDE = 0.6
"""Beyond this overlap, or with this share of the smaller in the larger, two proposals are one thing."""


def apart(proposals: Proposals, order: NDArray[np.intp]) -> list[int]:
    """Of proposals from best to worst, those that are not the same thing as a better one."""
    size_px = proposals.size_px
    chosen: list[int] = []
    kept: list[tuple[set[int], float]] = []
    for index in order.tolist():
        rows = set(proposals.groups[index])
        area = float(size_px[list(rows)].sum())
        if area and not any(_is_same(rows, area, other, other_area, size_px) for other, other_area in kept):
            chosen.append(index)
            kept.append((rows, area))
        if len(chosen) == MOST_DETECTIONS:
            break
    return chosen


def _is_same(
    rows: set[int], area: float, other: set[int], other_area: float, size_px: NDArray[np.intp]
) -> bool:
    shared = rows & other
    if not shared:
        return False
    common = float(size_px[list(shared)].sum())
    return common / (area + other_area - common) > OVERLAP or common / min(area, other_area) > INSIDE
