# mypy: allow-untyped-defs, allow-untyped-calls
"""Pictures on surfaces: a pyramid of halved copies, sampled smoothly at the size of a pixel."""

import math

import numpy as np
from numpy.typing import NDArray

from aircity.city.render.kernel import compiled

LEVELS = 9  # 256, 128, ... 1


def build_pyramids(textures: NDArray[np.uint8]) -> NDArray[np.uint8]:
    """(k, 87381, 3): for each picture (256, 256, 3) its levels one after the other, row by row."""
    level = textures.reshape(-1, 256, 256, 3).astype(np.float32)
    levels = []
    for _ in range(LEVELS):
        levels.append(np.rint(level).astype(np.uint8).reshape(len(level), level.shape[1] * level.shape[2], 3))
        if level.shape[1] > 1:
            halves = level.reshape(len(level), level.shape[1] // 2, 2, level.shape[2] // 2, 2, 3)
            upper, lower = halves[:, :, 0], halves[:, :, 1]
            level = 0.25 * (upper[..., 0, :] + upper[..., 1, :] + lower[..., 0, :] + lower[..., 1, :])
    return np.concatenate(levels, axis=1)


@compiled
def sample_picture(pyramids, picture, u, v, width):
    """Display colour of a picture at (u, v) in 0..1, averaged over about `width` of its side."""
    level = min(max(math.log2(max(width * 256.0, 1e-6)), 0.0), LEVELS - 1.0)
    coarse = min(int(level), LEVELS - 2)
    share = level - coarse
    r0, g0, b0 = _sample_level(pyramids, picture, u, v, coarse)
    if share < 0.02:
        return r0, g0, b0
    r1, g1, b1 = _sample_level(pyramids, picture, u, v, coarse + 1)
    return r0 + (r1 - r0) * share, g0 + (g1 - g0) * share, b0 + (b1 - b0) * share


@compiled
def _sample_level(pyramids, picture, u, v, level):
    """Bilinear sample of one level; the border's colour goes on outside it."""
    side = 256 >> level
    start = (65536 - side * side) * 4 // 3 if level > 0 else 0
    x = min(max(u * side - 0.5, 0.0), side - 1.0)
    y = min(max(v * side - 0.5, 0.0), side - 1.0)
    i, j = int(x), int(y)
    fx, fy = x - i, y - j
    right = 1 if i + 1 < side else 0
    below = side if j + 1 < side else 0
    corner = start + j * side + i
    page = pyramids[picture]
    w00, w10, w01, w11 = (1 - fx) * (1 - fy), fx * (1 - fy), (1 - fx) * fy, fx * fy
    a, b, c, d = page[corner], page[corner + right], page[corner + below], page[corner + below + right]
    unit = 1.0 / 255.0
    return (
        (a[0] * w00 + b[0] * w10 + c[0] * w01 + d[0] * w11) * unit,
        (a[1] * w00 + b[1] * w10 + c[1] * w01 + d[1] * w11) * unit,
        (a[2] * w00 + b[2] * w10 + c[2] * w01 + d[2] * w11) * unit,
    )
