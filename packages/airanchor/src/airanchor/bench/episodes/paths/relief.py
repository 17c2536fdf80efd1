"""How high a scene reaches above every place: the true free space that reference paths are planned in."""

from dataclasses import dataclass

import numpy as np
import shapely
from numpy.typing import NDArray

from aircity.city.render.renderer import Renderer
from aircity.city.scene import CityScene

CELL_M = 2.5
_ABOVE_ALL_M = 245.0
_LOWEST_OBSTACLE_M = 4.5
_WIDEST_OBSTACLE_M = 120.0


@dataclass(frozen=True, slots=True, eq=False)
class Relief:
    """The highest point of every cell and of its eight neighbours."""

    x_min_m: float
    y_min_m: float
    top_m: NDArray[np.float64]  # (nx, ny)
    near_top_m: NDArray[np.float64]  # (nx, ny), the maximum over 3 x 3 cells

    def cell(self, x_m: float, y_m: float) -> tuple[int, int]:
        """The cell of a place, clipped to the grid."""
        nx, ny = self.top_m.shape
        i = int((x_m - self.x_min_m) // CELL_M)
        j = int((y_m - self.y_min_m) // CELL_M)
        return min(max(i, 0), nx - 1), min(max(j, 0), ny - 1)

    def center(self, i: int, j: int) -> tuple[float, float]:
        """The middle of a cell."""
        return self.x_min_m + (i + 0.5) * CELL_M, self.y_min_m + (j + 0.5) * CELL_M

    def top_around(self, x_m: float, y_m: float, radius_m: float) -> float:
        """The highest point within a square of half side `radius_m`."""
        i, j = self.cell(x_m, y_m)
        k = int(radius_m // CELL_M)
        return float(self.top_m[max(i - k, 0) : i + k + 1, max(j - k, 0) : j + k + 1].max())

    def is_clear(self, start: tuple[float, float], end: tuple[float, float], z_m: float) -> bool:
        """Whether a straight flight at z keeps 2 m above everything it comes near."""
        steps = max(2, int(np.hypot(end[0] - start[0], end[1] - start[1]) / (0.5 * CELL_M)) + 1)
        share = np.arange(steps + 1) / steps
        i = ((start[0] + share * (end[0] - start[0]) - self.x_min_m) // CELL_M).astype(int)
        j = ((start[1] + share * (end[1] - start[1]) - self.y_min_m) // CELL_M).astype(int)
        nx, ny = self.top_m.shape
        if i.min() < 0 or j.min() < 0 or i.max() >= nx or j.max() >= ny:
            return False
        return bool((self.near_top_m[i, j] <= z_m - 2.0).all())


def measure_relief(scene: CityScene, renderer: Renderer) -> Relief:
    """Look straight down on every cell, and add the footprints of what rays may miss (masts, blades)."""
    bounds = scene.bounds
    xs = np.arange(bounds.x_min_m + CELL_M / 2, bounds.x_max_m, CELL_M)
    ys = np.arange(bounds.y_min_m + CELL_M / 2, bounds.y_max_m, CELL_M)
    east, north = np.meshgrid(ys, xs)
    starts = np.stack([north.ravel(), east.ravel(), np.full(north.size, _ABOVE_ALL_M)], axis=1)
    hits = renderer.raycast(starts, np.tile([0.0, 0.0, -1.0], (len(starts), 1)))
    fallen = np.where(np.isfinite(hits.distance_m), hits.distance_m, _ABOVE_ALL_M)
    top = (_ABOVE_ALL_M - fallen).reshape(north.shape)
    for one in scene.objects:
        outline = shapely.Polygon(one.footprint)
        x0, y0, x1, y1 = outline.bounds
        if one.z_max_m < _LOWEST_OBSTACLE_M or max(x1 - x0, y1 - y0) > _WIDEST_OBSTACLE_M:
            continue
        part = np.s_[
            max(0, int(np.searchsorted(xs, x0 - CELL_M))) : int(np.searchsorted(xs, x1 + CELL_M)),
            max(0, int(np.searchsorted(ys, y0 - CELL_M))) : int(np.searchsorted(ys, y1 + CELL_M)),
        ]
        inside = shapely.contains_xy(outline.buffer(CELL_M / 2), north[part], east[part])
        top[part] = np.where(inside, np.maximum(top[part], one.z_max_m), top[part])
    return Relief(bounds.x_min_m, bounds.y_min_m, top, _spread(top))


def _spread(top: NDArray[np.float64]) -> NDArray[np.float64]:
    padded = np.pad(top, 1, mode="edge")
    nx, ny = top.shape
    highest: NDArray[np.float64] = np.max(
        [padded[i : i + nx, j : j + ny] for i in range(3) for j in range(3)], axis=0
    )
    return highest
