"""How far away is what a box is drawn around: one measure for every method whose model answers with boxes."""

import numpy as np
from numpy.typing import NDArray

NEAR_SHARE = 30
"""Percentile of the depths in the middle of a box: what stands in it is nearer than what shows beside it."""

Box = tuple[int, int, int, int]
"""left, top, right, bottom in pixels; right and bottom are one past the last."""


def depth_in(depth_m: NDArray[np.floating], box: Box) -> float | None:
    """The depth of what a box is drawn around, by the middle half of it; None without a finite one."""
    left, top, right, bottom = box
    aside, down = (right - left) // 4, (bottom - top) // 4
    inner = depth_m[top + down : bottom - down, left + aside : right - aside]
    sound = inner[(inner > 0) & np.isfinite(inner)]
    return float(np.percentile(sound, NEAR_SHARE)) if sound.size else None
