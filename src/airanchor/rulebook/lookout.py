"""Which of the sights of a look around is the landmark: clear, near, and seen by neighbouring views alike."""

from collections.abc import Iterator, Sequence
from dataclasses import dataclass

import numpy as np
from numpy.typing import NDArray

from airanchor.perception.scene_reader import Sighting
from airanchor.rulebook.evidence import in_reach, phrase_of, sighted
from airanchor.rulebook.language.clause import Mention
from airanchor.rulebook.senses import Senses
from airanchor.rulebook.track import Track, wrap_deg

SHOWN_DEG = 40.0
"""A view shows what lies no farther from its middle, clear of its borders."""
SAME_DEG = 15.0
"""Sights of two views no farther apart are of one thing."""
OWN_SHARE = 0.5
"""What a sight's own score counts beside those of all views that should show the thing."""
HALF_RANGE_M = 200.0
"""A thing this far away counts half as much as one right here."""
UNKNOWN_RANGE_M = 120.0
TURN_COST = 0.0015
"""What a degree of turning costs against a score."""


@dataclass(frozen=True, slots=True, eq=False)
class View:
    """One picture of the look around."""

    offset_deg: float
    image: NDArray[np.uint8]


@dataclass(frozen=True, slots=True)
class Sector:
    """The bearings that are asked for, from one heading to both sides."""

    middle_deg: float = 0.0
    half_deg: float = 180.0
    gap_deg: float = 0.0
    """Bearings straight ahead that are known to be wrong, to both sides."""

    def holds(self, bearing_deg: float) -> bool:
        """Whether a bearing belongs to it."""
        is_near = abs(wrap_deg(bearing_deg - self.middle_deg)) <= self.half_deg
        return is_near and abs(bearing_deg) >= self.gap_deg


@dataclass(frozen=True, slots=True, eq=False)
class _Sight:
    sighting: Sighting
    view_deg: float

    @property
    def bearing_deg(self) -> float:
        return wrap_deg(self.sighting.bearing_deg + self.view_deg)


def look_out(
    mention: Mention, views: Sequence[View], sector: Sector, senses: Senses, *, least_score: float
) -> Track | None:
    """The best sight of a landmark in a sector, as a track from the heading before the look around."""
    sights = list(_sights(mention, views, senses))
    best_worth, best = -np.inf, None
    for sight in sights:
        surety = _surety(sight, sights, views)
        track = in_reach(sighted(mention, sight.sighting, sight.view_deg), surety, senses.config)
        if track is None or surety < least_score or not sector.holds(track.bearing_deg):
            continue
        range_m = sight.sighting.range_m or UNKNOWN_RANGE_M
        off_deg = abs(wrap_deg(track.bearing_deg - sector.middle_deg))
        worth = surety / (1.0 + range_m / HALF_RANGE_M) - TURN_COST * off_deg
        if worth > best_worth:
            best_worth, best = worth, track
    return best


def _sights(mention: Mention, views: Sequence[View], senses: Senses) -> Iterator[_Sight]:
    for view in views:
        for sighting in senses.scenes.read(view.image).find(phrase_of(mention)):
            yield _Sight(sighting, view.offset_deg)


def _surety(sight: _Sight, sights: Sequence[_Sight], views: Sequence[View]) -> float:
    """The sight's score, halfway to the mean of the best scores that the views showing its place give it."""
    votes = []
    for view in views:
        if abs(wrap_deg(sight.bearing_deg - view.offset_deg)) > SHOWN_DEG:
            continue
        same = (
            other.sighting.score
            for other in sights
            if other.view_deg == view.offset_deg
            and abs(wrap_deg(other.bearing_deg - sight.bearing_deg)) <= SAME_DEG
        )
        votes.append(max(same, default=0.0))
    mean = sum(votes) / len(votes) if votes else sight.sighting.score
    return OWN_SHARE * sight.sighting.score + (1.0 - OWN_SHARE) * mean
