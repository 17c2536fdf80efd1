"""Which of the sights of a look around is the landmark: clear, near, and seen by neighbouring views alike."""

import cmath
import math
from collections.abc import Iterator, Sequence
from dataclasses import dataclass

import numpy as np
from numpy.typing import NDArray

from airanchor.embedded.ears.clause import Mention
from airanchor.embedded.eyes.reader import PictureDetection
from airanchor.embedded.rules.notes.track import LandmarkTrack, wrap_deg
from airanchor.embedded.rules.senses import Senses
from airanchor.embedded.rules.space.expectation import FAR_M, NEAR_M, Sector, range_weight, side_deg
from airanchor.embedded.rules.space.sights import NEAREST_RANGE_M, in_reach, phrase_of, sighted

SHOWN_DEG = 40.0
"""A view shows what lies no farther from its middle, clear of its borders."""
POWER = 2
"""In a look around a middling score is seldom right."""
SAME_DEG = 15.0
"""Sights of two views no farther apart are of one thing."""
OWN_SHARE = 0.5
"""What a sight's own score counts beside those of all views that should show the thing."""
HALF_RANGE_M = 200.0
"""A thing this far away counts half as much as one right here."""
UNKNOWN_RANGE_M = 120.0
RIVAL_SHARE = 0.6
"""A sight worth this share of the best may be meant as well where the text counts them."""


@dataclass(frozen=True, slots=True, eq=False)
class PanoramaPicture:
    """One picture of the look around."""

    offset_deg: float
    image: NDArray[np.uint8]


@dataclass(frozen=True, slots=True, eq=False)
class _Sight:
    sighting: PictureDetection
    view_deg: float

    @property
    def bearing_deg(self) -> float:
        return wrap_deg(self.sighting.bearing_deg + self.view_deg)


def look_out(
    mention: Mention,
    views: Sequence[PanoramaPicture],
    sector: Sector,
    senses: Senses,
    *,
    least_score: float,
    flown_m: float = 0.0,
) -> LandmarkTrack | None:
    """The best sight of a landmark, as a track from the heading before the look around.

    The sector is of where the leg began, so many metres straight behind.
    """
    sights = list(_sights(mention, views, senses))
    half_m = NEAREST_RANGE_M if mention.ordinal == 1 else HALF_RANGE_M
    found: list[tuple[float, LandmarkTrack, float]] = []
    for sight in sights:
        surety = _surety(sight, sights, views)
        track = in_reach(sighted(mention, sight.sighting, sight.view_deg), surety, senses.config)
        if track is None or surety < least_score:
            continue
        range_m = sight.sighting.range_m or UNKNOWN_RANGE_M
        begun_m, begun_deg = _from_behind(range_m, track.bearing_deg, flown_m)
        if not sector.expects(begun_deg) or (begun_m < NEAR_M and sector.half_deg < 180.0):
            continue  # a leg leads elsewhere, or farther
        worth = surety * sector.weight(begun_deg) * range_weight(begun_m) / (1.0 + range_m / half_m)
        found.append((worth, track, range_m))
    return _counted(mention, found)


def _from_behind(range_m: float, bearing_deg: float, behind_m: float) -> tuple[float, float]:
    """Distance and bearing of a place as they were so many metres straight behind."""
    place = cmath.rect(range_m, math.radians(bearing_deg)) + behind_m
    return abs(place), math.degrees(cmath.phase(place))


def sights_of(
    mention: Mention, views: Sequence[PanoramaPicture], senses: Senses
) -> list[tuple[float, float]]:
    """Heading and worth, up to 1, of all that answers a name, clear of the views' borders."""
    return [
        (
            wrap_deg(sight.bearing_deg - side_deg(mention)),
            sight.sighting.score**POWER * range_weight(min(sight.sighting.range_m or FAR_M, FAR_M)),
        )
        for sight in _sights(mention, views, senses)
        if abs(sight.sighting.bearing_deg) <= SHOWN_DEG
    ]


def _counted(mention: Mention, found: Sequence[tuple[float, LandmarkTrack, float]]) -> LandmarkTrack | None:
    """The sight worth most; "the second" is the second nearest of those that are worth about as much."""
    best_worth = max((worth for worth, _, _ in found), default=0.0)
    if mention.ordinal is None or mention.ordinal < 2:
        return next((track for worth, track, _ in found if worth == best_worth), None)
    apart: list[tuple[float, LandmarkTrack]] = []
    for worth, track, range_m in sorted(found, key=lambda one: -one[0]):
        is_new = all(abs(wrap_deg(track.bearing_deg - other.bearing_deg)) > SAME_DEG for _, other in apart)
        if is_new and worth >= RIVAL_SHARE * best_worth:
            apart.append((range_m, track))
    apart.sort(key=lambda one: one[0])
    return apart[min(mention.ordinal, len(apart)) - 1][1] if apart else None


def _sights(mention: Mention, views: Sequence[PanoramaPicture], senses: Senses) -> Iterator[_Sight]:
    for view in views:
        for sighting in senses.scenes.read(view.image).find(phrase_of(mention)):
            yield _Sight(sighting, view.offset_deg)


def _surety(sight: _Sight, sights: Sequence[_Sight], views: Sequence[PanoramaPicture]) -> float:
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
