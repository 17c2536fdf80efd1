"""The words of a cue: one decimal, the side chosen after rounding."""

import math

import pytest
from hypothesis import given
from hypothesis import strategies as st

from airanchor.geometry import bearing_words, height_words, metres_words


@pytest.mark.parametrize(
    ("degrees", "words"),
    [
        (-24.6, "24.6 degrees to your left"),
        (12.4, "12.4 degrees to your right"),
        (0.0, "0.0 degrees to your right"),
        (-0.04, "0.0 degrees to your right"),
        (-0.06, "0.1 degrees to your left"),
        (-180.0, "180.0 degrees to your left"),
        (179.94, "179.9 degrees to your right"),
        (179.97, "180.0 degrees to your left"),
        (-179.97, "180.0 degrees to your left"),
    ],
)
def test_bearings(degrees: float, words: str) -> None:
    assert bearing_words(math.radians(degrees)) == words


@pytest.mark.parametrize(
    ("dz_m", "words"),
    [
        (3.2, "3.2 m above the UAV"),
        (-6.8, "6.8 m below the UAV"),
        (-0.04, "0.0 m above the UAV"),
        (-0.0, "0.0 m above the UAV"),
        (-0.06, "0.1 m below the UAV"),
    ],
)
def test_heights(dz_m: float, words: str) -> None:
    assert height_words(dz_m) == words


def test_distances() -> None:
    assert metres_words(18.46) == "18.5 m"


@given(st.floats(-math.pi, math.pi), st.floats(-500, 500))
def test_no_sign_is_ever_printed(bearing_rad: float, dz_m: float) -> None:
    assert "-" not in bearing_words(bearing_rad) + height_words(dz_m)
