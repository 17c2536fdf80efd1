"""Small scenes for the tests of the city's renderer."""

import numpy as np
from numpy.typing import ArrayLike, NDArray
from shapely.geometry import box

from aircity.city.scene import Bounds, CityScene
from aircity.city.solids.materials import Material
from aircity.city.solids.mesh import MeshBuilder, Surface

GREY = Surface(Material.PLAIN, (0.6, 0.6, 0.6))
RED = Surface(Material.LIGHT, (0.9, 0.1, 0.1))
GREEN = Surface(Material.LIGHT, (0.1, 0.9, 0.1))
BLUE = Surface(Material.LIGHT, (0.1, 0.1, 0.9))


def scene_of(builder: MeshBuilder, textures: NDArray[np.uint8] | None = None) -> CityScene:
    """A scene of what was built, 200 m around the origin."""
    pictures = np.zeros((0, 256, 256, 3), np.uint8) if textures is None else textures
    bounds = Bounds(-100.0, -100.0, 100.0, 100.0)
    return CityScene("test", "test", builder.build(), (), bounds, textures=pictures)


def add_wall(
    builder: MeshBuilder, corner: ArrayLike, side: ArrayLike, up: ArrayLike, surface: Surface, object_id: int
) -> None:
    """A parallelogram from `corner` along `side` and `up`; its uv run 0..1 along them."""
    a, s, t = (np.asarray(vector, float) for vector in (corner, side, up))
    uv = [[[0, 0], [1, 0], [1, 1], [0, 1]]]
    builder.quads([[a, a + s, a + s + t, a + t]], surface, object_id, uv=uv)


def difficult_scene(seed: int = 0) -> CityScene:
    """Huge ground, towers far and near, slivers, thin poles, random soup, triangles through the camera."""
    random = np.random.default_rng(seed)
    builder = MeshBuilder()
    builder.flat(box(-3000, -3000, 3000, 3000), 0.0, GREY, 1)
    next_id = 2
    for _ in range(150):
        x, y = random.uniform(-600, 600, 2)
        w, d, h = random.uniform(5, 25), random.uniform(5, 25), random.uniform(4, 90)
        builder.prism(box(x - w / 2, y - d / 2, x + w / 2, y + d / 2), 0.0, h, GREY, next_id)
        next_id += 1
    for _ in range(60):
        x, y = random.uniform(-60, 60, 2)
        builder.prism(box(x - 0.02, y - 0.02, x + 0.02, y + 0.02), 0.0, 12.0, GREY, next_id)
        next_id += 1
    centres = random.uniform(-80, 80, (1200, 1, 3)) * [1, 1, 0.3] + [0, 0, 26]
    builder.triangles(centres + random.normal(0, 1.2, (1200, 3, 3)), GREY, next_id)
    slivers = random.uniform(-80, 80, (200, 1, 3)) * [1, 1, 0.3] + [0, 0, 26]
    ends = random.normal(0, 8.0, (200, 1, 3)) * [[[0], [1], [1.0001]]]
    builder.triangles(slivers + ends + random.normal(0, 0.01, (200, 3, 3)), GREY, next_id + 1)
    add_wall(builder, (-40.0, 3.0, 1.0), (90.0, 1.0, 0.0), (0.0, 0.0, 30.0), GREY, next_id + 2)
    return scene_of(builder)
