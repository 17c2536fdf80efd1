"""How high the camera seems to be, from things whose size is known."""

import math

import numpy as np
from numpy.typing import NDArray

from airanchor.embedded.eyes.reader.regions.regions import Regions

Floats = NDArray[np.float64]

USUAL_HEIGHT_M = 30.0
_USUAL_WEIGHT = 5.0
"""How much the usual height counts beside one thing of known size."""
_ALIKE_WEIGHT = 0.2
"""Things of one picture err together, so each counts less than alone."""
_VARIED = 2.0
"""Names whose sizes vary more than this (logarithm) tell nothing."""
_CLEAR_PX = 60.0


def seen_height_m(regions: Regions, shares: NDArray[np.float32], tops: Floats) -> float:
    """Height over ground: known tops over tops in camera heights, averaged as logarithms.

    `shares` (r, names) is how probably each region is each name, `tops` as in SceneModel.
    """
    spread = tops[:, 1]
    is_whole = (regions.cut.max(axis=1) < 1) * np.minimum(regions.size / _CLEAR_PX, 1)
    trust = shares.astype(float) ** 2 / (spread**2 + 0.05) * (spread < _VARIED) * is_whole[:, None]
    logs = tops[:, 0] - np.log(regions.top)[:, None]
    total = _ALIKE_WEIGHT * float(trust.sum())
    summed = _ALIKE_WEIGHT * float((trust * logs).sum())
    return math.exp((summed + _USUAL_WEIGHT * math.log(USUAL_HEIGHT_M)) / (total + _USUAL_WEIGHT))
