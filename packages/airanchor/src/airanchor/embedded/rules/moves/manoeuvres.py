"""How each manoeuvre is flown: what skills would bring it forward, the best first."""

import math
from collections.abc import Callable

from airanchor.embedded.ears.clause import Clause, Manoeuvre, Mention
from airanchor.embedded.rules.goal import mentions_of
from airanchor.embedded.rules.moves.altitude import top_above_uav_m, wanted_climb_m
from airanchor.embedded.rules.moves.answers import look_and_tell
from airanchor.embedded.rules.moves.approach import come_up_to
from airanchor.embedded.rules.moves.search import is_look_due, search
from airanchor.embedded.rules.moves.situation import DecisionSituation, SkillCandidate
from airanchor.embedded.rules.moves.told_legs import circle, fly_course, go_home
from airanchor.embedded.rules.moves.turns import face, turn
from airanchor.embedded.rules.moves.ways import TargetPoint, Way, free_along, gap
from airanchor.embedded.rules.notes.track import LandmarkTrack
from airanchor.reasoner.roles import Skill


def skill_candidates(situation: DecisionSituation) -> list[SkillCandidate]:
    """The skills that would serve the active part."""
    return _RULES[situation.clause.manoeuvre](situation)


def _approach(situation: DecisionSituation) -> list[SkillCandidate]:
    """TO and STOP: up to the landmark, or above it."""
    clause, config = situation.clause, situation.senses.config
    mentions = mentions_of(clause)
    if not mentions:
        return _hold(situation) if clause.manoeuvre is Manoeuvre.STOP else _straight(situation)
    if clause.relation == "between" and len(mentions) > 1:
        return _between(situation)
    track = situation.track(mentions[0])
    if track is None:
        return search(situation, mentions[0])
    beyond_m, is_beside = _beyond_m(situation, track), _is_beside(clause)
    if beyond_m is None and not is_beside:
        return come_up_to(situation, mentions[0], track)
    if (track.d_xy_m or 0.0) > config.longest_m and situation.goal.is_final:
        return situation.fly_to(track, -config.flights.look_again_m)
    if is_beside and track.d_xy_m is not None:
        return _alongside(situation, track, 0.0)
    return situation.fly_to(track, beyond_m or 0.0)


def _is_beside(clause: Clause) -> bool:
    """Whether the flight is to stop with the landmark on a side."""
    return clause.manoeuvre is Manoeuvre.STOP and bool(mentions_of(clause)[0].side)


def _beyond_m(situation: DecisionSituation, track: LandmarkTrack) -> float | None:
    """How far beyond a landmark's centre an approach ends; None where it ends before the landmark."""
    clause, config, following = situation.clause, situation.senses.config, situation.goal.following
    if clause.relation in ("above", "behind"):
        return 0.0 if clause.relation == "above" else config.beyond_m
    if following is not None and following.manoeuvre is Manoeuvre.DESCEND:
        return 0.0 if _is_flat(situation, track) else -config.beside_m  # a roof would end the descent
    return None


def _is_flat(situation: DecisionSituation, track: LandmarkTrack) -> bool:
    """Whether a landmark is mere ground: a field, a pool, a square."""
    height_m, flat_m = situation.measured_height_m, situation.senses.config.heights.flat_m
    return height_m is not None and track.dz_m is not None and height_m + track.dz_m <= flat_m


def _leg(
    rule: Callable[[DecisionSituation, LandmarkTrack], list[SkillCandidate]],
) -> Callable[[DecisionSituation], list[SkillCandidate]]:
    """A rule for a leg to one landmark, which is searched for where it is not found."""

    def flown(situation: DecisionSituation) -> list[SkillCandidate]:
        mentions = mentions_of(situation.clause)
        if not mentions:
            return _straight(situation)
        track = situation.track(mentions[0])
        return search(situation, mentions[0]) if track is None else rule(situation, track)

    return flown


def _pass(situation: DecisionSituation, track: LandmarkTrack) -> list[SkillCandidate]:
    """PAST and AROUND: beside the landmark and a little beyond; straight on if that already leads there."""
    config = situation.senses.config
    if _is_behind(situation, track):  # else the drone would turn back to it
        return _lead_on(situation, track)
    if track.d_xy_m is None or abs(track.bearing_deg) > config.view_deg + config.flights.aside_deg:
        return situation.fly_to(track, config.beyond_m)
    return _alongside(situation, track, config.beyond_m)


def _is_behind(situation: DecisionSituation, track: LandmarkTrack) -> bool:
    """Whether a landmark was just flown past, so that what is left is the way beyond it."""
    is_begun, abreast_m = situation.goal.progress.flown_m > 0, situation.senses.config.flights.abreast_m
    return is_begun and track.d_xy_m is not None and track.forward_m <= abreast_m


def _lead_on(situation: DecisionSituation, track: LandmarkTrack) -> list[SkillCandidate]:
    left_m = max(situation.senses.config.beyond_m + track.forward_m, situation.senses.config.shortest_m)
    return situation.forward(left_m, situation.taking(track).more("on beyond it"))


def _alongside(situation: DecisionSituation, track: LandmarkTrack, beyond_m: float) -> list[SkillCandidate]:
    """Beside a landmark, and so much beyond; straight on if that already leads there."""
    beside_m, wide = situation.senses.config.beside_m, situation.senses.config.flights.wide
    ahead_m, right_m = track.forward_m + beyond_m, track.right_m
    side = _passing_side(mentions_of(situation.clause)[0], right_m)
    lateral_m = right_m - side * beside_m
    if beside_m <= side * right_m <= wide * beside_m:
        lateral_m = 0.0
    target = TargetPoint(math.degrees(math.atan2(lateral_m, ahead_m)), math.hypot(lateral_m, ahead_m))
    return situation.fly(target, situation.taking(track))


def _passing_side(mention: Mention, right_m: float) -> int:
    """1 keeps the landmark on the right, -1 on the left."""
    if mention.side:
        return 1 if mention.side == "right" else -1
    return 1 if right_m >= 0 else -1


def _over(situation: DecisionSituation, track: LandmarkTrack) -> list[SkillCandidate]:
    """OVER: high enough first, then across its middle."""
    config = situation.senses.config
    if _is_behind(situation, track):
        return _lead_on(situation, track)
    free_m = free_along(track.bearing_deg, situation.evidence.openings, config)
    height_m = situation.measured_height_m
    is_blocked = free_m is not None and track.d_xy_m is not None and free_m < track.d_xy_m + config.margin_m
    if is_blocked or (track.dz_m or 0.0) > 0:
        top_m = top_above_uav_m(
            track, height_m, situation.evidence.detection(mentions_of(situation.clause)[0])
        )
        least_m = config.heights.over_share * config.detour_climb_m
        climb_m = max((top_m or 0.0) + config.clearance_m, least_m)
        return situation.climb(climb_m, situation.taking(track).more("its top is in the way"))
    return situation.fly_to(track, config.beyond_m)


def _under(situation: DecisionSituation, track: LandmarkTrack) -> list[SkillCandidate]:
    """UNDER: low enough first, then through below it."""
    config, climbed_m = situation.senses.config, situation.goal.progress.climbed_m
    is_low = track.dz_m is not None and track.dz_m < config.heights.under_m
    if track.dz_m is not None and is_low and climbed_m > -config.heights.under_descent_m:
        return situation.climb(track.dz_m - config.clearance_m, situation.taking(track))
    return situation.fly_to(track, config.beyond_m)


def _between(situation: DecisionSituation) -> list[SkillCandidate]:
    """BETWEEN: through the middle of two landmarks, or beside the one that is known."""
    mentions = mentions_of(situation.clause)
    tracks = {mention: situation.track(mention) for mention in mentions[:2]}
    known = [track for track in tracks.values() if track is not None]
    lost = [mention for mention, track in tracks.items() if track is None]
    if not mentions:
        return _straight(situation)
    if lost and (not known or situation.goal.progress.looks == 0):
        return search(situation, lost[0])
    if len(known) < 2:
        return _leg(_pass)(situation) if known[0].d_xy_m is not None else situation.fly_to(known[0], 0.0)
    if all(_is_behind(situation, track) for track in known):
        return _lead_on(situation, known[0])
    point = gap(known[0], known[1], situation.senses.config.blind_step_m)
    beyond_m = 0.0 if situation.clause.manoeuvre is Manoeuvre.STOP else situation.senses.config.beyond_m
    return situation.fly(
        TargetPoint(point.bearing_deg, point.distance_m + beyond_m), situation.taking(*known)
    )


def _cross(situation: DecisionSituation, track: LandmarkTrack) -> list[SkillCandidate]:
    """ACROSS and THROUGH: over its middle and out on the far side."""
    return situation.fly_to(track, situation.senses.config.beyond_m)


def _follow(situation: DecisionSituation) -> list[SkillCandidate]:
    """ALONG: to what ends it once that place is known well, till then along the thing where it leads."""
    clause = situation.clause
    end = next(filter(None, (situation.track(mention) for mention in clause.until)), None)
    if end is not None and end.source.is_sure and end.d_xy_m is not None:
        return situation.fly_to(end, -situation.senses.config.standoff_m)
    if not clause.mentions:
        return _straight(situation)
    if clause.until and situation.goal.progress.flown_m > 0 and is_look_due(situation):
        return search(situation, clause.until[0])
    return _follow_on(situation)


def _follow_on(situation: DecisionSituation) -> list[SkillCandidate]:
    """Along a thing where it leads."""
    config, clause, progress = situation.senses.config, situation.clause, situation.goal.progress
    step_m = config.blind_step_m if clause.until else config.longest_m
    if clause.metres is not None:
        step_m = min(max(clause.metres - progress.flown_m, config.shortest_m), step_m)
    why = situation.because(f"{progress.flown_m:.0f} m flown along it")
    course_deg = situation.evidence.course_deg(clause.mentions[0], step_m)
    if course_deg is not None:
        return situation.fly(TargetPoint(course_deg, step_m), why)
    track = situation.track(clause.mentions[0])
    if (track is None or abs(track.bearing_deg) > config.view_deg) and is_look_due(situation):
        return [
            SkillCandidate(Skill.VIEW, {}, why.more("look where it leads")),
            *situation.forward(step_m, why),
        ]
    in_view = track is not None and abs(track.bearing_deg) <= config.view_deg
    return situation.fly(TargetPoint(track.bearing_deg if track and in_view else 0.0, step_m), why)


def _straight(situation: DecisionSituation) -> list[SkillCandidate]:
    """FORWARD: straight on, to the landmark that ends it or as far as the text says."""
    config, clause, progress = situation.senses.config, situation.clause, situation.goal.progress
    if (course := fly_course(situation)) is not None:
        return course
    for mention in clause.until:
        track = situation.track(mention)
        if track is not None and (track.source.is_sure or abs(track.bearing_deg) <= config.view_deg):
            return situation.fly_to(track, -config.standoff_m)
    if clause.until and progress.flown_m > 0 and is_look_due(situation):
        return search(situation, clause.until[0])
    left_m = config.longest_m
    if clause.metres is not None or not clause.until:
        left_m = min(max((clause.metres or config.forward_m) - progress.flown_m, config.shortest_m), left_m)
    return situation.forward(left_m, situation.because(f"straight on, {progress.flown_m:.0f} m flown"))


def _leave(situation: DecisionSituation) -> list[SkillCandidate]:
    """AWAY: turn one's back on it, then straight on."""
    mentions = mentions_of(situation.clause)
    track = situation.track(mentions[0]) if mentions else None
    if track is not None and abs(track.bearing_deg) < 90 and not situation.goal.progress.looks:
        behind_deg = track.bearing_deg - math.copysign(180.0, track.bearing_deg or -1.0)
        return situation.turn(behind_deg, situation.taking(track))
    return situation.forward(situation.senses.config.forward_m, situation.because())


def _climb(situation: DecisionSituation) -> list[SkillCandidate]:
    """ASCEND and DESCEND; where a roof ended a descent early, a little to the side first."""
    climb_m = wanted_climb_m(situation)
    progress, rules = situation.goal.progress, situation.senses.config.heights
    fell_short = progress.decisions > 0 and -progress.climbed_m < rules.full_descent_m * progress.decisions
    if situation.clause.manoeuvre is Manoeuvre.DESCEND and fell_short and progress.flown_m == 0:
        aside = Way(situation.open_bearing(0.0), rules.sidestep_m, None, 0.0)
        return [
            situation.pixel(aside, situation.because("a roof below; aside")),
            *situation.climb(climb_m, situation.because()),
        ]
    return situation.climb(climb_m, situation.because())


def _hold(situation: DecisionSituation) -> list[SkillCandidate]:
    """STOP here: nothing to fly; a look around moves nothing."""
    why = situation.because("the place is reached").more("hold", turn_deg=0.0)
    return [SkillCandidate(Skill.VIEW, {}, why), SkillCandidate(Skill.ALTITUDE, {"delta_h_m": 0.0}, why)]


_RULES: dict[Manoeuvre, Callable[[DecisionSituation], list[SkillCandidate]]] = {
    Manoeuvre.TO: _approach,
    Manoeuvre.STOP: _approach,
    Manoeuvre.PAST: _leg(_pass),
    Manoeuvre.AROUND: _leg(_pass),
    Manoeuvre.OVER: _leg(_over),
    Manoeuvre.UNDER: _leg(_under),
    Manoeuvre.BETWEEN: _between,
    Manoeuvre.ACROSS: _leg(_cross),
    Manoeuvre.THROUGH: _leg(_cross),
    Manoeuvre.ALONG: _follow,
    Manoeuvre.FORWARD: _straight,
    Manoeuvre.AWAY: _leave,
    Manoeuvre.TURN_LEFT: turn,
    Manoeuvre.TURN_RIGHT: turn,
    Manoeuvre.TURN_AROUND: turn,
    Manoeuvre.FACE: face,
    Manoeuvre.CIRCLE: circle,
    Manoeuvre.HOME: go_home,
    Manoeuvre.TELL: look_and_tell,
    Manoeuvre.ASCEND: _climb,
    Manoeuvre.DESCEND: _climb,
}
