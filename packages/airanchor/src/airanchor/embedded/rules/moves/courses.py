"""Where a part leads that needs nothing in view: along a compass course, to the start, on round a circle."""

import cmath
import math

from airanchor.embedded.ears.clause import Clause, Manoeuvre
from airanchor.embedded.ears.tokens.lexicon import COMPASS
from airanchor.embedded.rules.config import StateRules
from airanchor.embedded.rules.goal import Goal
from airanchor.embedded.rules.moves.ways import TargetPoint
from airanchor.embedded.rules.notes.track import wrap_deg
from aircity.geometry import ToldState, compass_deg

_SIDES = {"left": -90.0, "right": 90.0}
UNTOLD = "the heading is not told"
"""Why nothing of this can be flown without the state."""


def course_deg(goal: Goal) -> float | None:
    """The compass course of the active part, clockwise from north: its own, or that of the turn before it.

    A step to the side leads across the heading that the part began with.
    """
    if (
        goal.active.manoeuvre is Manoeuvre.FORWARD
        and goal.active.relation in _SIDES
        and goal.state is not None
    ):
        return (goal.state.heading_deg - goal.progress.turned_deg + _SIDES[goal.active.relation]) % 360.0
    before = goal.clauses[goal.progress.part - 1] if goal.progress.part else None
    named = before if goal.active.manoeuvre is Manoeuvre.FORWARD and not goal.active.relation else goal.active
    if named is None or named.relation is None or not is_compass(named):
        return None
    return compass_deg(named.relation or "")


def is_compass(clause: Clause) -> bool:
    """Whether a clause turns to a compass point."""
    return clause.manoeuvre is Manoeuvre.FACE and clause.relation in COMPASS


def off_course_deg(goal: Goal) -> float | None:
    """How far to the right of the heading the course lies; None without a course or a told heading."""
    course = course_deg(goal)
    return None if course is None or goal.state is None else wrap_deg(course - goal.state.heading_deg)


def towards(state: ToldState, place_m: complex) -> TargetPoint:
    """A place, told from the start, as a point to fly to."""
    way = place_m - state.place_m
    return TargetPoint(wrap_deg(math.degrees(cmath.phase(way)) - state.heading_deg), abs(way))


def course_point(goal: Goal, distance_m: float) -> TargetPoint | None:
    """The end of so long a leg along the active part's course, from where the part began."""
    course, state = course_deg(goal), goal.state
    if course is None or state is None:
        return None
    if goal.active.metres is None:
        return TargetPoint(wrap_deg(course - state.heading_deg), distance_m)
    began_m = state.place_m if goal.progress.began_m is None else goal.progress.began_m
    return towards(state, began_m + cmath.rect(goal.active.metres, math.radians(course)))


def home_point(goal: Goal) -> TargetPoint | None:
    """The start."""
    return None if goal.state is None else towards(goal.state, 0j)


def circle_point(goal: Goal, rules: StateRules, *, wider: float = 1.0) -> TargetPoint | None:
    """The next place of the circle that is being flown."""
    state, orbit = goal.state, goal.progress.orbit
    if state is None or orbit is None:
        return None
    clockwise = is_clockwise(goal, towards(state, orbit.middle_m).bearing_deg)
    step_deg = rules.orbit_step_deg if clockwise else -rules.orbit_step_deg
    return towards(state, orbit.ahead_m(state.place_m, step_deg, wider=wider))


def is_clockwise(goal: Goal, middle_deg: float) -> bool:
    """Which way round: as said, else as begun, else so that the middle stays on its side."""
    orbit = goal.progress.orbit
    if goal.active.relation in ("left", "right"):
        return goal.active.relation == "right"
    if orbit is not None and abs(orbit.swept_deg) > 1.0:  # less is no flight round it, only its noise
        return orbit.swept_deg > 0
    return middle_deg >= 0


def steering_point(goal: Goal, rules: StateRules) -> TargetPoint | None:
    """Where the active part leads by the state alone; None where it takes a landmark."""
    if goal.active.manoeuvre is Manoeuvre.HOME:
        return home_point(goal)
    if goal.active.manoeuvre is Manoeuvre.CIRCLE:
        return circle_point(goal, rules)
    return course_point(goal, 0.0)


def away_from_start_m(state: ToldState | None) -> float | None:
    """How far from its start the drone is, height included; None where it is not told."""
    if state is None or state.start.d_xy_m is None:
        return None
    return math.hypot(state.start.d_xy_m, state.start.dz_m or 0.0)


def gone_along_m(
    course: float | None, began_m: complex | None, state: ToldState | None, *, off_deg: float
) -> float | None:
    """How far along a course the drone has gone; None where not known, or if it went so far off it."""
    if course is None or began_m is None or state is None:
        return None
    went = (state.place_m - began_m) / cmath.rect(1.0, math.radians(course))
    return went.real if abs(math.degrees(cmath.phase(went))) <= off_deg else None
