"""A whole reference path: legs from landmark to landmark until the length is right and the end is told."""

import math
from dataclasses import replace

import numpy as np
import shapely

from airanchor.bench.episodes.paths.landmarks import NameableObject
from airanchor.bench.episodes.paths.legs import HIGHEST_M, LegPlan, try_leg
from airanchor.bench.episodes.paths.lookout import VisibleObjects
from airanchor.bench.episodes.paths.met import met_on
from airanchor.bench.episodes.paths.pilot import Pilot
from airanchor.bench.episodes.paths.quality import (
    FURTHEST_M,
    NEAREST_M,
    USUAL,
    Route,
    RouteRange,
    is_gate,
    is_interesting,
    path_length_m,
    side_at,
    straight_end_m,
)
from airanchor.bench.episodes.paths.scout import Scout, bearing_to
from airanchor.bench.episodes.telling.distinction import rivals_of, single_out
from airanchor.bench.episodes.telling.facts import Leg, Relation, Side
from aircity.geometry import Pose
from aircity.world.action import Action

_LAST_LEG_M = 118.0
_CANDIDATES = 14
_SEEN_RIVAL_PX, _SEEN_PX, _HIDDEN_PX = 3, 7, 2
_RIVALS_WITHIN_M = 190.0
_BELOW_WITHIN_M = 45.0
_LARGEST_GOAL_M = 24.0
_EASY_M, _EASY_SHARE = 25.0, 0.2


def make_route(scout: Scout, rng: np.random.Generator, wanted: RouteRange = USUAL) -> Route | None:
    """One attempt; None if it leads nowhere."""
    start = _start(scout, rng)
    return _Search(scout, rng, start, wanted).run() if start is not None else None


def _start(scout: Scout, rng: np.random.Generator) -> Pose | None:
    bounds = scout.scene.bounds
    x_half, y_half = 0.36 * (bounds.x_max_m - bounds.x_min_m), 0.36 * (bounds.y_max_m - bounds.y_min_m)
    x_mid, y_mid = (bounds.x_max_m + bounds.x_min_m) / 2, (bounds.y_max_m + bounds.y_min_m) / 2
    for _ in range(60):
        x_m, y_m = (
            round(x_mid + rng.uniform(-x_half, x_half), 2),
            round(y_mid + rng.uniform(-y_half, y_half), 2),
        )
        low = rng.random() < 0.4
        z_m = float(rng.integers(10, 16) if low else rng.integers(18, 46))
        heading = round(float(rng.uniform(-math.pi, math.pi)), 4)
        i, j = scout.relief.cell(x_m, y_m)
        pose = Pose(float(x_m), float(y_m), z_m, heading)
        if scout.relief.near_top_m[i, j] < z_m - 3.0 and scout.renderer.is_free(pose.position, 2.0):
            return pose
    return None


class _Search:
    """The state of one attempt."""

    def __init__(self, scout: Scout, rng: np.random.Generator, start: Pose, wanted: RouteRange) -> None:
        self._scout = scout
        self._rng = rng
        self._wanted = wanted
        self._pilot = Pilot(start, scout.renderer, scout.scene.bounds)
        self._legs: list[Leg] = []
        self._taken: set[int] = set()
        self._goal_length_m = float(np.clip(rng.normal(wanted.mean_m, wanted.spread_m), *wanted.aimed_m))
        self._first_sight = scout.look(start)
        self._retreats = wanted.retreats

    def run(self) -> Route | None:
        """Legs until the goal; None if some place offers no next leg."""
        fewest, most = self._wanted.legs
        while len(self._legs) < most:
            left_m = self._goal_length_m - path_length_m(self._pilot.poses)
            is_last = len(self._legs) >= fewest - 1 and left_m < _LAST_LEG_M
            if left_m < -10.0:
                return None
            leg = self._next_leg(is_last=is_last, left_m=left_m)
            if leg is None:
                if not self._legs or self._retreats == 0:
                    return None
                self._retreat()
                continue
            self._keep(leg)
            if is_last:
                return self._finish()
        return None

    def _retreat(self) -> None:
        """Give up the last leg; its landmark stays taken, so that another way is tried."""
        self._retreats -= 1
        self._pilot.forget_after(self._legs.pop().first)

    def _keep(self, leg: Leg) -> None:
        taken = self._taken | {leg.landmark} | ({leg.partner} if leg.partner is not None else set())
        track = self._pilot.poses[leg.first + _lead(self._pilot.actions, leg) :]
        most = int(self._rng.choice([0, 1, 2], p=[0.2, 0.5, 0.3]))
        met = met_on(self._scout, track, taken, most) if len(track) > 4 else ()
        self._taken = taken | {one.object_id for one in met}
        self._legs.append(replace(leg, met=met))

    def _next_leg(self, *, is_last: bool, left_m: float) -> Leg | None:
        here = self._pilot.here
        sight = self._scout.look(here) if self._legs else self._first_sight
        visible = [
            one
            for one in self._scout.landmarks.values()
            if (sight.shows(one.id, _SEEN_RIVAL_PX) and _away(here, one) < _RIVALS_WITHIN_M)
            or _away(here, one) < _BELOW_WITHIN_M
            or one.id in self._taken
        ]
        for one in self._ranked(visible, sight, here, is_last=is_last, left_m=left_m):
            for plan in self._plans(one, visible, is_last=is_last):
                if (leg := self._attempt(plan, visible, here)) is not None:
                    return leg
        return None

    def _attempt(self, plan: LegPlan, visible: list[NameableObject], here: Pose) -> Leg | None:
        passing = plan.side if plan.relation == "pass" else None
        singled = single_out(
            plan.landmark,
            visible,
            here,
            passing_side=passing,
            last_named=self._legs[-1].landmark if self._legs else None,
        )
        if singled is None:
            return None
        partner_traits: tuple[str, ...] = ()
        if plan.partner is not None:
            other = single_out(plan.partner, visible, here, passing_side=None, last_named=None)
            if other is None or other.mark or singled.mark:
                return None
            partner_traits = other.traits
        leg = try_leg(self._scout, self._pilot, plan)
        if leg is None:
            return None
        return replace(
            leg,
            traits=singled.traits,
            mark=singled.mark,
            ordinal=singled.ordinal,
            partner_traits=partner_traits,
        )

    def _ranked(
        self,
        visible: list[NameableObject],
        sight: VisibleObjects,
        here: Pose,
        *,
        is_last: bool,
        left_m: float,
    ) -> list[NameableObject]:
        """Candidates in a drawn order: distinctive kinds and those with similar neighbours come earlier."""
        chosen = [
            one for one in visible if self._is_candidate(one, sight, here, is_last=is_last, left_m=left_m)
        ]
        if not chosen:
            return []
        weights = np.array([one.kind.likely * (1.6 if rivals_of(one, visible) else 1.0) for one in chosen])
        keys = self._rng.random(len(chosen)) ** (1.0 / weights)
        order = np.argsort(-keys, kind="stable")[:_CANDIDATES]
        return [chosen[index] for index in order.tolist()]

    def _is_candidate(
        self, one: NameableObject, sight: VisibleObjects, here: Pose, *, is_last: bool, left_m: float
    ) -> bool:
        away = one.distance_m(here.x_m, here.y_m)
        furthest = min(FURTHEST_M, left_m + 25.0) if is_last else FURTHEST_M
        if one.id in self._taken or not NEAREST_M <= away <= furthest or not sight.shows(one.id, _SEEN_PX):
            return False
        if abs(bearing_to(here, one)) > math.radians(self._wanted.furthest_turn_deg):
            return False
        if not is_last:
            return True
        return one.radius_m <= _LARGEST_GOAL_M and not self._first_sight.shows(one.id, _HIDDEN_PX)

    def _plans(self, one: NameableObject, visible: list[NameableObject], *, is_last: bool) -> list[LegPlan]:
        rng, here, top = self._rng, self._pilot.here, one.thing.z_max_m
        side: Side = "left" if rng.random() < 0.5 else "right"
        gap = float(rng.uniform(7.0, 12.0))
        level = self._altitude(one)
        low = one.kind.flat or top < 12.0
        plans: list[LegPlan] = []
        for relation in self._relations(low, is_last=is_last):
            if relation in ("over", "above"):
                z_m = self._above(top, level, 26.0 if relation == "over" and one.radius_m > 6.0 else 16.0)
                if z_m <= HIGHEST_M:
                    plans.append(LegPlan(one, relation, z_m=z_m, gap_m=gap))
            elif relation == "between":
                plans += [
                    LegPlan(one, relation, side_at(here, one, partner), partner, z_m=level)
                    for partner in self._partners(one, visible)
                ]
            else:
                told: Side | None = side if relation in ("pass", "beside") else None
                z_m = level if level <= top + 20.0 else self._eased(max(top + 10.0, 12.0))
                plans.append(LegPlan(one, relation, told, z_m=z_m, gap_m=gap, along=self._along(z_m)))
                if told is not None:
                    other: Side = "left" if told == "right" else "right"
                    plans.append(LegPlan(one, relation, other, z_m=z_m, gap_m=gap))
                plans.append(
                    LegPlan(one, relation, told, z_m=min(level + 14.0, HIGHEST_M, top + 20.0), gap_m=gap)
                )
        return plans

    def _above(self, top_m: float, level_m: float, most_m: float) -> float:
        """An altitude at least 5 m and at most `most_m` above a top, the wanted one if it will do."""
        if top_m + 4.5 <= level_m <= top_m + most_m:
            return level_m
        return max(self._eased(top_m + float(self._rng.uniform(6.0, 11.0))), 12.0)

    def _eased(self, z_m: float) -> float:
        """Another altitude, six metres away or more."""
        here_m = self._pilot.here.z_m
        change = z_m - here_m
        return here_m + (max(change, 6.0) if change > 0 else min(change, -6.0))

    def _relations(self, low: bool, *, is_last: bool) -> list[Relation]:
        if is_last:
            options: list[Relation] = ["above", "front", "beside"] if low else ["front", "beside"]
            chances = [0.5, 0.3, 0.2] if low else [0.6, 0.4]
        else:
            options = ["over", "toward", "pass", "between"] if low else ["pass", "toward", "between", "over"]
            chances = [0.36, 0.14, 0.22, 0.28] if low else [0.4, 0.14, 0.31, 0.15]
        return [
            options[i]
            for i in self._rng.choice(
                len(options), size=3 if not is_last else 2, replace=False, p=chances
            ).tolist()
        ]

    def _altitude(self, one: NameableObject) -> float:
        """Mostly as high as now; else up, down, or down to the street."""
        z_m, draw = self._pilot.here.z_m, self._rng.random()
        if draw < 0.56:
            return z_m
        if draw < 0.73:
            return min(z_m + 2.0 * float(self._rng.integers(3, 11)), HIGHEST_M)
        if draw < 0.83:
            return max(z_m - 2.0 * float(self._rng.integers(3, 11)), 12.0)
        return 12.0 if z_m > 20.0 else z_m

    def _along(self, z_m: float) -> str:
        """A way to follow, if the drone is over one and low, more often than not."""
        if z_m > 24.0 or self._rng.random() > 0.7:
            return ""
        here = shapely.Point(self._pilot.here.x_m, self._pilot.here.y_m)
        for name, ground in self._scout.ways.items():
            if not ground.is_empty and ground.distance(here) < (4.0 if name == "street" else 12.0):
                return name
        return ""

    def _partners(self, one: NameableObject, visible: list[NameableObject]) -> list[NameableObject]:
        """Up to three things that stand like the other post of a gate."""
        here = self._pilot.here
        options = [
            other
            for other in visible
            if other.id not in self._taken
            and other.id != one.id
            and other.radius_m < 30.0
            and is_gate(here, one, other)
            and 8.0 < one.outline.distance(other.outline) < 50.0
        ]
        order = self._rng.permutation(len(options))[:3]
        return [options[index] for index in order.tolist()]

    def _finish(self) -> Route | None:
        poses, actions = tuple(self._pilot.poses), (*self._pilot.actions, Action.STOP)
        route = Route(poses, actions, tuple(self._legs))
        goal = self._scout.landmarks[route.legs[-1].landmark]
        is_easy = straight_end_m(self._scout, poses[0], goal, poses[-1]) <= _EASY_M
        if is_easy and self._rng.random() > _EASY_SHARE:
            return None
        return route if is_interesting(route, self._wanted) else None


def _lead(actions: list[Action], leg: Leg) -> int:
    """How many actions of a leg come before its first move ahead."""
    part = actions[leg.first : leg.last]
    return part.index(Action.MOVE_FORWARD)


def _away(here: Pose, one: NameableObject) -> float:
    return math.hypot(one.x_m - here.x_m, one.y_m - here.y_m)
