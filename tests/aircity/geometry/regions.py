"""How far apart two convex regions are as sets: the way tests compare hulls, never by vertices."""

import shapely

from aircity.geometry import Footprint


def hausdorff_m(one: Footprint, other: Footprint) -> float:
    """The Hausdorff distance of two convex regions: it is reached at a corner of either."""
    from_one = shapely.distance(other.shape, shapely.points(one.vertices)).max()
    from_other = shapely.distance(one.shape, shapely.points(other.vertices)).max()
    return float(max(from_one, from_other))
