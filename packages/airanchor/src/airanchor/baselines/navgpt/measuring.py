# mypy: allow-untyped-defs, allow-untyped-calls, disable-error-code=untyped-decorator
"""From boxes in pictures to bearings and distances, by the depth image; and how far a direction is free."""

import math
from dataclasses import dataclass
from functools import lru_cache

import numpy as np
from numpy.typing import NDArray

from airanchor.baselines.boxes import Box, depth_in
from airanchor.reasoner.roles.peers.navgpt.directions import wrapped_deg
from aircity.geometry import Camera, Pose
from aircity.machine.compilation import njit
from aircity.world import Observation

GROUND_DEG = 35.0
"""Rays that go down more steeply than this tell how high the drone is: nearer ones meet what is far off."""


@dataclass(frozen=True, slots=True)
class MeasuredPlace:
    """Where the middle of a box lies, from the drone."""

    bearing_deg: float
    """To the right of the drone's heading, in [-180, 180)."""
    distance_m: float | None
    """Horizontally; None where nothing was measured within the reliable range."""
    dz_m: float | None


def place_of_box(box: Box, view: Observation, body: Pose, reliable_range_m: float) -> MeasuredPlace:
    """The middle of a box at the depth of what is in it; `body` is the pose before the look around."""
    left, top, right, bottom = box
    pixel = ((left + right - 1) / 2, (top + bottom - 1) / 2)
    depth_m = depth_in(view.depth_m, box)
    if depth_m is None or depth_m > reliable_range_m:
        ray = view.camera.rays_in_world(pixel, view.pose)
        return MeasuredPlace(_bearing_deg(float(ray[0]), float(ray[1]), body), None, None)
    point = view.camera.back_project(pixel, depth_m, view.pose)
    north_m, east_m, up_m = (float(part) for part in point - body.position)
    return MeasuredPlace(_bearing_deg(north_m, east_m, body), math.hypot(north_m, east_m), up_m)


def _bearing_deg(north: float, east: float, body: Pose) -> float:
    return wrapped_deg(math.degrees(math.atan2(east, north)) - body.heading_deg)


@lru_cache(maxsize=8)
def _rays(camera: Camera) -> NDArray[np.floating]:
    """The ray of every pixel; the same for all views of a flight."""
    return camera.rays(camera.pixel_grid)


def free_distance_m(view: Observation, corridor_m: float) -> float | None:
    """How far a level flight along the view's axis is free: to the nearest surface in a tunnel around it.

    +inf where the tunnel meets nothing; None where no pixel was read at all.
    """
    camera = view.camera
    is_read, nearest_m = nearest_in_tunnel(view.depth_m, _rays(camera), camera.fx_px, float(corridor_m))
    return float(nearest_m) + camera.forward_offset_m if is_read else None


@njit(cache=True, nogil=True)
def nearest_in_tunnel(depth_m, rays, focal_px, corridor_m):
    """(whether any pixel was read, the least distance along the axis of those in the tunnel, or +inf).

    The tunnel reaches `corridor_m` to each side, or half as wide as two pixels where they are wider.
    """
    rows, columns = depth_m.shape
    is_read, nearest_m = False, np.inf
    for i in range(rows):
        for j in range(columns):
            here_m = depth_m[i, j]
            if not here_m > 0:  # nor where it is NaN
                continue
            is_read = True
            ahead_m = rays[i, j, 2] * here_m
            if not np.isfinite(here_m) or ahead_m >= nearest_m:
                continue
            reach_m = max(corridor_m, ahead_m / focal_px)  # far off the tunnel is narrower than a pixel
            if abs(rays[i, j, 0] * here_m) <= reach_m and abs(rays[i, j, 1] * here_m) <= reach_m:
                nearest_m = ahead_m
    return is_read, nearest_m


def ground_below_m(view: Observation) -> float | None:
    """How far below the camera the lowest thing lies that steep rays meet; None where they meet nothing."""
    rays = _rays(view.camera)
    steep = rays[..., 1] >= math.sin(math.radians(GROUND_DEG))
    met = steep & (view.depth_m > 0) & np.isfinite(view.depth_m)
    return float((rays[..., 1][met] * view.depth_m[met]).max()) if met.any() else None
