"""Cues in words and back: the pieces every sentence about space is made of, so that all say it alike.

One decimal, never a sign. The side is chosen after rounding, so a hair to the left reads "0.0 degrees to
your right", and straight behind is always on the left, as in [-180, 180).
"""

import math
import re
from dataclasses import dataclass

from aircity.geometry.cue import Cue


def bearing_words(bearing_rad: float) -> str:
    """Such as "24.6 degrees to your left"."""
    degrees = float(f"{math.degrees(bearing_rad):.1f}")
    side = "right" if 0 <= degrees < 180 else "left"
    return f"{abs(degrees):.1f} degrees to your {side}"


def height_words(dz_m: float) -> str:
    """Such as "3.2 m above the UAV"."""
    rounded_m = float(f"{dz_m:.1f}")
    return f"{abs(rounded_m):.1f} m {'above' if rounded_m >= 0 else 'below'} the UAV"


def metres_words(distance_m: float) -> str:
    """Such as "18.5 m"."""
    return f"{distance_m:.1f} m"


def cue_words(cue: Cue) -> str:
    """The whole cue: bearing, height, horizontal and 3-D distance."""
    return (
        f"{bearing_words(cue.bearing_rad)}, {height_words(cue.dz_m)}, "
        f"horizontal distance {metres_words(cue.d_xy_m)}, 3D distance {metres_words(cue.d_3d_m)}"
    )


@dataclass(frozen=True, slots=True)
class ToldCue:
    """A cue as a sentence tells it; None where it does not say."""

    bearing_deg: float | None = None
    """Right is positive."""
    dz_m: float | None = None
    """Above is positive."""
    d_xy_m: float | None = None
    d_3d_m: float | None = None


_METRES = r"(\d{1,12}(?:\.\d{1,6})?) m"
_BEARING = re.compile(r"(\d{1,3}(?:\.\d{1,6})?) degrees to your (left|right)")
_HEIGHT = re.compile(rf"{_METRES} (above|below)")
_D_XY = re.compile(rf"horizontal distance (?:of )?{_METRES}")
_D_3D = re.compile(rf"3D distance (?:of )?{_METRES}")


def read_cue_words(text: str) -> ToldCue:
    """The numbers of the first cue in a text."""
    bearing, height = _BEARING.search(text), _HEIGHT.search(text)
    d_xy, d_3d = _D_XY.search(text), _D_3D.search(text)
    return ToldCue(
        bearing_deg=float(bearing[1]) * (1 if bearing[2] == "right" else -1) if bearing else None,
        dz_m=float(height[1]) * (1 if height[2] == "above" else -1) if height else None,
        d_xy_m=float(d_xy[1]) if d_xy else None,
        d_3d_m=float(d_3d[1]) if d_3d else None,
    )
