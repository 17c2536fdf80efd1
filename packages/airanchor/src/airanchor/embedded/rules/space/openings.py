"""Directions of which the anchor graph tells how far they are free, and what they tell of the height."""

from collections.abc import Sequence
from dataclasses import dataclass

import numpy as np

from airanchor.anchors.sentences import AnchorReading

UNMEASURED_M = 99.9
"""A free distance from here on is only known to be longer."""


@dataclass(frozen=True, slots=True)
class FreeDirection:
    """A direction of which it is known how far it is free."""

    bearing_deg: float
    elevation_deg: float
    free_m: float


def openings(readings: Sequence[AnchorReading]) -> tuple[FreeDirection, ...]:
    """The directions of a graph."""
    found = []
    for reading in readings:
        if reading.label is not None or reading.free_m is None:
            continue
        # Both numbers are rounded in the text, so a steep direction may rise by more than its length.
        rise = min(max(reading.dz_m / max(reading.free_m, 0.1), -1.0), 1.0)
        found.append(FreeDirection(reading.bearing_deg, float(np.degrees(np.arcsin(rise))), reading.free_m))
    return tuple(found)


def height_above_ground_m(openings: tuple[FreeDirection, ...], down_deg: float) -> float | None:
    """The drone's height over the lowest thing that so steep a direction met: roofs are not the ground."""
    down = [one for one in openings if one.elevation_deg <= down_deg and one.free_m < UNMEASURED_M]
    depths_m = (one.free_m * -float(np.sin(np.radians(one.elevation_deg))) for one in down)
    return max(depths_m, default=None)
