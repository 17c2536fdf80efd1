"""The way back: legal actions over places flown before, to the exact pose, with no detour and few turns."""

import math
from itertools import pairwise

import numpy as np
import pytest
from hypothesis import given
from hypothesis import strategies as st

from airanchor.errors import InputError
from airanchor.planning import retrace
from airanchor.planning.outcome import follow
from aircity.geometry import Pose, wrap
from aircity.world import Action, StepSizes, advance
from tests.airanchor.planning.views import MOVES, START

STEPS = StepSizes()
actions = st.lists(st.sampled_from([a for a in Action if a is not Action.STOP]), max_size=40)


@given(actions, st.data())
def test_any_flight_is_retraced_over_its_own_places(flown: list[Action], data: st.DataObject) -> None:
    trail = follow(START, tuple(flown), STEPS)
    to = data.draw(st.integers(0, len(trail) - 1))
    plan = retrace(trail, to)
    assert plan.poses[0] == trail[-1]
    assert_same_pose(plan.end, trail[to])
    been = np.array([pose.position for pose in trail[to:]])
    for before, action, after in zip(plan.poses[:-1], plan.actions, plan.poses[1:], strict=True):
        assert advance(before, action) == after and action is not Action.STOP
        assert np.linalg.norm(been - after.position, axis=1).min() < 1e-6
    assert sum(action in MOVES for action in plan.actions) <= sum(action in MOVES for action in flown[to:])


def assert_same_pose(one: Pose, other: Pose) -> None:
    assert one.position == pytest.approx(other.position, abs=1e-6)
    assert wrap(one.heading_rad - other.heading_rad + 1) == pytest.approx(1, abs=1e-6)


def back_from(*flown: Action) -> tuple[Action, ...]:
    return retrace(follow(START, flown, STEPS), 0).actions


def test_sideways_and_vertical_moves_are_undone_directly() -> None:
    assert back_from(Action.MOVE_LEFT, Action.GO_UP, Action.GO_UP) == (
        Action.GO_DOWN,
        Action.GO_DOWN,
        Action.MOVE_RIGHT,
    )


def test_a_straight_flight_is_flown_back_sideways_with_half_the_turns() -> None:
    back = back_from(*[Action.MOVE_FORWARD] * 6)
    assert len(back) == 6 + 12  # a quarter turn, six moves sideways, a quarter turn
    assert sum(action in MOVES for action in back) == 6


def test_a_return_flown_before_is_not_flown_again() -> None:
    out = follow(START, (Action.MOVE_LEFT, Action.MOVE_LEFT), STEPS)
    trail = (*out, *retrace(out, 0).poses[1:])
    trail = (*trail, *follow(trail[-1], (Action.GO_UP,), STEPS)[1:])
    assert retrace(trail, 0).actions == (Action.GO_DOWN,)


def test_turns_alone_are_turned_back() -> None:
    assert back_from(Action.TURN_LEFT, Action.TURN_LEFT) == (Action.TURN_RIGHT, Action.TURN_RIGHT)
    assert back_from() == ()


def test_blocked_steps_in_a_trail_do_not_matter() -> None:
    trail = follow(START, (Action.GO_UP,), STEPS)
    assert retrace((trail[0], trail[0], trail[1], trail[1]), 0).actions == (Action.GO_DOWN,)


def test_a_drifting_trail_is_still_flown_back() -> None:
    rng = np.random.default_rng(4)
    trail = [
        Pose(*(pose.position + rng.normal(0, 0.05, 3)).tolist(), pose.heading_rad)
        for pose in follow(START, (Action.MOVE_FORWARD,) * 5, STEPS)
    ]
    plan = retrace(trail, 0)
    assert math.dist(plan.end.position, trail[0].position) < 1.5
    assert all(
        advance(a, action) == b for (a, b), action in zip(pairwise(plan.poses), plan.actions, strict=True)
    )


def test_turns_in_a_drifting_trail_are_no_moves() -> None:
    rng = np.random.default_rng(4)
    flown = (Action.MOVE_FORWARD, *(Action.TURN_RIGHT,) * 6, Action.MOVE_FORWARD, Action.TURN_LEFT)
    true = follow(START, flown, STEPS)
    trail = [Pose(*(pose.position + rng.normal(0, 0.05, 3)).tolist(), pose.heading_rad) for pose in true]
    end = follow(true[-1], retrace(trail, 0).actions, STEPS)[-1]
    assert math.dist(end.position, START.position) < 1e-9
    assert end.heading_rad == pytest.approx(START.heading_rad)


def test_a_jump_in_the_trail_is_named() -> None:
    with pytest.raises(InputError, match=r"jumps by \(-20.00, 0.00, 0.00\) m, which no single action does"):
        retrace([Pose(0, 0, 10), Pose(20, 0, 10)], 0)


def test_an_index_outside_the_trail_is_named() -> None:
    with pytest.raises(InputError, match="trail index 2 must be between 0 and 1"):
        retrace([START, START], 2)
