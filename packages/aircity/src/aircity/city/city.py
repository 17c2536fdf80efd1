"""A city that is open: its scene with one renderer, and the worlds and surveyors over both."""

import zlib
from collections.abc import Iterator
from contextlib import contextmanager
from dataclasses import dataclass

import numpy as np

from aircity.city.conditions import CLEAR, Conditions
from aircity.city.render.renderer import Renderer
from aircity.city.scene import CityScene
from aircity.city.surveyor import CitySurveyor
from aircity.city.traffic import Traffic
from aircity.city.world import CityWorld
from aircity.geometry import Camera, Pose
from aircity.world import Simulator
from aircity.world.contact import Collision
from aircity.world.survey import Surveyor
from aircity.world.tour import appeal
from aircity.wrappers.levels import add_noise

CANDIDATES = 24
"""Poses that a scenic one is chosen from."""


@dataclass(frozen=True, slots=True, eq=False)
class City:
    """A scene with one renderer, shared by the worlds and surveyors opened on it."""

    scene: CityScene
    renderer: Renderer
    traffic: Traffic | None = None
    conditions: Conditions = CLEAR

    def world(self, size_px: int = 512, collision: Collision = "solid", episode: str = "") -> Simulator:
        """A world to fly in, under the city's conditions; another episode has other noise."""
        world = CityWorld(
            self.scene,
            camera=Camera.from_fov(size_px, size_px),
            collision=collision,
            renderer=self.renderer,
            traffic=self.traffic,
        )
        return add_noise(world, self.conditions.noise, seed=noise_seed(self.conditions.seed, episode))

    def surveyor(self) -> CitySurveyor:
        """Free poses and views from anywhere, for choosing where to start; nothing moves in them."""
        return CitySurveyor(self.scene, renderer=self.renderer)


def noise_seed(seed: int, episode: str) -> int:
    """The seed of one episode's noise: the same on every machine."""
    return zlib.crc32(f"{seed} {episode}".encode())


@contextmanager
def rendered(scene: CityScene, conditions: Conditions = CLEAR) -> Iterator[City]:
    """The scene with a renderer, which is freed at the end of the block."""
    traffic = Traffic(scene, conditions.traffic, seed=conditions.seed) if conditions.traffic else None
    shown = scene if traffic is None else traffic.scene
    renderer = Renderer(shown)
    try:
        yield City(shown, renderer, traffic, conditions)
    finally:
        renderer.close()


def scenic_pose(surveyor: Surveyor, seed: int = 0) -> Pose:
    """A free pose with a view: things at middle distance and some sky, not a wall."""
    rng = np.random.default_rng(seed)
    poses = surveyor.sample_poses(CANDIDATES, rng, lowest_m=25.0, highest_m=60.0)
    camera = Camera.from_fov(96, 96)
    return max(poses, key=lambda pose: appeal(surveyor.view(pose, camera)))
