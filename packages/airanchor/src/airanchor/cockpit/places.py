"""Where a drone can be put: at the wanted height, or above what stands there."""

import math

from airanchor.errors import InputError
from aircity.city.city import City
from aircity.geometry import Pose

LEAST_M = 3.0
"""Above the ground and roofs."""
CLEARANCE_M = 1.0
"""Of free air all around."""
_STEP_M = 3.0


def settle(city: City, wanted: Pose, ceiling_m: float) -> Pose:
    """The lowest free pose at or above the wanted one; an error where there is none below the ceiling."""
    bounds = city.scene.bounds
    if not (
        bounds.x_min_m <= wanted.x_m <= bounds.x_max_m and bounds.y_min_m <= wanted.y_m <= bounds.y_max_m
    ):
        raise InputError(
            f"{wanted.x_m:.0f} m north, {wanted.y_m:.0f} m east is outside the city; click on its map"
        )
    highest_m = min(ceiling_m, bounds.z_max_m)
    up_m = min(max(wanted.z_m, _top_m(city, wanted) + LEAST_M), highest_m)
    while up_m <= highest_m:
        pose = Pose(wanted.x_m, wanted.y_m, up_m, wanted.heading_rad)
        if city.renderer.is_free(pose.position, CLEARANCE_M):
            return pose
        up_m += _STEP_M
    raise InputError(
        f"there is no free air at this place below {highest_m:.0f} m, the ceiling; choose another"
    )


def _top_m(city: City, pose: Pose) -> float:
    """The height of what lies under a place that is high enough, else of the ground below it."""
    hits = city.renderer.raycast([[pose.x_m, pose.y_m, pose.z_m]], [[0.0, 0.0, -1.0]], 2000.0)
    below_m = float(hits.distance_m[0])
    return pose.z_m - below_m if math.isfinite(below_m) else city.scene.bounds.z_min_m
