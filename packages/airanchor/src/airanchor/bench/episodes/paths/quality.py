"""What makes a reference path worth flying: its length, its bends, and no shortcut to its goal."""

import math
from collections import Counter
from collections.abc import Sequence
from dataclasses import dataclass
from itertools import pairwise

import numpy as np

from airanchor.bench.episodes.paths.landmarks import NameableObject
from airanchor.bench.episodes.paths.scout import Scout
from airanchor.bench.episodes.telling.facts import Leg, Side
from aircity.geometry import Pose
from aircity.world.action import Action

FURTHEST_M, NEAREST_M = 100.0, 26.0
"""How far the next landmark may be."""
_LONGEST_WAY_SHARE = 0.88
_REPEATED_WITHIN_M = 30.0


@dataclass(frozen=True, slots=True)
class RouteRange:
    """How long and how winding the paths of a split are."""

    legs: tuple[int, int] = (4, 7)
    lengths_m: tuple[float, float] = (256.0, 395.0)
    aimed_m: tuple[float, float] = (268.0, 384.0)
    """Between which lengths the one to aim for is drawn, normally distributed."""
    mean_m: float = 322.0
    spread_m: float = 34.0
    start_to_goal_m: float = 60.0
    fewest_bends: int = 2
    """Legs after the first that begin with a turn of 30 degrees or more."""
    furthest_turn_deg: int = 160
    """How far to the side the next landmark may be."""
    retreats: int = 3
    """How many legs may be given up for another way."""
    starts_apart_m: float = 12.0
    paths_per_goal: int = 3
    """How many paths of a scene may end at the same landmark."""
    most_buildings: float = 1.0
    """The share of legs that may be about a plain building, one house of many."""
    repeats_a_kind: bool = False
    """Whether a path must pass another one of a kind that it names."""


USUAL = RouteRange()
LONG = RouteRange(
    legs=(7, 10),
    lengths_m=(500.0, 900.0),
    aimed_m=(530.0, 870.0),
    mean_m=690.0,
    spread_m=100.0,
    start_to_goal_m=150.0,
    fewest_bends=4,
    furthest_turn_deg=110,
    retreats=12,
    starts_apart_m=40.0,
    paths_per_goal=1,
    most_buildings=0.4,
    repeats_a_kind=True,
)


@dataclass(frozen=True, slots=True, eq=False)
class Route:
    """A flown path with its facts; rows are poses, the last action is STOP."""

    poses: tuple[Pose, ...]
    actions: tuple[Action, ...]
    legs: tuple[Leg, ...]

    @property
    def length_m(self) -> float:
        """The 3-D length."""
        return path_length_m(self.poses)


def path_length_m(poses: Sequence[Pose]) -> float:
    """The length of a flight in 3-D."""
    points = np.array([pose.position for pose in poses])
    return float(np.linalg.norm(np.diff(points, axis=0), axis=1).sum())


def is_interesting(route: Route, wanted: RouteRange = USUAL) -> bool:
    """Long enough, bent, with the goal far from the start and from where the first leg ends."""
    start, goal = route.poses[0].position, route.poses[-1].position
    first_end = route.poses[route.legs[0].last].position
    away = float(np.linalg.norm(goal - start))
    bends = sum(abs(leg.turn_deg) >= 30 for leg in route.legs[1:])
    return (
        wanted.lengths_m[0] <= route.length_m <= wanted.lengths_m[1]
        and wanted.start_to_goal_m <= away <= _LONGEST_WAY_SHARE * route.length_m
        and float(np.linalg.norm(goal - first_end)) > 45.0
        and bends >= wanted.fewest_bends
    )


def is_rich(scout: Scout, route: Route, wanted: RouteRange) -> bool:
    """Whether the landmarks of a route are as telling, and as easily confused, as is wanted."""
    plain = sum(scout.landmarks[leg.landmark].kind.building for leg in route.legs)
    if plain > wanted.most_buildings * len(route.legs):
        return False
    return not wanted.repeats_a_kind or bool(repeated_kinds(scout, route))


def repeated_kinds(scout: Scout, route: Route) -> set[str]:
    """The kinds named by a path's legs, houses apart, of which it passes two or more."""
    named = {scout.landmarks[leg.landmark].thing.category for leg in route.legs}
    track = [pose.position for pose in route.poses]
    near = Counter(
        one.thing.category
        for one in scout.landmarks.values()
        if one.thing.category in named
        and not one.kind.building
        and one.distance_to_path_m(track) <= _REPEATED_WITHIN_M
    )
    return {category for category, count in near.items() if count > 1}


def is_gate(here: Pose, one: NameableObject, other: NameableObject) -> bool:
    """Whether the line between two things lies across the way to its middle."""
    x_m, y_m = (one.x_m + other.x_m) / 2, (one.y_m + other.y_m) / 2
    if not NEAREST_M <= math.hypot(x_m - here.x_m, y_m - here.y_m) <= FURTHEST_M:
        return False
    ahead = math.atan2(y_m - here.y_m, x_m - here.x_m)
    across = math.atan2(other.y_m - one.y_m, other.x_m - one.x_m)
    return abs(math.sin(across - ahead)) > 0.8


def straight_end_m(scout: Scout, start: Pose, mark: NameableObject, goal: Pose) -> float:
    """How far from the goal a straight flight to the last landmark ends, if it stops at what it hits."""
    ahead = math.atan2(mark.y_m - start.y_m, mark.x_m - start.x_m)
    back = mark.reach_m(ahead + math.pi) + 10.0
    end = np.array([mark.x_m - back * math.cos(ahead), mark.y_m - back * math.sin(ahead), start.z_m])
    steps = max(1, int(np.linalg.norm(end - start.position) // 5))
    points = start.position + np.linspace(0.0, 1.0, steps + 1)[:, None] * (end - start.position)
    for here, there in pairwise(points):
        if scout.renderer.touches(here, there, 0.5):
            end = here
            break
    return float(np.linalg.norm(end - goal.position))


def side_at(here: Pose, one: NameableObject, partner: NameableObject) -> Side:
    """On which side of the way between two things the first one is."""
    first = math.atan2(one.y_m - here.y_m, one.x_m - here.x_m)
    second = math.atan2(partner.y_m - here.y_m, partner.x_m - here.x_m)
    return "right" if math.sin(first - second) > 0 else "left"
