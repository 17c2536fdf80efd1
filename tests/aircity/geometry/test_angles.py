"""Wrapping: range, idempotence, same direction, and the array form agrees."""

import math

import numpy as np
import pytest
from hypothesis import given
from hypothesis import strategies as st

from aircity.errors import InputError
from aircity.geometry import wrap, wrap_all

any_angle = st.floats(-1e6, 1e6)


@given(any_angle)
def test_wrap_is_in_range_and_idempotent(angle_rad: float) -> None:
    wrapped = wrap(angle_rad)
    assert -math.pi <= wrapped < math.pi
    assert wrap(wrapped) == wrapped


@given(any_angle)
def test_wrap_keeps_the_direction(angle_rad: float) -> None:
    wrapped = wrap(angle_rad)
    assert math.cos(wrapped) == pytest.approx(math.cos(angle_rad), abs=1e-9)
    assert math.sin(wrapped) == pytest.approx(math.sin(angle_rad), abs=1e-9)


@given(st.floats(-math.pi, math.pi, exclude_max=True))
def test_an_angle_in_range_is_untouched(angle_rad: float) -> None:
    assert wrap(angle_rad) == angle_rad


@pytest.mark.parametrize("turns", [-5, -3, -1, 1, 3, 5])
def test_half_turns_are_minus_pi(turns: int) -> None:
    assert wrap(turns * math.pi) == -math.pi


@given(st.lists(any_angle, min_size=1))
def test_the_array_form_agrees_exactly(angles: list[float]) -> None:
    assert wrap_all(angles).tolist() == [wrap(angle) for angle in angles]


def test_the_array_form_keeps_shape_and_nan() -> None:
    wrapped = wrap_all([[4 * math.pi, math.nan]])
    assert wrapped.shape == (1, 2)
    assert np.isnan(wrapped[0, 1])


@pytest.mark.parametrize("angle", [math.nan, math.inf, -math.inf])
def test_wrap_rejects_what_is_no_angle(angle: float) -> None:
    with pytest.raises(InputError, match="finite"):
        wrap(angle)
