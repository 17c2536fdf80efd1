"""What any scene must keep to, whether it is imported or read from a file."""

import math

import numpy as np
from numpy.typing import NDArray

from aircity.city.scene import Bounds
from aircity.errors import InputError

FARTHEST_M = 1e5
"""No coordinate of a scene is larger; float32 still tells centimetres apart there."""


def check_vertices(vertices: NDArray[np.float32]) -> None:
    """Raise InputError unless there are triangles and all are finite and near."""
    if not len(vertices):
        raise InputError("it has no triangles")
    if not (np.isfinite(vertices).all() and np.abs(vertices).max() < FARTHEST_M):
        raise InputError(f"its vertices are not finite or farther than {FARTHEST_M:g} m")


def check_bounds(bounds: Bounds) -> None:
    """Raise InputError unless the bounds enclose a space and keep within reach."""
    x0, x1 = bounds.x_min_m, bounds.x_max_m
    y0, y1 = bounds.y_min_m, bounds.y_max_m
    z0, z1 = bounds.z_min_m, bounds.z_max_m
    values = (x0, y0, x1, y1, z0, z1)
    if not all(math.isfinite(value) and abs(value) <= FARTHEST_M for value in values):
        raise InputError(f"its bounds {values} are not finite or farther than {FARTHEST_M:g} m")
    if not (x0 < x1 and y0 < y1 and z0 < z1):
        raise InputError(f"its bounds {values} are empty")
