"""The world contract: all that a simulator must offer, and all that a navigator may use."""

from collections.abc import Sequence
from typing import Protocol, runtime_checkable

from aircity.geometry import Camera, Pose
from aircity.world.action import Action
from aircity.world.observation import Observation, StepResult


@runtime_checkable
class Simulator(Protocol):
    """A world one drone flies in. Views are free: none of them moves the drone."""

    @property
    def scene_id(self) -> str:
        """Which scene this is; memories are kept per scene."""
        ...

    @property
    def camera(self) -> Camera:
        """The forward camera."""
        ...

    def reset(self, start: Pose) -> Observation:
        """Put the drone at `start` and look ahead; a start outside the world or in a solid is an error."""
        ...

    def observe(self) -> Observation:
        """The forward view from here."""
        ...

    def look_up(self) -> Observation:
        """The view straight up; the image's top is behind the drone."""
        ...

    def look_down(self) -> Observation:
        """The view straight down; the image's top is ahead of the drone."""
        ...

    def panorama(self, yaw_offsets_rad: Sequence[float]) -> tuple[Observation, ...]:
        """Forward views turned right by each offset; each observation's pose has the turned heading."""
        ...

    def step(self, action: Action) -> StepResult:
        """Do one action and say what really happened; after STOP, reset before the next."""
        ...

    def close(self) -> None:
        """Free what the world holds."""
        ...
