"""A good picture of one thing where it stands: seen whole, large, and with nothing in front of it."""

import math

import numpy as np

from aircity.city.render.renderer import Renderer
from aircity.city.scene import CityScene
from aircity.cli.pictures.cards import HEIGHT_PX, WIDTH_PX
from aircity.cli.pictures.images import Rgb
from aircity.geometry import Camera, Pose

_FOV_DEG = 55.0
_TRIAL = (96, 72)
_DOWN_DEG = (18.0, 32.0, 50.0)
_FILLS = (0.75, 0.5)
_BEARINGS = 8
_NEAREST_M = 9.0
"""Small things are not approached further, so that one sees where they stand."""
_WIDEST_M = 60.0
"""Of long things (rivers, streets) so much is shown."""
_SHARE = 0.22
"""Of the picture that the thing should cover at best."""


def picture_of(renderer: Renderer, scene: CityScene, object_id: int) -> Rgb:
    """The best of the views from all around, (HEIGHT_PX, WIDTH_PX, 3)."""
    pose, down = best_view(renderer, scene, object_id)
    return renderer.render(pose, Camera.from_fov(WIDTH_PX, HEIGHT_PX, _FOV_DEG).pitched(-down)).rgb


def best_view(renderer: Renderer, scene: CityScene, object_id: int) -> tuple[Pose, float]:
    """Where to stand and how far to look down, radians, to see an object well."""
    points = scene.mesh.vertices[scene.mesh.object_id == object_id].reshape(-1, 3).astype(np.float64)
    if not len(points):
        points = _outline_points(scene, object_id)
    low, high = points.min(axis=0), points.max(axis=0)
    middle = (low + high) / 2
    if max(high - low) > 2 * _WIDEST_M:
        middle = points[np.argmin(np.linalg.norm(points - middle, axis=1))]
    radius = min(float(np.linalg.norm(high - low)) / 2, _WIDEST_M)
    best, chosen = (
        -math.inf,
        (Pose(float(middle[0]), float(middle[1]), float(middle[2]) + 2 * radius), math.pi / 2),
    )
    for down_deg in _DOWN_DEG:
        poses = [pose for fill in _FILLS for pose in _around(middle, radius, math.radians(down_deg), fill)]
        poses = [pose for pose in poses if pose.z_m > 2.0 and renderer.is_free(pose.position, 1.5)]
        if not poses:
            continue
        camera = Camera.from_fov(*_TRIAL, _FOV_DEG).pitched(-math.radians(down_deg))
        for pose, frame in zip(poses, renderer.render_many(poses, camera), strict=True):
            worth = _worth(frame.object_id == object_id) - 0.002 * down_deg
            if worth > best:
                best, chosen = worth, (pose, math.radians(down_deg))
    return chosen


def _outline_points(scene: CityScene, object_id: int) -> np.ndarray:
    thing = next(item for item in scene.objects if item.id == object_id)
    return np.array([(x, y, z) for x, y in thing.footprint for z in (thing.z_min_m, thing.z_max_m)])


def _around(middle: np.ndarray, radius_m: float, down: float, fill: float) -> list[Pose]:
    distance = max(radius_m / (fill * math.tan(math.radians(_FOV_DEG) / 2) * 0.75), _NEAREST_M)
    flat, rise = distance * math.cos(down), distance * math.sin(down)
    return [
        Pose(
            float(middle[0] + flat * math.cos(turn)),
            float(middle[1] + flat * math.sin(turn)),
            float(middle[2] + rise),
            turn + math.pi,
        )
        for turn in (2 * math.pi * (k + 0.3) / _BEARINGS for k in range(_BEARINGS))
    ]


def _worth(shown: np.ndarray) -> float:
    """How well a mask shows a thing: a good share of the picture, in its middle, not cut by its border."""
    share = float(shown.mean())
    if share == 0.0:
        return -1.0
    border = float(np.concatenate([shown[0], shown[-1], shown[:, 0], shown[:, -1]]).mean())
    return min(share, _SHARE) / _SHARE - 0.6 * border - 2.0 * max(share - 0.5, 0.0)
