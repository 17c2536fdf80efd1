"""Mooring: ships and boats alongside the quays, parallel to them."""

import math
from collections.abc import Sequence
from itertools import pairwise

import numpy as np
from shapely.geometry import Polygon
from shapely.geometry.base import BaseGeometry
from shapely.geometry.polygon import orient

from aircity.city.procedural.draft import Draft
from aircity.city.procedural.models import Shelf, extent
from aircity.city.procedural.shapes2d import polygons
from aircity.city.procedural.sites import Wish, moved
from aircity.geometry.arithmetic import norm

_GAP_M = 1.4
_TRIES = 80


def moor(draft: Draft, shelf: Shelf, wishes: Sequence[Wish], water: BaseGeometry, z_m: float) -> BaseGeometry:
    """Lay vessels along the water's edges; returns the water that stays open."""
    rng = draft.stream("mooring")
    sides = [side for part in polygons(water) for side in _quays(part)]
    if not sides:
        return water
    lengths = np.array([norm(end - start) for start, end in sides])
    for wish in wishes:
        for _ in range(int(rng.integers(wish.least, wish.most + 1))):
            model = shelf.fresh(wish.category, rng)
            shape = extent(model)
            x0, y0, x1, y1 = shape.bounds
            for _ in range(_TRIES):
                k = int(rng.choice(len(sides), p=lengths / lengths.sum()))
                if lengths[k] < x1 - x0:
                    continue
                start, end = sides[k]
                along = (end - start) / lengths[k]
                inward = np.array([-along[1], along[0]])
                spot = start + along * rng.uniform(0.2, 0.8) * lengths[k] + inward * (_GAP_M + (y1 - y0) / 2)
                heading = math.atan2(along[1], along[0])
                hull = moved(shape, float(spot[0]), float(spot[1]), heading)
                if water.contains(hull):
                    draft.place(model, float(spot[0]), float(spot[1]), z_m, heading)
                    water = water.difference(hull.buffer(5.0))
                    break
    return water


def _quays(water: Polygon) -> list[tuple[np.ndarray, np.ndarray]]:
    ring = np.asarray(orient(water.simplify(1.0)).exterior.coords)
    return [(a, b) for a, b in pairwise(ring) if norm(b - a) > 12.0]
