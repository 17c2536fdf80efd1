"""Pose: where the drone is and where it points, in the house frame (x north, y east, z up)."""

import math
from dataclasses import dataclass, replace

import numpy as np
from numpy.typing import NDArray

from aircity.errors import InputError
from aircity.geometry.angles import wrap


@dataclass(frozen=True, slots=True)
class Pose:
    """A position in metres and a heading in radians, clockwise from north (so positive is right)."""

    x_m: float
    y_m: float
    z_m: float
    heading_rad: float = 0.0

    def __post_init__(self) -> None:
        for name in ("x_m", "y_m", "z_m", "heading_rad"):
            _finite(name, getattr(self, name))

    @property
    def position(self) -> NDArray[np.float64]:
        """The position as an array (3,)."""
        return np.array([self.x_m, self.y_m, self.z_m], dtype=np.float64)

    @property
    def heading_deg(self) -> float:
        """The heading in degrees, for text."""
        return math.degrees(self.heading_rad)

    @classmethod
    def at(cls, x_m: float, y_m: float, z_m: float, heading_deg: float = 0.0) -> "Pose":
        """A pose from degrees, as people write it."""
        x_m, y_m, z_m = _finite("x_m", x_m), _finite("y_m", y_m), _finite("z_m", z_m)
        return cls(float(x_m), float(y_m), float(z_m), math.radians(_finite("heading_deg", heading_deg)))

    def distance_m(self, other: "Pose") -> float:
        """How far apart the two places are, whatever the headings."""
        return math.dist((self.x_m, self.y_m, self.z_m), (other.x_m, other.y_m, other.z_m))

    def turned(self, right_rad: float) -> "Pose":
        """The same place with the heading turned right by `right_rad`, wrapped to [-π, π)."""
        return replace(self, heading_rad=wrap(self.heading_rad + right_rad))


def _finite(name: str, value: float) -> float:
    try:
        is_finite = math.isfinite(value)
    except OverflowError as error:
        raise InputError(f"pose {name} is too large; give a finite float") from error
    if not is_finite:
        raise InputError(f"pose {name} = {value!r} is not a finite number")
    return value


@dataclass(frozen=True, slots=True)
class Displacement:
    """What changed between two poses: Δp = (Δx, wrap(Δψ)), the edge of the path history."""

    dx_m: float
    dy_m: float
    dz_m: float
    dheading_rad: float

    @classmethod
    def between(cls, before: Pose, after: Pose) -> "Displacement":
        """The displacement that leads from `before` to `after`; half a turn is -π."""
        return cls(
            after.x_m - before.x_m,
            after.y_m - before.y_m,
            after.z_m - before.z_m,
            wrap(after.heading_rad - before.heading_rad),
        )
