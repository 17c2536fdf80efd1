"""Worlds that each break one rule of the contract, the way real adapters have broken it."""

import math
from collections.abc import Sequence
from dataclasses import replace

import numpy as np

from aircity.geometry import Camera, Pose
from aircity.world import Action, Observation, StepResult, advance
from tests.contract.box_world import BoxWorld


class PlanarDepth(BoxWorld):
    """Depth from a z-buffer: along the optical axis."""

    def render(self, pose: Pose, camera: Camera) -> Observation:
        view = super().render(pose, camera)
        rows, columns = np.mgrid[: camera.height_px, : camera.width_px]
        along_axis = camera.rays(np.stack([columns, rows], axis=-1))[..., 2]
        return replace(view, depth_m=(view.depth_m * along_axis).astype(np.float32))


class MirroredYaw(BoxWorld):
    """Draws the world for the opposite heading."""

    def render(self, pose: Pose, camera: Camera) -> Observation:
        opposite = replace(pose, heading_rad=-pose.heading_rad)
        return replace(super().render(opposite, camera), pose=pose)


class ZeroSky(BoxWorld):
    """0 where nothing is hit."""

    def render(self, pose: Pose, camera: Camera) -> Observation:
        view = super().render(pose, camera)
        return replace(view, depth_m=np.where(np.isinf(view.depth_m), np.float32(0), view.depth_m))


class FarSky(BoxWorld):
    """A large number where nothing is hit."""

    def render(self, pose: Pose, camera: Camera) -> Observation:
        view = super().render(pose, camera)
        return replace(view, depth_m=np.minimum(view.depth_m, np.float32(65504)))


class ClippedDepth(BoxWorld):
    """Surfaces beyond 100 m read 100 m."""

    def render(self, pose: Pose, camera: Camera) -> Observation:
        view = super().render(pose, camera)
        clipped = np.where(np.isinf(view.depth_m), view.depth_m, np.minimum(view.depth_m, 100))
        return replace(view, depth_m=clipped.astype(np.float32))


class ShiftedDepth(BoxWorld):
    """Depth lies three pixels to the right of colour."""

    def render(self, pose: Pose, camera: Camera) -> Observation:
        view = super().render(pose, camera)
        return replace(view, depth_m=np.roll(view.depth_m, 3, axis=1))


class CentimetreDepth(BoxWorld):
    """Depth in centimetres."""

    def render(self, pose: Pose, camera: Camera) -> Observation:
        view = super().render(pose, camera)
        return replace(view, depth_m=view.depth_m * np.float32(100))


class SidewaysCamera(BoxWorld):
    """The forward camera looks to the right."""

    def render(self, pose: Pose, camera: Camera) -> Observation:
        turned = replace(pose, heading_rad=pose.heading_rad + math.pi / 2)
        return replace(super().render(turned, camera), pose=pose)


class UpsideDownImage(BoxWorld):
    """The first row is the bottom, as OpenGL hands images out."""

    def render(self, pose: Pose, camera: Camera) -> Observation:
        view = super().render(pose, camera)
        return replace(view, rgb=view.rgb[::-1], depth_m=view.depth_m[::-1])


class TurnedVerticalViews(BoxWorld):
    """Up and down views with the image's top on the wrong side."""

    turned_pitch_sign = -1.0

    def render(self, pose: Pose, camera: Camera) -> Observation:
        view = super().render(pose, camera)
        if camera.pitch_rad * self.turned_pitch_sign <= 0:
            return view
        return replace(view, rgb=view.rgb[::-1, ::-1], depth_m=view.depth_m[::-1, ::-1])


class TurnedUpView(TurnedVerticalViews):
    """Only the up view is turned."""

    turned_pitch_sign = 1.0


class LeftPanorama(BoxWorld):
    """Positive offsets look left, while the pose claims right."""

    def panorama(self, yaw_offsets_rad: Sequence[float]) -> tuple[Observation, ...]:
        right = super().panorama(yaw_offsets_rad)
        left = super().panorama([-offset for offset in yaw_offsets_rad])
        return tuple(replace(seen, pose=said.pose) for seen, said in zip(left, right, strict=True))


class WrongFieldOfView(BoxWorld):
    """Renders 70 degrees and claims 90."""

    def render(self, pose: Pose, camera: Camera) -> Observation:
        narrow = Camera.from_fov(camera.width_px, camera.height_px, 70).pitched(camera.pitch_rad)
        return replace(super().render(pose, narrow), camera=camera)


class SilentCollision(BoxWorld):
    """Flies through walls without a word."""

    def step(self, action: Action) -> StepResult:
        result = super().step(action)
        if not result.collided:
            return result
        self._pose = advance(result.pose, action)
        return StepResult(action, self._pose, moved=True, collided=False)


class SilentStay(BoxWorld):
    """Is stopped by walls without a word."""

    def step(self, action: Action) -> StepResult:
        return replace(super().step(action), collided=False, blocked_by=None)


class AntiClockwise(BoxWorld):
    """TURN_RIGHT turns left."""

    def step(self, action: Action) -> StepResult:
        swapped = {Action.TURN_LEFT: Action.TURN_RIGHT, Action.TURN_RIGHT: Action.TURN_LEFT}
        return replace(super().step(swapped.get(action, action)), action=action)


class ShortSteps(BoxWorld):
    """Loses a centimetre at every step."""

    def step(self, action: Action) -> StepResult:
        result = super().step(action)
        if action is Action.MOVE_FORWARD and result.moved:
            self._pose = replace(result.pose, x_m=result.pose.x_m - 0.01)
            return replace(result, pose=self._pose)
        return result


class RestlessViews(BoxWorld):
    """Looking down loses height."""

    def look_down(self) -> Observation:
        self._pose = replace(self._here, z_m=self._here.z_m - 0.1)
        return super().look_down()


class EndlessFlight(BoxWorld):
    """Flies on after STOP."""

    def step(self, action: Action) -> StepResult:
        result = super().step(action)
        self._is_over = False
        return result


class AnyStart(BoxWorld):
    """Starts anywhere, in walls too."""

    def reset(self, start: Pose) -> Observation:
        self._pose, self._is_over = start, False
        return self.observe()


class Flicker(BoxWorld):
    """Every frame has other noise."""

    _rng = np.random.default_rng(0)

    def render(self, pose: Pose, camera: Camera) -> Observation:
        view = super().render(pose, camera)
        return replace(view, rgb=view.rgb ^ self._rng.integers(0, 2, view.rgb.shape, dtype=np.uint8))


class ChangingSky(BoxWorld):
    """Every new world has another tint."""

    _tints = iter(range(1000))

    def __init__(self, camera: Camera | None = None) -> None:
        super().__init__(camera)
        self._tint = np.uint8(next(self._tints))

    def render(self, pose: Pose, camera: Camera) -> Observation:
        view = super().render(pose, camera)
        return replace(view, rgb=view.rgb ^ self._tint)


class DoubleDepth(BoxWorld):
    """float64 depth."""

    def render(self, pose: Pose, camera: Camera) -> Observation:
        view = super().render(pose, camera)
        return replace(view, depth_m=view.depth_m.astype(np.float64))
