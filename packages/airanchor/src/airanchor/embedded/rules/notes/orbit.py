"""A circle around a landmark: its middle and radius, how far round it was flown, and the way on."""

import cmath
import math
from dataclasses import dataclass, replace

from airanchor.embedded.rules.notes.note import Number, Place

FULL_DEG = 360.0


@dataclass(frozen=True, slots=True)
class Orbit:
    """A circle that is being flown; places are from the start, north as the real part, east as the other."""

    middle_m: Place
    radius_m: Number
    swept_deg: Number = 0.0
    """How far round it was flown so far; clockwise is positive."""

    def flown(self, before_m: complex, after_m: complex) -> "Orbit":
        """The circle after a flight from one place to another."""
        turned = (after_m - self.middle_m) / ((before_m - self.middle_m) or 1.0)
        return replace(self, swept_deg=self.swept_deg + math.degrees(cmath.phase(turned)))

    def ahead_m(self, place_m: complex, step_deg: float, *, wider: float = 1.0) -> complex:
        """The place so far round the circle, clockwise if positive, or of one so many times wider."""
        angle_rad = cmath.phase(place_m - self.middle_m) + math.radians(step_deg)
        return self.middle_m + cmath.rect(wider * self.radius_m, angle_rad)


def begun(place_m: complex, middle_m: complex, least_radius_m: float) -> Orbit:
    """A circle through a place, if that is not too close to its middle."""
    return Orbit(middle_m, max(abs(place_m - middle_m), least_radius_m))
