"""Where a thing is, seen from the drone, as numbers and as a sentence that is read back exactly."""

import math
import re
from dataclasses import dataclass, replace
from enum import StrEnum

MAX_LABEL = 60


class Source(StrEnum):
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
        return self not in (Source.SEEN, Source.GUESSED)

    @property
    def carried(self) -> "Source":
        """What it becomes as the drone moves on."""
        return Source.ESTIMATED if self.is_sure else Source.GUESSED


@dataclass(frozen=True, slots=True)
class Track:
    """A named thing relative to the drone."""

    label: str
    bearing_deg: float
    """Right is positive, in [-180, 180)."""
    d_xy_m: float | None
    """None: cannot tell."""
    dz_m: float | None
    source: Source

    @property
    def forward_m(self) -> float:
        """How far ahead it is; negative is behind; 0 where the distance is not known."""
        return (self.d_xy_m or 0.0) * math.cos(math.radians(self.bearing_deg))

    @property
    def right_m(self) -> float:
        """How far to the right it is; 0 where the distance is not known."""
        return (self.d_xy_m or 0.0) * math.sin(math.radians(self.bearing_deg))

    def gap_m(self, other: "Track") -> float:
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

    def carry(self, track: Track) -> Track:
        """The track as it is from the new pose."""
        dz_m = None if track.dz_m is None else track.dz_m - self.up_m
        if track.d_xy_m is None:
            bearing_deg = wrap_deg(track.bearing_deg - self.turned_deg)
            return replace(track, bearing_deg=bearing_deg, dz_m=dz_m, source=track.source.carried)
        ahead_m, right_m = track.forward_m - self.forward_m, track.right_m - self.right_m
        bearing_deg = math.degrees(math.atan2(right_m, ahead_m)) - self.turned_deg
        distance_m = math.hypot(ahead_m, right_m)
        return Track(track.label, wrap_deg(bearing_deg), distance_m, dz_m, track.source.carried)


def wrap_deg(angle_deg: float) -> float:
    """The angle in [-180, 180)."""
    return (angle_deg + 180.0) % 360.0 - 180.0


def plain(label: str) -> str:
    """A label without the marks that sentences are built of, of bounded length."""
    return " ".join(re.sub(r"[^\w '-]+", " ", label).split())[:MAX_LABEL].strip() or "landmark"


def side_words(bearing_deg: float) -> str:
    """Such as "8.0 degrees to your right"."""
    rounded = float(f"{bearing_deg:.1f}")
    return f"{abs(rounded):.1f} degrees to your {'right' if rounded >= 0 else 'left'}"


def _height_words(dz_m: float) -> str:
    rounded = float(f"{dz_m:.1f}")
    return f"{abs(rounded):.1f} m {'above' if rounded >= 0 else 'below'}"


_NUMBER = r"\d{1,9}\.\d"
_SENTENCE = re.compile(
    rf"(?P<label>[\w '-]{{1,{MAX_LABEL}}}) \((?P<source>{'|'.join(Source)})\) "
    rf"(?:(?P<far>{_NUMBER}) m away|at unknown distance), "
    rf"(?P<bearing>{_NUMBER}) degrees to your (?P<side>left|right)"
    rf"(?:, (?P<high>{_NUMBER}) m (?P<level>above|below) the UAV)?"
)


def read_tracks(text: str) -> tuple[Track, ...]:
    """Every sentence about a place in a text, in order; other words are passed over."""
    return tuple(_track(match) for match in _SENTENCE.finditer(text))


def _track(match: re.Match[str]) -> Track:
    bearing_deg = float(match["bearing"]) * (1 if match["side"] == "right" else -1)
    dz_m = None
    if match["high"] is not None:
        dz_m = float(match["high"]) * (1 if match["level"] == "above" else -1)
    far_m = None if match["far"] is None else float(match["far"])
    if abs(bearing_deg) >= 180.0:
        bearing_deg = wrap_deg(bearing_deg)
    return Track(match["label"].strip(), bearing_deg, far_m, dz_m, Source(match["source"]))
