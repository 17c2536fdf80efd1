"""A wall ten metres ahead: the smallest proof that the renderer works on this machine."""

import time

import numpy as np

from aircity.city.render.renderer import Renderer
from aircity.city.scene import Bounds, CityScene
from aircity.city.solids.materials import Material
from aircity.city.solids.mesh import MeshBuilder, Surface
from aircity.geometry import Camera, Pose

WALL_M = 10.0


def wall_scene() -> CityScene:
    """One wall, north of the origin, facing south."""
    builder = MeshBuilder()
    corners = [[WALL_M, 20, -20], [WALL_M, -20, -20], [WALL_M, -20, 20], [WALL_M, 20, 20]]
    builder.quads([corners], Surface(Material.PLAIN, (0.7, 0.7, 0.7)), 1)
    return CityScene("wall", "test", builder.build(), (), Bounds(-50, -50, 50, 50))


def measure_wall() -> tuple[float, float]:
    """(seconds until the first picture, worst error in metres of the wall's ray depth)."""
    started = time.perf_counter()
    camera = Camera.from_fov(64, 64)
    renderer = Renderer(wall_scene())
    try:
        depth_m = renderer.render(Pose(0.0, 0.0, 0.0), camera).depth_m
    finally:
        renderer.close()
    seconds = time.perf_counter() - started
    v, u = np.indices(depth_m.shape)
    expected_m = WALL_M / camera.rays(np.stack([u, v], axis=-1))[..., 2]
    return seconds, float(np.abs(depth_m - expected_m).max())
