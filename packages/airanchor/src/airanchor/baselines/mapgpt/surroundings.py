"""Where the drone could go from here: one place along each free view, one above and one below."""

import math
from collections.abc import Sequence
from dataclasses import dataclass

import numpy as np

from airanchor.baselines.mapgpt.config import MapGptConfig
from airanchor.baselines.mapgpt.places import Place, Position, TopologicalMap
from airanchor.planning import FreeSpace, PlanningConfig
from aircity.geometry import Pose
from aircity.world import Observation

_SAMPLE_M = 0.5
"""How finely a ray is walked for the first point that is not free."""


@dataclass(frozen=True, slots=True, eq=False)
class PlaceCandidate:
    """A place that can be chosen now, and the way there."""

    place: Place
    offset_deg: int
    """By how much to turn to face it, right positive; 0 for the places above and below."""
    distance_m: float
    """Along that direction; 0 for the places above and below."""
    climb_m: float = 0.0
    """Up is positive; 0 for all but the places above and below."""


@dataclass(frozen=True, slots=True, eq=False)
class MapView:
    """One direction that was looked into."""

    observation: Observation
    offset_deg: int
    free_m: float
    place: Place | None
    """What lies there; None where the way is blocked."""
    is_repeat: bool = False
    """Whether another view is the picture of that place."""


def survey(
    chart: TopologicalMap,
    pose: Pose,
    views: Sequence[Observation],
    step: int,
    *,
    config: MapGptConfig,
    planning: PlanningConfig,
) -> tuple[tuple[MapView, ...], tuple[PlaceCandidate, ...]]:
    """What was seen all around and what can be chosen, ahead first; the map learns the places.

    Two views may show one place: the one nearer to ahead leads there. A way that could not be flown before is
    no choice, unless no other is left.
    """
    seen: list[MapView] = []
    found: dict[int, PlaceCandidate] = {}
    for offset_deg, view in zip(config.offsets_deg, views, strict=True):
        free_m = free_ahead_m(view, config.radius_m, planning)
        place = chart.see(ahead_of(pose, offset_deg, free_m), step)
        is_repeat = place is not None and place.id in found
        if place is not None and not is_repeat:
            place.image = view.rgb
            found[place.id] = PlaceCandidate(place, offset_deg, free_m)
        seen.append(MapView(view, offset_deg, free_m, place, is_repeat))
    for climb_m in (config.climb_m, -config.climb_m):
        place = chart.see((pose.x_m, pose.y_m, pose.z_m + climb_m), step)
        if place is not None and place.id not in found:
            found[place.id] = PlaceCandidate(place, 0, 0.0, climb_m)
    candidates = tuple(found.values())
    open_ones = tuple(one for one in candidates if not chart.is_closed(chart.current.id, one.place.id))
    return tuple(seen), open_ones or candidates


def ahead_of(pose: Pose, offset_deg: float, distance_m: float) -> Position:
    """The point so far away in a direction, at the drone's height."""
    heading_rad = pose.heading_rad + math.radians(offset_deg)
    return (
        pose.x_m + distance_m * math.cos(heading_rad),
        pose.y_m + distance_m * math.sin(heading_rad),
        pose.z_m,
    )


def free_ahead_m(view: Observation, most_m: float, planning: PlanningConfig) -> float:
    """r = min(20 m, free depth - 2 m), the margin and the room for the drone's body as in every plan."""
    ray = view.camera.rays_in_world((view.camera.cx_px, view.camera.cy_px), view.pose)
    lengths_m = np.arange(_SAMPLE_M, most_m + _SAMPLE_M / 2, _SAMPLE_M)
    points = view.pose.position + lengths_m[:, None] * ray
    free = FreeSpace(view, planning).contains(points)
    clear = len(free) if free.all() else int(np.argmin(free))
    return float(lengths_m[clear - 1]) if clear else 0.0
