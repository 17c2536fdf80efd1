"""A navigator gets the contract's methods and nothing else; a track keeps where it was."""

import pytest

from airanchor.errors import SimulatorError
from airanchor.flight import GuardedWorld, TrackedWorld
from aircity.geometry import Pose
from aircity.world import Action, Simulator
from aircity.world.checks import check_simulator
from tests.contract.box_world import START, BoxWorld


@pytest.mark.parametrize("name", ["scene", "_world", "renderer", "surveyor", "goal", "render", "_pose"])
def test_other_names_are_refused(name: str) -> None:
    guarded = GuardedWorld(BoxWorld())
    with pytest.raises(SimulatorError, match=name):
        getattr(guarded, name)
    with pytest.raises((AttributeError, SimulatorError)):
        setattr(guarded, name, 1)


def test_it_is_a_world_like_any_other() -> None:
    guarded = GuardedWorld(BoxWorld())
    assert isinstance(guarded, Simulator)
    check_simulator(lambda: GuardedWorld(BoxWorld()), START)


def test_the_track_holds_every_executed_pose_and_counts_what_was_hit() -> None:
    track = TrackedWorld(BoxWorld())
    track.reset(Pose.at(0, 0, 12, 0))
    results = [track.step(Action.MOVE_FORWARD) for _ in range(3)]  # a box begins at 9.5 m
    track.step(Action.STOP)
    assert [pose.x_m for pose in track.poses] == pytest.approx([0, 5, 5, 5])
    assert track.collisions == 2 == sum(result.collided for result in results)
    assert track.is_stopped
