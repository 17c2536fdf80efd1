"""The extent of a surface from few pixels is that of all."""

from dataclasses import replace

import numpy as np
import pytest
from hypothesis import given
from hypothesis import strategies as st

from airanchor.anchors.mask import pixels_of
from airanchor.anchors.surface import extent_of, outermost_pixels
from aircity.geometry import Extent
from tests.airanchor.anchors.views import mask_of, view_of
from tests.aircity.geometry.regions import hausdorff_m
from tests.aircity.geometry.strategies import cameras, poses


def extent_of_all(surface: np.ndarray, view: object) -> Extent:
    """The extent by the formula: every pixel back-projected."""
    pixels = pixels_of(surface)
    depth_m = view.depth_m[surface]  # type: ignore[attr-defined]
    return Extent.of_points(view.camera.back_project(pixels, depth_m, view.pose))  # type: ignore[attr-defined]


@given(
    cameras(), poses, st.booleans(), st.integers(0, 2**32 - 1), st.sampled_from(["noise", "wall", "steps"])
)
def test_few_pixels_span_what_all_span(camera, pose, level, seed, kind) -> None:  # type: ignore[no-untyped-def]
    if level:
        camera = replace(camera, pitch_rad=0.0)
    camera = replace(camera, width_px=min(camera.width_px, 40), height_px=min(camera.height_px, 40))
    rng = np.random.default_rng(seed)
    shape = (camera.height_px, camera.width_px)
    depth_m = {
        "noise": rng.uniform(1, 100, shape),
        "wall": camera.ray_from_planar(camera.pixel_grid, np.full(shape, 30.0)),
        "steps": rng.choice([5.0, 5.0, 60.0], shape),
    }[kind]
    view = view_of(depth_m, pose=pose, camera=camera)
    surface = rng.random(shape) < rng.choice([0.05, 0.5, 1.0])
    surface[rng.integers(shape[0]), rng.integers(shape[1])] = True
    few, every = extent_of(surface, view), extent_of_all(surface, view)
    assert hausdorff_m(few.footprint, every.footprint) == pytest.approx(0, abs=1e-6)
    assert (few.z_min_m, few.z_max_m) == pytest.approx((every.z_min_m, every.z_max_m), abs=1e-9)


def test_few_pixels_are_few() -> None:
    view = view_of(np.random.default_rng(0).uniform(5, 90, (64, 64)))
    assert len(outermost_pixels(mask_of(0, 0, 64, 64), view)) == 2 * 64 + 2


def test_depth_beside_the_surface_plays_no_part() -> None:
    depth_m = np.full((64, 64), 20.0)
    clean = extent_of(mask_of(10, 10, 30, 40), view_of(depth_m))
    depth_m[~mask_of(10, 10, 30, 40)] = np.random.default_rng(1).choice(
        [np.nan, np.inf, 0, -5, 1e6], 64 * 64 - 600
    )
    dirty = extent_of(mask_of(10, 10, 30, 40), view_of(depth_m))
    assert (dirty.center == clean.center).all()
    assert dirty.footprint.area_m2 == clean.footprint.area_m2
