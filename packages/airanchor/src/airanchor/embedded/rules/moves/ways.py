"""The way to a point: which bearing to fly and how far, given what is known to be free."""

import cmath
import math
from collections.abc import Iterable
from dataclasses import dataclass

from airanchor.embedded.rules.config import RulebookConfig
from airanchor.embedded.rules.notes.track import LandmarkTrack
from airanchor.embedded.rules.space.openings import FreeDirection


@dataclass(frozen=True, slots=True)
class TargetPoint:
    """Somewhere to get to, at the drone's own height."""

    bearing_deg: float
    distance_m: float


@dataclass(frozen=True, slots=True)
class Way:
    """A straight flight."""

    bearing_deg: float
    distance_m: float
    free_m: float | None
    """How far it is known to be free; None: not measured."""
    gain_m: float
    """How much closer it brings the drone to the point."""


def free_along(bearing_deg: float, openings: Iterable[FreeDirection], config: RulebookConfig) -> float | None:
    """How far level flight at a bearing is known to be free, by the nearest measured direction."""
    near = [
        opening
        for opening in openings
        if abs(opening.bearing_deg - bearing_deg) <= config.same_way_deg
        and abs(opening.elevation_deg) <= config.level_deg
    ]
    if not near:
        return None
    return min(near, key=lambda opening: abs(opening.bearing_deg - bearing_deg)).free_m


def choose_way(
    point: TargetPoint,
    openings: Iterable[FreeDirection],
    config: RulebookConfig,
    *,
    guesses_deg: Iterable[float] = (),
    avoid_deg: float | None = None,
) -> Way | None:
    """The way that brings the drone closest to the point; None where nothing is left to try.

    Tried are the straight way, the measured level directions and the guesses, but not what failed before.
    """
    known = [opening for opening in openings if abs(opening.elevation_deg) <= config.level_deg]
    tried = [point.bearing_deg, *(opening.bearing_deg for opening in known), *guesses_deg]
    ways = [
        _way(bearing_deg, point, free_along(bearing_deg, known, config), config)
        for bearing_deg in tried
        if abs(bearing_deg) <= config.view_deg
        and (avoid_deg is None or abs(bearing_deg - avoid_deg) > config.same_way_deg)
    ]
    return max(ways, key=lambda way: way.gain_m, default=None)


def _way(bearing_deg: float, point: TargetPoint, free_m: float | None, config: RulebookConfig) -> Way:
    off_rad = math.radians(bearing_deg - point.bearing_deg)
    reach_m = config.longest_m if free_m is None else min(config.longest_m, free_m - config.margin_m)
    step_m = max(
        min(reach_m, max(point.distance_m * math.cos(off_rad), config.shortest_m)), config.shortest_m
    )
    left_m = math.sqrt(
        max(point.distance_m**2 + step_m**2 - 2 * point.distance_m * step_m * math.cos(off_rad), 0.0)
    )
    gain_m = point.distance_m - left_m if reach_m >= config.shortest_m else 0.0
    return Way(bearing_deg, step_m, free_m, gain_m)


def gap(one: LandmarkTrack, other: LandmarkTrack, unknown_m: float) -> TargetPoint:
    """The middle between two things; a thing at no known distance is as far as the other."""
    lengths_m = [track.d_xy_m for track in (one, other) if track.d_xy_m is not None] or [unknown_m]
    places = [
        cmath.rect(lengths_m[-1] if track.d_xy_m is None else track.d_xy_m, math.radians(track.bearing_deg))
        for track in (one, other)
    ]
    middle = (places[0] + places[1]) / 2
    return TargetPoint(math.degrees(cmath.phase(middle)), abs(middle))
