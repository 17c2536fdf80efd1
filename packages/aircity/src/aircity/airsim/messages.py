"""AirSim's structures: maps of named numbers for vectors, quaternions and poses, read with checks."""

import math
from collections.abc import Mapping
from typing import Any

import numpy as np
from numpy.typing import ArrayLike, NDArray

from aircity.airsim.attitude import LEVEL, Wxyz, angle_of, turn
from aircity.errors import InputError
from aircity.geometry import Pose, heading_from_wxyz, ned_from_points, pose_from_ned

Map = dict[str, Any]


def vector(values: ArrayLike) -> Map:
    """A Vector3r of three numbers."""
    x, y, z = np.asarray(values, dtype=np.float64).tolist()
    return {"x_val": x, "y_val": y, "z_val": z}


def quaternion(values: Wxyz) -> Map:
    """A Quaternionr of (w, x, y, z)."""
    w, x, y, z = values
    return {"w_val": w, "x_val": x, "y_val": y, "z_val": z}


def read_vector(value: object, name: str = "vector") -> NDArray[np.float64]:
    """The three numbers of a Vector3r."""
    return np.array(_numbers(value, ("x_val", "y_val", "z_val"), name))


def read_quaternion(value: object, name: str = "orientation") -> Wxyz:
    """The (w, x, y, z) of a Quaternionr."""
    w, x, y, z = _numbers(value, ("w_val", "x_val", "y_val", "z_val"), name)
    if math.hypot(w, x, y, z) < 1e-6:
        raise InputError(f"{name} is all zero; a level one is w_val 1 and the others 0")
    return (w, x, y, z)


def pose_message(pose: Pose, pitch_rad: float = 0.0) -> Map:
    """A vehicle's Pose on the wire, level or, for a look up or down, pitched."""
    yaw = turn(3, pose.heading_rad)
    attitude = yaw if pitch_rad == 0 else product(yaw, turn(2, pitch_rad))
    return {"position": vector(ned_from_points(pose.position)), "orientation": quaternion(attitude)}


def mount_message(position_in_body: ArrayLike, attitude: Wxyz = LEVEL) -> Map:
    """A camera's Pose on the vehicle: ahead, right, down in metres, and its attitude."""
    return {"position": vector(position_in_body), "orientation": quaternion(attitude)}


def read_pose(value: object, name: str = "pose") -> Pose:
    """The house's pose of a Pose on the wire; only the heading of its attitude is kept."""
    position, attitude = read_placement(value, name)
    heading_rad = angle_of(attitude, 3)
    return pose_from_ned(position, heading_from_wxyz(attitude) if heading_rad is None else heading_rad)


def read_placement(value: object, name: str = "pose") -> tuple[NDArray[np.float64], Wxyz]:
    """Position and attitude of a Pose as they came: in NED for a vehicle, on the body for a camera."""
    if not isinstance(value, Mapping):
        raise InputError(f"{name} is {_kind(value)}; it must be a map with position and orientation")
    position = read_vector(value.get("position"), f"{name}.position")
    return position, read_quaternion(value.get("orientation"), f"{name}.orientation")


def product(first: Wxyz, second: Wxyz) -> Wxyz:
    """The attitude `second` on a body with attitude `first`."""
    w, x, y, z = first
    s, a, b, c = second
    return (
        w * s - x * a - y * b - z * c,
        w * a + x * s + y * c - z * b,
        w * b - x * c + y * s + z * a,
        w * c + x * b - y * a + z * s,
    )


def read_map(value: object, name: str) -> Mapping[str, Any]:
    """A structure of the wire."""
    if not isinstance(value, Mapping):
        raise InputError(f"{name} is {_kind(value)}; it must be a map")
    return value


def read_number(value: object, name: str) -> float:
    """A finite number."""
    if isinstance(value, bool) or not isinstance(value, int | float) or not math.isfinite(value):
        raise InputError(f"{name} is {_kind(value)}; it must be a finite number")
    return float(value)


def _numbers(value: object, keys: tuple[str, ...], name: str) -> list[float]:
    if not isinstance(value, Mapping):
        raise InputError(f"{name} is {_kind(value)}; it must be a map with {', '.join(keys)}")
    return [read_number(value.get(key), f"{name}.{key}") for key in keys]


def _kind(value: object) -> str:
    """What came instead, told shortly whatever its size."""
    return repr(value) if value is None or isinstance(value, int | float) else f"a {type(value).__name__}"
