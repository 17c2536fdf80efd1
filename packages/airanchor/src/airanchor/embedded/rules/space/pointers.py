"""A landmark that was asked to be measured and came back as a direction: seen, but too far off to measure."""

from collections.abc import Sequence

from airanchor.anchors.sentences import AnchorReading
from airanchor.embedded.ears.clause import Mention
from airanchor.embedded.rules.notes.track import LandmarkTrack, PlaceSource

ASKED_FIRST = 1
"""The anchor query asks for the landmark of a leg before anything else."""


def pointed_at(mention: Mention, readings: Sequence[AnchorReading]) -> LandmarkTrack | None:
    """The bearing of the first thing asked for, where it was only pointed at."""
    for reading in readings:
        if reading.index == ASKED_FIRST and reading.label is None and reading.is_capped:
            return LandmarkTrack(mention.label, reading.bearing_deg, None, None, PlaceSource.SEEN)
    return None
