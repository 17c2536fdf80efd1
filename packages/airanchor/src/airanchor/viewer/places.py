"""Places and directions in people's words: no minus signs, no frames."""

import math

from aircity.geometry import Pose, wrap

_WINDS = ("north", "north-east", "east", "south-east", "south", "south-west", "west", "north-west")


def place_words(north_m: float, east_m: float, up_m: float, middle: str = "the city's centre") -> str:
    """Where something is, as '40 m north, 192 m west of the city's centre, 28 m up'."""
    sides = [
        words
        for words in (_side(north_m, "north", "south"), _side(east_m, "east", "west"))
        if words is not None
    ]
    where = f"{', '.join(sides)} of {middle}" if sides else f"at {middle}"
    return f"{where}, {round(up_m) + 0} m up"


def _side(distance_m: float, ahead: str, behind: str) -> str | None:
    whole = round(distance_m)
    return f"{abs(whole)} m {ahead if whole > 0 else behind}" if whole else None


def wind(north_m: float, east_m: float) -> str:
    """The nearest of the eight winds a way leads to."""
    return _WINDS[round(math.atan2(east_m, north_m) / (math.pi / 4)) % 8]


def seen_from(pose: Pose, point: tuple[float, float, float]) -> str:
    """How far a point is along the ground, and on which side of the drone, as '12 m ahead'."""
    north_m, east_m = point[0] - pose.x_m, point[1] - pose.y_m
    distance_m = math.hypot(north_m, east_m)
    if distance_m < 3.0:
        return "right here"
    bearing_deg = math.degrees(wrap(math.atan2(east_m, north_m) - pose.heading_rad))
    if abs(bearing_deg) <= 30:
        side = "ahead"
    elif abs(bearing_deg) >= 150:
        side = "behind"
    else:
        side = "to the right" if bearing_deg > 0 else "to the left"
    return f"{distance_m:.0f} m {side}"
