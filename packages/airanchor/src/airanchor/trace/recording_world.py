"""A world that records what happens in it: every start, view and step goes to a trace, unchanged."""

from collections.abc import Sequence

from airanchor.trace import (
    SceneEvent,
    StartEvent,
    StepEvent,
    StopEvent,
    TraceWriter,
    ViewDirection,
    ViewEvent,
)
from aircity.geometry import Camera, Pose
from aircity.world.action import Action
from aircity.world.observation import Observation, StepResult
from aircity.world.simulator import Simulator


class RecordingWorld:
    """Wraps any world. Calls that raise are not recorded; closing the world leaves the writer open."""

    def __init__(self, world: Simulator, writer: TraceWriter) -> None:
        self._world = world
        self._writer = writer
        writer.write(SceneEvent(scene_id=world.scene_id, camera=world.camera))

    @property
    def scene_id(self) -> str:
        """The inner world's scene."""
        return self._world.scene_id

    @property
    def camera(self) -> Camera:
        """The inner world's forward camera."""
        return self._world.camera

    def reset(self, start: Pose) -> Observation:
        """Put the drone at `start` and look ahead; a new flight begins in the trace."""
        observation = self._world.reset(start)
        self._writer.write(StartEvent(pose=start))
        return self._record(ViewDirection.FORWARD, observation)

    def observe(self) -> Observation:
        """The forward view from here."""
        return self._record(ViewDirection.FORWARD, self._world.observe())

    def look_up(self) -> Observation:
        """The view straight up."""
        return self._record(ViewDirection.UP, self._world.look_up())

    def look_down(self) -> Observation:
        """The view straight down."""
        return self._record(ViewDirection.DOWN, self._world.look_down())

    def panorama(self, yaw_offsets_rad: Sequence[float]) -> tuple[Observation, ...]:
        """Forward views turned right by each offset; one view event each."""
        views = self._world.panorama(yaw_offsets_rad)
        for offset, observation in zip(yaw_offsets_rad, views, strict=True):
            self._record(ViewDirection.PANORAMA, observation, float(offset))
        return views

    def step(self, action: Action) -> StepResult:
        """Do one action and record what really happened."""
        result = self._world.step(action)
        kind = StopEvent if result.stopped else StepEvent
        self._writer.write(
            kind(
                action=result.action.name,
                pose=result.pose,
                moved=result.moved,
                collided=result.collided,
                blocked_by=None if result.blocked_by is None else result.blocked_by.value,
            )
        )
        return result

    def close(self) -> None:
        """Free the inner world."""
        self._world.close()

    def _record(
        self, view: ViewDirection, observation: Observation, yaw_offset_rad: float = 0.0
    ) -> Observation:
        self._writer.write(
            ViewEvent(
                view=view,
                rgb=self._writer.save_rgb(observation.rgb),
                depth=self._writer.save_depth(observation.depth_m),
                pose=observation.pose,
                camera=observation.camera,
                yaw_offset_rad=yaw_offset_rad,
            )
        )
        return observation
