"""Negative evidence: a depth image that looks straight through an instance says that it is gone."""

from collections.abc import Iterable

import numpy as np
from numpy.typing import NDArray

from airanchor.memory.records import Instance
from aircity.geometry import Camera, Pose

CLEARANCE_M = 2.0
"""How far behind the whole footprint the surface must lie before the instance counts as seen through."""


def seen_through(
    instances: Iterable[Instance], camera: Camera, pose: Pose, depth_m: NDArray[np.floating]
) -> list[Instance]:
    """The instances whose centre is in view while the depth there lies beyond all of the footprint.

    depth_m is (height, width) along the ray; 0 and NaN say nothing, infinity sees through.
    """
    return [item for item in instances if _is_seen_through(item, camera, pose, depth_m)]


def _is_seen_through(item: Instance, camera: Camera, pose: Pose, depth_m: NDArray[np.floating]) -> bool:
    pixel = camera.project(item.center, pose)
    if not np.isfinite(pixel).all() or not camera.sees(pixel):
        return False
    column, row = np.floor(pixel + 0.5).astype(int)
    window = depth_m[max(0, row - 1) : row + 2, max(0, column - 1) : column + 2]
    _, eye = camera.world_from_camera(pose)
    corners = item.extent.footprint.vertices
    heights = np.array([item.extent.z_min_m, item.extent.z_max_m])
    horizontal_m = np.linalg.norm(corners - eye[:2], axis=1).max()
    farthest_m = float(np.hypot(horizontal_m, np.abs(heights - eye[2]).max()))
    return bool((window > farthest_m + CLEARANCE_M).all())
