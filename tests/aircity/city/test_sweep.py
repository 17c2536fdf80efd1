"""Touch and inside against brute force and plain cases."""

import numpy as np
import pytest
from hypothesis import given, settings
from hypothesis import strategies as st
from shapely.geometry import box

from aircity.city.render.renderer import Renderer
from aircity.city.solids.mesh import MeshBuilder
from aircity.errors import InputError
from tests.aircity.city.scenes import GREY, scene_of


def _box_renderer() -> Renderer:
    builder = MeshBuilder()
    builder.prism(box(-5, -5, 5, 5), 0.0, 20.0, GREY, 1)
    builder.flat(box(-100, -100, 100, 100), 0.0, GREY, 2)
    return Renderer(scene_of(builder))


def _sampled_distance(triangle: np.ndarray, start: np.ndarray, end: np.ndarray) -> float:
    """Distance of a segment to a triangle by nested ternary search: slow, plain, and convex."""

    def to_triangle(point: np.ndarray) -> float:
        a, b, c = triangle
        best = np.inf
        for p, q in ((a, b), (b, c), (c, a)):
            t = np.clip((point - p) @ (q - p) / ((q - p) @ (q - p)), 0, 1)
            best = min(best, float(np.linalg.norm(point - p - t * (q - p))))
        solved, *_ = np.linalg.lstsq(np.stack([b - a, c - a], axis=1), point - a, rcond=None)
        if solved.min() >= 0 and solved.sum() <= 1:
            best = min(best, float(np.linalg.norm(a + solved[0] * (b - a) + solved[1] * (c - a) - point)))
        return best

    low, high = 0.0, 1.0
    for _ in range(80):
        third = (high - low) / 3
        if to_triangle(start + (low + third) * (end - start)) < to_triangle(
            start + (high - third) * (end - start)
        ):
            high -= third
        else:
            low += third
    return to_triangle(start + (low + high) / 2 * (end - start))


@settings(max_examples=30)
@given(st.integers(0, 10_000))
def test_touch_is_the_exact_distance(seed: int) -> None:
    random = np.random.default_rng(seed)
    triangles = random.normal(0, 3, (7, 3, 3)).astype(np.float32)
    builder = MeshBuilder()
    builder.triangles(triangles, GREY, 1)
    renderer = Renderer(scene_of(builder), threads=1)
    start = random.normal(0, 6, 3)
    end = start if seed % 5 == 0 else start + random.normal(0, 4, 3)
    distance = min(_sampled_distance(t.astype(float), start, end) for t in triangles)
    assert renderer.touches(start, end, distance * (1 + 1e-6) + 1e-6)
    if distance > 1e-3:
        assert not renderer.touches(start, end, distance * (1 - 1e-6) - 1e-6)


def test_touch_of_a_box() -> None:
    renderer = _box_renderer()
    assert not renderer.touches((8, 0, 10), (8, 9, 10), 2.99)
    assert renderer.touches((8, 0, 10), (8, 9, 10), 3.01)
    assert renderer.touches((-9, 0, 10), (9, 0, 10), 0.0)
    assert not renderer.touches((7, 7, 10), (7, 7, 10), 2.82)
    assert renderer.touches((7, 7, 10), (7, 7, 10), 2.83)


def test_inside_a_building_and_outside() -> None:
    renderer = _box_renderer()
    assert renderer.is_inside((0, 0, 10))
    assert renderer.is_inside((4.9, -4.9, 0.1))
    assert renderer.is_inside((0, 0, -3)), "under the ground is in a solid"
    for outside in ((6, 0, 10), (0, 0, 21), (50, 50, 1), (5.1, 5.1, 0.1), (0, 0, 900)):
        assert not renderer.is_inside(outside), outside


def test_a_bad_radius_is_named() -> None:
    with pytest.raises(InputError, match=r"radius -1\.0 m"):
        _box_renderer().touches((0, 0, 0), (1, 0, 0), -1.0)
