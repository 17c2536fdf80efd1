"""The drone's own motion: exact from anchors told twice, rough from the report alone."""

import pytest
from hypothesis import given
from hypothesis import strategies as st

from airanchor.anchors.sentences import read_sentences
from airanchor.embedded.rules.notes.track import LandmarkTrack, Motion, PlaceSource
from airanchor.embedded.rules.space.egomotion import motion_between
from airanchor.embedded.rules.space.executed import Executed
from tests.airanchor.embedded.rules.desk import cue_line

FLOWN = Executed("Pixel Navigation", pixel=(255, 255), flown_m=30.0, turned_deg=15.0)
UNTOLD = Executed("Path Backtracking")


def _told(tracks: list[LandmarkTrack]) -> str:
    return "\n".join(
        cue_line(place, None, track.bearing_deg, track.d_xy_m or 0.0, track.dz_m or 0.0)
        for place, track in enumerate(tracks, 1)
    )


@given(st.floats(-40, 40), st.floats(-40, 40), st.sampled_from([-90.0, -15.0, 0.0, 30.0]))
def test_anchors_tell_shift_and_turn(ahead_m: float, right_m: float, turn_deg: float) -> None:
    motion = Motion(ahead_m, right_m, 4.0, turn_deg)
    before = [
        LandmarkTrack("", angle, far, 2.0, PlaceSource.MEASURED)
        for angle, far in ((-30, 60), (5, 90), (40, 45))
    ]
    after = [motion.carry(track) for track in before]
    found = motion_between(read_sentences(_told(before)), read_sentences(_told(after)), UNTOLD, 512)
    assert found is not None
    assert found.forward_m == pytest.approx(ahead_m, abs=0.6)
    assert found.right_m == pytest.approx(right_m, abs=0.6)
    assert found.turned_deg == pytest.approx(turn_deg, abs=0.6)
    assert found.up_m == pytest.approx(4.0, abs=0.1)


def test_without_anchors_the_report_counts() -> None:
    found = motion_between((), (), FLOWN, 512)
    assert found is not None
    assert found.forward_m == pytest.approx(30.0, abs=0.1)
    assert found.turned_deg == 15.0


def test_a_return_that_no_anchor_tells_of_is_unknown() -> None:
    assert motion_between((), (), UNTOLD, 512) is None
