"""Cues in words: the pieces every sentence about space is made of, so that all say it alike.

One decimal, never a sign. The side is chosen after rounding, so a hair to the left reads "0.0 degrees to
your right", and straight behind is always on the left, as in [-180, 180).
"""

import math

from airanchor.geometry.cue import Cue


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
