"""Legs that the drone's state alone can steer: to the start, along a compass course, round a landmark."""

import cmath
import math

from airanchor.embedded.rules.config import StateRules
from airanchor.embedded.rules.goal import mentions_of
from airanchor.embedded.rules.moves.courses import (
    UNTOLD,
    circle_point,
    course_deg,
    course_point,
    home_point,
    is_clockwise,
    towards,
)
from airanchor.embedded.rules.moves.search import search
from airanchor.embedded.rules.moves.situation import HALF_VIEW_DEG, DecisionSituation, SkillCandidate
from airanchor.embedded.rules.moves.ways import TargetPoint, free_along
from airanchor.embedded.rules.notes.intent import Why
from airanchor.embedded.rules.notes.orbit import Orbit, begun
from airanchor.embedded.rules.notes.track import LandmarkTrack, wrap_deg
from airanchor.reasoner.roles import Skill
from aircity.geometry import ToldState


def go_home(situation: DecisionSituation) -> list[SkillCandidate]:
    """HOME: to above or below the start, then to its height."""
    goal, rules = situation.goal, situation.senses.config.state
    home = home_point(goal)
    if home is None or goal.state is None:
        return _cannot(situation)
    dz_m = goal.state.start.dz_m or 0.0
    why = situation.because(f"{home.distance_m:.0f} m to go")
    if home.distance_m <= rules.overhead_m and abs(dz_m) > rules.level_m:
        return situation.climb(dz_m, why)
    return situation.fly(home, why)


def fly_course(situation: DecisionSituation) -> list[SkillCandidate] | None:
    """FORWARD by the compass: to what ends it where that lies on the course, else along it."""
    config, clause, progress = situation.senses.config, situation.clause, situation.goal.progress
    ahead = course_point(situation.goal, config.longest_m)
    if ahead is None:
        return None if course_deg(situation.goal) is None else _cannot(situation)
    for mention in clause.until:
        track, near_deg = situation.track(mention), config.state.near_course_deg
        if track is not None and abs(wrap_deg(track.bearing_deg - ahead.bearing_deg)) <= near_deg:
            return situation.fly_to(track, -config.standoff_m)
    if clause.metres is None and not clause.until:
        left_m = max(config.forward_m - progress.flown_m, config.shortest_m)
        ahead = TargetPoint(ahead.bearing_deg, min(left_m, config.longest_m))
    return situation.fly(ahead, situation.because(f"on course, {progress.flown_m:.0f} m flown"))


def circle(situation: DecisionSituation) -> list[SkillCandidate]:
    """CIRCLE: to the landmark, then from one place of the circle to the next."""
    goal, state, rules = situation.goal, situation.goal.state, situation.senses.config.state
    if state is None:
        return _cannot(situation)
    orbit, mention = goal.progress.orbit, mentions_of(goal.active)[0]
    if orbit is None:
        track = situation.track(mention)
        if track is None or track.d_xy_m is None:
            return search(situation, mention) if track is None else situation.fly_to(track, 0.0)
        fresh = orbit_around(state, track, rules)
        if fresh is None:
            return situation.fly_to(track, -rules.come_to_m)
        return _first_step(situation, state, fresh, track)
    ways = [circle_point(goal, rules, wider=wider) for wider in rules.wider]
    why = situation.because(f"{abs(orbit.swept_deg):.0f} degrees flown")
    return _freest(situation, [way for way in ways if way is not None], why)


def orbit_around(state: ToldState, track: LandmarkTrack | None, rules: StateRules) -> Orbit | None:
    """The circle around a landmark that is near enough to be circled from here."""
    if track is None or track.d_xy_m is None or track.d_xy_m > rules.farthest_m:
        return None
    to_middle = cmath.rect(track.d_xy_m, math.radians(state.heading_deg + track.bearing_deg))
    return begun(state.place_m, state.place_m + to_middle, rules.least_radius_m)


def _first_step(
    situation: DecisionSituation, state: ToldState, orbit: Orbit, track: LandmarkTrack
) -> list[SkillCandidate]:
    """Onto the circle."""
    goal, rules = situation.goal, situation.senses.config.state
    step_deg = rules.orbit_step_deg if is_clockwise(goal, track.bearing_deg) else -rules.orbit_step_deg
    places = [orbit.ahead_m(state.place_m, step_deg, wider=wider) for wider in rules.wider]
    return _freest(situation, [towards(state, place) for place in places], situation.taking(track))


def _freest(situation: DecisionSituation, points: list[TargetPoint], why: Why) -> list[SkillCandidate]:
    """The first point that nothing measured stands before; else the first of all."""
    config, openings = situation.senses.config, situation.evidence.openings
    for point in points:
        free_m = free_along(point.bearing_deg, openings, config)
        if abs(point.bearing_deg) > HALF_VIEW_DEG or free_m is None or free_m > point.distance_m:
            return situation.fly(point, why)
    return situation.fly(points[0], why)


def _cannot(situation: DecisionSituation) -> list[SkillCandidate]:
    return [SkillCandidate(Skill.VIEW, {}, situation.because(UNTOLD))]
