"""Footprint: a convex region seen from above; a point or a segment is as legal as a polygon.

A pole, one pixel column or a facade seen frontally covers no area, and rounding would turn such a region
into a sliver whose area centroid is noise; regions thinner than `FLAT_M` are therefore segments or points.
"""

from dataclasses import dataclass

import numpy as np
import shapely
from numpy.typing import ArrayLike, NDArray

from aircity.errors import InputError

FLAT_M = 1e-9
"""Regions narrower than this have no area: far above rounding at city scale, far below any sensor."""

Floats = NDArray[np.float64]


@dataclass(frozen=True, slots=True)
class Footprint:
    """The convex hull of a shapely geometry, in metres (x north, y east)."""

    shape: shapely.Geometry
    """Point, LineString or convex Polygon; whatever is given, its hull is kept."""

    def __post_init__(self) -> None:
        coordinates = shapely.get_coordinates(self.shape)
        if not len(coordinates):
            raise InputError("a footprint needs at least one point")
        if not np.isfinite(coordinates).all():
            raise InputError("a footprint's points must be finite; drop or cap far depth readings first")
        hull = _without_slivers(shapely.convex_hull(shapely.force_2d(self.shape)))
        object.__setattr__(self, "shape", shapely.normalize(hull))

    @classmethod
    def hull_of(cls, points: ArrayLike) -> "Footprint":
        """R = ConvHull of the xy of points (n, 2) or (n, 3), n ≥ 1."""
        array = np.asarray(points, dtype=np.float64)
        if array.ndim != 2 or array.shape[0] < 1 or array.shape[1] not in (2, 3):
            raise InputError(f"points of shape {array.shape} must be (n, 2) or (n, 3) with n at least 1")
        xy = array[:, :2]
        return cls(shapely.points(xy[0]) if len(xy) == 1 else shapely.linestrings(xy))

    @property
    def vertices(self) -> Floats:
        """The corners (n, 2): n = 1 a point, 2 a segment, otherwise a counter-clockwise open ring."""
        if self.shape.geom_type != "Polygon":
            return np.asarray(shapely.get_coordinates(self.shape), dtype=np.float64)
        ring = np.asarray(shapely.get_coordinates(self.shape)[:-1], dtype=np.float64)
        return ring if shapely.is_ccw(self.shape.exterior) else ring[::-1].copy()

    @property
    def area_m2(self) -> float:
        """The area; 0 for a point or a segment."""
        return float(self.shape.area)

    @property
    def centroid(self) -> Floats:
        """The area centroid (2,); the middle of a segment; the point itself."""
        return np.asarray(shapely.get_coordinates(shapely.centroid(self.shape))[0], dtype=np.float64)

    def distance_m(self, other: "Footprint") -> float:
        """The least distance between the two regions; 0 when they overlap or touch."""
        return float(shapely.distance(self.shape, other.shape))

    def intersection_area_m2(self, other: "Footprint") -> float:
        """The area the two regions share; 0 whenever either has none."""
        return float(shapely.area(shapely.intersection(self.shape, other.shape)))

    def hull_with(self, other: "Footprint") -> "Footprint":
        """R = ConvHull(R ∪ R'), the smallest footprint that holds both."""
        return Footprint.hull_of(np.concatenate([self.vertices, other.vertices]))


def _without_slivers(hull: shapely.Geometry) -> shapely.Geometry:
    """The hull, or the segment or point it is once rounding is put aside."""
    corners = shapely.get_coordinates(hull)
    size_m = float(np.linalg.norm(np.ptp(corners, axis=0)))
    if size_m <= FLAT_M:
        return shapely.points(corners[0])
    if hull.geom_type != "Polygon" or hull.area > FLAT_M * size_m:
        return hull
    first_end = corners[np.argmax(np.linalg.norm(corners - corners[0], axis=1))]
    other_end = corners[np.argmax(np.linalg.norm(corners - first_end, axis=1))]
    return shapely.linestrings([first_end, other_end])
