"""Turns: to the place of the turn first, then by the angle of the words or straight at a landmark."""

from airanchor.embedded.rules.config import BendRules
from airanchor.embedded.rules.goal import is_between, mentions_of
from airanchor.embedded.rules.moves.courses import UNTOLD, is_compass, off_course_deg
from airanchor.embedded.rules.moves.situation import DecisionSituation, SkillCandidate
from airanchor.embedded.rules.notes.track import LandmarkTrack, wrap_deg
from airanchor.embedded.rules.space.turn_angles import wanted_turn_deg
from airanchor.reasoner.roles import Skill


def turn(situation: DecisionSituation) -> list[SkillCandidate]:
    """Turns: first to the place of the turn; a slight one flies straight at the landmark it leads to."""
    clause, config = situation.clause, situation.senses.config
    if (approach := _to_the_corner(situation)) is not None:
        return approach
    angle_deg = wanted_turn_deg(clause, config)
    candidates = situation.turn(angle_deg, situation.because())
    led_to = situation.goal.led_to
    ahead = situation.track(led_to[0]) if led_to and not _leads_between(situation) else None
    if ahead is not None and clause.degrees is not None and _is_bend_to(ahead, angle_deg, config.bends):
        return [*situation.fly_to(ahead, -config.standoff_m)[:1], *candidates]
    return candidates


def _to_the_corner(situation: DecisionSituation) -> list[SkillCandidate] | None:
    """The way to the place of a turn while that is seen ahead; else it counts as reached."""
    clause, config = situation.clause, situation.senses.config
    is_late = situation.goal.progress.decisions >= config.bends.corner_tries
    if not clause.mentions or clause.relation == "in view" or is_late:
        return None
    corner = situation.track(clause.mentions[0])
    if corner is None or not corner.source.is_sure:
        return None
    extra_m = config.beyond_m if clause.relation == "after" else -config.standoff_m
    if _is_still_ahead(corner, config.near_m + max(extra_m, 0.0), config.view_deg):
        return situation.fly_to(corner, extra_m)
    return None


def _leads_between(situation: DecisionSituation) -> bool:
    following = situation.goal.following
    return following is not None and is_between(following)


def _is_still_ahead(track: LandmarkTrack, least_m: float, view_deg: float) -> bool:
    return track.d_xy_m is not None and track.d_xy_m > least_m and abs(track.bearing_deg) <= view_deg


def _is_bend_to(track: LandmarkTrack, angle_deg: float, rules: BendRules) -> bool:
    """Whether a slight turn can be flown as a bend to the landmark in view."""
    if abs(angle_deg) > rules.most_deg or not track.source.is_sure:
        return False
    is_near = abs(wrap_deg(track.bearing_deg - angle_deg)) <= rules.off_deg
    return is_near and abs(track.bearing_deg) <= rules.most_deg


def face(situation: DecisionSituation) -> list[SkillCandidate]:
    """Towards a landmark; one that is in view on its side is flown at, which turns to it as well."""
    mentions, config = mentions_of(situation.clause), situation.senses.config
    if is_compass(situation.clause):
        off_deg = off_course_deg(situation.goal)
        why = situation.because(UNTOLD if off_deg is None else "")
        return situation.turn(off_deg or 0.0, why)
    track = situation.track(mentions[0]) if mentions else None
    if track is None:
        around = situation.because("look around for it")
        return [
            SkillCandidate(Skill.VIEW, {}, around),
            *situation.turn(config.bends.unseen_deg, situation.because()),
        ]
    is_in_view = track.source.is_sure and abs(track.bearing_deg) <= config.view_deg
    following = situation.goal.following
    if is_in_view and following is not None and set(mentions_of(following)) & set(mentions):
        return situation.fly_to(track, -config.standoff_m)
    return situation.turn(track.bearing_deg, situation.taking(track))
