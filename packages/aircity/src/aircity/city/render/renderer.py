# mypy: allow-untyped-calls
"""The renderer of the embedded city: RGB, ray depth and object ids on the CPU, rays and touch."""

import functools
import itertools
import math
import os
from collections.abc import Callable, Sequence
from concurrent.futures import ThreadPoolExecutor
from dataclasses import dataclass
from typing import Any

import numpy as np
from numpy.typing import ArrayLike, NDArray

from aircity.city.render.moving import Bodies, Moment, Stage
from aircity.city.render.raster.arrays import prepare, view_row
from aircity.city.render.raster.edges import smooth_rows
from aircity.city.render.raster.frame import render_tiles
from aircity.city.render.raster.overlay import overlay_tiles
from aircity.city.render.raster.tile import TILE
from aircity.city.render.tree.rays import cast_rays
from aircity.city.render.tree.sweep import touches_any
from aircity.city.scene import Bounds, CityScene
from aircity.city.solids.materials import Material
from aircity.city.solids.mesh import MeshBuilder, Surface
from aircity.errors import InputError
from aircity.geometry import Camera, Pose
from aircity.machine.compilation import get_ready

_TILES_PER_JOB, _ROWS_PER_JOB, _RAYS_PER_JOB = 96, 64, 1024
_AROUND = np.array(
    [[x, y, z] for x in (-1, 0, 1) for y in (-1, 0, 1) for z in (-1, 0, 1) if (x, y, z) != (0, 0, 0)]
) + np.array([0.0137, -0.0071, 0.0213])
"""Directions all around, turned a little so that none runs along the edges of a city."""


@dataclass(frozen=True, slots=True, eq=False)
class Frame:
    """One view: what each pixel shows, how far along its ray, and which object (0 is the sky)."""

    rgb: NDArray[np.uint8]  # (height, width, 3)
    depth_m: NDArray[np.float32]  # (height, width), +inf where nothing is hit
    object_id: NDArray[np.int32]  # (height, width)


@dataclass(frozen=True, slots=True, eq=False)
class RayHits:
    """What each of n rays meets first."""

    distance_m: NDArray[np.float64]  # (n,), +inf for nothing
    triangle: NDArray[np.int32]  # (n,) index into the mesh, -1 for nothing
    object_id: NDArray[np.int32]  # (n,), 0 for nothing


class Renderer:
    """Renders one scene from anywhere. Frames are the same bytes whatever the number of threads."""

    def __init__(self, scene: CityScene, *, threads: int | None = None) -> None:
        if threads is not None and threads < 1:
            raise InputError(f"threads = {threads} must be at least 1, or None for one per processor")
        self._threads = threads or os.cpu_count() or 1
        _compile_kernels()
        self._city = prepare(scene)
        self._mesh = scene.mesh
        self._scene_name = scene.name
        self._pool = ThreadPoolExecutor(self._threads, thread_name_prefix="aircity-render")

    def render(self, pose: Pose, camera: Camera) -> Frame:
        """The view of `camera` on a drone at `pose`."""
        return self.render_many([pose], camera)[0]

    def stage(self, bodies: Bodies) -> Stage:
        """What lays out things that move through this city."""
        _compile_overlay()
        return Stage(self._city, bodies)

    def render_many(self, poses: Sequence[Pose], camera: Camera, moment: Moment | None = None) -> list[Frame]:
        """The views from several poses, all tiles shared among all threads; `moment` is what moves there."""
        shape = (len(poses), camera.height_px, camera.width_px)
        views = np.array([view_row(pose, camera) for pose in poses]).reshape(-1, 16)
        images = _new_images(shape)
        packed, depth, ids, seen, rgb = images
        tiles = shape[0] * math.ceil(shape[1] / TILE) * math.ceil(shape[2] / TILE)
        self._share(
            tiles,
            lambda start, stop: render_tiles(self._city, views, images[:4], start, stop),
            grain=_TILES_PER_JOB,
        )
        city = self._city
        if moment is not None:
            city, things, first = moment.joined, moment.things, moment.first
            self._share(
                tiles,
                lambda start, stop: overlay_tiles(things, first, views, images[:4], start, stop),
                grain=_TILES_PER_JOB,
            )
        self._share(
            shape[0] * shape[1],
            lambda start, stop: smooth_rows(city, views, packed, depth, seen, rgb, start, stop),
            grain=_ROWS_PER_JOB,
        )
        return [Frame(*parts) for parts in zip(rgb, depth, ids, strict=True)]

    def raycast(self, origins: ArrayLike, directions: ArrayLike, max_distance_m: float = math.inf) -> RayHits:
        """The first triangle along each ray, seen from either side; directions need not be unit."""
        starts = np.array(origins, dtype=np.float64).reshape(-1, 3)
        along = np.asarray(directions, dtype=np.float64).reshape(-1, 3)
        if len(starts) != len(along):
            raise InputError(f"{len(starts)} origins for {len(along)} directions; give one of each per ray")
        lengths = np.linalg.norm(along, axis=1, keepdims=True)
        if not (np.isfinite(lengths).all() and (lengths > 0).all()):
            raise InputError("a ray direction is zero or not finite; give directions of positive length")
        units = along / lengths
        distance, leaf_index = _new_hits(len(starts))
        city = self._city

        def cast(start: int, stop: int) -> None:
            part = slice(start, stop)
            cast_rays(
                city.tree,
                city.corners,
                starts[part],
                units[part],
                float(max_distance_m),
                distance[part],
                leaf_index[part],
            )

        self._share(len(starts), cast, grain=_RAYS_PER_JOB)
        hit = leaf_index >= 0
        triangle = np.full(len(starts), -1, np.int32)
        triangle[hit] = city.tree.order[leaf_index[hit]]
        objects = np.where(hit, self._mesh.object_id[triangle], 0) if len(self._mesh) else triangle * 0
        return RayHits(distance, triangle, objects.astype(np.int32))

    def touches(self, start_xyz: ArrayLike, end_xyz: ArrayLike, radius_m: float) -> bool:
        """Whether a sphere swept from start to end meets any triangle; exact."""
        if not (math.isfinite(radius_m) and radius_m >= 0):
            raise InputError(f"radius {radius_m} m must be finite and not negative")
        start, end = np.array(start_xyz, dtype=np.float64), np.array(end_xyz, dtype=np.float64)
        city = self._city
        return bool(touches_any(city.tree, city.corners, start, end, float(radius_m)))

    def is_inside(self, point_xyz: ArrayLike) -> bool:
        """Whether a point is in a solid: of the rays around it that hit, most first meet a back face."""
        point = np.asarray(point_xyz, dtype=np.float64)
        hits = self.raycast(np.tile(point, (len(_AROUND), 1)), _AROUND)
        hit = hits.triangle >= 0
        corners = self._mesh.vertices[hits.triangle[hit]].astype(np.float64)
        outward = np.cross(corners[:, 1] - corners[:, 0], corners[:, 2] - corners[:, 0])
        from_behind = (outward * _AROUND[hit]).sum(axis=1) > 0
        return bool(2 * from_behind.sum() > hit.sum())

    def is_free(self, point_xyz: ArrayLike, radius_m: float) -> bool:
        """Whether a sphere there touches nothing and is in nothing."""
        return not (self.touches(point_xyz, point_xyz, radius_m) or self.is_inside(point_xyz))

    def check_shows(self, scene: CityScene) -> None:
        """Raise unless this renderer was made for that scene."""
        if self._mesh is not scene.mesh:
            raise InputError(
                f"the renderer was made for another scene ({self._scene_name!r}) than this {scene.name!r}; "
                "make it with Renderer(scene) of the same object"
            )

    def close(self) -> None:
        """Stop the threads; the renderer cannot be used afterwards."""
        self._pool.shutdown()

    def _share(self, count: int, work: Callable[[int, int], None], *, grain: int) -> None:
        """Do work(start, stop) over range(count) in jobs of about `grain`, on all threads.

        Small jobs keep every thread busy to the end; how they are cut never changes the result.
        """
        if self._threads == 1 or count <= grain:
            work(0, count)
            return
        edges = [*range(0, count, grain), count]
        for done in [self._pool.submit(work, start, stop) for start, stop in itertools.pairwise(edges)]:
            done.result()


@functools.cache
def _compile_kernels() -> None:
    """Compile every kernel, or load it from the cache, by calling it on a city of one triangle."""
    city = functools.cache(lambda: prepare(_one_triangle()))
    views, images = np.array([view_row(Pose(0.0, 0.0, 0.0), Camera.from_fov(1, 1))]), _new_images((1, 1, 1))
    packed, depth, _, seen, rgb = images

    def cast_and_touch() -> None:
        tree, corners, point = city().tree, city().corners, np.zeros(3)
        cast_rays(tree, corners, np.zeros((1, 3)), np.ones((1, 3)), math.inf, *_new_hits(1))
        touches_any(tree, corners, point, point, 0.0)

    get_ready(
        "the renderer",
        (
            ("search tree and shadows", city),
            ("pictures", lambda: render_tiles(city(), views, images[:4], 0, 1)),
            ("smooth edges", lambda: smooth_rows(city(), views, packed, depth, seen, rgb, 0, 1)),
            ("rays and touch", cast_and_touch),
        ),
    )


@functools.cache
def _compile_overlay() -> None:
    """The kernel that only cities with traffic need."""
    city, images = prepare(_one_triangle()), _new_images((1, 1, 1))
    views = np.array([view_row(Pose(0.0, 0.0, 0.0), Camera.from_fov(1, 1))])
    get_ready("traffic", (("moving things", lambda: overlay_tiles(city, 1, views, images[:4], 0, 1)),))


def _one_triangle() -> CityScene:
    builder = MeshBuilder()
    builder.triangles([[[0, 0, 0], [1, 0, 0], [0, 1, 0]]], Surface(Material.PLAIN, (0.5, 0.5, 0.5)), 1)
    return CityScene("triangle", "test", builder.build(), (), Bounds(0.0, 0.0, 1.0, 1.0))


def _new_images(shape: tuple[int, int, int]) -> tuple[NDArray[Any], ...]:
    """Memory for views: packed colour, depth, object ids, triangles seen, and the final rgb."""
    return (
        np.empty(shape, np.int32),
        np.empty(shape, np.float32),
        np.empty(shape, np.int32),
        np.empty(shape, np.int32),
        np.empty((*shape, 3), np.uint8),
    )


def _new_hits(count: int) -> tuple[NDArray[np.float64], NDArray[np.int32]]:
    """Memory for rays: distances, and triangles in leaf order."""
    return np.empty(count, np.float64), np.empty(count, np.int32)
