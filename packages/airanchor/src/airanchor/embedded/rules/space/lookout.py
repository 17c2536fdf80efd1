"""Which of the sights of a look around is the landmark: clear, near, and seen by neighbouring views alike."""

import cmath
import math
from collections.abc import Iterator, Sequence
from dataclasses import dataclass

import numpy as np
from numpy.typing import NDArray

from airanchor.embedded.ears.clause import Mention
from airanchor.embedded.eyes.reader import PictureDetection
from airanchor.embedded.rules.config import RulebookConfig
from airanchor.embedded.rules.notes.track import LandmarkTrack, wrap_deg
from airanchor.embedded.rules.senses import Senses
from airanchor.embedded.rules.space.detections import in_reach, phrase_of, track_of
from airanchor.embedded.rules.space.expectation import Sector, range_weight, side_deg


@dataclass(frozen=True, slots=True, eq=False)
class PanoramaPicture:
    """One picture of the look around."""

    offset_deg: float
    image: NDArray[np.uint8]


@dataclass(frozen=True, slots=True, eq=False)
class _Sight:
    detection: PictureDetection
    view_deg: float

    @property
    def bearing_deg(self) -> float:
        return wrap_deg(self.detection.bearing_deg + self.view_deg)


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
    config, sights = senses.config, list(_sights(mention, views, senses))
    half_m = config.sights.nearest_range_m if mention.ordinal == 1 else config.lookout.half_range_m
    found: list[tuple[float, LandmarkTrack, float]] = []
    for sight in sights:
        surety = _surety(sight, sights, views, config)
        track = in_reach(track_of(mention, sight.detection, sight.view_deg), surety, config)
        if track is None or surety < least_score:
            continue
        range_m = sight.detection.range_m or config.lookout.unknown_range_m
        begun_m, begun_deg = from_behind(range_m, track.bearing_deg, flown_m)
        is_expected = sector.expects(begun_deg, config.expectation.likely)
        if not is_expected or (begun_m < config.legs.near_m and sector.half_deg < 180.0):
            continue  # a leg leads elsewhere, or farther
        reach = range_weight(begun_m, config.legs)
        worth = surety * sector.weight(begun_deg) * reach / (1.0 + range_m / half_m)
        found.append((worth, track, range_m))
    return _counted(mention, found, config)


def from_behind(range_m: float, bearing_deg: float, behind_m: float) -> tuple[float, float]:
    """Distance and bearing of a place as they were so many metres straight behind."""
    place = cmath.rect(range_m, math.radians(bearing_deg)) + behind_m
    return abs(place), math.degrees(cmath.phase(place))


def sights_of(
    mention: Mention, views: Sequence[PanoramaPicture], senses: Senses
) -> list[tuple[float, float]]:
    """Heading and worth, up to 1, of all that answers a name, clear of the views' borders."""
    rules, legs = senses.config.lookout, senses.config.legs
    return [
        (
            wrap_deg(sight.bearing_deg - side_deg(mention, senses.config)),
            sight.detection.score**rules.power
            * range_weight(min(sight.detection.range_m or legs.far_m, legs.far_m), legs),
        )
        for sight in _sights(mention, views, senses)
        if abs(sight.detection.bearing_deg) <= rules.shown_deg
    ]


def is_shown_at(
    bearing_deg: float,
    distance_m: float,
    mention: Mention,
    views: Sequence[PanoramaPicture],
    senses: Senses,
) -> bool | None:
    """Whether anything that answers a name is seen at a place; None where no view shows what lies there.

    It must look to be about as far away: in a city something of the name lies in most directions.
    """
    rules, same_deg = senses.config.lookout, senses.config.sights.same_deg
    if all(abs(wrap_deg(bearing_deg - view.offset_deg)) > rules.shown_deg for view in views):
        return None
    return any(
        abs(wrap_deg(sight.bearing_deg - bearing_deg)) <= same_deg
        and sight.detection.range_m is not None
        and distance_m / rules.same_range <= sight.detection.range_m <= distance_m * rules.same_range
        for sight in _sights(mention, views, senses)
    )


def _counted(
    mention: Mention, found: Sequence[tuple[float, LandmarkTrack, float]], config: RulebookConfig
) -> LandmarkTrack | None:
    """The sight worth most; "the second" is the second nearest of those that are worth about as much."""
    best_worth = max((worth for worth, _, _ in found), default=0.0)
    if mention.ordinal is None or mention.ordinal < 2:
        return next((track for worth, track, _ in found if worth == best_worth), None)
    apart: list[tuple[float, LandmarkTrack]] = []
    rules = config.lookout
    for worth, track, range_m in sorted(found, key=lambda one: -one[0]):
        offs_deg = (abs(wrap_deg(track.bearing_deg - other.bearing_deg)) for _, other in apart)
        if min(offs_deg, default=math.inf) > rules.same_deg and worth >= rules.rival_share * best_worth:
            apart.append((range_m, track))
    apart.sort(key=lambda one: one[0])
    return apart[min(mention.ordinal, len(apart)) - 1][1] if apart else None


def _sights(mention: Mention, views: Sequence[PanoramaPicture], senses: Senses) -> Iterator[_Sight]:
    for view in views:
        for detection in senses.scenes.read(view.image).find(phrase_of(mention)):
            yield _Sight(detection, view.offset_deg)


def _surety(
    sight: _Sight, sights: Sequence[_Sight], views: Sequence[PanoramaPicture], config: RulebookConfig
) -> float:
    """The sight's score, halfway to the mean of the best scores that the views showing its place give it."""
    votes, rules = [], config.lookout
    for view in views:
        if abs(wrap_deg(sight.bearing_deg - view.offset_deg)) > rules.shown_deg:
            continue
        same = (
            other.detection.score
            for other in sights
            if other.view_deg == view.offset_deg
            and abs(wrap_deg(other.bearing_deg - sight.bearing_deg)) <= rules.same_deg
        )
        votes.append(max(same, default=0.0))
    mean = sum(votes) / len(votes) if votes else sight.detection.score
    return rules.own_share * sight.detection.score + (1.0 - rules.own_share) * mean
