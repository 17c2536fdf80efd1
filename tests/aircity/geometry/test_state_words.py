"""The drone's state: told in words, it reads back as the same heading and place."""

import math

import pytest
from hypothesis import given
from hypothesis import strategies as st

from aircity.geometry import Pose, compass_deg, compass_point, read_state, state_words

PLACES = st.floats(-400, 400)


def test_a_state_in_words() -> None:
    words = state_words(Pose.at(0, 0, 30), Pose.at(0, 50, 33, 90))
    assert words.startswith(
        "Heading 90.0 degrees (east). The start lies 180.0 degrees to your left, 3.0 m below"
    )
    assert "horizontal distance 50.0 m" in words


@given(PLACES, PLACES, st.floats(0, 100), st.floats(-720, 720))
def test_a_state_reads_back(north_m: float, east_m: float, up_m: float, heading_deg: float) -> None:
    start = Pose.at(10, -20, 30)
    pose = Pose.at(10 + north_m, -20 + east_m, 30 + up_m, heading_deg)
    told = read_state(state_words(start, pose))
    assert told is not None
    assert math.cos(math.radians(told.heading_deg - heading_deg)) > 0.9999
    assert abs(told.place_m - complex(north_m, east_m)) < 0.2 + 0.002 * math.hypot(north_m, east_m)
    assert told.start.dz_m == pytest.approx(-up_m, abs=0.06)


@pytest.mark.parametrize("text", ["", "Heading north.", "Heading 999999 degrees (east). The start", "None."])
def test_other_texts_are_no_state(text: str) -> None:
    assert read_state(text) is None


@pytest.mark.parametrize(
    ("heading_deg", "point"), [(0, "north"), (359, "north"), (46, "northeast"), (270, "west")]
)
def test_compass_points(heading_deg: float, point: str) -> None:
    assert compass_point(heading_deg) == point
    assert abs((compass_deg(point) - heading_deg + 180) % 360 - 180) <= 22.5
