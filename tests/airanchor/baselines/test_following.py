"""The reference follower: to the goal by the given actions, and through nothing solid."""

import pytest

from airanchor.baselines import reference_follower
from airanchor.flight import Ending, Mission, launch
from aircity.geometry import Pose
from aircity.world import Action
from tests.contract.box_world import BoxWorld

ACTIONS = (Action.TURN_RIGHT, Action.MOVE_FORWARD, Action.GO_UP, Action.MOVE_FORWARD, Action.STOP)


def test_it_flies_the_given_actions_and_stops() -> None:
    flight = launch(
        reference_follower(ACTIONS), Mission("anything", "boxes", Pose.at(0, -100, 40, 20)), BoxWorld()
    )
    assert (flight.navigator, flight.ending, flight.steps) == ("reference", Ending.STOPPED, 4)
    assert (flight.end.heading_deg, flight.path_length_m) == pytest.approx((35, 12))


def test_a_blocked_action_is_spent_and_the_next_one_follows() -> None:
    into_wall = (Action.MOVE_FORWARD, Action.MOVE_FORWARD, Action.GO_UP)
    mission = Mission("anything", "boxes", Pose.at(4, 0, 12, 0))
    flight = launch(reference_follower(into_wall), mission, BoxWorld())
    assert flight.collisions > 0
    assert (flight.steps, flight.end.z_m, flight.ending) == (3, 14, Ending.STOPPED)
