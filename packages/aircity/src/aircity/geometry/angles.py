"""Angles in radians: wrapping, one at a time or many at once."""

import math

import numpy as np
from numpy.typing import ArrayLike, NDArray

from aircity.errors import InputError


def wrap(angle_rad: float) -> float:
    """The same direction in [-π, π); an angle already there comes back bit for bit."""
    if not math.isfinite(angle_rad):
        raise InputError(f"angle {angle_rad!r} rad is not a finite number")
    wrapped = math.remainder(angle_rad, math.tau)
    return wrapped if wrapped < math.pi else -math.pi


def wrap_all(angles_rad: ArrayLike) -> NDArray[np.float64]:
    """`wrap` of every angle of an array; NaN stays NaN."""
    turned = np.fmod(np.asarray(angles_rad, dtype=np.float64), math.tau)
    turned = np.where(turned >= math.pi, turned - math.tau, turned)
    return np.where(turned < -math.pi, turned + math.tau, turned)
