"""No step leaves the envelope, whatever is asked; coming back in, turning and STOP are always possible."""

import math
from typing import Any

import pytest
from hypothesis import given
from hypothesis import strategies as st

from airanchor.errors import FlightTimeSpent, InputError
from airanchor.flight import Envelope, EnvelopeWorld
from aircity.geometry import Pose
from aircity.world import Action, Obstacle
from tests.contract.box_world import BoxWorld

START = Pose.at(0, -100, 12, 0)
LIMITS = Envelope(
    min_altitude_m=10,
    max_altitude_m=20,
    max_radius_m=30,
    max_path_m=60,
    north_m=(-20, 25),
    east_m=(-110, -90),
)


def opened(envelope: Envelope, start: Pose = START) -> EnvelopeWorld:
    world = EnvelopeWorld(BoxWorld(), envelope)
    world.reset(start)
    return world


@pytest.mark.parametrize(
    ("limits", "action", "flown"),
    [
        ({"max_altitude_m": 15}, Action.GO_UP, 1),
        ({"min_altitude_m": 9}, Action.GO_DOWN, 1),
        ({"max_radius_m": 12}, Action.MOVE_FORWARD, 2),
        ({"max_path_m": 15}, Action.MOVE_FORWARD, 3),
        ({"north_m": (-5, 11)}, Action.MOVE_FORWARD, 2),
        ({"east_m": (-108, 0)}, Action.MOVE_LEFT, 1),
    ],
)
def test_a_limit_stops_the_step_that_would_cross_it(
    limits: dict[str, Any], action: Action, flown: int
) -> None:
    world = opened(Envelope(**limits))
    results = [world.step(action) for _ in range(flown + 1)]
    assert all(result.moved for result in results[:-1])
    last = results[-1]
    assert (last.moved, last.collided, last.blocked_by) == (False, False, Obstacle.ENVELOPE)
    assert last.pose == results[-2].pose == world.observe().pose
    assert len(world.refused) == 1


def test_a_start_outside_may_only_come_back() -> None:
    world = opened(Envelope(max_altitude_m=10), Pose.at(0, -100, 14))
    assert world.step(Action.GO_UP).blocked_by is Obstacle.ENVELOPE
    assert world.step(Action.GO_DOWN).moved
    assert world.step(Action.TURN_LEFT).moved


def test_stop_is_always_allowed_even_when_time_is_over() -> None:
    now = [0.0]
    world = EnvelopeWorld(BoxWorld(), Envelope(max_seconds=10), clock=lambda: now[0])
    world.reset(START)
    world.step(Action.GO_UP)
    now[0] = 11.0
    with pytest.raises(FlightTimeSpent, match="10 s were granted"):
        world.observe()
    with pytest.raises(FlightTimeSpent):
        world.step(Action.GO_UP)
    assert world.step(Action.STOP).stopped


@given(st.lists(st.sampled_from([action for action in Action if action is not Action.STOP]), max_size=60))
def test_nothing_ever_leaves(actions: list[Action]) -> None:
    world = opened(LIMITS)
    pose, flown_m = START, 0.0
    for action in actions:
        after = world.step(action).pose
        flown_m += math.dist((pose.x_m, pose.y_m, pose.z_m), (after.x_m, after.y_m, after.z_m))
        pose = after
        assert 10 - 1e-6 <= pose.z_m <= 20 + 1e-6
        assert math.hypot(pose.x_m - START.x_m, pose.y_m - START.y_m) <= 30 + 1e-6
        assert -20 - 1e-6 <= pose.x_m <= 25 + 1e-6
        assert -110 - 1e-6 <= pose.y_m <= -90 + 1e-6
    assert flown_m <= 60 + 1e-6


@pytest.mark.parametrize(
    "limits",
    [
        {"min_altitude_m": 5, "max_altitude_m": 5},
        {"max_radius_m": 0},
        {"max_path_m": -1},
        {"max_seconds": math.nan},
        {"north_m": (3, 3)},
    ],
)
def test_empty_envelopes_are_refused(limits: dict[str, Any]) -> None:
    with pytest.raises(InputError, match=next(iter(limits)).split("_")[0]):
        Envelope(**limits)
