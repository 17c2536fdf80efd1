"""The embedded city seen from anywhere: free poses and views for surveys and benchmarks."""

import math
from collections.abc import Sequence

import numpy as np

from aircity.city.render.renderer import Renderer
from aircity.city.scene import CityScene
from aircity.errors import InputError, SimulatorError
from aircity.geometry import Camera, Pose
from aircity.world.observation import Observation

_TRIES_PER_POSE = 200


class CitySurveyor:
    """Implements Surveyor over a renderer, its own or one shared with a world of the same scene."""

    def __init__(
        self, scene: CityScene, *, camera: Camera | None = None, renderer: Renderer | None = None
    ) -> None:
        if renderer is not None:
            renderer.check_shows(scene)
        self._scene = scene
        self._camera = camera or Camera.from_fov()
        self._owns_renderer = renderer is None
        self._renderer = renderer or Renderer(scene)

    @property
    def scene_id(self) -> str:
        """The scene's name."""
        return self._scene.name

    def sample_poses(
        self,
        count: int,
        rng: np.random.Generator,
        *,
        lowest_m: float = 10.0,
        highest_m: float = 60.0,
        clearance_m: float = 2.0,
    ) -> tuple[Pose, ...]:
        """Poses spread evenly over the free air of the band, any heading; the same for the same stream."""
        bounds = self._scene.bounds
        if count < 0:
            raise InputError(f"count = {count} must not be negative")
        if not bounds.z_min_m <= lowest_m <= highest_m <= bounds.z_max_m:
            raise InputError(
                f"altitude band {lowest_m:g} to {highest_m:g} m must rise and lie within the scene's "
                f"{bounds.z_min_m:g} to {bounds.z_max_m:g} m"
            )
        poses: list[Pose] = []
        for _ in range(_TRIES_PER_POSE * count):
            if len(poses) == count:
                break
            x_m, y_m = rng.uniform((bounds.x_min_m, bounds.y_min_m), (bounds.x_max_m, bounds.y_max_m))
            z_m, heading_rad = rng.uniform((lowest_m, -math.pi), (highest_m, math.pi))
            pose = Pose(float(x_m), float(y_m), float(z_m), float(heading_rad))
            if self._renderer.is_free(pose.position, clearance_m):
                poses.append(pose)
        if len(poses) < count:
            raise SimulatorError(
                f"found only {len(poses)} of {count} poses with {clearance_m:g} m of free air between "
                f"{lowest_m:g} and {highest_m:g} m in {_TRIES_PER_POSE * count} tries; "
                "raise the band or lower the clearance"
            )
        return tuple(poses)

    def view(self, pose: Pose, camera: Camera | None = None) -> Observation:
        """The view from a pose, through `camera` or the surveyor's own."""
        return self.views([pose], camera)[0]

    def views(self, poses: Sequence[Pose], camera: Camera | None = None) -> tuple[Observation, ...]:
        """One view per pose, through `camera` or the surveyor's own."""
        chosen = camera or self._camera
        frames = self._renderer.render_many(poses, chosen) if poses else []
        return tuple(
            Observation(frame.rgb, frame.depth_m, pose, chosen)
            for frame, pose in zip(frames, poses, strict=True)
        )

    def close(self) -> None:
        """Free the renderer, unless it is shared."""
        if self._owns_renderer:
            self._renderer.close()
