"""The border with AirSim's frame (north, east, down): the only file that negates z.

North and east are shared and a NED yaw is already clockwise from north, so z changes sign and yaw does not.
"""

import math

import numpy as np
from numpy.typing import ArrayLike, NDArray

from aircity.errors import InputError
from aircity.geometry.pose import Pose


def points_from_ned(points_in_ned: ArrayLike) -> NDArray[np.float64]:
    """World points (..., 3) of NED points (..., 3)."""
    flipped = np.array(points_in_ned, dtype=np.float64)
    flipped[..., 2] = 0.0 - flipped[..., 2]  # not -z, which would turn 0 into -0
    return flipped


def ned_from_points(points_in_world: ArrayLike) -> NDArray[np.float64]:
    """NED points (..., 3) of world points (..., 3)."""
    return points_from_ned(points_in_world)


def pose_from_ned(position_in_ned: ArrayLike, yaw_rad: float) -> Pose:
    """The pose of a NED position (3,) and yaw."""
    x_m, y_m, z_m = points_from_ned(position_in_ned).tolist()
    return Pose(x_m, y_m, z_m, float(yaw_rad))


def ned_from_pose(pose: Pose) -> tuple[NDArray[np.float64], float]:
    """The NED position (3,) and yaw of a pose."""
    return ned_from_points(pose.position), pose.heading_rad


def heading_from_wxyz(quaternion_wxyz: ArrayLike) -> float:
    """The heading, in [-π, π], of a NED attitude written scalar first, as AerialVLN's `start_rotation` is."""
    quaternion = np.asarray(quaternion_wxyz, dtype=np.float64)
    norm = float(np.linalg.norm(quaternion)) if quaternion.shape == (4,) else math.nan
    if not (math.isfinite(norm) and norm > 1e-6):
        raise InputError(
            f"quaternion {quaternion_wxyz!r} must be four finite numbers (w, x, y, z), not all zero"
        )
    w, x, y, z = (quaternion / norm).tolist()
    return math.atan2(2 * (w * z + x * y), 1 - 2 * (y * y + z * z))


def wxyz_from_heading(heading_rad: float) -> NDArray[np.float64]:
    """The level NED attitude (w, x, y, z) with this heading."""
    return np.array([math.cos(heading_rad / 2), 0.0, 0.0, math.sin(heading_rad / 2)])
