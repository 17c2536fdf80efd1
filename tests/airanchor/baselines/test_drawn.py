"""Random and Action Sampling: the stated distributions, the same draws for the same seed and episode."""

from collections import Counter
from itertools import islice

import pytest

from airanchor.baselines import ActionFlyer, BaselineConfig, action_sampling, random_actions
from airanchor.baselines.drawn import Draws, generator_of, train_counts
from airanchor.errors import InputError, WorldLost
from airanchor.flight import Ending, Flight, Mission, launch
from aircity.geometry import Pose
from aircity.world import Action, StepResult
from aircity.world.wrapper import WorldWrapper
from tests.contract.box_world import BoxWorld

MISSION = Mission("go anywhere", "boxes", Pose.at(0, -100, 40, 20))
DRAWS = 20_000


def fly(navigator: ActionFlyer) -> Flight:
    return launch(navigator, MISSION, BoxWorld())


def shares(weights: list[float]) -> dict[Action, float]:
    counts = Counter(islice(iter(Draws(weights, 1, "e")), DRAWS))
    return {action: counts[action] / DRAWS for action in Action}


def test_random_draws_all_eight_alike() -> None:
    assert shares([1.0] * 8) == pytest.approx(dict.fromkeys(Action, 1 / 8), abs=0.01)


def test_action_sampling_draws_as_the_train_split_flies() -> None:
    counts = train_counts()
    weights = [float(counts[action.name]) for action in Action]
    wanted = {action: counts[action.name] / sum(counts.values()) for action in Action}
    assert shares(weights) == pytest.approx(wanted, abs=0.01)
    assert wanted[Action.MOVE_FORWARD] > 0.5 and 0 < wanted[Action.STOP] < 0.02


def test_an_action_nobody_flew_is_never_drawn() -> None:
    assert {
        action for action, share in shares([0, 1, 0, 1, 0, 0, 0, 0]).items() if share
    } == {Action.MOVE_FORWARD, Action.TURN_RIGHT}  # fmt: skip


def test_seed_and_episode_decide_every_draw() -> None:
    config = BaselineConfig()
    assert fly(action_sampling(config, "a")) == fly(action_sampling(config, "a"))
    ends = {
        fly(action_sampling(BaselineConfig(seed=seed), episode)).end for seed in (0, 1) for episode in "ab"
    }
    assert len(ends) == 4
    assert generator_of(0, "a").random() == pytest.approx(0.57701847, abs=1e-8)  # on every machine


def test_one_navigator_flies_the_same_again() -> None:
    navigator = action_sampling(BaselineConfig(), "a")
    assert fly(navigator) == fly(navigator)


def test_random_stops_soon_on_average() -> None:
    steps = [fly(random_actions(BaselineConfig(), str(number))).steps for number in range(100)]
    assert 5 <= sum(steps) / len(steps) <= 9  # seven actions before a STOP of one in eight


def test_the_limit_of_actions_ends_a_flight() -> None:
    flight = fly(action_sampling(BaselineConfig(actions=5), "a"))
    assert (flight.steps, flight.ending) == (5, Ending.ITERATIONS)


@pytest.mark.parametrize("bad", [{"actions": 0}, {"seed": -1}])
def test_settings_out_of_range_are_named(bad: dict[str, int]) -> None:
    with pytest.raises(InputError, match=next(iter(bad))):
        BaselineConfig(**bad)


class FailingWorld(WorldWrapper):
    """Answers three steps, and is gone after that."""

    def __init__(self) -> None:
        super().__init__(BoxWorld())
        self.steps = 0

    def step(self, action: Action) -> StepResult:
        """The fourth finds nobody there, and so does every one after it."""
        self.steps += 1
        if self.steps > 3:
            raise WorldLost("the build is gone")
        return super().step(action)


def test_a_world_that_is_lost_is_told_as_the_ending_and_what_was_flown_is_kept() -> None:
    flight = launch(ActionFlyer("on", [Action.MOVE_FORWARD] * 9, 9), MISSION, FailingWorld())
    assert flight.ending is Ending.LOST and flight.words == "the build is gone"
    assert len(flight.trajectory) == 4


def test_actions_beyond_the_limit_are_not_flown_and_it_says_so() -> None:
    flight = fly(ActionFlyer("on", [Action.TURN_LEFT] * 9, 4))
    assert flight.ending is Ending.ITERATIONS and flight.words == "Its 4 actions were used up."
    assert len(flight.trajectory) == 5
