"""One leg: where to fly for a relation to a landmark, and whether the flown track really has it."""

import math
from dataclasses import dataclass

import numpy as np
import shapely

from airanchor.bench.episodes.paths.airways import Place, find_way, length_m
from airanchor.bench.episodes.paths.landmarks import NameableObject
from airanchor.bench.episodes.paths.pilot import Pilot
from airanchor.bench.episodes.paths.scout import Scout, bearing_to
from airanchor.bench.episodes.telling.facts import Leg, Level, Relation, Side
from aircity.geometry import Pose
from aircity.world.action import Action

STREET_LEVEL_M = 16.0
HIGHEST_M = 60.0
_LONGEST_DETOUR = 1.3
_FEWEST_STEPS = 3
_STREET_NEAR_M = 25.0
_MOST_BEND_DEG = {"": 45, "street": 45}
_MOST_BEND_ALONG_DEG = 150
_ON_WAY_SHARE = 0.75
_TURNS = {Action.TURN_RIGHT: 15, Action.TURN_LEFT: -15}


@dataclass(frozen=True, slots=True)
class LegPlan:
    """What to try."""

    landmark: NameableObject
    relation: Relation
    side: Side | None = None
    partner: NameableObject | None = None
    z_m: float = 30.0
    gap_m: float = 10.0
    along: str = ""


def end_of(plan: LegPlan, here: Pose) -> Place:
    """Where the leg should end."""
    one = plan.landmark
    if plan.relation == "between" and plan.partner is not None:
        middle = ((one.x_m + plan.partner.x_m) / 2, (one.y_m + plan.partner.y_m) / 2)
        ahead = math.atan2(middle[1] - here.y_m, middle[0] - here.x_m)
        return middle[0] + 20.0 * math.cos(ahead), middle[1] + 20.0 * math.sin(ahead)
    ahead = math.atan2(one.y_m - here.y_m, one.x_m - here.x_m)
    if plan.relation in ("toward", "front"):
        back = one.reach_m(ahead + math.pi) + plan.gap_m
        return one.x_m - back * math.cos(ahead), one.y_m - back * math.sin(ahead)
    if plan.relation == "above":
        return one.x_m, one.y_m
    beyond = one.reach_m(ahead) + 12.0 if plan.relation in ("pass", "over") else 0.0
    aside = 0.0
    if plan.relation in ("pass", "beside"):
        outward = ahead + (math.pi / 2 if plan.side == "left" else -math.pi / 2)
        aside = one.reach_m(outward) + plan.gap_m
        return (
            one.x_m + beyond * math.cos(ahead) + aside * math.cos(outward),
            one.y_m + beyond * math.sin(ahead) + aside * math.sin(outward),
        )
    return one.x_m + beyond * math.cos(ahead), one.y_m + beyond * math.sin(ahead)


def try_leg(scout: Scout, pilot: Pilot, plan: LegPlan) -> Leg | None:
    """Fly a plan; None, with the pilot where it was, if it is blocked or the relation is not clearly true."""
    begun = len(pilot.actions)
    leg = _flown(scout, pilot, plan)
    if leg is None:
        pilot.forget_after(begun)
    return leg


def _flown(scout: Scout, pilot: Pilot, plan: LegPlan) -> Leg | None:
    begun, start = len(pilot.actions), pilot.here
    end, at = end_of(plan, start), (start.x_m, start.y_m)
    steps = round((plan.z_m - start.z_m) / 2.0)
    steps = steps if abs(steps) >= _FEWEST_STEPS else 0
    z_m = start.z_m + 2.0 * steps
    off = scout.off_way(plan.along) if plan.along else None
    corners = find_way(scout.relief, at, end, z_m, off_way=off)
    straight = math.dist(at, end)
    longest = 2.0 if plan.along else _LONGEST_DETOUR
    if corners is None or straight < 22.0 or length_m(at, corners) > longest * straight:
        return None
    if not pilot.rise(steps):
        return None
    pilot.face(corners[0])
    faced = len(pilot.actions)
    if not pilot.follow(corners) or len(pilot.actions) - faced < 4:
        return None
    track = pilot.poses[faced:]
    way = _way_of(scout, track)
    bend = sum(abs(_TURNS.get(action, 0)) for action in pilot.actions[faced:])
    if bend > _MOST_BEND_DEG.get(way, _MOST_BEND_ALONG_DEG) or not holds(plan, track):
        return None
    gap = gap_of(plan, track)
    turn = sum(_TURNS.get(action, 0) for action in pilot.actions[begun:faced])
    return Leg(
        first=begun,
        last=len(pilot.actions),
        relation=plan.relation,
        landmark=plan.landmark.id,
        side=plan.side,
        partner=plan.partner.id if plan.partner else None,
        turn_deg=turn,
        climb_m=2 * steps,
        level=_level(scout, start, steps),
        way=way,
        length_m=round(5.0 * sum(a is Action.MOVE_FORWARD for a in pilot.actions[faced:])),
        gap_m=math.ceil(gap),
    )


def gap_of(plan: LegPlan, track: list[Pose]) -> float:
    """The distance that the leg's fact bounds: at its end for a stop, else the nearest."""
    if plan.relation in ("front", "above", "beside", "toward"):
        return plan.landmark.distance_m(track[-1].x_m, track[-1].y_m)
    return plan.landmark.distance_to_path_m([pose.position for pose in track])


def holds(plan: LegPlan, track: list[Pose]) -> bool:
    """Whether a flown track (from the first row after the turn) has the relation without doubt."""
    one, start, end = plan.landmark, track[0], track[-1]
    final_m = one.distance_m(end.x_m, end.y_m)
    nearest = min(track, key=lambda pose: math.hypot(pose.x_m - one.x_m, pose.y_m - one.y_m))
    gap = one.distance_to_path_m([pose.position for pose in track])
    top = one.thing.z_max_m
    match plan.relation:
        case "toward":
            return 2.0 < final_m <= 16.0 and one.distance_m(start.x_m, start.y_m) > final_m + 20.0
        case "pass":
            return 2.0 < gap <= 26.0 and _abreast(nearest, one, plan.side) and _is_behind(track, one)
        case "over":
            under = any(one.distance_m(p.x_m, p.y_m) < 2.5 for p in track)
            return under and end.z_m > top + 2.0 and _is_behind(track, one)
        case "between":
            return plan.partner is not None and _goes_between(track, one, plan.partner, plan.side)
        case "front":
            return 3.0 < final_m <= 14.0 and abs(bearing_to(end, one)) < math.radians(25)
        case "above":
            return final_m <= 1.0 and math.hypot(end.x_m - one.x_m, end.y_m - one.y_m) < 9.0
        case "beside":
            return 3.0 < final_m <= 16.0 and _abreast(end, one, plan.side)


def _abreast(pose: Pose, one: NameableObject, side: str | None) -> bool:
    bearing = math.degrees(bearing_to(pose, one))
    return 50.0 <= (bearing if side == "right" else -bearing) <= 130.0


def _is_behind(track: list[Pose], one: NameableObject) -> bool:
    return abs(bearing_to(track[-1], one)) > math.radians(95)


def _goes_between(track: list[Pose], one: NameableObject, other: NameableObject, side: str | None) -> bool:
    nearest = min(
        track,
        key=lambda p: (
            math.hypot(p.x_m - one.x_m, p.y_m - one.y_m) + math.hypot(p.x_m - other.x_m, p.y_m - other.y_m)
        ),
    )
    points = [pose.position for pose in track]
    gaps = one.distance_to_path_m(points), other.distance_to_path_m(points)
    opposite = "left" if side == "right" else "right"
    return (
        all(2.0 < gap <= 30.0 for gap in gaps)
        and _abreast(nearest, one, side)
        and _abreast(nearest, other, opposite)
        and _is_behind(track, one)
        and _is_behind(track, other)
    )


def _way_of(scout: Scout, track: list[Pose]) -> str:
    """What the track follows from low above it, if anything."""
    if track[-1].z_m > 26.0 or math.dist(track[0].position, track[-1].position) < 35.0:
        return ""
    x, y = np.array([(pose.x_m, pose.y_m) for pose in track]).T
    for name, ground in scout.ways.items():
        if not ground.is_empty and float(shapely.contains_xy(ground, x, y).mean()) >= _ON_WAY_SHARE:
            return name
    return ""


def _level(scout: Scout, start: Pose, steps: int) -> Level:
    z_m = start.z_m + 2.0 * steps
    top = scout.relief.top_around(start.x_m, start.y_m, 40.0)
    if steps > 0 and start.z_m < top < z_m <= top + 14.0 and scout.has_roofs(start):
        return "roofs"
    here = shapely.Point(start.x_m, start.y_m)
    if steps < 0 and z_m <= STREET_LEVEL_M and scout.ways["street"].distance(here) < _STREET_NEAR_M:
        return "street"
    return ""
