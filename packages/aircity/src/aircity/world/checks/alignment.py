"""Whether colour and depth show the same thing in the same pixel: their edges must lie on each other."""

from collections.abc import Sequence
from dataclasses import dataclass

import numpy as np
from numpy.typing import NDArray

from aircity.world.observation import Observation

_JUMP = 0.25  # of log depth: one surface in front of another, not one surface at a slant
_SKY_M = 1e4
_MOST_EDGES = 4000


@dataclass(frozen=True, slots=True)
class Alignment:
    """Mean colour contrast on the depth edges, for every displacement of depth against colour."""

    contrast: NDArray[np.float64]  # (2r + 1, 2r + 1), rows are dv, columns du
    edges: int

    @property
    def here(self) -> float:
        """The contrast without displacement."""
        middle = len(self.contrast) // 2
        return float(self.contrast[middle, middle])

    @property
    def best(self) -> float:
        """The greatest contrast."""
        return float(self.contrast.max())

    @property
    def shift_px(self) -> tuple[int, int]:
        """Where depth lies against colour, (du, dv), in pixels; (0, 0) when aligned."""
        row, column = np.unravel_index(int(self.contrast.argmax()), self.contrast.shape)
        middle = len(self.contrast) // 2
        return middle - int(column), middle - int(row)


def align(views: Sequence[Observation]) -> Alignment:
    """Compare the edges of all views together."""
    radius = max(4, views[0].camera.width_px // 40)
    size = 2 * radius + 1
    total = np.zeros((size, size))
    edges = 0
    for view in views:
        for axis in (0, 1):
            contrast = np.minimum(np.abs(np.diff(view.rgb.astype(float), axis=axis)).sum(axis=-1), 150.0)
            at = _edges(view.depth_m, axis, radius)
            edges += len(at)
            for row in range(size):
                for column in range(size):
                    shifted = contrast[at[:, 0] + row - radius, at[:, 1] + column - radius]
                    total[row, column] += shifted.sum()
    return Alignment(total / max(edges, 1), edges)


def _edges(depth_m: NDArray[np.float32], axis: int, border: int) -> NDArray[np.intp]:
    """Where depth jumps along `axis`, (n, 2) rows and columns at least `border` from the rim."""
    log_depth = np.log(np.where(depth_m > 0, np.minimum(depth_m, _SKY_M), np.nan))
    with np.errstate(invalid="ignore"):
        jumps = np.abs(np.diff(log_depth, axis=axis)) > _JUMP
    inner = np.zeros_like(jumps)
    inner[border:-border, border:-border] = jumps[border:-border, border:-border]
    found = np.argwhere(inner)
    return found[:: max(1, len(found) // _MOST_EDGES)]
