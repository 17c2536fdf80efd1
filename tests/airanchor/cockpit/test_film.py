"""The film: poses between poses, how long a way takes, and pictures only where somebody watches."""

import math

import pytest
from hypothesis import given
from hypothesis import strategies as st

from airanchor.cockpit.board import Board
from airanchor.cockpit.film import SPEED_M_S, LiveFilm, between, next_size, travel_s
from airanchor.cockpit.helm import Helm
from aircity.geometry import Pose, wrap

metres = st.floats(-500, 500)
headings = st.floats(-math.pi, math.pi - 1e-6)
poses = st.builds(Pose, metres, metres, metres, headings)


@given(poses, poses)
def test_a_film_begins_and_ends_at_its_poses(before: Pose, after: Pose) -> None:
    for share, there in ((0.0, before), (1.0, after)):
        shown = between(before, after, share)
        assert shown.distance_m(there) < 1e-9
        assert abs(wrap(shown.heading_rad - there.heading_rad)) < 1e-9


@given(poses, poses, st.floats(0, 1))
def test_a_film_turns_the_shorter_way(before: Pose, after: Pose, share: float) -> None:
    whole = abs(wrap(after.heading_rad - before.heading_rad))
    turned = abs(wrap(between(before, after, share).heading_rad - before.heading_rad))
    assert turned <= whole + 1e-9


def test_a_step_takes_its_time() -> None:
    here = Pose(0.0, 0.0, 10.0)
    assert travel_s(here, Pose(5.0, 0.0, 10.0)) == pytest.approx(5.0 / SPEED_M_S)
    assert travel_s(here, here) == 0.0
    assert travel_s(here, here.turned(math.radians(15.0))) == pytest.approx(0.25)


def test_nothing_is_shown_to_nobody() -> None:
    board = Board()
    film = LiveFilm(board, Helm(), speed=0.0)
    film.fly(Pose(0.0, 0.0, 1.0), Pose(5.0, 0.0, 1.0))
    assert board.value("drone") == [5.0, 0.0, 1.0, 0.0]
    assert board.join(lambda news: None)[2] is None


def test_a_slow_machine_gets_smaller_pictures_and_a_fast_one_larger() -> None:
    assert [next_size(size, 1.5) for size in (0, 1, 2)] == [1, 2, 2]
    assert [next_size(size, 0.1) for size in (0, 1, 2)] == [0, 0, 1]
    assert [next_size(size, 0.5) for size in (0, 1, 2)] == [0, 1, 2]
