"""Fairways: where boats go round on open water, clear of the banks, of bridges and of what lies at anchor."""

import numpy as np
from shapely.geometry.base import BaseGeometry
from shapely.geometry.polygon import orient

from aircity.city.procedural.land.waters import WATER_Z_M
from aircity.city.procedural.shapes2d import polygons
from aircity.city.scene import TrafficWay

AFLOAT_M = WATER_Z_M - 0.12
"""How high a hull lies: a little below the water."""
_CLEAR_M, _BEND_M = 7.0, 5.0
_SHORTEST_M = 90.0
_WIDTH_M = 6.0


def fairways(open_water: BaseGeometry) -> list[TrafficWay]:
    """One round per stretch of water that is wide enough, its bank to starboard."""
    room = open_water.buffer(-_CLEAR_M - _BEND_M).buffer(_BEND_M).simplify(0.3)
    found = []
    for part in polygons(room):
        ring = np.asarray(orient(part, sign=-1.0).exterior.coords)[:-1, :2]  # y runs to the right of x
        if part.exterior.length > _SHORTEST_M:
            points = tuple((round(float(x), 3), round(float(y), 3), AFLOAT_M) for x, y in ring)
            found.append(TrafficWay("water", points, _WIDTH_M))
    return found
