"""What the network is given: colours, where each ray points, and depth if there is any, as planes."""

import math

import numpy as np
from numpy.typing import NDArray

Floats = NDArray[np.float32]

STEP_PX = 2
"""Pixels per point of the planes: the colours of two by two pixels lie on top of each other."""
_COLOURS = 3 * STEP_PX**2
PLANES = _COLOURS + 5
"""Twelve colours, right and up of the ray, log depth, height over the camera, whether depth was read."""
NEAREST_M, FARTHEST_M = 1.0, 1000.0
LOG_DEPTH_MEAN, LOG_DEPTH_SCALE = 4.0, 1.5
_MOST_RISE_M, _RISE_SCALE_M = 120.0, 20.0


def rays(u_px: Floats, v_px: Floats, focal_px: float, pitch_rad: float = 0.0) -> tuple[Floats, Floats]:
    """Right and up of the unit ray through each (u, v), measured from the principal point, (v, u) each.

    With x = u / f and y = v / f (down), right = x / n and up = (sin p - y cos p) / n, n = |(x, y, 1)|.
    """
    x, y = u_px[None, :] / focal_px, v_px[:, None] / focal_px
    n = np.sqrt(x * x + y * y + 1)
    up = (math.sin(pitch_rad) - y * math.cos(pitch_rad)) / n
    return (x / n).astype(np.float32), up.astype(np.float32)


def fold_colours(rgb: NDArray[np.uint8] | Floats) -> Floats:
    """(h, w, 3) from 0 to 255 to (h / 2, w / 2, 12) from -1 to 1."""
    h, w = (side // STEP_PX for side in rgb.shape[:2])
    blocks = rgb.reshape(h, STEP_PX, w, STEP_PX, 3).transpose(0, 2, 1, 3, 4)
    return np.asarray(blocks.reshape(h, w, _COLOURS), np.float32) / np.float32(127.5) - np.float32(1)


def depth_planes(log_depth: Floats, is_read: NDArray[np.bool_], up: Floats) -> Floats:
    """(h, w, 3): scaled log depth, height of the point over the camera, whether there is a reading."""
    rise_m = np.clip(np.exp(log_depth) * up, -_MOST_RISE_M, _MOST_RISE_M)
    scaled = (log_depth - LOG_DEPTH_MEAN) / LOG_DEPTH_SCALE
    told = np.stack([scaled, rise_m / _RISE_SCALE_M, np.ones_like(up)], axis=-1)
    return np.asarray(told * is_read[..., None], np.float32)


def log_depth_of(depth_m: NDArray[np.float32]) -> tuple[Floats, NDArray[np.bool_]]:
    """Log depth of metres along the ray, and where there is a reading: 0 and NaN are none, inf is the sky."""
    is_read = depth_m > 0  # false for NaN
    metres = np.clip(np.where(is_read, depth_m, FARTHEST_M), NEAREST_M, FARTHEST_M)
    return np.log(metres).astype(np.float32), is_read
