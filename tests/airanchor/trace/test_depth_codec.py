"""The depth codec is exact for every bit pattern, small for smooth surfaces, and refuses damage."""

import struct

import numpy as np
import pytest
from hypothesis import given
from hypothesis import strategies as st
from hypothesis.extra import numpy as arrays

from airanchor.errors import TraceError
from airanchor.trace.depth_codec import decode_depth, encode_depth


@given(arrays.arrays(np.uint32, arrays.array_shapes(min_dims=2, max_dims=2, max_side=12)))
def test_every_bit_pattern_comes_back(bits: np.ndarray) -> None:
    depth_m = bits.view(np.float32)
    again = decode_depth(encode_depth(depth_m))
    assert again.dtype == np.float32
    assert again.shape == depth_m.shape
    assert again.tobytes() == depth_m.tobytes()


@given(
    arrays.arrays(
        np.float32,
        (5, 7),
        elements=st.sampled_from([0.0, -0.0, np.inf, -np.inf, np.nan, 1e-45, 0.1, 65504.0, 3.4e38]),
    )
)
def test_special_values_come_back(depth_m: np.ndarray) -> None:
    assert decode_depth(encode_depth(depth_m)).tobytes() == depth_m.tobytes()


def test_views_that_are_not_contiguous_come_back() -> None:
    depth_m = np.arange(60, dtype=np.float32).reshape(6, 10)[::-1, ::2]
    assert np.array_equal(decode_depth(encode_depth(depth_m)), depth_m)


def test_smooth_surface_is_small() -> None:
    rows, columns = np.mgrid[:256, :256]
    depth_m = (20.0 / np.sqrt(1 + (rows / 300) ** 2 + (columns / 300) ** 2)).astype(np.float32)
    assert len(encode_depth(depth_m)) < depth_m.nbytes / 3


@pytest.mark.parametrize("bad", [np.zeros((3, 3)), np.zeros((3, 3, 1), np.float32), np.zeros(3, np.float32)])
def test_other_types_and_shapes_are_refused(bad: np.ndarray) -> None:
    with pytest.raises(TraceError, match="float32"):
        encode_depth(bad)


def test_damage_is_found() -> None:
    data = encode_depth(np.ones((8, 8), np.float32))
    for damaged in (b"", b"nonsense", data[:-4], data[:20] + b"\xff" + data[21:]):
        with pytest.raises(TraceError):
            decode_depth(damaged)


def test_size_that_would_fill_the_memory_is_refused() -> None:
    with pytest.raises(TraceError, match="at most"):
        decode_depth(struct.pack("<8sII", b"AADEPTH1", 2**31, 2**31))
    bomb = encode_depth(np.zeros((512, 512), np.float32))
    with pytest.raises(TraceError, match="damaged"):
        decode_depth(struct.pack("<8sII", b"AADEPTH1", 2, 2) + bomb[16:])
