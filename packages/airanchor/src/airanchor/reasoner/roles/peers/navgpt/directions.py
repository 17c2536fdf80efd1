"""The eight directions around the drone, each 45 degrees wide, and angles in NavGPT's words."""

import re
from enum import StrEnum

SECTOR_DEG = 45.0


class Octant(StrEnum):
    """Clockwise from straight ahead; the order in which they are told."""

    FRONT = "Front"
    FRONT_RIGHT = "Front Right"
    RIGHT = "Right"
    REAR_RIGHT = "Rear Right"
    REAR = "Rear"
    REAR_LEFT = "Rear Left"
    LEFT = "Left"
    FRONT_LEFT = "Front Left"

    @property
    def offset_deg(self) -> float:
        """Of its middle from straight ahead; right is positive, in [-180, 180)."""
        return wrapped_deg(SECTOR_DEG * list(Octant).index(self))

    @property
    def range_words(self) -> str:
        """From its left to its right edge, such as "left 22.5 to right 22.5"."""
        edges_deg = (self.offset_deg - SECTOR_DEG / 2, self.offset_deg + SECTOR_DEG / 2)
        return " to ".join(side_words(wrapped_deg(edge_deg)) for edge_deg in edges_deg)


def direction_of(bearing_deg: float) -> Octant:
    """The direction that a bearing lies in; an edge belongs to the one on its right."""
    place = int(((bearing_deg + SECTOR_DEG / 2) % 360.0) // SECTOR_DEG)
    return list(Octant)[place % len(Octant)]


def wrapped_deg(angle_deg: float) -> float:
    """The angle in [-180, 180)."""
    return (angle_deg + 180.0) % 360.0 - 180.0


def side_words(bearing_deg: float) -> str:
    """Such as "left 12.3"; the side is chosen after rounding."""
    rounded_deg = float(f"{bearing_deg:.1f}")
    return f"{'right' if rounded_deg >= 0 else 'left'} {abs(rounded_deg):.1f}"


SIDE = r"(left|right) (\d{1,3}\.\d)"
"""The form of such words."""


def read_side(words: str) -> float | None:
    """The bearing that such words tell; None where they are others."""
    match = re.fullmatch(SIDE, words)
    return None if match is None else float(match[2]) * (1.0 if match[1] == "right" else -1.0)
