# mypy: disable-error-code=untyped-decorator
"""How well a flight follows its reference path: exact dynamic time warping and its normalised form."""

import math

import numpy as np

from airanchor.bench.metrics.positions import Positions
from aircity.machine.compilation import njit


def dtw_m(path: Positions, reference: Positions) -> float:
    """The least summed distance of an alignment of two paths (n, 3) and (m, 3), in metres.

    D[i, j] = |p_i - r_j| + min(D[i-1, j], D[i, j-1], D[i-1, j-1]), every pair of the alignment counted once.
    It is exact: n m cells in O(m) memory. The approximation by fastdtw, which AerialVLN's code uses,
    is never smaller, so its nDTW is never larger.
    """
    return float(_last_cell(path, reference))


def ndtw(distance_m: float, reference_points: int, threshold_m: float) -> float:
    """exp(-DTW / (m d)), with m points in the reference as given and d the success threshold; at most 1."""
    return math.exp(-distance_m / (reference_points * threshold_m))


@njit(cache=True, nogil=True)
def _last_cell(path: Positions, reference: Positions) -> float:
    row = np.full(len(reference) + 1, np.inf)
    row[0] = 0.0
    for i in range(len(path)):
        diagonal, left = row[0], np.inf
        row[0] = np.inf
        for j in range(len(reference)):
            dx = path[i, 0] - reference[j, 0]
            dy = path[i, 1] - reference[j, 1]
            dz = path[i, 2] - reference[j, 2]
            above = row[j + 1]
            left = math.sqrt(dx * dx + dy * dy + dz * dz) + min(left, min(above, diagonal))
            row[j + 1], diagonal = left, above
    last: float = row[-1]
    return last
