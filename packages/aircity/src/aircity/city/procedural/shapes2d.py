"""Flat shapes: taking the polygons out of whatever a cut leaves behind."""

from collections.abc import Iterator

from shapely.geometry import Polygon
from shapely.geometry.base import BaseGeometry


def polygons(geometry: BaseGeometry, least_m2: float = 1.0) -> Iterator[Polygon]:
    """The polygons inside any geometry, without crumbs."""
    for part in getattr(geometry, "geoms", [geometry]):
        if part.geom_type == "Polygon" and part.area >= least_m2:
            yield part
