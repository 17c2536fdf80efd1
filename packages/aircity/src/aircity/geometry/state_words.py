"""The drone's own state in words and back: its heading by the compass, and where its start lies from it."""

import math
import re
from dataclasses import dataclass

from aircity.geometry.cue import relate
from aircity.geometry.cue_words import ToldCue, cue_words, read_cue_words
from aircity.geometry.pose import Pose

COMPASS_POINTS = ("north", "northeast", "east", "southeast", "south", "southwest", "west", "northwest")
"""Clockwise from north, 45 degrees apart."""


def state_words(start: Pose, pose: Pose) -> str:
    """Such as "Heading 90.0 degrees (east). The start lies 135.0 degrees to your left, 3.0 m below ..."."""
    heading_deg = float(f"{pose.heading_deg % 360.0:.1f}") % 360.0
    return (
        f"Heading {heading_deg:.1f} degrees ({compass_point(heading_deg)}). "
        f"The start lies {cue_words(relate(pose, start.position))}."
    )


def compass_point(heading_deg: float) -> str:
    """The nearest of the eight points."""
    return COMPASS_POINTS[round(heading_deg / 45.0) % len(COMPASS_POINTS)]


def compass_deg(point: str) -> float:
    """The heading of one of the eight points, clockwise from north."""
    return 45.0 * COMPASS_POINTS.index(point)


@dataclass(frozen=True, slots=True)
class ToldState:
    """A state as a sentence tells it."""

    heading_deg: float
    """Clockwise from north, in [0, 360)."""
    start: ToldCue
    """Where the start lies from the drone."""

    @property
    def place_m(self) -> complex:
        """Where the drone is from its start, seen from above: north as the real part, east as the other."""
        distance_m, bearing_deg = self.start.d_xy_m or 0.0, self.start.bearing_deg or 0.0
        course_rad = math.radians(self.heading_deg + bearing_deg)
        return -complex(distance_m * math.cos(course_rad), distance_m * math.sin(course_rad))


_HEADING = re.compile(r"Heading (\d{1,3}(?:\.\d{1,6})?) degrees \([a-z]{4,9}\)\. The start lies ")


def read_state(text: str) -> ToldState | None:
    """The numbers of a state; None where the text is none."""
    found = _HEADING.search(text)
    if found is None:
        return None
    return ToldState(float(found[1]) % 360.0, read_cue_words(text[found.end() :]))
