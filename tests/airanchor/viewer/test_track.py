"""The way between recorded poses: through every one of them, straight and by the shorter turn."""

import itertools
import math

import pytest
from hypothesis import given
from hypothesis import strategies as st

from airanchor.viewer.story import FlightStory, FlownAction
from airanchor.viewer.track import flown_track, pose_at
from aircity.geometry import Pose, wrap

poses = st.builds(
    Pose,
    st.floats(-200, 200),
    st.floats(-200, 200),
    st.floats(0, 100),
    st.floats(-math.pi, math.pi - 1e-9),
)
paths = st.lists(poses, min_size=1, max_size=30)


@given(paths, st.floats(0, 1))
def test_a_pose_between_two_is_on_the_line_and_turned_the_shorter_way(path, share):
    for step, (before, after) in enumerate(itertools.pairwise(path)):
        between = pose_at(path, step + share)
        there, rest = before.distance_m(between), between.distance_m(after)
        assert there + rest == pytest.approx(before.distance_m(after), abs=1e-6)
        turn = abs(wrap(after.heading_rad - before.heading_rad))
        assert abs(wrap(between.heading_rad - before.heading_rad)) <= turn + 1e-6


@given(paths)
def test_whole_steps_are_the_recorded_poses_and_beyond_the_end_nothing_moves(path):
    assert [pose_at(path, float(step)) for step in range(len(path))] == path
    assert pose_at(path, len(path) + 3.5) == path[-1]


@given(paths, st.integers(2, 80))
def test_a_track_begins_and_ends_with_the_flight_and_has_no_more_frames_than_asked(path, most):
    story = FlightStory("x", "1.4", is_cut_off=False, path=[FlownAction(pose, "") for pose in path])
    track = flown_track(story, most)
    steps = [step for step, _ in track]
    assert steps == sorted(set(steps)) and len(track) <= most
    assert track[0] == (0.0, path[0])
    if any(pose != path[0] for pose in path):
        assert track[-1][1].distance_m(path[-1]) < 1.0


def test_frames_follow_each_other_closely_where_there_is_room():
    path = [Pose.at(5.0 * step, 0, 30, 0) for step in range(20)]
    path += [path[-1].turned(math.radians(15) * turn) for turn in range(1, 7)]
    story = FlightStory("x", "1.4", is_cut_off=False, path=[FlownAction(pose, "") for pose in path])
    track = flown_track(story, 500)
    gaps = [one.distance_m(other) for (_, one), (_, other) in itertools.pairwise(track)]
    assert max(gaps) <= 2.51 and len(track) == pytest.approx(95 / 2.5 + 90 / 7.5 + 1, abs=2)
    assert flown_track(FlightStory("x", "", is_cut_off=False), 10) == []
