"""How exact a renderer is: its pixels against a brute-force ray cast that shares no code with it."""

import math
from collections.abc import Sequence
from dataclasses import dataclass

import numba
import numpy as np
from numpy.typing import NDArray

from aircity.city.render.renderer import Renderer
from aircity.city.scene import CityScene
from aircity.geometry import Camera, Pose


@dataclass(frozen=True, slots=True)
class Exactness:
    """What was found over all pixels looked at."""

    pixels: int
    same_id: float
    """Share of pixels with the id of the nearest triangle, or of one tied with it within 0.1 mm."""
    worst_error_m: float
    """Largest depth error within 300 m, where the ids agree."""
    worst_relative_error: float
    """Largest relative depth error beyond 300 m, where the ids agree."""
    sky: int
    """Pixels that truly see the sky."""


def measure(
    scene: CityScene, seed: int, n_pixels: int, poses: Sequence[Pose], camera: Camera | None = None
) -> Exactness:
    """Compare `n_pixels` random pixels, shared evenly by the poses, with the truth."""
    camera = camera or Camera.from_fov(512, 512)
    random = np.random.default_rng(seed)
    renderer = Renderer(scene)
    triangles = scene.mesh.vertices.astype(np.float64)
    share = math.ceil(n_pixels / len(poses))
    ids, depths, true_ids, true_depths, tied = [], [], [], [], []
    for pose, frame in zip(poses, renderer.render_many(poses, camera), strict=True):
        u, v = random.integers(camera.width_px, size=share), random.integers(camera.height_px, size=share)
        origin, directions = _rays(pose, camera, u, v)
        shown = frame.object_id[v, u]
        depth, found, is_tied = _brute_force(triangles, scene.mesh.object_id, origin, directions, shown)
        ids.append(shown)
        depths.append(frame.depth_m[v, u].astype(np.float64))
        true_ids.append(found)
        true_depths.append(depth)
        tied.append(is_tied)
    renderer.close()
    return _compare(*(np.concatenate(part) for part in (ids, depths, true_ids, true_depths, tied)))


def _compare(
    ids: NDArray[np.int32],
    depths: NDArray[np.float64],
    true_ids: NDArray[np.int32],
    true_depths: NDArray[np.float64],
    tied: NDArray[np.bool_],
) -> Exactness:
    same = (ids == true_ids) | tied
    solid = same & (true_ids > 0)
    assert np.isinf(depths[ids == 0]).all(), "a sky pixel has a finite depth"
    error = np.abs(depths[solid] - true_depths[solid])
    near = true_depths[solid] <= 300.0
    relative = error[~near] / true_depths[solid][~near]
    return Exactness(
        pixels=len(ids),
        same_id=float(same.mean()),
        worst_error_m=float(error[near].max(initial=0.0)),
        worst_relative_error=float(relative.max(initial=0.0)),
        sky=int((true_ids == 0).sum()),
    )


def _rays(
    pose: Pose, camera: Camera, u: NDArray[np.int64], v: NDArray[np.int64]
) -> tuple[NDArray[np.float64], NDArray[np.float64]]:
    """Origin and unit directions in the world, from the definition of heading and pitch."""
    h, p = pose.heading_rad, camera.pitch_rad
    ahead = np.array([math.cos(h), math.sin(h), 0.0])
    right = np.array([-math.sin(h), math.cos(h), 0.0])
    up = np.array([0.0, 0.0, 1.0])
    forward = math.cos(p) * ahead + math.sin(p) * up
    down = math.sin(p) * ahead - math.cos(p) * up
    a, b = (u - camera.cx_px) / camera.fx_px, (v - camera.cy_px) / camera.fy_px
    directions = forward + a[:, None] * right + b[:, None] * down
    directions /= np.linalg.norm(directions, axis=1, keepdims=True)
    return pose.position + camera.forward_offset_m * ahead, directions


@numba.njit
def _brute_force(triangles, object_id, origin, directions, shown):  # type: ignore[no-untyped-def]
    """(distance, object, tied) per ray over all triangles; tied: `shown` is met within 0.1 mm of it."""
    count = len(directions)
    distance, found = np.full(count, np.inf), np.zeros(count, np.int32)
    of_shown = np.full(count, np.inf)
    for n in range(len(triangles)):
        a = triangles[n, 0]
        e1, e2 = triangles[n, 1] - a, triangles[n, 2] - a
        s = origin - a
        q = np.array([s[1] * e1[2] - s[2] * e1[1], s[2] * e1[0] - s[0] * e1[2], s[0] * e1[1] - s[1] * e1[0]])
        height = e2[0] * q[0] + e2[1] * q[1] + e2[2] * q[2]
        for k in range(count):
            dx, dy, dz = directions[k, 0], directions[k, 1], directions[k, 2]
            px, py, pz = dy * e2[2] - dz * e2[1], dz * e2[0] - dx * e2[2], dx * e2[1] - dy * e2[0]
            determinant = e1[0] * px + e1[1] * py + e1[2] * pz
            if determinant == 0.0:
                continue
            u = (s[0] * px + s[1] * py + s[2] * pz) / determinant
            if u < 0.0 or u > 1.0:
                continue
            v = (dx * q[0] + dy * q[1] + dz * q[2]) / determinant
            if v < 0.0 or u + v > 1.0:
                continue
            t = height / determinant
            if t <= 0.0:
                continue
            if t < distance[k]:
                distance[k], found[k] = t, object_id[n]
            if object_id[n] == shown[k] and t < of_shown[k]:
                of_shown[k] = t
    return distance, found, of_shown < distance + 1e-4
