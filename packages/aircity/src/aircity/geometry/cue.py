"""Cue: where a point is for the drone. Anchors, candidates, priors and recentring all ask this one file."""

import math
from dataclasses import dataclass

import numpy as np
from numpy.typing import ArrayLike, NDArray

from aircity.errors import InputError
from aircity.geometry.angles import wrap_all
from aircity.geometry.pose import Pose

OVERHEAD_M = 1e-9
"""Closer than this, seen from above, a point has no direction; its bearing is 0."""


@dataclass(frozen=True, slots=True)
class Cue:
    """r = (φ, Δz, d_xy, d_3D) of one point, seen from one pose."""

    bearing_rad: float
    """Clockwise from the heading, in [-π, π): positive is to the right, as a positive turn is."""
    dz_m: float
    """Height above the drone; negative is below."""
    d_xy_m: float
    """Horizontal distance."""
    d_3d_m: float
    """Straight-line distance."""

    @property
    def bearing_deg(self) -> float:
        """The bearing in degrees, for text."""
        return math.degrees(self.bearing_rad)


def relate(pose: Pose, point_in_world: ArrayLike) -> Cue:
    """The cue of one point (3,) from a pose:

    φ = wrap(atan2(Δy, Δx) − ψ), Δz = p_z − z, d_xy = √(Δx² + Δy²), d_3D = √(d_xy² + Δz²).
    """
    point = np.asarray(point_in_world, dtype=np.float64)
    if point.shape != (3,):
        raise InputError(f"a point of shape {point.shape} must be (3,): x, y, z in metres")
    return Cue(*relate_all(pose, point).tolist())


def relate_all(pose: Pose, points_in_world: ArrayLike) -> NDArray[np.float64]:
    """The cues of points (..., 3) as an array (..., 4) in the order of Cue's fields."""
    dx, dy, dz = np.moveaxis(np.asarray(points_in_world, dtype=np.float64) - pose.position, -1, 0)
    d_xy = np.hypot(dx, dy)
    bearing = np.where(d_xy < OVERHEAD_M, 0.0, wrap_all(np.arctan2(dy, dx) - pose.heading_rad))
    return np.stack([bearing, dz, d_xy, np.hypot(d_xy, dz)], axis=-1)
