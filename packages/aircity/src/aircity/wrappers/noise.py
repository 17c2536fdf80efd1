"""Imperfect sensors: worlds around a world that spoil depth, pose or colour, the same way for the same seed.

Nest them to combine: `DepthDropout(DepthNoise(world, seed=1), seed=2)`, or take all of them at a named level
with `aircity.wrappers.levels`. Every reset restarts the stream of random numbers, so equal flights see equal
noise.
"""

import math
from collections.abc import Hashable, Sequence
from dataclasses import replace

import numpy as np
from numpy.typing import NDArray
from PIL import Image, ImageFilter

from aircity.errors import InputError
from aircity.geometry import Pose, wrap
from aircity.world.observation import Observation, StepResult
from aircity.world.simulator import Simulator
from aircity.world.wrapper import WorldWrapper


class _SeededWrapper(WorldWrapper):
    """A wrapper with its own stream of random numbers, restarted at every reset."""

    def __init__(self, world: Simulator, seed: int) -> None:
        super().__init__(world)
        self._seed = seed
        self._rng = np.random.default_rng(seed)

    def _begin(self, start: Pose) -> None:
        self._rng = np.random.default_rng(self._seed)


class DepthNoise(_SeededWrapper):
    """Gaussian error proportional to distance, d' = d (1 + σ n); sky and missing readings stay."""

    def __init__(self, world: Simulator, *, relative_sigma: float = 0.01, seed: int = 0) -> None:
        super().__init__(world, seed)
        self._sigma = _in_range("relative_sigma", relative_sigma, 0.0, 0.5)

    def _view(self, observation: Observation) -> Observation:
        depth_m = observation.depth_m
        factor = 1.0 + self._sigma * self._rng.standard_normal(depth_m.shape)
        readings = np.isfinite(depth_m) & (depth_m > 0)
        noisy_m = np.where(readings, depth_m * np.maximum(factor, 0.01), depth_m)
        return replace(observation, depth_m=noisy_m.astype(np.float32))


class DepthDropout(_SeededWrapper):
    """Each pixel has no reading (0) with a given probability."""

    def __init__(self, world: Simulator, *, probability: float = 0.02, seed: int = 0) -> None:
        super().__init__(world, seed)
        self._probability = _in_range("probability", probability, 0.0, 1.0)

    def _view(self, observation: Observation) -> Observation:
        lost = self._rng.random(observation.depth_m.shape) < self._probability
        return replace(observation, depth_m=np.where(lost, np.float32(0), observation.depth_m))


class DepthHoles(_SeededWrapper):
    """A share of every depth image has no reading (0), in connected blobs, as on glass and water."""

    def __init__(self, world: Simulator, *, share: float = 0.03, size_px: int = 24, seed: int = 0) -> None:
        super().__init__(world, seed)
        self._share = _in_range("share", share, 0.0, 1.0)
        self._size_px = int(_in_range("size_px", size_px, 2, 1000))

    def _view(self, observation: Observation) -> Observation:
        height, width = observation.depth_m.shape
        rows, columns = (max(2, math.ceil(side / self._size_px) + 1) for side in (height, width))
        coarse = Image.fromarray(self._rng.random((rows, columns), dtype=np.float32))
        hills = np.asarray(coarse.resize((width, height), Image.Resampling.BICUBIC))
        lost = hills < np.quantile(hills, self._share)
        return replace(observation, depth_m=np.where(lost, np.float32(0), observation.depth_m))


class PoseDrift(_SeededWrapper):
    """The reported pose wanders from the true one at every action but STOP; the drone itself flies true."""

    def __init__(
        self,
        world: Simulator,
        *,
        position_sigma_m: float = 0.05,
        heading_sigma_rad: float = math.radians(0.2),
        seed: int = 0,
    ) -> None:
        super().__init__(world, seed)
        self._sigma = np.array(
            [_in_range("position_sigma_m", position_sigma_m, 0.0, 10.0)] * 3
            + [_in_range("heading_sigma_rad", heading_sigma_rad, 0.0, math.pi)]
        )
        self._offset: NDArray[np.float64] = np.zeros(4)

    def _begin(self, start: Pose) -> None:
        super()._begin(start)
        self._offset = np.zeros(4)

    def _view(self, observation: Observation) -> Observation:
        return replace(observation, pose=self._reported(observation.pose))

    def _outcome(self, result: StepResult) -> StepResult:
        if not result.stopped:
            self._offset = self._offset + self._sigma * self._rng.standard_normal(4)
        return replace(result, pose=self._reported(result.pose))

    def _reported(self, pose: Pose) -> Pose:
        if not self._offset.any():
            return pose
        x, y, z, heading = (float(value) for value in self._offset)
        return Pose(pose.x_m + x, pose.y_m + y, pose.z_m + z, wrap(pose.heading_rad + heading))


class RgbBlur(WorldWrapper):
    """A soft lens: Gaussian blur of the colour image."""

    def __init__(self, world: Simulator, *, radius_px: float = 1.0) -> None:
        super().__init__(world)
        self._radius_px = _in_range("radius_px", radius_px, 0.0, 50.0)

    def _view(self, observation: Observation) -> Observation:
        blurred = Image.fromarray(observation.rgb).filter(ImageFilter.GaussianBlur(self._radius_px))
        return replace(observation, rgb=np.array(blurred))


class LostFrames(_SeededWrapper):
    """Now and then a view does not arrive, and the one before it of the same kind is taken for it.

    Kinds are the views ahead, up and down, and each offset of a look around. Colour and depth are then those
    of the earlier view; the pose is the present one, as odometry would say. The first view is never lost.
    """

    def __init__(self, world: Simulator, *, probability: float = 0.03, seed: int = 0) -> None:
        super().__init__(world, seed)
        self._probability = _in_range("probability", probability, 0.0, 1.0)
        self._last: dict[Hashable, Observation] = {}

    def reset(self, start: Pose) -> Observation:
        """Put the drone at `start` and look ahead."""
        observation = super().reset(start)
        self._last = {"ahead": _copied(observation)}
        return observation

    def observe(self) -> Observation:
        """The forward view from here, or the one before."""
        return self._arriving("ahead", self._world.observe())

    def look_up(self) -> Observation:
        """The view straight up, or the one before."""
        return self._arriving("up", self._world.look_up())

    def look_down(self) -> Observation:
        """The view straight down, or the one before."""
        return self._arriving("down", self._world.look_down())

    def panorama(self, yaw_offsets_rad: Sequence[float]) -> tuple[Observation, ...]:
        """Forward views turned right by each offset, each or the one before."""
        views = self._world.panorama(yaw_offsets_rad)
        return tuple(
            self._arriving(("around", round(float(offset), 6)), view)
            for offset, view in zip(yaw_offsets_rad, views, strict=True)
        )

    def _arriving(self, kind: Hashable, fresh: Observation) -> Observation:
        is_lost = self._rng.random() < self._probability
        before = self._last.get(kind)
        if is_lost and before is not None:
            fresh = replace(fresh, rgb=before.rgb.copy(), depth_m=before.depth_m.copy())
        self._last[kind] = _copied(fresh)
        return fresh


def _copied(view: Observation) -> Observation:
    return replace(view, rgb=view.rgb.copy(), depth_m=view.depth_m.copy())


def _in_range(name: str, value: float, low: float, high: float) -> float:
    if not low <= value <= high:
        raise InputError(f"{name} = {value!r} must be between {low:g} and {high:g}")
    return value
