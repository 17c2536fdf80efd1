"""Heights: how far to climb for what the text asks, from the ground below and the landmark's centre."""

import math

from airanchor.rulebook.evidence import Opening
from airanchor.rulebook.goal import Goal
from airanchor.rulebook.language.clause import Clause, Manoeuvre
from airanchor.rulebook.situation import Situation
from airanchor.rulebook.track import Track

STEEP_DEG = -25.0
"""A direction that points down at least this much meets the ground near by."""
UNRELIABLE_M = 99.0
LOWEST_M = 4.0
"""No descent asks for less height above ground than this."""


def height_above_ground_m(openings: tuple[Opening, ...]) -> float | None:
    """The drone's height by the steepest measured direction that met something below."""
    down = [one for one in openings if one.elevation_deg <= STEEP_DEG and one.free_m < UNRELIABLE_M]
    if not down:
        return None
    lowest = min(down, key=lambda one: one.elevation_deg)
    return lowest.free_m * -math.sin(math.radians(lowest.elevation_deg))


def top_above_uav_m(track: Track, height_m: float | None) -> float | None:
    """How far a thing's top is above the drone: it stands on the ground, so its centre is half its height."""
    if track.dz_m is None:
        return None
    if height_m is None:
        return 2 * max(track.dz_m, 0.0)
    return height_m + 2 * track.dz_m


def wanted_climb_m(situation: Situation) -> float:
    """What is left to climb (or, negative, to sink) for an ascend or descend clause."""
    clause, goal = situation.clause, situation.goal
    sign = 1 if clause.manoeuvre is Manoeuvre.ASCEND else -1
    height_m = height_above_ground_m(situation.evidence.openings)
    wanted_m = _by_landmark(clause, situation, height_m)
    if wanted_m is None:
        wanted_m = _by_number(clause, goal, height_m, sign, situation.senses.config.climb_m)
    if sign * wanted_m < 2.0:
        wanted_m = sign * 2.0
    if height_m is not None:
        wanted_m = max(wanted_m, min(LOWEST_M - height_m, 0.0))
    return wanted_m


def _by_number(clause: Clause, goal: Goal, height_m: float | None, sign: int, usual_m: float) -> float:
    if clause.metres is None:
        return sign * usual_m
    if not clause.is_absolute:
        return sign * clause.metres - goal.progress.climbed_m
    if height_m is not None:
        return clause.metres - height_m
    return sign * usual_m


def _by_landmark(clause: Clause, situation: Situation, height_m: float | None) -> float | None:
    """Above a landmark's top, level with its centre, or below it; None where its height is not known."""
    track = situation.track(clause.mentions[0]) if clause.mentions else None
    if track is None or track.dz_m is None:
        return None
    if clause.relation == "above":
        top_m = top_above_uav_m(track, height_m)
        return None if top_m is None else top_m + situation.senses.config.clearance_m
    if clause.relation == "below":
        return track.dz_m - situation.senses.config.clearance_m
    return track.dz_m if clause.relation == "level" else None
