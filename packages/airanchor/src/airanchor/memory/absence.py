"""Negative evidence: what should be in view and is not.

An instance is expected in an image where most of it projects into the image, near enough to be told, and no
nearer surface hides it. It is missed where depth looks straight through its place, or where its own name was
asked for in this image, its place was in plain sight, and nothing was found under that name.
"""

from collections.abc import Collection, Iterable
from dataclasses import dataclass

import numpy as np
import shapely
from numpy.typing import NDArray

from airanchor.memory.evidence import names_of
from airanchor.memory.records import Instance
from aircity.geometry import Camera, Extent, Pose

MARGIN_M = 2.0
"""How far before or behind the whole of it a surface must lie to hide it, or to be seen through it."""
MOST_PLACES = 12
LEAST_IN_VIEW = 0.6
"""The share of an instance's places that must project into the image."""
LEAST_CLEAR = 0.6
"""The share of those that must be seen through, or be in plain sight."""


@dataclass(frozen=True, slots=True)
class Expectation:
    """What a depth image says of the place of an instance that it should show."""

    instance: Instance
    through: float
    """The share of its places in view that depth lies behind."""
    plain: float
    """The share that a surface within its bounds is seen at."""


def expected(
    instances: Iterable[Instance],
    camera: Camera,
    pose: Pose,
    depth_m: NDArray[np.floating],
    *,
    range_m: float,
) -> list[Expectation]:
    """The instances that an image should show, with what it shows in their places.

    depth_m is (height, width) along the ray; 0 and NaN say nothing, infinity sees through.
    """
    found = []
    for item in instances:
        places = _places(item.extent)
        pixels = camera.project(places, pose)
        is_in = np.isfinite(pixels).all(axis=1) & camera.sees(pixels)
        if is_in.mean() < LEAST_IN_VIEW:
            continue
        _, eye = camera.world_from_camera(pose)
        if np.linalg.norm(item.center - eye) > range_m:
            continue
        nearest_m, farthest_m = _bounds_m(item.extent, eye)
        column, row = np.floor(pixels[is_in] + 0.5).astype(int).T
        there_m = depth_m[np.clip(row, 0, depth_m.shape[0] - 1), np.clip(column, 0, depth_m.shape[1] - 1)]
        read = there_m[~np.isnan(there_m) & (there_m > 0)]
        if len(read) < LEAST_IN_VIEW * len(there_m):
            continue
        through, hidden = (read > farthest_m + MARGIN_M).mean(), (read < nearest_m - MARGIN_M).mean()
        found.append(Expectation(item, float(through), float(1 - through - hidden)))
    return found


def why_absent(one: Expectation, missed: Collection[str]) -> str:
    """Why an instance counts as missed, in words; empty where it does not.

    `missed` are the names under which nothing was found in the image.
    """
    if one.through >= LEAST_CLEAR:
        return "depth looks through its place"
    asked = [name for name in names_of(one.instance) if name in missed]
    if one.plain >= LEAST_CLEAR and asked:
        return f"its place was in plain sight and no {asked[0]} was found"
    return ""


def _places(extent: Extent) -> NDArray[np.float64]:
    """The centre, and points half way from it to the outline, at half height (n, 3)."""
    corners = extent.footprint.vertices
    step = max(1, -(-len(corners) // MOST_PLACES))
    ring = (corners[::step] + extent.center[:2]) / 2
    flat = np.vstack([extent.center[None, :2], ring])
    return np.column_stack([flat, np.full(len(flat), extent.center[2])])


def _bounds_m(extent: Extent, eye: NDArray[np.float64]) -> tuple[float, float]:
    """The least and the greatest distance of the extent from an eye."""
    corners = extent.footprint.vertices
    heights = np.array([extent.z_min_m, extent.z_max_m])
    far_m = np.linalg.norm(corners - eye[:2], axis=1).max()
    near_m = extent.footprint.shape.distance(shapely.Point(*eye[:2].tolist()))
    above_m = max(0.0, heights[0] - eye[2], eye[2] - heights[1])
    return float(np.hypot(near_m, above_m)), float(np.hypot(far_m, np.abs(heights - eye[2]).max()))
