"""How each manoeuvre is flown: what skills would bring it forward, the best first."""

import math
from collections.abc import Callable

from airanchor.reasoner.roles import Skill
from airanchor.rulebook.altitude import height_above_ground_m, top_above_uav_m, wanted_climb_m
from airanchor.rulebook.goal import mentions_of
from airanchor.rulebook.language.clause import Manoeuvre, Mention
from airanchor.rulebook.situation import Situation, Wish
from airanchor.rulebook.track import Source, Track
from airanchor.rulebook.ways import LEAST_M, Point, free_along

SIDE_DEG = 15.0
"""A landmark lies to one side from this bearing on."""
MAX_CORNER = 3
"""Decisions that the way to the place of a turn may take."""


def wishes_for(situation: Situation) -> list[Wish]:
    """The skills that would serve the active part."""
    return _RULES[situation.clause.manoeuvre](situation)


def wanted_turn_deg(manoeuvre: Manoeuvre, degrees: float | None, usual_deg: float) -> float:
    """The signed angle a turn asks for."""
    if manoeuvre is Manoeuvre.TURN_AROUND:
        return 180.0
    sign = -1 if manoeuvre is Manoeuvre.TURN_LEFT else 1
    return sign * (usual_deg if degrees is None else degrees)


def _approach(situation: Situation) -> list[Wish]:
    """TO and STOP: up to the landmark, or above it."""
    clause, config = situation.clause, situation.senses.config
    mentions = mentions_of(clause)
    if not mentions:
        return _hold(situation) if clause.manoeuvre is Manoeuvre.STOP else _straight(situation)
    if clause.relation == "between" and len(mentions) > 1:
        return _between(situation)
    track = situation.track(mentions[0])
    if track is None:
        return _search(situation, mentions[0])
    over = {"above": 0.0, "behind": -config.beyond_m}.get(clause.relation or "", config.standoff_m)
    return _fly_to(situation, track, -over)


def _fly_to(situation: Situation, track: Track, extra_m: float) -> list[Wish]:
    config = situation.senses.config
    distance_m = config.blind_step_m if track.d_xy_m is None else max(track.d_xy_m + extra_m, LEAST_M)
    return situation.fly(Point(track.bearing_deg, distance_m), f"{situation.words}: {track.words}")


def _search(situation: Situation, mention: Mention) -> list[Wish]:
    """The landmark is nowhere: on along the heading that the words gave, a look around, and on again."""
    why = f"{situation.words}: {mention.label} not found"
    config, progress = situation.senses.config, situation.goal.progress
    onward = situation.forward(config.blind_step_m, f"{why}, go on")
    is_begun = progress.flown_m > 0 or progress.is_failing
    if is_begun and progress.looks < config.looks:
        return [Wish(Skill.VIEW, {}, f"{why}; look around"), *onward]
    return onward


def _pass(situation: Situation) -> list[Wish]:
    """PAST and AROUND: beside the landmark and a little beyond; straight on if that already leads there."""
    config = situation.senses.config
    mentions = mentions_of(situation.clause)
    track = situation.track(mentions[0]) if mentions else None
    if track is None:
        return _search(situation, mentions[0]) if mentions else _straight(situation)
    if track.d_xy_m is None or abs(track.bearing_deg) > config.view_deg + 30:
        return _fly_to(situation, track, config.beyond_m)
    ahead_m, right_m = track.forward_m, track.right_m
    side = _passing_side(mentions[0], right_m)
    lateral_m = right_m - side * config.beside_m
    if config.beside_m <= side * right_m <= 3 * config.beside_m:
        lateral_m = 0.0
    target = math.degrees(math.atan2(lateral_m, ahead_m + config.beyond_m))
    length_m = math.hypot(lateral_m, ahead_m + config.beyond_m)
    return situation.fly(Point(target, length_m), f"{situation.words}: {track.words}")


def _passing_side(mention: Mention, right_m: float) -> int:
    """1 keeps the landmark on the right, -1 on the left."""
    if mention.side:
        return 1 if mention.side == "right" else -1
    return 1 if right_m >= 0 else -1


def _over(situation: Situation) -> list[Wish]:
    """OVER: high enough first, then across its middle."""
    config = situation.senses.config
    mentions = mentions_of(situation.clause)
    track = situation.track(mentions[0]) if mentions else None
    if track is None:
        return _search(situation, mentions[0]) if mentions else _straight(situation)
    free_m = free_along(track.bearing_deg, situation.evidence.openings, config)
    height_m = height_above_ground_m(situation.evidence.openings)
    is_blocked = free_m is not None and track.d_xy_m is not None and free_m < track.d_xy_m + config.margin_m
    if is_blocked or (track.dz_m or 0.0) > 0:
        top_m = top_above_uav_m(track, height_m)
        climb_m = max((top_m or 0.0) + config.clearance_m, config.detour_climb_m / 2)
        return situation.climb(climb_m, f"{situation.words}: {track.words}; its top is in the way")
    return _fly_to(situation, track, config.beyond_m)


def _under(situation: Situation) -> list[Wish]:
    """UNDER: low enough first, then through below it."""
    config = situation.senses.config
    mentions = mentions_of(situation.clause)
    track = situation.track(mentions[0]) if mentions else None
    if track is None:
        return _search(situation, mentions[0]) if mentions else _straight(situation)
    if track.dz_m is not None and track.dz_m < 2.0 and situation.goal.progress.climbed_m > -25.0:
        return situation.climb(track.dz_m - config.clearance_m, f"{situation.words}: {track.words}")
    return _fly_to(situation, track, config.beyond_m)


def _between(situation: Situation) -> list[Wish]:
    """BETWEEN: through the middle of two landmarks, or beside the one that is known."""
    config = situation.senses.config
    mentions = mentions_of(situation.clause)
    tracks = [track for mention in mentions[:2] if (track := situation.track(mention)) is not None]
    placed = [track for track in tracks if track.d_xy_m is not None]
    if len(placed) < 2:
        return _pass(situation) if placed else _search(situation, mentions[0]) if mentions else []
    ahead_m = sum(track.forward_m for track in placed) / 2
    right_m = sum(track.right_m for track in placed) / 2
    beyond_m = 0.0 if situation.clause.manoeuvre is Manoeuvre.STOP else config.beyond_m
    point = Point(math.degrees(math.atan2(right_m, ahead_m)), math.hypot(ahead_m, right_m) + beyond_m)
    return situation.fly(point, f"{situation.words}: " + "; ".join(track.words for track in placed))


def _cross(situation: Situation) -> list[Wish]:
    """ACROSS and THROUGH: over its middle and out on the far side."""
    mentions = mentions_of(situation.clause)
    track = situation.track(mentions[0]) if mentions else None
    if track is None:
        return _search(situation, mentions[0]) if mentions else _straight(situation)
    return _fly_to(situation, track, situation.senses.config.beyond_m)


def _straight(situation: Situation) -> list[Wish]:
    """FORWARD and ALONG: straight on, to the landmark that ends it or as far as the text says."""
    config, clause, progress = situation.senses.config, situation.clause, situation.goal.progress
    for mention in clause.until:
        track = situation.track(mention)
        if track is not None and abs(track.bearing_deg) <= config.view_deg:
            return _fly_to(situation, track, -config.standoff_m)
    whole_m = clause.metres or (config.longest_m if clause.until else config.forward_m)
    left_m = min(max(whole_m - progress.flown_m, LEAST_M), config.longest_m)
    return situation.forward(left_m, f"{situation.words}: straight on, {progress.flown_m:.0f} m flown")


def _leave(situation: Situation) -> list[Wish]:
    """AWAY: turn one's back on it, then straight on."""
    mentions = mentions_of(situation.clause)
    track = situation.track(mentions[0]) if mentions else None
    if track is not None and abs(track.bearing_deg) < 90 and not situation.goal.progress.looks:
        behind_deg = track.bearing_deg - math.copysign(180.0, track.bearing_deg or -1.0)
        return situation.turn(behind_deg, f"{situation.words}: {track.words}")
    return situation.forward(situation.senses.config.forward_m, situation.words)


def _turn(situation: Situation) -> list[Wish]:
    """Turns: first to the place of the turn; straight at the next landmark if it is in view on that side."""
    clause, config = situation.clause, situation.senses.config
    if (approach := _to_the_corner(situation)) is not None:
        return approach
    angle_deg = wanted_turn_deg(clause.manoeuvre, clause.degrees, config.turn_deg)
    wishes = situation.turn(angle_deg, situation.words)
    ahead = _next_landmark(situation)
    if ahead is not None and _lies_that_way(ahead, angle_deg, clause.degrees, config.view_deg):
        return [*_fly_to(situation, ahead, -config.standoff_m)[:1], *wishes]
    return wishes


def _to_the_corner(situation: Situation) -> list[Wish] | None:
    """The way to the place of a turn; None once it is there. A place never seen is one flight ahead."""
    clause, config = situation.clause, situation.senses.config
    if not clause.mentions or clause.relation == "in view" or situation.goal.progress.decisions >= MAX_CORNER:
        return None
    corner = situation.track(clause.mentions[0])
    if corner is None:
        is_new = situation.goal.progress.flown_m == 0
        return (
            situation.forward(config.forward_m, f"{situation.words}: straight on to it") if is_new else None
        )
    extra_m = config.beyond_m if clause.relation == "after" else -config.standoff_m
    if _is_still_ahead(corner, config.near_m + max(extra_m, 0.0), config.view_deg):
        return _fly_to(situation, corner, extra_m)
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
    is_sure = track.source in (Source.MEASURED, Source.REMEMBERED)
    return is_sure and track.bearing_deg * angle_deg > 0 and SIDE_DEG <= abs(track.bearing_deg) <= view_deg


def _face(situation: Situation) -> list[Wish]:
    mentions = mentions_of(situation.clause)
    track = situation.track(mentions[0]) if mentions else None
    if track is None:
        return [Wish(Skill.VIEW, {}, f"{situation.words}: look around for it"), *situation.turn(90.0, "face")]
    return situation.turn(track.bearing_deg, f"{situation.words}: {track.words}")


def _climb(situation: Situation) -> list[Wish]:
    return situation.climb(wanted_climb_m(situation), situation.words)


def _hold(situation: Situation) -> list[Wish]:
    """STOP here: nothing to fly; a look around moves nothing."""
    why = f"{situation.words}: the place is reached; hold"
    return [Wish(Skill.VIEW, {}, why), Wish(Skill.ALTITUDE, {"delta_h_m": 0.0}, why)]


_RULES: dict[Manoeuvre, Callable[[Situation], list[Wish]]] = {
    Manoeuvre.TO: _approach,
    Manoeuvre.STOP: _approach,
    Manoeuvre.PAST: _pass,
    Manoeuvre.AROUND: _pass,
    Manoeuvre.OVER: _over,
    Manoeuvre.UNDER: _under,
    Manoeuvre.BETWEEN: _between,
    Manoeuvre.ACROSS: _cross,
    Manoeuvre.THROUGH: _cross,
    Manoeuvre.ALONG: _straight,
    Manoeuvre.FORWARD: _straight,
    Manoeuvre.AWAY: _leave,
    Manoeuvre.TURN_LEFT: _turn,
    Manoeuvre.TURN_RIGHT: _turn,
    Manoeuvre.TURN_AROUND: _turn,
    Manoeuvre.FACE: _face,
    Manoeuvre.ASCEND: _climb,
    Manoeuvre.DESCEND: _climb,
}
