"""The words of a cue: one decimal, the side chosen after rounding."""

import math

import pytest
from hypothesis import given
from hypothesis import strategies as st

from aircity.geometry import (
    Cue,
    ToldCue,
    bearing_words,
    cue_words,
    height_words,
    metres_words,
    read_cue_words,
)


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


@given(st.floats(-3.14, 3.14), st.floats(-200, 200), st.floats(0.0, 500))
def test_words_are_read_back_to_one_decimal(bearing_rad: float, dz_m: float, d_xy_m: float) -> None:
    d_3d_m = math.hypot(dz_m, d_xy_m)
    told = read_cue_words(f"L1 -> O3: {cue_words(Cue(bearing_rad, dz_m, d_xy_m, d_3d_m))}, reliability 0.82.")
    assert told.bearing_deg is not None and told.dz_m is not None
    assert told.bearing_deg == pytest.approx(math.degrees(bearing_rad), abs=0.0501)
    assert told.dz_m == pytest.approx(dz_m, abs=0.0501)
    assert (told.d_xy_m, told.d_3d_m) == (
        pytest.approx(d_xy_m, abs=0.0501),
        pytest.approx(d_3d_m, abs=0.0501),
    )


def test_what_is_not_said_is_none() -> None:
    assert read_cue_words("no spatial anchor could be grounded") == ToldCue()
