"""The benchmark's routes as a Gymnasium environment: its rules, the benchmark's figures, and no leak."""

import numpy as np
import pytest

from airanchor.bench.episodes import load_split
from airanchor.bench.metrics import score
from airanchor.errors import InputError
from aircity.world import Action

gymnasium = pytest.importorskip("gymnasium")

from gymnasium.utils.env_checker import check_env  # noqa: E402

from airanchor.gym_env import ENV_ID, RouteEnv  # noqa: E402

SCENE = "willow-court"
EPISODES = [one for one in load_split("train") if one.scene_id == SCENE]


@pytest.fixture(scope="module")
def env():
    made = RouteEnv("train", scenes=(SCENE,), size_px=16, max_steps=300)
    yield made
    made.close()


@pytest.mark.filterwarnings("error")
def test_gymnasium_accepts_it() -> None:
    made = gymnasium.make(
        f"airanchor.gym_env:{ENV_ID}", split="train", scenes=(SCENE,), size_px=16, subset="2"
    )
    check_env(made.unwrapped, skip_render_check=True)
    made.close()


def test_the_reference_succeeds_and_is_scored_as_the_benchmark_scores_it(env: RouteEnv) -> None:
    one = EPISODES[0]
    observation, told = env.reset(options={"episode": one.episode_id})
    assert observation["instruction"] == one.instruction
    assert told == {"episode": one.episode_id, "scene": SCENE}
    rewards = []
    for action in (*(action for action in one.actions if action is not Action.STOP), Action.STOP):
        observation, reward, terminated, _, told = env.step(np.int64(action))
        rewards.append(reward)
    assert terminated and told["success"] and env.observation_space.contains(observation)
    expected = score(
        one.known_path(),
        reference=one.known_path(),
        goal=one.known_goal(),
        steps=len(rewards) - 1,
        collisions=0,
    )
    assert told["metrics"]["NE"] == pytest.approx(expected.paper.navigation_error_m)
    assert told["metrics"]["nDTW"] == pytest.approx(expected.ndtw) and told["metrics"]["SR"] == 1.0
    away_m = float(np.linalg.norm(one.known_goal() - one.start.position))
    assert sum(rewards) == pytest.approx(100 + away_m - told["metrics"]["NE"])


def test_stopping_at_once_is_no_success_and_resets_follow_the_seed(env: RouteEnv) -> None:
    first, told = env.reset(seed=4)
    _, reward, terminated, _, ended = env.step(np.int64(Action.STOP))
    assert terminated and reward == 0.0 and not ended["success"] and ended["metrics"]["SR"] == 0.0
    assert env.reset(seed=4)[1] == told
    assert first["instruction"] != env.reset(seed=5)[0]["instruction"]


def test_too_many_steps_truncate_without_success() -> None:
    made = RouteEnv("train", scenes=(SCENE,), size_px=16, max_steps=2)
    made.reset(seed=1)
    ends = [made.step(np.int64(Action.TURN_LEFT)) for _ in range(2)]
    made.close()
    assert [one[3] for one in ends] == [False, True] and ends[1][4]["metrics"]["SR"] == 0.0


def test_the_goal_is_nowhere_public(env: RouteEnv) -> None:
    public = {name for name in vars(env) if not name.startswith("_")}
    assert public <= {"action_space", "observation_space", "render_mode", "spec"}


@pytest.mark.parametrize(
    ("options", "words"),
    [({"split": "trian"}, "split 'trian'"), ({"scenes": ("atlantis",)}, "atlantis"), ({"max_steps": 0}, "0")],
)
def test_nonsense_is_refused(options: dict[str, object], words: str, env: RouteEnv) -> None:
    with pytest.raises(InputError, match=words):
        RouteEnv(**options)
    with pytest.raises(InputError, match="no episode here"):
        env.reset(options={"episode": "x"})


@pytest.mark.slow
@pytest.mark.parametrize("mode", ["sync", "async"])
def test_many_fly_at_once(mode: str) -> None:
    made = gymnasium.make_vec(ENV_ID, num_envs=2, vectorization_mode=mode, scenes=(SCENE,), size_px=16)
    observation, _ = made.reset(seed=3)
    assert observation["rgb"].shape == (2, 16, 16, 3) and all(observation["instruction"])
    _, rewards, *_ = made.step(np.array([Action.MOVE_FORWARD, Action.STOP]))
    assert rewards.shape == (2,)
    made.close()
