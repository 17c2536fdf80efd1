"""What a mission asks of a flown path, checked against the ground truth of its city."""

import math
from collections.abc import Callable, Sequence
from dataclasses import dataclass
from itertools import pairwise

from shapely import LineString, Point, Polygon

from aircity.city.scene import CityScene, SceneObject
from aircity.geometry import Pose, wrap


@dataclass(frozen=True, slots=True)
class Thing:
    """One object of a city by its id; the category is said again so that a changed city is noticed."""

    category: str
    id: int

    def find(self, scene: CityScene) -> SceneObject:
        """Its ground truth."""
        found = next(thing for thing in scene.objects if thing.id == self.id)
        assert found.category == self.category, f"object {self.id} of {scene.name} is a {found.category}"
        return found

    def ground(self, scene: CityScene) -> Polygon:
        """Its footprint."""
        return Polygon(self.find(scene).footprint)


Check = Callable[[Sequence[Pose], CityScene], str | None]
"""What is wrong with the path, in a few words, or None."""


def ends_near(thing: Thing, *, within_m: float = 20.0, up_m: tuple[float, float] = (0.0, 120.0)) -> Check:
    """The last pose is within reach of the thing's footprint, in a band of heights."""

    def check(path: Sequence[Pose], scene: CityScene) -> str | None:
        away_m = thing.ground(scene).distance(_point(path[-1]))
        low_m, high_m = up_m
        if away_m > within_m:
            return f"ended {away_m:.0f} m from the {thing.category}, not within {within_m:g} m"
        if not low_m <= path[-1].z_m <= high_m:
            return f"ended {path[-1].z_m:.0f} m up, not between {low_m:g} and {high_m:g} m"
        return None

    return check


def ends_at(north_m: float, east_m: float, up_m: float, *, within_m: float = 20.0) -> Check:
    """The last pose is within reach of a point."""

    def check(path: Sequence[Pose], scene: CityScene) -> str | None:
        away_m = math.dist((path[-1].x_m, path[-1].y_m, path[-1].z_m), (north_m, east_m, up_m))
        return None if away_m <= within_m else f"ended {away_m:.0f} m from the goal point"

    return check


def comes_near(thing: Thing, *, within_m: float) -> Check:
    """Somewhere the path is within reach of the thing's footprint."""

    def check(path: Sequence[Pose], scene: CityScene) -> str | None:
        least_m = thing.ground(scene).distance(_line(path))
        return None if least_m <= within_m else f"came no nearer than {least_m:.0f} m to the {thing.category}"

    return check


def passes(thing: Thing, *, side: str, within_m: float) -> Check:
    """At its closest to the thing's middle, the path has it on that side."""

    def check(path: Sequence[Pose], scene: CityScene) -> str | None:
        middle = thing.ground(scene).centroid
        moves = [(a, b) for a, b in pairwise(path) if math.dist((a.x_m, a.y_m), (b.x_m, b.y_m)) > 0.1]
        if not moves:
            return "never moved"
        before, after = min(moves, key=lambda move: _line(move).distance(middle))
        if (away_m := _line((before, after)).distance(middle)) > within_m:
            return f"passed the {thing.category} {away_m:.0f} m away, not within {within_m:g} m"
        flown_rad = math.atan2(after.y_m - before.y_m, after.x_m - before.x_m)
        there_rad = math.atan2(middle.y - before.y_m, middle.x - before.x_m)
        passed = "right" if wrap(there_rad - flown_rad) > 0 else "left"
        return None if passed == side else f"passed the {thing.category} on the {passed}, not the {side}"

    return check


def flies_over(thing: Thing, *, reach_m: float = 0.0) -> Check:
    """Some pose is above the thing's top, inside its footprint or within reach of it."""

    def check(path: Sequence[Pose], scene: CityScene) -> str | None:
        ground, top_m = thing.ground(scene), thing.find(scene).z_max_m
        over = [pose for pose in path if ground.distance(_point(pose)) <= reach_m]
        if not over:
            return f"never over the {thing.category}"
        return None if max(pose.z_m for pose in over) > top_m else f"not above the {thing.category}'s top"

    return check


def flies_between(one: Thing, other: Thing) -> Check:
    """The path crosses the line between two middles."""

    def check(path: Sequence[Pose], scene: CityScene) -> str | None:
        gap = LineString([one.ground(scene).centroid, other.ground(scene).centroid])
        return None if gap.intersects(_line(path)) else f"not between {one.category} and {other.category}"

    return check


def climbs_by(least_m: float, most_m: float = math.inf) -> Check:
    """The highest pose is so much above the first."""

    def check(path: Sequence[Pose], scene: CityScene) -> str | None:
        risen_m = max(pose.z_m for pose in path) - path[0].z_m
        return None if least_m <= risen_m <= most_m else f"climbed {risen_m:.0f} m"

    return check


def sinks_by(least_m: float) -> Check:
    """The last pose is so much below the highest."""

    def check(path: Sequence[Pose], scene: CityScene) -> str | None:
        sunk_m = max(pose.z_m for pose in path) - path[-1].z_m
        return None if sunk_m >= least_m else f"sank only {sunk_m:.0f} m"

    return check


def leaves_towards(right_deg: float, *, tolerance_deg: float = 35.0) -> Check:
    """The end lies in that direction from the start, relative to the first heading; right is positive."""

    def check(path: Sequence[Pose], scene: CityScene) -> str | None:
        first, last = path[0], path[-1]
        azimuth_rad = math.atan2(last.y_m - first.y_m, last.x_m - first.x_m)
        gone_deg = math.degrees(wrap(azimuth_rad - first.heading_rad))
        off_deg = abs(math.degrees(wrap(math.radians(gone_deg - right_deg))))
        return None if off_deg <= tolerance_deg else f"went {gone_deg:.0f} degrees from the first heading"

    return check


def keeps_to(thing: Thing, *, within_m: float, share: float = 0.8) -> Check:
    """Most poses are over the thing's footprint or within reach of it."""

    def check(path: Sequence[Pose], scene: CityScene) -> str | None:
        ground = thing.ground(scene)
        near = sum(ground.distance(_point(pose)) <= within_m for pose in path) / len(path)
        return None if near >= share else f"only {near:.0%} of the path was along the {thing.category}"

    return check


def in_order(*things: Thing, within_m: float = 25.0) -> Check:
    """The path comes near each thing, one after the other."""

    def check(path: Sequence[Pose], scene: CityScene) -> str | None:
        at = 0
        for thing in things:
            ground = thing.ground(scene)
            while at < len(path) and ground.distance(_point(path[at])) > within_m:
                at += 1
            if at == len(path):
                return f"did not come near the {thing.category} in its turn"
        return None

    return check


def _point(pose: Pose) -> Point:
    return Point(pose.x_m, pose.y_m)


def _line(poses: Sequence[Pose]) -> LineString | Point:
    places = [(pose.x_m, pose.y_m) for pose in poses]
    return LineString(places) if len(places) > 1 else Point(places[0])
