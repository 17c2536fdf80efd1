"""The Gymnasium environment keeps Gymnasium's own rules and pays as documented."""

import builtins
import importlib
import math
import re
import sys
from collections.abc import Iterator
from dataclasses import replace
from typing import Any

import numpy as np
import pytest

from aircity.city.cache import save_scene
from aircity.city.scene import SceneObject
from aircity.errors import InputError, MissingExtra
from aircity.geometry import Camera, Pose
from aircity.world import Action
from tests.contract.small_city import START, small_city

gymnasium = pytest.importorskip("gymnasium")

from gymnasium.utils.env_checker import check_env  # noqa: E402

from aircity.gym_env import ENV_ID, SUCCESS_BONUS, CityEnv, GymEpisode  # noqa: E402

EPISODE = GymEpisode("Back off from the red building.", START, (-8.0, -8.0, 12.0), success_radius_m=8.0)


@pytest.fixture(scope="module")
def city(tmp_path_factory: pytest.TempPathFactory) -> str:
    path = tmp_path_factory.mktemp("cities") / "small-city.npz"
    scene = small_city()
    ids = np.unique(scene.mesh.object_id).tolist()
    footprint = ((0.0, 0.0), (1.0, 0.0), (0.0, 1.0))
    objects = tuple(SceneObject(number, "building", (), footprint, 0.0, 1.0) for number in ids)
    save_scene(path, replace(scene, objects=objects))
    return str(path)


@pytest.fixture(scope="module")
def env(city: str) -> Iterator[CityEnv]:
    made = CityEnv(city, EPISODE, camera=Camera.from_fov(32, 32), max_steps=5, render_mode="rgb_array")
    yield made
    made.close()


@pytest.mark.filterwarnings("error")
def test_gymnasium_accepts_it(city: str) -> None:
    made = gymnasium.make(ENV_ID, scene=city, camera=Camera.from_fov(32, 32), render_mode="rgb_array")
    check_env(made.unwrapped)
    made.close()


def test_module_prefix_registers_by_itself(city: str) -> None:
    made = gymnasium.make(f"aircity.gym_env:{ENV_ID}", scene=city, episode=EPISODE)
    _, info = made.reset(seed=1)
    assert info["instruction"] == EPISODE.instruction
    made.close()


@pytest.mark.slow
def test_it_flies_without_any_argument() -> None:
    made = gymnasium.make(ENV_ID)
    observation, info = made.reset(seed=0)
    assert observation["rgb"].shape == (128, 128, 3)
    assert info["instruction"].startswith("Fly to the point")
    made.step(Action.MOVE_FORWARD)
    made.close()


def test_reward_is_progress_in_metres(env: CityEnv) -> None:
    env.reset()
    observation, reward, terminated, truncated, _ = env.step(np.int64(Action.MOVE_LEFT))
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
    steps = [env.step(np.int64(Action.TURN_RIGHT)) for _ in range(5)]
    assert [step[2:4] for step in steps] == [(False, False)] * 4 + [(False, True)]
    assert [step[4].get("success") for step in steps] == [None] * 4 + [False]


def test_depth_is_capped_and_the_goal_is_hidden(env: CityEnv) -> None:
    observation, _ = env.reset()
    assert set(observation) == {"rgb", "depth_m", "pose"}
    assert observation["depth_m"].max() == 1000.0
    assert env.observation_space.contains(observation)
    picture = env.render()
    assert picture is not None
    assert picture.shape == (32, 32, 3)


def test_drawn_episodes_follow_the_seed(city: str) -> None:
    env = CityEnv(city, camera=Camera.from_fov(16, 16))
    first, told = env.reset(seed=3)
    again, _ = env.reset(seed=3)
    other, _ = env.reset(seed=4)
    assert np.array_equal(first["pose"], again["pose"])
    assert not np.array_equal(first["pose"], other["pose"])
    north_m, east_m, up_m = (float(number) for number in re.findall(r"[+-]?\d+", told["instruction"]))
    assert 39 <= math.hypot(north_m, east_m, up_m - first["pose"][2]) <= 151
    env.close()


def test_nonsense_is_refused(env: CityEnv) -> None:
    env.reset()
    with pytest.raises(InputError, match="valid are 0 STOP"):
        env.step(np.int64(8))
    with pytest.raises(InputError, match=r"unknown action 1\.9"):
        env.step(1.9)  # type: ignore[arg-type]
    with pytest.raises(InputError, match="'x' is no episode"):
        env.reset(options={"episode": "x"})
    with pytest.raises(InputError, match="goal"):
        GymEpisode("Nowhere.", START, (math.nan, 0.0, 0.0))
    for radius_m in (0.0, math.nan, math.inf):
        with pytest.raises(InputError, match="success radius"):
            GymEpisode("Anywhere.", START, (0.0, 0.0, 0.0), radius_m)
    with pytest.raises(InputError, match="render_mode"):
        CityEnv(render_mode="ansi")


def test_a_city_is_given_by_name_only_so_that_no_public_attribute_holds_it(city: str) -> None:
    with pytest.raises(InputError, match="name or file of a city, not CityScene"):
        CityEnv(small_city())  # type: ignore[arg-type]
    made = gymnasium.make(ENV_ID, scene=city, camera=Camera.from_fov(16, 16))
    _, told = made.reset(seed=1)
    assert made.spec is not None
    assert made.spec.kwargs["scene"] == city
    assert set(told) == {"instruction"}
    assert set(made.step(Action.GO_UP)[4]) == {"instruction", "moved", "collided"}
    public = {name for name in vars(made.unwrapped) if not name.startswith("_")}
    assert public == {"action_space", "observation_space", "render_mode", "spec"}
    made.close()


@pytest.mark.parametrize("name", ["nowhere", "nowhere@1"])
def test_unknown_cities_are_refused(name: str) -> None:
    with pytest.raises(InputError, match="nowhere"):
        CityEnv(name)


def test_any_heading_is_observed_within_the_space(env: CityEnv) -> None:
    turned = GymEpisode("West.", Pose.at(0, 0, 12, 270), (0.0, -20.0, 12.0))
    observation, _ = env.reset(options={"episode": turned})
    assert env.observation_space.contains(observation)
    assert observation["pose"][3] == pytest.approx(-math.pi / 2)


def test_a_refused_reset_leaves_the_flight_as_it_was(env: CityEnv) -> None:
    env.reset()
    env.step(np.int64(Action.TURN_RIGHT))
    in_a_wall = GymEpisode("Out.", Pose.at(14, 0, 12), (500.0, 0.0, 12.0))
    with pytest.raises(InputError, match="inside something solid"):
        env.reset(options={"episode": in_a_wall})
    _, reward, _, _, info = env.step(np.int64(Action.TURN_RIGHT))
    assert (reward, info["instruction"]) == (0.0, EPISODE.instruction)
    assert [env.step(np.int64(Action.TURN_RIGHT))[3] for _ in range(3)] == [False, False, True]


def test_missing_gymnasium_names_the_extra(monkeypatch: pytest.MonkeyPatch) -> None:
    real_import = builtins.__import__

    def without_gymnasium(name: str, *args: Any, **kwargs: Any) -> Any:
        if name.partition(".")[0] == "gymnasium":
            raise ImportError(name)
        return real_import(name, *args, **kwargs)

    monkeypatch.delitem(sys.modules, "aircity.gym_env")
    monkeypatch.setattr(builtins, "__import__", without_gymnasium)
    with pytest.raises(MissingExtra, match=r"pip install 'gymnasium>=1.0'"):
        importlib.import_module("aircity.gym_env")


def test_human_mode_shows_every_view_in_a_window(city: str, monkeypatch: pytest.MonkeyPatch) -> None:
    pygame = pytest.importorskip("pygame")
    monkeypatch.setenv("SDL_VIDEODRIVER", "dummy")
    made = gymnasium.make(
        ENV_ID, scene=city, episode=EPISODE, camera=Camera.from_fov(16, 16), render_mode="human"
    )
    observation, _ = made.reset()
    shown = pygame.surfarray.array3d(pygame.display.get_surface()).swapaxes(0, 1)
    assert shown.shape == (512, 512, 3)
    assert np.array_equal(shown[16::32, 16::32], observation["rgb"])
    made.step(Action.TURN_RIGHT)
    made.close()
    assert not pygame.display.get_init()
