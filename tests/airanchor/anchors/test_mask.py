"""Masks: middle, bounds, nearest pixel and erosion."""

import numpy as np
from hypothesis import given
from hypothesis import strategies as st
from hypothesis.extra.numpy import arrays

from airanchor.anchors.mask import bounds_of, centroid, eroded, nearest, pixels_of
from tests.airanchor.anchors.views import mask_of

masks = arrays(bool, st.tuples(st.integers(1, 9), st.integers(1, 9))).filter(lambda mask: mask.any())


def test_a_rectangle() -> None:
    mask = mask_of(3, 10, 8, 12)
    assert bounds_of(mask) == (3, 10, 8, 12)
    assert centroid(mask) == (5.0, 10.5)
    assert len(pixels_of(mask)) == 10


@given(masks)
def test_bounds_and_centroid_are_those_of_the_pixels(mask: np.ndarray) -> None:
    pixels = pixels_of(mask)
    assert np.allclose(centroid(mask), pixels.mean(axis=0))
    assert bounds_of(mask) == (*pixels.min(axis=0).tolist(), *(pixels.max(axis=0) + 1).tolist())


@given(masks, st.data())
def test_the_nearest_pixel_is_on_the_mask_and_none_is_nearer(mask: np.ndarray, data: st.DataObject) -> None:
    height, width = mask.shape
    pixel = data.draw(st.tuples(st.integers(0, width - 1), st.integers(0, height - 1)))
    u, v = nearest(mask, pixel)
    assert mask[v, u]
    distances = np.square(pixels_of(mask) - pixel).sum(axis=1)
    assert (u - pixel[0]) ** 2 + (v - pixel[1]) ** 2 == distances.min()


def test_erosion_takes_rings_off() -> None:
    mask = mask_of(10, 10, 20, 20)
    assert (eroded(mask, 0) == mask).all()
    assert (eroded(mask, 2) == mask_of(12, 12, 18, 18)).all()


def test_erosion_spares_the_image_border_and_thin_things() -> None:
    assert (eroded(mask_of(0, 10, 10, 20), 1) == mask_of(0, 11, 9, 19)).all()
    pole = mask_of(10, 10, 11, 40)
    assert (eroded(pole, 1) == pole).all()


@given(masks, st.integers(0, 3))
def test_erosion_keeps_some_and_adds_none(mask: np.ndarray, by_px: int) -> None:
    shrunk = eroded(mask, by_px)
    assert shrunk.any()
    assert not (shrunk & ~mask).any()
