"""The embedded city as a Gymnasium environment, `aircity/City-v0`, also known as `airanchor/City-v0`.

`gymnasium.make("aircity.gym_env:aircity/City-v0")` imports and registers it in one go, since Gymnasium 1.0
looks for no plugins by itself; after `import aircity.gym_env`, `gymnasium.make("aircity/City-v0")` does.
"""

import math
from dataclasses import dataclass
from typing import Any

import numpy as np
from numpy.typing import NDArray

from aircity.city.library import open_scene
from aircity.city.render.renderer import Renderer
from aircity.city.surveyor import CitySurveyor
from aircity.city.world import CityWorld
from aircity.errors import InputError, MissingExtra
from aircity.geometry import Camera, Pose, wrap
from aircity.gym_window import RENDER_MODES, window_of
from aircity.world.action import Action
from aircity.world.contact import Collision
from aircity.world.observation import Observation

try:
    import gymnasium
    from gymnasium import spaces
except ImportError as error:
    raise MissingExtra("the Gymnasium environment", "gym") from error

ENV_ID = "aircity/City-v0"
ENV_IDS = (ENV_ID, "airanchor/City-v0")
"""The second is the name it had as a part of airanchor."""
DEFAULT_SCENE = "practice-square"
SUCCESS_BONUS = 100.0
DEPTH_CAP_M = 1000.0

_NEAREST_GOAL_M, _FARTHEST_GOAL_M = 40.0, 150.0
_GOAL_TRIES = 200

GymObservation = dict[str, NDArray[Any]]


@dataclass(frozen=True, slots=True)
class GymEpisode:
    """What one episode asks for.

    Whoever makes an episode knows its goal, and Gymnasium's `spec` keeps an episode given to `make`. No
    observation holds the goal, and no info says more of it than the instruction does.
    """

    instruction: str
    start: Pose
    goal_m: tuple[float, float, float]
    success_radius_m: float = 20.0

    def __post_init__(self) -> None:
        if len(self.goal_m) != 3 or not all(math.isfinite(value) for value in self.goal_m):
            raise InputError(f"goal {self.goal_m!r} must be three finite numbers: north, east, up in metres")
        if not 0 < self.success_radius_m < math.inf:
            raise InputError(f"success radius {self.success_radius_m!r} m must be positive and finite")


def gym_observation(view: Observation) -> GymObservation:
    """A view as learners get it: depth without infinities, and the heading within half a turn."""
    pose = view.pose
    return {
        "rgb": view.rgb,
        "depth_m": np.minimum(view.depth_m, np.float32(DEPTH_CAP_M)),
        "pose": np.array([pose.x_m, pose.y_m, pose.z_m, wrap(pose.heading_rad)]),
    }


class CityEnv(gymnasium.Env[Any, np.int64]):
    """Fly one city, found by its name as everywhere: "practice-square", "campus@1", an imported city, a file.

    Actions: the eight of AerialVLN.
    Observation: `rgb` (H, W, 3) uint8; `depth_m` (H, W) float32 along each ray, the sky and all beyond
    1000 m at 1000; `pose` (4,) north, east, up in metres and heading in radians clockwise from north.
    Reward: metres come nearer to the goal in this step, plus 100 for STOP within the success radius.
    STOP terminates; `max_steps` actions without STOP truncate. A blocked step costs a step and no reward.
    Info: the instruction; after a step `moved` and `collided`; at the end `success`, which needs STOP.
    Without an episode, every reset draws a free start and a goal 40 to 150 m away from the seed, and its
    instruction states in whole metres where that goal is. Otherwise only the reward and `success` depend on
    the goal; what the city holds is in no public attribute.
    """

    metadata = {"render_modes": list(RENDER_MODES), "render_fps": 4}  # noqa: RUF012 - as Gymnasium declares it

    def __init__(
        self,
        scene: str = DEFAULT_SCENE,
        episode: GymEpisode | None = None,
        *,
        camera: Camera | None = None,
        collision: Collision = "solid",
        max_steps: int = 500,
        render_mode: str | None = None,
    ) -> None:
        if not isinstance(scene, str):  # anything else would be readable in the public `spec`
            raise InputError(f"scene must be the name or file of a city, not {type(scene).__name__}")
        if max_steps < 1:
            raise InputError(f"max_steps = {max_steps} must be at least 1")
        self._window = window_of(render_mode, "AirCity")
        city = open_scene(scene)
        self.render_mode = render_mode
        self._camera = camera or Camera.from_fov(128, 128)
        self._renderer = Renderer(city)
        self._world = CityWorld(city, camera=self._camera, collision=collision, renderer=self._renderer)
        self._surveyor = CitySurveyor(city, camera=self._camera, renderer=self._renderer)
        self._given = episode
        self._episode: GymEpisode | None = episode
        self._max_steps = max_steps
        self._steps = 0
        self._view: Observation | None = None
        bounds, size = city.bounds, (self._camera.height_px, self._camera.width_px)
        self.action_space = spaces.Discrete(len(Action))
        self.observation_space = spaces.Dict(
            {
                "rgb": spaces.Box(0, 255, (*size, 3), np.uint8),
                "depth_m": spaces.Box(0.0, DEPTH_CAP_M, size, np.float32),
                "pose": spaces.Box(
                    np.array([bounds.x_min_m, bounds.y_min_m, bounds.z_min_m, -math.pi]),
                    np.array([bounds.x_max_m, bounds.y_max_m, bounds.z_max_m, math.pi]),
                    dtype=np.float64,
                ),
            }
        )

    def reset(
        self, *, seed: int | None = None, options: dict[str, Any] | None = None
    ) -> tuple[GymObservation, dict[str, Any]]:
        """Begin the episode of `options["episode"]`, or the given one, or draw one."""
        super().reset(seed=seed)
        asked = (options or {}).get("episode", self._given)
        episode = asked if asked is not None else self._draw_episode()
        if not isinstance(episode, GymEpisode):
            raise InputError(f'options["episode"] = {episode!r} is no episode; give a GymEpisode or None')
        view = self._world.reset(episode.start)
        self._episode, self._view, self._steps = episode, view, 0
        self._window.show(view.rgb)
        return self._observation(), self._info()

    def step(self, action: np.int64) -> tuple[GymObservation, float, bool, bool, dict[str, Any]]:
        """Do one action."""
        before_m = self._distance_m()
        result = self._world.step(Action.parse(action))
        self._steps += 1
        self._view = self._world.observe()
        self._window.show(self._view.rgb)
        reward = before_m - self._distance_m()
        success = result.stopped and self._is_at_goal()
        if success:
            reward += SUCCESS_BONUS
        truncated = not result.stopped and self._steps >= self._max_steps
        info = {**self._info(), "moved": result.moved, "collided": result.collided}
        if result.stopped or truncated:
            info["success"] = success
        return self._observation(), reward, result.stopped, truncated, info

    def render(self) -> NDArray[np.uint8] | None:
        """The last colour view in mode `rgb_array`."""
        return self._last_view.rgb if self.render_mode == "rgb_array" else None

    def close(self) -> None:
        """Free the renderer, and close the window if there is one."""
        self._window.close()
        self._world.close()
        self._renderer.close()

    @property
    def _last_view(self) -> Observation:
        if self._view is None:
            raise InputError("the environment has not begun; call reset first")
        return self._view

    def _observation(self) -> GymObservation:
        return gym_observation(self._last_view)

    def _info(self) -> dict[str, Any]:
        assert self._episode is not None
        return {"instruction": self._episode.instruction}

    def _distance_m(self) -> float:
        goal = self._episode.goal_m if self._episode else (0.0, 0.0, 0.0)
        return math.dist(self._last_view.pose.position, goal)

    def _is_at_goal(self) -> bool:
        return self._episode is not None and self._distance_m() <= self._episode.success_radius_m

    def _draw_episode(self) -> GymEpisode:
        """A free start, and a free goal at a distance that can be flown."""
        (start,) = self._surveyor.sample_poses(1, self.np_random)
        nearest: tuple[float, Pose] | None = None
        for _ in range(_GOAL_TRIES):
            (goal,) = self._surveyor.sample_poses(1, self.np_random)
            away_m = math.dist(start.position, goal.position)
            excess_m = max(_NEAREST_GOAL_M - away_m, away_m - _FARTHEST_GOAL_M, 0.0)
            if nearest is None or excess_m < nearest[0]:
                nearest = (excess_m, goal)
            if excess_m == 0.0:
                break
        assert nearest is not None
        goal = nearest[1]
        instruction = (
            f"Fly to the point {goal.x_m - start.x_m:+.0f} m north and {goal.y_m - start.y_m:+.0f} m east "
            f"of here, at {goal.z_m:.0f} m altitude, and stop."
        )
        return GymEpisode(instruction, start, (goal.x_m, goal.y_m, goal.z_m))


for _name in ENV_IDS:
    if _name not in gymnasium.registry:
        gymnasium.register(_name, entry_point="aircity.gym_env:CityEnv")
