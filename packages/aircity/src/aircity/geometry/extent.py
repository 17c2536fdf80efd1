"""Extent: the 2.5-D shape of an object, a convex footprint raised from its lowest to its highest point."""

import math
from dataclasses import dataclass

import numpy as np
from numpy.typing import ArrayLike, NDArray

from aircity.errors import InputError
from aircity.geometry.footprint import Footprint


@dataclass(frozen=True, slots=True)
class Extent:
    """g = (R, z_min, z_max), in metres. It keeps no points."""

    footprint: Footprint
    z_min_m: float
    z_max_m: float

    def __post_init__(self) -> None:
        if not (math.isfinite(self.z_min_m) and math.isfinite(self.z_max_m)):
            raise InputError(f"extent heights ({self.z_min_m}, {self.z_max_m}) m must be finite")
        if self.z_min_m > self.z_max_m:
            raise InputError(f"extent z_min_m = {self.z_min_m} must not be above z_max_m = {self.z_max_m}")

    @classmethod
    def of_points(cls, points_in_world: ArrayLike) -> "Extent":
        """The extent of points (n, 3), n ≥ 1: hull of their xy, least and greatest z."""
        points = np.asarray(points_in_world, dtype=np.float64)
        if points.ndim != 2 or points.shape[0] < 1 or points.shape[1] != 3:
            raise InputError(f"points of shape {points.shape} must be (n, 3) with n at least 1")
        return cls(Footprint.hull_of(points), float(points[:, 2].min()), float(points[:, 2].max()))

    @property
    def center(self) -> NDArray[np.float64]:
        """c (3,): the footprint's area centroid, halfway between z_min and z_max."""
        return np.append(self.footprint.centroid, (self.z_min_m + self.z_max_m) / 2)

    def merged(self, other: "Extent") -> "Extent":
        """R ← ConvHull(R ∪ R'), z_min ← min, z_max ← max: grows, never shrinks."""
        return Extent(
            self.footprint.hull_with(other.footprint),
            min(self.z_min_m, other.z_min_m),
            max(self.z_max_m, other.z_max_m),
        )

    def bev_distance_m(self, other: "Extent") -> float:
        """d_BEV: the least distance seen from above, 0 where footprints meet; heights play no part."""
        return self.footprint.distance_m(other.footprint)

    def bev_overlap_m2(self, other: "Extent") -> float:
        """Area(R ∩ R'), seen from above."""
        return self.footprint.intersection_area_m2(other.footprint)
