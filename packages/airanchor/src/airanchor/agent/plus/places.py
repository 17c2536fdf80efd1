"""Where things are from the drone, in a navigator's words: ahead, abeam, behind, how wide, how near."""

import math
from dataclasses import dataclass

import numpy as np

from aircity.geometry import Extent, Footprint, Pose, relate

_AHEAD_DEG, _ABEAM_DEG, _ASTERN_DEG = 20.0, 10.0, 160.0


@dataclass(frozen=True, slots=True)
class SeenShape:
    """What is seen of a thing, from a pose."""

    width_m: float
    """Across the line of sight."""
    top_m: float
    """Of its highest point above the drone; negative below."""
    bottom_m: float
    nearest_m: float
    """Seen from above, to the nearest point of its footprint; 0 over it."""
    nearest_deg: float
    """The bearing of that point; right is positive."""


def shape_from(extent: Extent, pose: Pose) -> SeenShape:
    """How an extent lies from a pose."""
    corners = extent.footprint.vertices
    is_over = extent.footprint.distance_m(Footprint.hull_of(pose.position[None, :2])) == 0.0
    nearest = pose.position[:2] if is_over else _nearest(corners, pose)
    cue = relate(pose, np.append(nearest, pose.z_m))
    sight = extent.footprint.centroid - pose.position[:2]
    length = math.hypot(*sight.tolist())
    across = np.array([-sight[1], sight[0]]) / length if length > 1e-9 else np.array([1.0, 0.0])
    along = corners @ across
    return SeenShape(
        width_m=float(along.max() - along.min()),
        top_m=extent.z_max_m - pose.z_m,
        bottom_m=extent.z_min_m - pose.z_m,
        nearest_m=cue.d_xy_m,
        nearest_deg=math.degrees(cue.bearing_rad),
    )


def _nearest(corners: np.ndarray, pose: Pose) -> np.ndarray:
    """The point of a footprint's border that is nearest to the drone, seen from above."""
    here = pose.position[:2]
    best = corners[0]
    for start, end in zip(corners, np.roll(corners, -1, axis=0), strict=True):
        side = end - start
        square = float(side @ side)
        share = 0.0 if square == 0 else min(max(float((here - start) @ side) / square, 0.0), 1.0)
        point = start + share * side
        if math.dist(point, here) < math.dist(best, here):
            best = point
    return np.asarray(best)


def side_words(bearing_deg: float) -> str:
    """Such as "ahead on the left", "abeam on the right", "behind"."""
    size, side = abs(bearing_deg), "right" if bearing_deg >= 0 else "left"
    if size <= _AHEAD_DEG:
        return "ahead"
    if size >= _ASTERN_DEG:
        return "behind"
    if abs(size - 90.0) <= _ABEAM_DEG:
        return f"abeam on the {side}"
    return f"{'ahead' if size < 90 else 'behind'} on the {side}"


def level_words(height_m: float) -> str:
    """Such as "12 m above you"."""
    return f"{abs(height_m):.0f} m {'above' if height_m >= 0 else 'below'} you"


def shape_words(shape: SeenShape) -> str:
    """Width, top, bottom and nearest surface."""
    return (
        f"seen {shape.width_m:.0f} m wide, from {level_words(shape.bottom_m)} to {level_words(shape.top_m)}, "
        f"{near_words(shape)}"
    )


def near_words(shape: SeenShape) -> str:
    """Such as "nearest surface 12 m away at 40 degrees right"."""
    if shape.nearest_m < 0.5:
        return "part of it straight above or below you"
    side = "right" if shape.nearest_deg >= 0 else "left"
    return f"nearest surface {shape.nearest_m:.0f} m at {abs(shape.nearest_deg):.0f} degrees {side}"
