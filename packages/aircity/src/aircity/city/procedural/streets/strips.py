"""Strips: bands of constant width along a line, with u running along and v across."""

import math
from dataclasses import dataclass

import numpy as np
from numpy.typing import NDArray
from shapely.geometry import LineString, Polygon
from shapely.geometry.base import BaseGeometry

from aircity.city.solids.mesh import MeshBuilder, Surface
from aircity.geometry.arithmetic import norm

Floats = NDArray[np.float64]


@dataclass(frozen=True, slots=True, eq=False)
class Strip:
    """A band: its centre points, both kerbs (n, 2) and the distance along it (n,)."""

    centre: Floats
    plus: Floats
    minus: Floats
    station_m: Floats
    half_m: float

    @property
    def polygon(self) -> Polygon:
        """The band's outline."""
        return Polygon(np.concatenate([self.minus, self.plus[::-1]]))

    @property
    def is_simple(self) -> bool:
        """Whether its quads neither fold nor overlap."""
        outline = self.polygon
        corners = np.stack([self.minus[:-1], self.minus[1:], self.plus[1:], self.plus[:-1]], axis=1)
        x, y = corners[..., 0], corners[..., 1]
        turned = x * np.roll(y, -1, axis=1) - y * np.roll(x, -1, axis=1)
        doubled = turned.sum(axis=1)
        return bool(outline.is_valid and (doubled > 0).all() and abs(doubled.sum() / 2 - outline.area) < 0.05)

    @property
    def band(self) -> BaseGeometry:
        """The outline, or a band around the centre where a sharp bend makes the quads overlap."""
        return (
            self.polygon if self.is_simple else LineString(self.centre).buffer(self.half_m, cap_style="flat")
        )

    @property
    def length_m(self) -> float:
        """From end to end along the centre."""
        return float(self.station_m[-1])

    def at(self, along_m: float, across_m: float = 0.0) -> tuple[float, float, float]:
        """(x, y, angle of the street) at a distance along and across; plus is counter-clockwise."""
        along_m = float(np.clip(along_m, 0.0, self.length_m))
        k = int(np.clip(np.searchsorted(self.station_m, along_m) - 1, 0, len(self.station_m) - 2))
        share = (along_m - self.station_m[k]) / max(self.station_m[k + 1] - self.station_m[k], 1e-9)
        side = (self.plus - self.minus)[k] / (2 * self.half_m)
        side_next = (self.plus - self.minus)[k + 1] / (2 * self.half_m)
        point = self.centre[k] * (1 - share) + self.centre[k + 1] * share
        point = point + (side * (1 - share) + side_next * share) * across_m
        step = self.centre[k + 1] - self.centre[k]
        return float(point[0]), float(point[1]), math.atan2(step[1], step[0])

    def between(self, start_m: float, end_m: float) -> "Strip":
        """The part from one distance to another; parts that meet share their corners exactly."""
        inner = (self.station_m > start_m + 1e-6) & (self.station_m < end_m - 1e-6)
        station = np.concatenate([[start_m], self.station_m[inner], [end_m]])

        def cut(points: Floats) -> Floats:
            return np.column_stack([np.interp(station, self.station_m, points[:, axis]) for axis in (0, 1)])

        return Strip(cut(self.centre), cut(self.plus), cut(self.minus), station - start_m, self.half_m)

    def draw(
        self,
        builder: MeshBuilder,
        surface: Surface,
        object_id: int,
        *,
        z_m: float,
        half_m: float | None = None,
    ) -> None:
        """Add the band as a flat mesh; `half_m` narrows or widens it."""
        scale = 1.0 if half_m is None else half_m / self.half_m
        plus = self.centre + (self.plus - self.centre) * scale
        minus = self.centre + (self.minus - self.centre) * scale
        height = np.full((len(plus), 1), z_m)
        left, right = np.hstack([plus, height]), np.hstack([minus, height])
        corners = np.stack([right[:-1], right[1:], left[1:], left[:-1]], axis=1)
        across = self.half_m * scale
        v = np.full(len(plus), across)
        low, high = np.column_stack([self.station_m, -v]), np.column_stack([self.station_m, v])
        uv = np.stack([low[:-1], low[1:], high[1:], high[:-1]], axis=1)
        builder.quads(corners, surface, object_id, uv=uv)


def strip_along(line: LineString, half_m: float) -> Strip:
    """The band of half width `half_m` along a line, mitred at its bends."""
    points = np.asarray(line.simplify(0.05).coords)[:, :2]
    from_ends = np.minimum(*(norm(points - points[end], axis=1) for end in (0, -1)))
    points = points[(from_ends > 1.2 * half_m) | (np.arange(len(points)) % (len(points) - 1) == 0)]
    steps = np.diff(points, axis=0)
    lengths = norm(steps, axis=1)
    tangents = steps / lengths[:, None]
    normals = np.column_stack([-tangents[:, 1], tangents[:, 0]])
    joined = np.concatenate([normals[:1], normals[:-1] + normals[1:], normals[-1:]])
    joined /= norm(joined, axis=1, keepdims=True)
    reference = np.concatenate([normals[:1], normals])
    stretch = 1.0 / np.clip((joined * reference).sum(axis=1), 0.6, 1.0)
    offset = joined * (half_m * stretch)[:, None]
    station = np.concatenate([[0.0], np.cumsum(lengths)])
    return Strip(points, points + offset, points - offset, station, half_m)
