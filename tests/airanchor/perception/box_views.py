"""Views of boxes on a plane, cast ray by ray: shapes whose size in metres is known exactly."""

from dataclasses import dataclass

import numpy as np

from aircity.geometry import Camera, Pose
from aircity.world import Observation

SKY, GRASS = (150, 190, 235), (92, 140, 62)


@dataclass(frozen=True)
class Box:
    """An upright box: centre (north, east), sides, height, colour."""

    north: float
    east: float
    depth: float
    width: float
    height: float
    rgb: tuple[int, int, int]


def cast(boxes: list[Box], pose: Pose, camera: Camera | None = None, slope: float = 0.0) -> Observation:
    """The view of boxes on a ground that rises by `slope` towards the north."""
    camera = camera or Camera.from_fov(256, 256)
    rays = camera.rays_in_world(camera.pixel_grid, pose)
    eye = pose.position
    with np.errstate(divide="ignore", invalid="ignore"):
        depth = (eye[2] - slope * eye[0]) / -(rays[..., 2] - slope * rays[..., 0])
        depth = np.where(depth > 0, depth, np.inf)
        rgb = np.where((depth < np.inf)[..., None], np.array(GRASS), np.array(SKY))
        for one in boxes:
            foot = slope * one.north
            low = np.array([one.north - one.depth / 2, one.east - one.width / 2, foot - 1])
            high = np.array([one.north + one.depth / 2, one.east + one.width / 2, foot + one.height])
            first, second = (low - eye) / rays, (high - eye) / rays
            enter = np.minimum(first, second).max(axis=-1)
            leave = np.maximum(first, second).min(axis=-1)
            hit = (enter > 0) & (enter < leave) & (enter < depth)
            depth = np.where(hit, enter, depth)
            rgb = np.where(hit[..., None], np.array(one.rgb), rgb)
    depth = np.where(depth > 2000, np.inf, depth)
    return Observation(rgb.astype(np.uint8), depth.astype(np.float32), pose, camera)
