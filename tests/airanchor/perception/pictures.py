"""Test pictures from integer arithmetic, the same on every machine."""

import numpy as np
from numpy.typing import NDArray


def draw(kind: str, height_px: int, width_px: int) -> NDArray[np.uint8]:
    """A ramp of colours, a wall of windows, a disc, or noise; anything else is plain gray."""
    y, x = np.mgrid[:height_px, :width_px]
    if kind == "ramp":
        colours = [x * 255 // max(width_px - 1, 1), y * 255 // max(height_px - 1, 1), (x + y) % 256]
    elif kind == "windows":
        is_window = (x % 16 < 9) & (y % 20 < 12)
        colours = [np.where(is_window, glass, wall) for glass, wall in ((40, 190), (60, 180), (90, 170))]
    elif kind == "disc":
        radius = min(height_px, width_px) // 3
        is_disc = (x - width_px // 2) ** 2 + (y - height_px // 2) ** 2 < radius**2
        colours = [np.where(is_disc, inside, outside) for inside, outside in ((200, 30), (30, 140), (40, 60))]
    elif kind == "noise":
        value = (x * 7919 + y * 104729 + x * y * 31) % 256
        colours = [value, (value * 5 + 17) % 256, (value * 11 + 3) % 256]
    else:
        colours = [np.full((height_px, width_px), 128)] * 3
    return np.stack(colours, axis=-1).astype(np.uint8)
