"""Places: motion carries them like the world does."""

import math

from hypothesis import given
from hypothesis import strategies as st

from airanchor.embedded.rules.notes.track import LandmarkTrack, Motion, PlaceSource, plain, wrap_deg

TENTHS = st.integers(-1799, 1799).map(lambda value: value / 10)
METRES = st.integers(0, 99999).map(lambda value: value / 10)
TRACKS = st.builds(
    LandmarkTrack,
    st.text(max_size=80).map(plain),
    TENTHS,
    st.none() | METRES,
    st.none() | st.integers(-9999, 9999).map(lambda value: value / 10),
    st.sampled_from(PlaceSource),
)


def test_a_flight_brings_the_landmark_closer_and_a_turn_shifts_it() -> None:
    tower = LandmarkTrack("tower", 0.0, 40.0, 3.0, PlaceSource.MEASURED)
    after = Motion(forward_m=30.0, up_m=5.0, turned_deg=90.0).carry(tower)
    assert math.isclose(after.d_xy_m or 0, 10.0)
    assert math.isclose(after.bearing_deg, -90.0)
    assert after.dz_m == -2.0
    assert after.source is PlaceSource.ESTIMATED


@given(TENTHS, st.floats(1, 200), st.floats(-60, 60), st.floats(-60, 60), st.floats(-180, 180))
def test_going_there_and_back_changes_nothing(
    bearing_deg: float, d_xy_m: float, ahead_m: float, right_m: float, turn_deg: float
) -> None:
    track = LandmarkTrack("x", bearing_deg, d_xy_m, None, PlaceSource.MEASURED)
    there = Motion(ahead_m, right_m, 0.0, turn_deg).carry(track)
    cos, sin = math.cos(math.radians(turn_deg)), math.sin(math.radians(turn_deg))
    back = Motion(-(ahead_m * cos + right_m * sin), ahead_m * sin - right_m * cos, 0.0, -turn_deg).carry(
        there
    )
    assert track.gap_m(back) < 1e-6


def test_a_bearing_without_distance_only_turns() -> None:
    seen = LandmarkTrack("tower", 30.0, None, None, PlaceSource.SEEN)
    assert Motion(forward_m=20.0, turned_deg=30.0).carry(seen).bearing_deg == 0.0


def test_half_a_turn_is_to_the_left() -> None:
    assert wrap_deg(180.0) == -180.0
