"""Sun shadows fall where geometry says, and lit surfaces do not shade themselves."""

import math

import numba
import numpy as np
import pytest
from numpy.typing import ArrayLike, NDArray
from shapely.geometry import box

from aircity.city.render.renderer import Renderer
from aircity.city.render.shadow import bake_shadows, sunlit
from aircity.city.scene import Bounds, CityScene
from aircity.city.solids.mesh import Mesh, MeshBuilder
from aircity.geometry import Camera, Pose
from tests.aircity.city.scenes import GREY

BOUNDS = Bounds(-100.0, -100.0, 100.0, 100.0)
SUNS = [(0.45, 0.35, 0.82), (0.9, 0.1, 0.25), (-0.3, 0.8, 0.5), (0.0, 0.0, 1.0)]


@numba.njit
def _sample(shadow, points, normal, facing):  # type: ignore[no-untyped-def]
    light = np.empty(len(points))
    for k in range(len(points)):
        x, y, z = points[k]
        light[k] = sunlit(shadow, x, y, z, normal[0], normal[1], normal[2], facing)
    return light


def _light(mesh: Mesh, sun: ArrayLike, points: ArrayLike, normal: ArrayLike) -> NDArray[np.float64]:
    """How lit points (n, 3) of a surface with this normal are."""
    to_sun = np.asarray(sun, float) / np.linalg.norm(sun)
    unit = np.asarray(normal, float) / np.linalg.norm(normal)
    shadow = bake_shadows(mesh.vertices, BOUNDS, to_sun)
    light: NDArray[np.float64] = _sample(shadow, np.asarray(points, float), unit, float(unit @ to_sun))
    return light


def _tower_on_ground() -> Mesh:
    builder = MeshBuilder()
    builder.flat(box(-90, -90, 90, 90), 0.0, GREY, 1)
    builder.prism(box(-5, -5, 5, 5), 0.0, 20.0, GREY, 2)
    return builder.build()


@pytest.mark.parametrize(
    ("sun", "shaded", "lit"),
    [
        ((1, 0, 1), (-15, 0, 0), (15, 0, 0)),
        ((0, 1, 1), (0, -15, 0), (0, 15, 0)),
        ((-1, -1, 2), (8, 8, 0), (-14, -14, 0)),
    ],
)
def test_a_tower_shades_the_ground_away_from_the_sun(
    sun: tuple[int, ...], shaded: tuple[int, ...], lit: tuple[int, ...]
) -> None:
    assert _light(_tower_on_ground(), sun, [shaded, lit], (0, 0, 1)).tolist() == [0.0, 1.0]


def test_the_edge_of_a_shadow_is_soft_and_where_the_sun_puts_it() -> None:
    # The sun is south and 45 degrees up, so the roof's edge at x = 5, 20 m high, reaches x = 25.
    x = np.linspace(24, 26, 201)
    ground = np.stack([x, 0 * x, 0 * x], axis=1)
    light = _light(_tower_on_ground(), (-1, 0, 1), ground, (0, 0, 1))
    assert light[0] == 0.0 and light[-1] == 1.0
    assert x[np.argmax(light >= 0.5)] == pytest.approx(25.0, abs=0.15)
    assert ((light > 0.01) & (light < 0.99)).any()


@pytest.mark.parametrize("sun", SUNS)
def test_lit_surfaces_do_not_shade_themselves(sun: tuple[float, ...]) -> None:
    random = np.random.default_rng(3)
    builder = MeshBuilder()
    corners = np.array([[-40.0, -40, 2], [40, -40, 2], [40, 40, 30], [-40, 40, 30]])
    builder.quads([corners], GREY, 1)
    a, b = random.uniform(0.02, 0.98, (2, 3000, 1))
    points = corners[0] + a * (corners[1] - corners[0]) + b * (corners[3] - corners[0])
    normal = np.cross(corners[1] - corners[0], corners[3] - corners[0])
    assert np.dot(normal, sun) > 0
    assert _light(builder.build(), sun, points, normal).min() >= 0.99


def test_outside_the_map_everything_is_lit() -> None:
    assert _light(_tower_on_ground(), (1, 0, 1), [(-4000, 0, 0), (0, 900, 0)], (0, 0, 1)).min() == 1.0


def test_shadows_reach_the_image() -> None:
    scene = CityScene("test", "test", _tower_on_ground(), (), BOUNDS, sun=(1.0, 0.0, 1.0))
    camera = Camera.from_fov(33, 33).pitched(-math.pi / 2)
    poses = [Pose.at(-15, 0, 10), Pose.at(15, 0, 10)]
    dark, bright = (frame.rgb[16, 16].mean() for frame in Renderer(scene).render_many(poses, camera))
    assert dark < 0.85 * bright
