"""A city that is open: its scene with one renderer, and the worlds and surveyors over both."""

from collections.abc import Iterator
from contextlib import contextmanager
from dataclasses import dataclass

import numpy as np

from aircity.city.render.renderer import Renderer
from aircity.city.scene import CityScene
from aircity.city.surveyor import CitySurveyor
from aircity.city.world import CityWorld
from aircity.geometry import Camera, Pose
from aircity.world.contact import Collision
from aircity.world.survey import Surveyor
from aircity.world.tour import appeal

CANDIDATES = 24
"""Poses that a scenic one is chosen from."""


@dataclass(frozen=True, slots=True, eq=False)
class City:
    """A scene with one renderer, shared by the worlds and surveyors opened on it."""

    scene: CityScene
    renderer: Renderer

    def world(self, size_px: int = 512, collision: Collision = "solid") -> CityWorld:
        """A world to fly in."""
        camera = Camera.from_fov(size_px, size_px)
        return CityWorld(self.scene, camera=camera, collision=collision, renderer=self.renderer)

    def surveyor(self) -> CitySurveyor:
        """Free poses and views from anywhere, for choosing where to start."""
        return CitySurveyor(self.scene, renderer=self.renderer)


@contextmanager
def rendered(scene: CityScene) -> Iterator[City]:
    """The scene with a renderer, which is freed at the end of the block."""
    renderer = Renderer(scene)
    try:
        yield City(scene, renderer)
    finally:
        renderer.close()


def scenic_pose(surveyor: Surveyor, seed: int = 0) -> Pose:
    """A free pose with a view: things at middle distance and some sky, not a wall."""
    rng = np.random.default_rng(seed)
    poses = surveyor.sample_poses(CANDIDATES, rng, lowest_m=25.0, highest_m=60.0)
    camera = Camera.from_fov(96, 96)
    return max(poses, key=lambda pose: appeal(surveyor.view(pose, camera)))
