"""A world around a world: forwards the contract, and lets a subclass change what passes through."""

from collections.abc import Sequence

from aircity.geometry import Camera, Pose
from aircity.world.action import Action
from aircity.world.observation import Observation, StepResult
from aircity.world.simulator import Simulator


class WorldWrapper:
    """Keeps the Simulator contract over an inner world; override `_begin`, `_view` or `_outcome`."""

    def __init__(self, world: Simulator) -> None:
        self._world = world

    @property
    def scene_id(self) -> str:
        """The inner world's scene."""
        return self._world.scene_id

    @property
    def camera(self) -> Camera:
        """The inner world's forward camera."""
        return self._world.camera

    def reset(self, start: Pose) -> Observation:
        """Put the drone at `start` and look ahead."""
        observation = self._world.reset(start)
        self._begin(start)
        return self._view(observation)

    def observe(self) -> Observation:
        """The forward view from here."""
        return self._view(self._world.observe())

    def look_up(self) -> Observation:
        """The view straight up."""
        return self._view(self._world.look_up())

    def look_down(self) -> Observation:
        """The view straight down."""
        return self._view(self._world.look_down())

    def panorama(self, yaw_offsets_rad: Sequence[float]) -> tuple[Observation, ...]:
        """Forward views turned right by each offset."""
        return tuple(self._view(observation) for observation in self._world.panorama(yaw_offsets_rad))

    def step(self, action: Action) -> StepResult:
        """Do one action and say what really happened."""
        return self._outcome(self._world.step(action))

    def close(self) -> None:
        """Free the inner world."""
        self._world.close()

    def _begin(self, start: Pose) -> None:
        """Called after the inner world was reset, before its first view passes."""

    def _view(self, observation: Observation) -> Observation:
        return observation

    def _outcome(self, result: StepResult) -> StepResult:
        return result
