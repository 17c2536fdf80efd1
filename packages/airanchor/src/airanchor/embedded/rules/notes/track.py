"""Where a thing is, seen from the drone, as numbers and as a sentence for people."""

import math
import re
from dataclasses import dataclass, replace
from enum import StrEnum
from typing import Annotated

from pydantic import AfterValidator, Field, PlainSerializer

from airanchor.embedded.rules.notes.note import FARTHEST_M, Number, tenth

MAX_LABEL = 60
MAX_TRACKS = 6
"""Places that one note tells of."""


class PlaceSource(StrEnum):
    """How a place is known, the best first."""

    MEASURED = "measured"
    REMEMBERED = "remembered"
    AIMED = "aimed at"
    """Seen in a picture, at the distance measured in that direction."""
    SEEN = "seen"
    """In a picture alone: what it is and how far away are guesses."""
    ESTIMATED = "estimated"
    """Known well from an earlier pose and carried on by the drone's own motion."""
    GUESSED = "guessed"
    """Seen in a picture alone from an earlier pose, and carried on."""

    @property
    def is_sure(self) -> bool:
        """Whether a measurement or the memory stands behind it."""
        return self not in (PlaceSource.SEEN, PlaceSource.GUESSED)

    @property
    def carried(self) -> "PlaceSource":
        """What it becomes as the drone moves on: what is only remembered is not known better by that."""
        if self is PlaceSource.REMEMBERED:
            return self
        return PlaceSource.ESTIMATED if self.is_sure else PlaceSource.GUESSED


def wrap_deg(angle_deg: float) -> float:
    """The angle in [-180, 180)."""
    return (angle_deg + 180.0) % 360.0 - 180.0


def plain(label: str) -> str:
    """A label without the marks that sentences are built of, of bounded length."""
    return " ".join(re.sub(r"[^\w '-]+", " ", label).split())[:MAX_LABEL].strip() or "landmark"


def _bearing(bearing_deg: float) -> float:
    rounded = tenth(bearing_deg)
    return wrap_deg(rounded) if abs(rounded) >= 180.0 else rounded


Label = Annotated[
    str, Field(max_length=MAX_LABEL), AfterValidator(plain), PlainSerializer(plain, return_type=str)
]
Bearing = Annotated[
    float, Field(ge=-180.0, lt=180.0, allow_inf_nan=False), PlainSerializer(_bearing, return_type=float)
]
Distance = Annotated[
    float, Field(ge=0.0, le=FARTHEST_M, allow_inf_nan=False), PlainSerializer(tenth, return_type=float)
]


@dataclass(frozen=True, slots=True)
class LandmarkTrack:
    """A named thing relative to the drone."""

    label: Label
    bearing_deg: Bearing
    """Right is positive, in [-180, 180)."""
    d_xy_m: Distance | None
    """None: cannot tell."""
    dz_m: Number | None
    source: PlaceSource

    @property
    def forward_m(self) -> float:
        """How far ahead it is; negative is behind; 0 where the distance is not known."""
        return (self.d_xy_m or 0.0) * math.cos(math.radians(self.bearing_deg))

    @property
    def right_m(self) -> float:
        """How far to the right it is; 0 where the distance is not known."""
        return (self.d_xy_m or 0.0) * math.sin(math.radians(self.bearing_deg))

    def gap_m(self, other: "LandmarkTrack") -> float:
        """Horizontal distance between two tracks told from the same pose."""
        return math.hypot(self.forward_m - other.forward_m, self.right_m - other.right_m)

    @property
    def words(self) -> str:
        """Such as "red tower (measured) 34.2 m away, 8.0 degrees to your right, 3.0 m above the UAV"."""
        far = "at unknown distance" if self.d_xy_m is None else f"{self.d_xy_m:.1f} m away"
        high = "" if self.dz_m is None else f", {_height_words(self.dz_m)} the UAV"
        return f"{plain(self.label)} ({self.source.value}) {far}, {side_words(self.bearing_deg)}{high}"


@dataclass(frozen=True, slots=True)
class Motion:
    """How the drone moved, told from where it was before."""

    forward_m: float = 0.0
    right_m: float = 0.0
    up_m: float = 0.0
    turned_deg: float = 0.0

    def carry(self, track: LandmarkTrack) -> LandmarkTrack:
        """The track as it is from the new pose."""
        dz_m = None if track.dz_m is None else track.dz_m - self.up_m
        if track.d_xy_m is None:
            bearing_deg = wrap_deg(track.bearing_deg - self.turned_deg)
            return replace(track, bearing_deg=bearing_deg, dz_m=dz_m, source=track.source.carried)
        ahead_m, right_m = track.forward_m - self.forward_m, track.right_m - self.right_m
        bearing_deg = math.degrees(math.atan2(right_m, ahead_m)) - self.turned_deg
        distance_m = math.hypot(ahead_m, right_m)
        return LandmarkTrack(track.label, wrap_deg(bearing_deg), distance_m, dz_m, track.source.carried)


def side_words(bearing_deg: float) -> str:
    """Such as "8.0 degrees to your right"."""
    rounded = float(f"{bearing_deg:.1f}")
    return f"{abs(rounded):.1f} degrees to your {'right' if rounded >= 0 else 'left'}"


def _height_words(dz_m: float) -> str:
    rounded = float(f"{dz_m:.1f}")
    return f"{abs(rounded):.1f} m {'above' if rounded >= 0 else 'below'}"
