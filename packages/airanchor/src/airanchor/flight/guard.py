"""The world as a navigator may use it: the contract's methods and nothing else.

Every look and step is a safe point for Ctrl-C; STOP and the start are not, since they must happen.
"""

from collections.abc import Sequence

from airanchor.errors import SimulatorError
from aircity.geometry import Camera, Pose
from aircity.machine import interruption
from aircity.world import Action, Observation, Simulator, StepResult


class GuardedWorld:
    """Any other name, such as the scene or its objects, is an error: leakage is not a temptation."""

    __slots__ = ("__world",)

    def __init__(self, world: Simulator) -> None:
        self.__world = world

    @property
    def scene_id(self) -> str:
        """Which scene this is."""
        return self.__world.scene_id

    @property
    def camera(self) -> Camera:
        """The forward camera."""
        return self.__world.camera

    def reset(self, start: Pose) -> Observation:
        """Put the drone at `start` and look ahead."""
        return self.__world.reset(start)

    def observe(self) -> Observation:
        """The forward view from here."""
        interruption.check()
        return self.__world.observe()

    def look_up(self) -> Observation:
        """The view straight up."""
        interruption.check()
        return self.__world.look_up()

    def look_down(self) -> Observation:
        """The view straight down."""
        interruption.check()
        return self.__world.look_down()

    def panorama(self, yaw_offsets_rad: Sequence[float]) -> tuple[Observation, ...]:
        """Forward views turned right by each offset."""
        interruption.check()
        return self.__world.panorama(yaw_offsets_rad)

    def step(self, action: Action) -> StepResult:
        """Do one action and say what really happened."""
        if action is not Action.STOP:
            interruption.check()
        return self.__world.step(action)

    def close(self) -> None:
        """Free the world."""
        self.__world.close()

    def __getattr__(self, name: str) -> object:
        raise SimulatorError(
            f"a navigator may not use {name!r} of its world; it may observe, look up, look down, "
            "take a panorama and step"
        )
