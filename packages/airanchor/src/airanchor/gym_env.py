"""Language tasks for learners: the benchmark's routes as the Gymnasium environment `airanchor/Route-v0`.

`gymnasium.make("airanchor.gym_env:airanchor/Route-v0", split="train")` imports and registers it in one go.
"""

from collections.abc import Sequence
from contextlib import suppress
from typing import Any

import numpy as np
from numpy.typing import NDArray

from airanchor.bench.episodes import SPLIT_NAMES, Episode, load_split
from airanchor.bench.metrics import Scores, score
from airanchor.bench.run.subset import choose_episodes, of_scenes
from airanchor.errors import InputError
from aircity.city.library import open_scene
from aircity.city.render.renderer import Renderer
from aircity.city.world import CityWorld
from aircity.geometry import Camera, Pose
from aircity.gym_env import DEPTH_CAP_M, SUCCESS_BONUS, GymObservation, gym_observation
from aircity.gym_window import RENDER_MODES, window_of
from aircity.world import Action, Observation
from aircity.world.contact import checked_collision

import gymnasium  # isort: skip - after aircity's, which says how to get it
from gymnasium import spaces  # isort: skip

ENV_ID = "airanchor/Route-v0"
LONGEST_INSTRUCTION = 4000
FARTHEST_M = 10_000.0
"""No city reaches farther from its middle."""
SCENES_KEPT = 2
"""Cities that stay open: the next episode is often of one of them."""


class RouteEnv(gymnasium.Env[Any, np.int64]):
    """Fly the instructions of a split, in the city of each.

    Actions: the eight of AerialVLN. Observation: `rgb`, `depth_m` and `pose` as of aircity/City-v0, and the
    `instruction` as text. Reward: metres come nearer to the goal in this step, and 100 for STOP where the
    benchmark counts a success. STOP terminates; `max_steps` actions without STOP truncate.
    Info: the episode's id and scene; after a step `moved` and `collided`; at the end `success` and `metrics`,
    the benchmark's own figures (NE, SR, OSR, nDTW, SDTW, SPL). Goal and reference are in neither.
    Every reset draws an episode by the seed, or takes `options={"episode": ID}`.
    """

    metadata = {"render_modes": list(RENDER_MODES), "render_fps": 4}  # noqa: RUF012 - as Gymnasium declares it

    def __init__(
        self,
        split: str = "train",
        *,
        scenes: Sequence[str] = (),
        subset: str = "all",
        size_px: int = 128,
        collision: str = "solid",
        max_steps: int = 200,
        render_mode: str | None = None,
    ) -> None:
        if split not in SPLIT_NAMES:
            raise InputError(f"split {split!r} is unknown; valid are {', '.join(SPLIT_NAMES)}")
        if max_steps < 1:
            raise InputError(f"max_steps = {max_steps} must be at least 1")
        self.render_mode = render_mode
        self._window = window_of(render_mode, "AirAnchor")
        self._episodes = choose_episodes(of_scenes(load_split(split), scenes), subset)
        self._collision = checked_collision(collision)
        self._camera = Camera.from_fov(size_px, size_px)
        self._max_steps = max_steps
        self._open: dict[str, tuple[CityWorld, Renderer]] = {}
        self._episode = self._episodes[0]
        self._view: Observation | None = None
        self._poses: list[Pose] = []
        self._collisions = 0
        signs = "".join(sorted({sign for one in self._episodes for sign in one.instruction}))
        far = np.array([FARTHEST_M, FARTHEST_M, FARTHEST_M, np.pi])
        self.action_space = spaces.Discrete(len(Action))
        self.observation_space = spaces.Dict(
            {
                "rgb": spaces.Box(0, 255, (size_px, size_px, 3), np.uint8),
                "depth_m": spaces.Box(0.0, DEPTH_CAP_M, (size_px, size_px), np.float32),
                "pose": spaces.Box(-far, far, dtype=np.float64),
                "instruction": spaces.Text(LONGEST_INSTRUCTION, charset=signs),
            }
        )

    def reset(
        self, *, seed: int | None = None, options: dict[str, Any] | None = None
    ) -> tuple[GymObservation, dict[str, Any]]:
        """Begin the episode of `options["episode"]`, or draw one."""
        super().reset(seed=seed)
        named = (options or {}).get("episode")
        episode = self._drawn() if named is None else self._named(named)
        view = self._world(episode.scene_id).reset(episode.start)
        self._episode, self._view, self._poses, self._collisions = episode, view, [view.pose], 0
        self._window.show(view.rgb)
        return self._observation(view), self._info()

    def step(self, action: np.int64) -> tuple[GymObservation, float, bool, bool, dict[str, Any]]:
        """Do one action."""
        if self._view is None:
            raise InputError("the environment has not begun; call reset first")
        world = self._world(self._episode.scene_id)
        before_m = self._away_m(self._view)
        result = world.step(Action.parse(action))
        view = self._view = world.observe()
        if not result.stopped:
            self._poses.append(result.pose)
        self._collisions += result.collided
        self._window.show(view.rgb)
        reward = before_m - self._away_m(view)
        truncated = not result.stopped and len(self._poses) > self._max_steps
        info = {**self._info(), "moved": result.moved, "collided": result.collided}
        if result.stopped or truncated:
            scores = self._scores()
            success = result.stopped and scores.paper.is_success
            reward += SUCCESS_BONUS * success
            info |= {"success": success, "metrics": _figures(scores, has_stopped=result.stopped)}
        return self._observation(view), reward, result.stopped, truncated, info

    def render(self) -> NDArray[np.uint8] | None:
        """The last colour view in mode `rgb_array`; `human` shows it by itself."""
        return self._view.rgb if self._view is not None and self.render_mode == "rgb_array" else None

    def close(self) -> None:
        """Free the cities, and close the window if there is one."""
        self._window.close()
        while self._open:
            self._shut(next(iter(self._open)))

    def _drawn(self) -> Episode:
        return self._episodes[int(self.np_random.integers(len(self._episodes)))]

    def _named(self, episode_id: object) -> Episode:
        for one in self._episodes:
            if one.episode_id == episode_id:
                return one
        raise InputError(
            f'options["episode"] = {episode_id!r:.80} is no episode here; see airanchor episodes show'
        )

    def _world(self, scene_id: str) -> CityWorld:
        if scene_id not in self._open:
            while len(self._open) >= SCENES_KEPT:
                self._shut(next(iter(self._open)))
            city = open_scene(scene_id)
            renderer = Renderer(city, threads=1)  # learners fly many at once
            world = CityWorld(city, camera=self._camera, collision=self._collision, renderer=renderer)
            self._open[scene_id] = (world, renderer)
        return self._open[scene_id][0]

    def _shut(self, scene_id: str) -> None:
        world, renderer = self._open.pop(scene_id)
        with suppress(Exception):
            world.close()
        renderer.close()

    def _observation(self, view: Observation) -> GymObservation:
        return {**gym_observation(view), "instruction": self._episode.instruction}  # type: ignore[dict-item]

    def _info(self) -> dict[str, Any]:
        return {"episode": self._episode.episode_id, "scene": self._episode.scene_id}

    def _away_m(self, view: Observation) -> float:
        return float(np.linalg.norm(view.pose.position - self._episode.known_goal()))

    def _scores(self) -> Scores:
        return score(
            [pose.position for pose in self._poses],
            reference=self._episode.known_path(),
            goal=self._episode.known_goal(),
            steps=len(self._poses) - 1,
            collisions=self._collisions,
        )


def _figures(scores: Scores, *, has_stopped: bool) -> dict[str, float]:
    """As the benchmark tells them; without STOP nothing is a success."""
    paper = scores.paper
    return {
        "NE": paper.navigation_error_m,
        "SR": float(paper.is_success and has_stopped),
        "OSR": float(paper.is_oracle_success),
        "nDTW": scores.ndtw,
        "SDTW": paper.sdtw * has_stopped,
        "SPL": paper.spl * has_stopped,
    }


if ENV_ID not in gymnasium.registry:
    gymnasium.register(ENV_ID, entry_point="airanchor.gym_env:RouteEnv")
