"""Surveys: looking at a scene from anywhere, to build memories and benchmarks. No navigator ever gets one."""

from collections.abc import Sequence
from typing import Protocol, runtime_checkable

import numpy as np

from aircity.geometry import Camera, Pose
from aircity.world.observation import Observation


@runtime_checkable
class Surveyor(Protocol):
    """Free poses in a scene and the views from them. It is no Simulator, and no Simulator leads to it."""

    @property
    def scene_id(self) -> str:
        """Which scene this is."""
        ...

    def sample_poses(
        self,
        count: int,
        rng: np.random.Generator,
        *,
        lowest_m: float = 10.0,
        highest_m: float = 60.0,
        clearance_m: float = 2.0,
    ) -> tuple[Pose, ...]:
        """Poses in the altitude band with nothing closer than `clearance_m`; the same for the same stream."""
        ...

    def view(self, pose: Pose, camera: Camera | None = None) -> Observation:
        """The view from a pose, through `camera` or the surveyor's own."""
        ...

    def views(self, poses: Sequence[Pose], camera: Camera | None = None) -> tuple[Observation, ...]:
        """One view per pose, through `camera` or the surveyor's own."""
        ...
