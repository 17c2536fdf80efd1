"""The kit of navigators passes ours and names what others break."""

from dataclasses import replace

import pytest

from airanchor.errors import ConformanceError, InputError
from airanchor.flight import Flight, Mission, PolicyFlyer, Recorder, TrackedWorld
from airanchor.flight.checks import check_navigator, examine_navigator
from aircity.world import Action, Observation, Simulator

UP = (Action.GO_UP, Action.MOVE_RIGHT, Action.GO_UP)


def climber(count: int = 3) -> PolicyFlyer:
    left = iter(UP[:count])

    def act(view: Observation, mission: Mission) -> Action:
        return next(left, Action.STOP)

    return PolicyFlyer("climber", act, actions=10)


class Changed(PolicyFlyer):
    """A climber whose account is changed."""

    def __init__(self, **changes: object) -> None:
        super().__init__("changed", lambda view, mission: Action.STOP)
        self._changes = changes

    def fly(self, mission: Mission, world: Simulator, recorder: Recorder) -> Flight:
        return replace(climber().fly(mission, world, recorder), navigator="changed", **self._changes)


class Silent:
    """Flies, and neither stops nor records."""

    name = "silent"

    def fly(self, mission: Mission, world: Simulator, recorder: Recorder) -> Flight:
        track = TrackedWorld(world)
        track.reset(mission.start)
        track.step(Action.GO_UP)
        return replace(climber().fly(mission, world, recorder), trajectory=tuple(track.poses))


def test_a_policy_keeps_the_contract() -> None:
    report = check_navigator(climber)
    assert len(report.passed) == 7, str(report)


def test_one_that_never_moves_is_judged_as_far_as_it_goes() -> None:
    assert examine_navigator(lambda: climber(0)).skipped == ("counts_refused_steps",)


def test_a_false_account_is_named() -> None:
    with pytest.raises(ConformanceError, match="tells_what_was_flown: 5 collisions are told, 0 happened"):
        check_navigator(lambda: Changed(collisions=5))
    assert "tells_what_was_flown" in examine_navigator(Silent).broken


def test_chance_is_named_unless_it_is_told() -> None:
    heights = iter(range(100))

    def drawn() -> PolicyFlyer:
        return climber(1 + next(heights) % 3)

    assert "flies_the_same_way_again" in examine_navigator(drawn).broken
    assert "flies_the_same_way_again" in examine_navigator(drawn, is_deterministic=False).skipped


def test_a_policy_is_granted_so_many_actions() -> None:
    flyer = PolicyFlyer("up", lambda view, mission: Action.GO_UP, actions=4)
    assert "4 actions, ended as 'iteration budget'" in str(examine_navigator(lambda: flyer))
    with pytest.raises(InputError, match="actions = 0"):
        PolicyFlyer("none", lambda view, mission: Action.STOP, actions=0)
