"""The Gymnasium environment keeps Gymnasium's own rules and pays as documented."""

import builtins
import importlib
import math
import sys
from collections.abc import Iterator
from typing import Any

import numpy as np
import pytest

from airanchor.errors import InputError, MissingExtra
from airanchor.geometry import Camera, Pose
from airanchor.sim import Action
from tests.contract.small_city import START, small_city

gymnasium = pytest.importorskip("gymnasium")

from gymnasium.utils.env_checker import check_env  # noqa: E402

from airanchor.sim.gym_env import ENV_ID, SUCCESS_BONUS, CityEnv, GymEpisode  # noqa: E402

EPISODE = GymEpisode("Back off from the red building.", START, (-8.0, -8.0, 12.0), success_radius_m=8.0)


@pytest.fixture(scope="module")
def env() -> Iterator[CityEnv]:
    made = CityEnv(
        small_city(), EPISODE, camera=Camera.from_fov(32, 32), max_steps=5, render_mode="rgb_array"
    )
    yield made
    made.close()


@pytest.mark.filterwarnings("error")
def test_gymnasium_accepts_it() -> None:
    made = gymnasium.make(ENV_ID, scene=small_city(), camera=Camera.from_fov(32, 32), render_mode="rgb_array")
    check_env(made.unwrapped)
    made.close()


def test_module_prefix_registers_by_itself() -> None:
    made = gymnasium.make(f"airanchor.sim.gym_env:{ENV_ID}", scene=small_city(), episode=EPISODE)
    _, info = made.reset(seed=1)
    assert info["instruction"] == EPISODE.instruction
    made.close()


@pytest.mark.slow
def test_it_flies_without_any_argument() -> None:
    made = gymnasium.make(ENV_ID)
    observation, info = made.reset(seed=0)
    assert observation["rgb"].shape == (128, 128, 3)
    assert info["distance_m"] >= 40
    made.step(Action.MOVE_FORWARD)
    made.close()


def test_reward_is_progress_in_metres(env: CityEnv) -> None:
    _, info = env.reset()
    observation, reward, terminated, truncated, after = env.step(np.int64(Action.MOVE_LEFT))
    assert reward == pytest.approx(info["distance_m"] - after["distance_m"])
    assert reward == pytest.approx(math.dist((0, 0), (-8, -8)) - math.dist(observation["pose"][:2], (-8, -8)))
    assert (terminated, truncated) == (False, False)


def test_stop_at_the_goal_pays_the_bonus_and_elsewhere_nothing(env: CityEnv) -> None:
    near = GymEpisode("Stay.", START, (0.0, 0.0, 14.0))
    env.reset(options={"episode": near})
    _, reward, terminated, _, info = env.step(np.int64(Action.STOP))
    assert (reward, terminated, info["success"]) == (SUCCESS_BONUS, True, True)
    env.reset()
    _, reward, terminated, _, info = env.step(np.int64(Action.STOP))
    assert (reward, terminated, info["success"]) == (0.0, True, False)


def test_blocked_step_is_told_and_pays_nothing(env: CityEnv) -> None:
    env.reset(options={"episode": GymEpisode("Ahead.", Pose.at(5, 0, 12), (30.0, 0.0, 12.0))})
    _, reward, _, _, info = env.step(np.int64(Action.MOVE_FORWARD))
    assert (reward, info["moved"], info["collided"]) == (0.0, False, True)


def test_too_many_steps_truncate(env: CityEnv) -> None:
    env.reset()
    ends = [env.step(np.int64(Action.TURN_RIGHT))[2:4] for _ in range(5)]
    assert ends == [(False, False)] * 4 + [(False, True)]


def test_depth_is_capped_and_the_goal_is_hidden(env: CityEnv) -> None:
    observation, _ = env.reset()
    assert set(observation) == {"rgb", "depth_m", "pose"}
    assert observation["depth_m"].max() == 1000.0
    assert env.observation_space.contains(observation)
    picture = env.render()
    assert picture is not None
    assert picture.shape == (32, 32, 3)


def test_drawn_episodes_follow_the_seed() -> None:
    env = CityEnv(small_city(), camera=Camera.from_fov(16, 16))
    first, told = env.reset(seed=3)
    again, _ = env.reset(seed=3)
    other, _ = env.reset(seed=4)
    assert np.array_equal(first["pose"], again["pose"])
    assert not np.array_equal(first["pose"], other["pose"])
    assert 40 <= told["distance_m"] <= 150
    env.close()


def test_nonsense_is_refused(env: CityEnv) -> None:
    env.reset()
    with pytest.raises(InputError, match="valid are 0 STOP"):
        env.step(np.int64(8))
    with pytest.raises(InputError, match="goal"):
        GymEpisode("Nowhere.", START, (math.nan, 0.0, 0.0))
    with pytest.raises(InputError, match="render_mode"):
        CityEnv(small_city(), render_mode="human")


def test_missing_gymnasium_names_the_extra(monkeypatch: pytest.MonkeyPatch) -> None:
    real_import = builtins.__import__

    def without_gymnasium(name: str, *args: Any, **kwargs: Any) -> Any:
        if name.partition(".")[0] == "gymnasium":
            raise ImportError(name)
        return real_import(name, *args, **kwargs)

    monkeypatch.delitem(sys.modules, "airanchor.sim.gym_env")
    monkeypatch.setattr(builtins, "__import__", without_gymnasium)
    with pytest.raises(MissingExtra, match=r"pip install 'airanchor\[gym\]'"):
        importlib.import_module("airanchor.sim.gym_env")
