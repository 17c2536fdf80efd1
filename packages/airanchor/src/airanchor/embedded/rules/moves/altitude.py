"""Heights: how far to climb for what the text asks, from the ground below and the landmark's centre."""

import math

from airanchor.embedded.ears.clause import Clause, Manoeuvre
from airanchor.embedded.eyes.reader import PictureDetection
from airanchor.embedded.rules.config import RulebookConfig
from airanchor.embedded.rules.goal import Goal, mentions_of
from airanchor.embedded.rules.moves.situation import DecisionSituation
from airanchor.embedded.rules.notes.track import LandmarkTrack

_GROUND = frozenset(("street", "ground", "road", "pavement", "sidewalk", "floor", "street level"))


def is_to_the_ground(clause: Clause) -> bool:
    """Whether a descent leads down to a street, or to a height above the ground."""
    if clause.manoeuvre is not Manoeuvre.DESCEND:
        return False
    return clause.is_absolute or any(mention.category in _GROUND for mention in mentions_of(clause))


def top_above_uav_m(
    track: LandmarkTrack, height_m: float | None, detection: PictureDetection | None = None
) -> float | None:
    """How far a thing's top is above the drone: as the picture shows it, and by its centre's height.

    A thing stands on the ground, so its centre is half its height.
    """
    tops_m = []
    if track.dz_m is not None:
        tops_m.append(2 * max(track.dz_m, 0.0) if height_m is None else height_m + 2 * track.dz_m)
    if detection is not None and track.d_xy_m is not None:
        tops_m.append(track.d_xy_m * math.tan(math.radians(detection.top_deg)))
    return max(tops_m, default=None)


def wanted_climb_m(situation: DecisionSituation) -> float:
    """What is left to climb (or, negative, to sink) for an ascend or descend clause."""
    clause, goal, config = situation.clause, situation.goal, situation.senses.config
    sign = 1 if clause.manoeuvre is Manoeuvre.ASCEND else -1
    height_m = _height_m(situation)
    wanted_m = _by_landmark(clause, situation, height_m)
    if wanted_m is None:
        wanted_m = _by_number(clause, goal, height_m, sign, config)
    if sign * wanted_m < config.heights.least_m:  # the text asks for a change, so there is one
        wanted_m = sign * config.heights.least_m
    if height_m is not None and (clause.is_absolute or is_to_the_ground(clause)):
        wanted_m = max(wanted_m, min(config.heights.lowest_m - height_m, 0.0))
    return wanted_m


def _height_m(situation: DecisionSituation) -> float | None:
    """The height above ground; by the picture where what is measured below makes no sense of the words.

    What lies below may be a roof, then the drone is higher than measured: nobody tells to sink to a height
    that is reached already, and few to climb to one that is far out of reach. Where the picture makes no
    sense of a descent either, the height is taken to be what makes the descent a usual one.
    """
    clause, rules = situation.clause, situation.senses.config.heights
    measured_m = situation.measured_height_m
    if not is_to_the_ground(clause) and not clause.is_absolute:
        return measured_m
    seen_m = situation.scene.height_m
    if measured_m is None:
        return seen_m if is_to_the_ground(clause) else None
    told_m, is_ascent = _told_m(clause, rules.street_m), clause.manoeuvre is Manoeuvre.ASCEND
    climb_m = told_m - measured_m
    is_odd = climb_m > rules.most_told_m if is_ascent else climb_m > -rules.least_told_m
    if not is_odd or situation.goal.progress.decisions > 0:
        return measured_m
    if is_ascent:
        return max(measured_m, seen_m)
    makes_sense = rules.least_told_m <= seen_m - told_m <= rules.most_told_m
    return seen_m if makes_sense else told_m + situation.senses.config.climb_m


def _told_m(clause: Clause, street_m: float) -> float:
    """The height above ground that the words ask for; street level where they give no number."""
    return street_m if clause.metres is None else clause.metres


def _by_number(
    clause: Clause, goal: Goal, height_m: float | None, sign: int, config: RulebookConfig
) -> float:
    usual_m = config.climb_m
    if is_to_the_ground(clause):
        return _told_m(clause, config.heights.street_m) - height_m if height_m else -usual_m
    if clause.metres is None:
        return sign * usual_m
    if not clause.is_absolute:
        return sign * clause.metres - goal.progress.climbed_m
    if height_m is not None:
        return clause.metres - height_m
    return sign * usual_m


def _by_landmark(clause: Clause, situation: DecisionSituation, height_m: float | None) -> float | None:
    """Above a landmark's top, level with its centre, or below it; None where its height is not known."""
    track = situation.track(clause.mentions[0]) if clause.mentions else None
    if track is None or track.dz_m is None:
        return None
    if clause.relation == "above":
        top_m = top_above_uav_m(track, height_m, situation.evidence.detection(clause.mentions[0]))
        return None if top_m is None else top_m + situation.senses.config.clearance_m
    if clause.relation == "below":
        return track.dz_m - situation.senses.config.clearance_m
    return track.dz_m if clause.relation == "level" else None
