"""What a leg meets on its way besides its landmark: things beside the track, ground crossed from above."""

import math
from typing import Literal

import numpy as np
import shapely

from airanchor.bench.episodes.paths.landmarks import NameableObject
from airanchor.bench.episodes.paths.scout import Scout, bearing_to
from airanchor.bench.episodes.telling.facts import Passed
from aircity.geometry import Pose

NEAR_M = 24.0
_LONELY_M = 70.0
_DISTINCT = 2.0
_CROSSED_AT_LEAST_M = 8.0


def met_on(scout: Scout, track: list[Pose], taken: set[int], most: int) -> tuple[Passed, ...]:
    """Up to `most` things that a pilot could not miss or mistake, in the order they are met."""
    line = shapely.LineString(np.array([(pose.x_m, pose.y_m) for pose in track]))
    found = _beside(scout, track, line, taken) + _crossed(scout, line)
    found.sort(key=lambda row: row[0])
    kept = sorted(sorted(found, key=lambda row: (-row[1], row[0]))[:most], key=lambda row: row[0])
    return tuple(passed for _, _, passed in kept)


_Row = tuple[float, float, Passed]


def _beside(scout: Scout, track: list[Pose], line: shapely.LineString, taken: set[int]) -> list[_Row]:
    near = [one for one in scout.landmarks.values() if one.outline.distance(line) < _LONELY_M]
    rows: list[_Row] = []
    for one in near:
        if one.id in taken or one.kind.likely < _DISTINCT or one.kind.building or one.kind.flat:
            continue
        if one.outline.distance(line) > NEAR_M or _has_twin(one, near):
            continue
        nearest = nearest_pose(one, track)
        how: Literal["left", "right"] = "right" if bearing_to(nearest, one) > 0 else "left"
        is_inner = nearest is not track[0] and nearest is not track[-1]
        is_level = one.thing.z_max_m > nearest.z_m - 22.0
        if is_inner and is_level and is_beside(one, track, how) and scout.sees(nearest, one):
            at = float(line.project(shapely.Point(one.x_m, one.y_m)))
            rows.append((at, one.kind.likely, Passed(one.id, how)))
    return rows


def nearest_pose(one: NameableObject, track: list[Pose]) -> Pose:
    """Where the track comes nearest to a thing's middle."""
    return min(track, key=lambda pose: math.hypot(pose.x_m - one.x_m, pose.y_m - one.y_m))


def is_beside(one: NameableObject, track: list[Pose], side: str) -> bool:
    """Whether a thing is squarely on a side where the track comes nearest to it."""
    bearing = math.degrees(bearing_to(nearest_pose(one, track), one))
    return 60.0 <= (bearing if side == "right" else -bearing) <= 120.0


def _has_twin(one: NameableObject, near: list[NameableObject]) -> bool:
    return any(other.id != one.id and other.thing.category == one.thing.category for other in near)


def _crossed(scout: Scout, line: shapely.LineString) -> list[_Row]:
    ends = [shapely.Point(line.coords[0]), shapely.Point(line.coords[-1])]
    rows: list[_Row] = []
    for object_id, (_, ground) in scout.crossed.items():
        part = line.intersection(ground)
        if part.length >= _CROSSED_AT_LEAST_M and not any(ground.intersects(end) for end in ends):
            rows.append((float(line.project(part.centroid)), 3.0, Passed(object_id, "cross")))
    return rows
