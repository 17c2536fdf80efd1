"""The ground under a city that brings none, or too little: a height field that runs out to a flat horizon."""

from dataclasses import dataclass

import numpy as np
from numpy.typing import NDArray
from shapely.geometry import box

from aircity.city.imports.zones import COUNTRY, Zones
from aircity.city.solids.mesh import MeshBuilder

Floats = NDArray[np.float64]
APRON_M = 300.0
"""Over this distance beyond the city the ground runs out to the horizon's height, 0."""
HORIZON_M = 4000.0
FLAT_M = 0.6
"""Feet that differ by less than this stand on flat ground."""


@dataclass(frozen=True, slots=True, eq=False)
class Relief:
    """Heights on a regular grid, 0 outside it."""

    x_min_m: float
    y_min_m: float
    step_m: float
    heights: Floats  # (rows along x, columns along y)

    def at(self, points: Floats) -> Floats:
        """Ground heights (n,) at points (n, 2), as the drawn triangles have them."""
        rows, columns = self.heights.shape
        x = (points[:, 0] - self.x_min_m) / self.step_m
        y = (points[:, 1] - self.y_min_m) / self.step_m
        inside = (x >= 0) & (y >= 0) & (x <= rows - 1) & (y <= columns - 1)
        row = np.clip(np.floor(x).astype(int), 0, rows - 2)
        column = np.clip(np.floor(y).astype(int), 0, columns - 2)
        a, b = x - row, y - column
        h00, h10 = self.heights[row, column], self.heights[row + 1, column]
        h01, h11 = self.heights[row, column + 1], self.heights[row + 1, column + 1]
        lower = h00 + a * (h10 - h00) + b * (h11 - h10)
        upper = h00 + b * (h01 - h00) + a * (h11 - h01)
        return np.where(inside, np.where(a >= b, lower, upper), 0.0)


def make_relief(
    samples: Floats, extent: tuple[float, float, float, float], *, below_m: float = 0.0
) -> Relief:
    """Ground through sample points (n, 3), lowered by `below_m`, flat at 0 from APRON_M beyond the extent.

    Heights are the mean of the samples weighted by 1 / (d² + 25 m²)²; with `below_m` the lowest sample near
    each grid point counts, so that the ground stays under the samples.
    """
    x_min, y_min, x_max, y_max = extent
    size = max(x_max - x_min, y_max - y_min) + 2 * APRON_M
    step = max(8.0, size / 140)
    xs = np.arange(x_min - APRON_M, x_max + APRON_M + step, step)
    ys = np.arange(y_min - APRON_M, y_max + APRON_M + step, step)
    if np.ptp(samples[:, 2]) < FLAT_M and below_m == 0.0:
        return Relief(float(xs[0]), float(ys[0]), step, np.zeros((len(xs), len(ys))))
    binned = _bin(samples, (float(xs[0]), float(ys[0])), step, (len(xs), len(ys)))
    heights = np.empty((len(xs), len(ys)))
    for index, x in enumerate(xs):
        squared = (binned.means[:, 0] - x) ** 2 + (binned.means[:, 1][None, :] - ys[:, None]) ** 2
        weight = (squared + 25.0) ** -2
        heights[index] = (weight @ binned.means[:, 2]) / weight.sum(axis=1)
    if below_m:
        heights = np.minimum(heights, binned.lowest) - below_m
    return Relief(float(xs[0]), float(ys[0]), step, heights * _fade(xs, ys, extent))


@dataclass(frozen=True, slots=True, eq=False)
class _Binned:
    means: Floats  # (k, 3), one per occupied cell
    lowest: Floats  # per grid point, of the samples within two cells; inf where there are none


def _bin(samples: Floats, corner: tuple[float, float], step_m: float, shape: tuple[int, int]) -> _Binned:
    cell = np.clip(np.round((samples[:, :2] - corner) / step_m).astype(int), 0, np.array(shape) - 1)
    flat = cell[:, 0] * shape[1] + cell[:, 1]
    occupied, inverse, count = np.unique(flat, return_inverse=True, return_counts=True)
    means = np.stack(
        [np.bincount(inverse.reshape(-1), weights=samples[:, k]) / count for k in range(3)], axis=1
    )
    lowest = np.full(shape[0] * shape[1], np.inf)
    np.minimum.at(lowest, flat, samples[:, 2])
    padded = np.pad(lowest.reshape(shape), 2, constant_values=np.inf)
    windows = [padded[i : i + shape[0], j : j + shape[1]] for i in range(5) for j in range(5)]
    return _Binned(means[np.argsort(occupied)], np.min(windows, axis=0))


def _fade(xs: Floats, ys: Floats, extent: tuple[float, float, float, float]) -> Floats:
    """1 inside the extent, 0 on the border of the apron, smooth between."""
    x_min, y_min, x_max, y_max = extent
    out_x = np.maximum(np.maximum(x_min - xs, xs - x_max), 0.0)
    out_y = np.maximum(np.maximum(y_min - ys, ys - y_max), 0.0)
    away = np.clip(np.maximum(out_x[:, None], out_y[None, :]) / (APRON_M - 1.0), 0.0, 1.0)
    return 1.0 - away * away * (3.0 - 2.0 * away)


def draw_relief(builder: MeshBuilder, relief: Relief, zones: Zones, object_id: int) -> None:
    """The ground and its flat horizon, painted by zones."""
    rows, columns = relief.heights.shape
    xs = relief.x_min_m + relief.step_m * np.arange(rows)
    ys = relief.y_min_m + relief.step_m * np.arange(columns)
    frame = box(xs[0], ys[0], xs[-1], ys[-1])
    horizon = frame.buffer(HORIZON_M, join_style="mitre").difference(frame)
    builder.flat(horizon, 0.0, COUNTRY, object_id)
    if not relief.heights.any():
        zones.paint_flat(builder, frame, object_id)
        return
    x, y = np.meshgrid(xs, ys, indexing="ij")
    grid = np.stack([x, y, relief.heights], axis=2)
    lower = np.stack([grid[:-1, :-1], grid[1:, :-1], grid[1:, 1:]], axis=2)
    upper = np.stack([grid[:-1, :-1], grid[1:, 1:], grid[:-1, 1:]], axis=2)
    zones.paint(
        builder, np.concatenate([lower.reshape(-1, 3, 3), upper.reshape(-1, 3, 3)]), COUNTRY, object_id
    )
