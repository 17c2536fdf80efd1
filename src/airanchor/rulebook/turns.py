"""Turns: to the place of the turn first, then by the angle of the words or straight at a landmark."""

from airanchor.reasoner.roles import Skill
from airanchor.rulebook.goal import mentions_of
from airanchor.rulebook.language.clause import Manoeuvre
from airanchor.rulebook.situation import Situation, Wish
from airanchor.rulebook.track import Source, Track

SIDE_DEG = 15.0
"""A landmark lies to one side from this bearing on."""
MAX_CORNER = 3
"""Decisions that the way to the place of a turn may take."""


def wanted_turn_deg(manoeuvre: Manoeuvre, degrees: float | None, usual_deg: float) -> float:
    """The signed angle a turn asks for."""
    if manoeuvre is Manoeuvre.TURN_AROUND:
        return 180.0
    sign = -1 if manoeuvre is Manoeuvre.TURN_LEFT else 1
    return sign * (usual_deg if degrees is None else degrees)


def turn(situation: Situation) -> list[Wish]:
    """Turns: first to the place of the turn; straight at the next landmark if it is in view on that side."""
    clause, config = situation.clause, situation.senses.config
    if (approach := _to_the_corner(situation)) is not None:
        return approach
    angle_deg = wanted_turn_deg(clause.manoeuvre, clause.degrees, config.turn_deg)
    wishes = situation.turn(angle_deg, situation.words)
    ahead = _next_landmark(situation)
    if ahead is not None and _lies_that_way(ahead, angle_deg, clause.degrees, config.view_deg):
        return [*situation.fly_to(ahead, -config.standoff_m)[:1], *wishes]
    return wishes


def _to_the_corner(situation: Situation) -> list[Wish] | None:
    """The way to the place of a turn; None once it is there. A place never seen is one flight ahead."""
    clause, config = situation.clause, situation.senses.config
    if not clause.mentions or clause.relation == "in view" or situation.goal.progress.decisions >= MAX_CORNER:
        return None
    corner = situation.track(clause.mentions[0])
    if corner is None or not corner.source.is_sure:
        ahead_m = config.beyond_m if clause.relation == "after" else config.forward_m
        is_new = situation.goal.progress.flown_m == 0
        return situation.forward(ahead_m, f"{situation.words}: straight on to it") if is_new else None
    extra_m = config.beyond_m if clause.relation == "after" else -config.standoff_m
    if _is_still_ahead(corner, config.near_m + max(extra_m, 0.0), config.view_deg):
        return situation.fly_to(corner, extra_m)
    return None


def _next_landmark(situation: Situation) -> Track | None:
    following = situation.goal.following
    mentions = situation.clause.until or (following.mentions if following else ())
    return situation.track(mentions[0]) if mentions else None


def _is_still_ahead(track: Track, least_m: float, view_deg: float) -> bool:
    return track.d_xy_m is not None and track.d_xy_m > least_m and abs(track.bearing_deg) <= view_deg


def _lies_that_way(track: Track, angle_deg: float, stated_deg: float | None, view_deg: float) -> bool:
    if stated_deg is not None and stated_deg > view_deg + 5:
        return False
    is_sure = track.source in (Source.MEASURED, Source.REMEMBERED, Source.AIMED)
    return is_sure and track.bearing_deg * angle_deg > 0 and SIDE_DEG <= abs(track.bearing_deg) <= view_deg


def face(situation: Situation) -> list[Wish]:
    mentions = mentions_of(situation.clause)
    track = situation.track(mentions[0]) if mentions else None
    if track is None:
        return [Wish(Skill.VIEW, {}, f"{situation.words}: look around for it"), *situation.turn(90.0, "face")]
    return situation.turn(track.bearing_deg, f"{situation.words}: {track.words}")
