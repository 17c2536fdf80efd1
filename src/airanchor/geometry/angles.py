"""Angles: wrapping and the borders between radians (inside) and degrees (language)."""

import math


def wrap(angle_rad: float) -> float:
    """The same angle in [-π, π): wrap(a) = (a + π) mod 2π − π."""
    wrapped = (angle_rad + math.pi) % (2 * math.pi) - math.pi
    return -math.pi if wrapped >= math.pi else wrapped
