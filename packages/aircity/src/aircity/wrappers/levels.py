"""Levels of noise: every imperfection of a sensor at once, mild, strong or harsh."""

import math
from collections.abc import Mapping
from dataclasses import dataclass
from types import MappingProxyType

from aircity.errors import InputError
from aircity.geometry import Pose
from aircity.world.observation import Observation, StepResult
from aircity.world.simulator import Simulator
from aircity.world.wrapper import WorldWrapper
from aircity.wrappers.noise import DepthDropout, DepthHoles, DepthNoise, LostFrames, PoseDrift, RgbBlur


@dataclass(frozen=True, slots=True)
class NoiseLevel:
    """How much of each."""

    name: str
    depth_sigma: float
    """Error of a depth reading, relative to its distance."""
    pixels_lost: float
    """Share of single pixels without depth."""
    holes: float
    """Share of the depth image lost in connected holes."""
    drift_m: float
    """What every action adds to the error of the reported position, along each axis."""
    drift_deg: float
    """The same for the heading."""
    blur_px: float
    """Radius of the blur of colour."""
    frames_lost: float
    """Probability that a view does not arrive, and the one before is taken for it."""


NOISE: Mapping[int, NoiseLevel] = MappingProxyType(
    {
        1: NoiseLevel("mild", 0.01, 0.01, 0.01, 0.02, 0.1, 0.5, 0.01),
        2: NoiseLevel("strong", 0.03, 0.03, 0.04, 0.06, 0.25, 1.2, 0.04),
        3: NoiseLevel("harsh", 0.06, 0.06, 0.10, 0.15, 0.6, 2.5, 0.10),
    }
)
"""Chosen once, before anything was flown with them, and not fitted to any result."""


def checked_noise(level: int) -> int:
    """A level of noise, 0 for none, or an error that lists them."""
    if level != 0 and level not in NOISE:
        known = ", ".join(f"{number} {one.name}" for number, one in NOISE.items())
        raise InputError(f"noise {level} is unknown; valid are 0 none, {known}")
    return level


def add_noise(world: Simulator, level: int, *, seed: int = 0) -> Simulator:
    """The world with sensors of that level; the world itself at level 0."""
    return world if checked_noise(level) == 0 else NoisyWorld(world, NOISE[level], seed=seed)


class NoisyWorld(WorldWrapper):
    """All noise of one level. What flies in it knows the poses it reports; the true ones are kept aside."""

    def __init__(self, world: Simulator, level: NoiseLevel, *, seed: int = 0) -> None:
        self._true = _TruePose(world)
        self._of: dict[Pose, Pose] = {}
        seeds = [seed * 8 + kind for kind in range(5)]
        spoiled: Simulator = DepthNoise(self._true, relative_sigma=level.depth_sigma, seed=seeds[0])
        spoiled = DepthDropout(spoiled, probability=level.pixels_lost, seed=seeds[1])
        spoiled = DepthHoles(spoiled, share=level.holes, seed=seeds[2])
        spoiled = RgbBlur(spoiled, radius_px=level.blur_px)
        spoiled = LostFrames(spoiled, probability=level.frames_lost, seed=seeds[3])
        drift_rad = math.radians(level.drift_deg)
        super().__init__(
            PoseDrift(spoiled, position_sigma_m=level.drift_m, heading_sigma_rad=drift_rad, seed=seeds[4])
        )

    def reset(self, start: Pose) -> Observation:
        """Put the drone at `start` and look ahead."""
        observation = super().reset(start)
        self._of = {observation.pose: self._true.pose}
        return observation

    def true_pose(self, reported: Pose) -> Pose:
        """Where the drone was when it reported this pose after an action; for benchmarks only."""
        if reported not in self._of:
            raise InputError(f"{reported} was not reported after any action since reset")
        return self._of[reported]

    def _outcome(self, result: StepResult) -> StepResult:
        self._of[result.pose] = self._true.pose
        return result


class _TruePose(WorldWrapper):
    """Remembers where the drone really is."""

    pose: Pose

    def _begin(self, start: Pose) -> None:
        self.pose = start

    def _outcome(self, result: StepResult) -> StepResult:
        self.pose = result.pose
        return result
