"""Attitudes on AirSim's wire: quaternions of headings and pitches that come back to the last bit.

A NED yaw is clockwise from north and a NED pitch is positive upwards, as in the house frame, so neither
changes sign; positions do, in `aircity.geometry.frames` alone.
"""

import math

import numpy as np
from numpy.typing import NDArray

from aircity.errors import InputError
from aircity.geometry import wrap

Wxyz = tuple[float, float, float, float]
LEVEL: Wxyz = (1.0, 0.0, 0.0, 0.0)
_MOST_NUDGES = 16
_ROLL_LIMIT_RAD = math.radians(0.5)


def turn(axis: int, angle_rad: float) -> Wxyz:
    """The rotation by an angle about an axis (1 roll, 2 pitch, 3 yaw), which `angle_of` reads back exactly.

    cos and sin of half the angle are each rounded, so reading them back may miss the angle's last bit. The
    smaller of the two is moved by single units in its last place until it does not.
    """
    half_rad = angle_rad / 2 if abs(angle_rad) < math.tau else wrap(angle_rad) / 2
    cosine, sine = math.cos(half_rad), math.sin(half_rad)
    for _ in range(_MOST_NUDGES):
        read_rad = math.atan2(sine, cosine)
        if read_rad == half_rad:
            break
        grows = read_rad < half_rad
        if abs(sine) <= abs(cosine):
            sine = math.nextafter(sine, math.inf if grows == (cosine > 0) else -math.inf)
        else:
            cosine = math.nextafter(cosine, -math.inf if grows == (sine > 0) else math.inf)
    quaternion = [cosine, 0.0, 0.0, 0.0]
    quaternion[axis] = sine
    return (quaternion[0], quaternion[1], quaternion[2], quaternion[3])


def angle_of(quaternion: Wxyz, axis: int) -> float | None:
    """The angle of a rotation about that axis alone, or None for any other rotation."""
    others = [part for index, part in enumerate(quaternion) if index not in (0, axis)]
    return 2 * math.atan2(quaternion[axis], quaternion[0]) if not any(others) else None


def yaw_and_pitch(body: Wxyz, mount: Wxyz = LEVEL) -> tuple[float, float]:
    """Heading and pitch of a camera: the body's attitude, then the camera's on the body. It may not roll.

    A level body, with a camera that is only turned or only pitched on it, is read without any rounding.
    """
    heading_rad, turned_rad, pitch_rad = angle_of(body, 3), angle_of(mount, 3), angle_of(mount, 2)
    if heading_rad is not None and pitch_rad is not None:
        if abs(pitch_rad) <= math.pi / 2:
            return heading_rad, pitch_rad
    elif heading_rad is not None and turned_rad is not None:
        return wrap(heading_rad + turned_rad), 0.0
    return _from_axes(rotation(body) @ rotation(mount))


def rotation(quaternion: Wxyz) -> NDArray[np.float64]:
    """The matrix (3, 3) whose columns are ahead, right and down, in NED."""
    norm = math.hypot(*quaternion)
    if not (math.isfinite(norm) and norm > 1e-6):
        raise InputError(f"quaternion {quaternion!r} must be four finite numbers (w, x, y, z), not all zero")
    yaw_rad = angle_of(quaternion, 3)
    if yaw_rad is not None:
        cosine, sine = math.cos(yaw_rad), math.sin(yaw_rad)
        return np.array([[cosine, -sine, 0.0], [sine, cosine, 0.0], [0.0, 0.0, 1.0]])
    w, x, y, z = (part / norm for part in quaternion)
    return np.array(
        [
            [1 - 2 * (y * y + z * z), 2 * (x * y - w * z), 2 * (x * z + w * y)],
            [2 * (x * y + w * z), 1 - 2 * (x * x + z * z), 2 * (y * z - w * x)],
            [2 * (x * z - w * y), 2 * (y * z + w * x), 1 - 2 * (x * x + y * y)],
        ]
    )


def _from_axes(axes: NDArray[np.float64]) -> tuple[float, float]:
    """Heading and pitch from the axes; the right axis is level, also in a view straight up or down."""
    ahead, right, down = axes.T
    roll_rad = math.atan2(float(right[2]), math.hypot(float(right[0]), float(right[1])))
    if abs(roll_rad) > _ROLL_LIMIT_RAD or down[2] < -1e-6:
        raise InputError(
            f"the camera would roll by {math.degrees(roll_rad):.1f} degrees or hang upside down; "
            "cameras here turn (yaw) and pitch between straight up and straight down"
        )
    return math.atan2(-float(right[0]), float(right[1])), math.atan2(-float(ahead[2]), float(down[2]))
