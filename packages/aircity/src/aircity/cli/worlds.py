"""Opening worlds for commands: progress while a city is built, a good place to start, typed poses."""

from collections.abc import Iterator
from contextlib import contextmanager
from dataclasses import dataclass

import numpy as np

from aircity.city.library import open_scene
from aircity.city.render.renderer import Renderer
from aircity.city.scene import CityScene
from aircity.city.surveyor import CitySurveyor
from aircity.city.world import CityWorld, Collision
from aircity.cli.terminal.output import progress_bar
from aircity.errors import InputError
from aircity.geometry import Camera, Pose
from aircity.world.survey import Surveyor
from aircity.world.tour import appeal

CANDIDATES = 24


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
def open_city(name: str) -> Iterator[City]:
    """The city, with a bar on stderr while it is built for the first time."""
    with progress_bar(total=100) as bar:
        scene = open_scene(name, progress=bar.says)
    renderer = Renderer(scene)
    try:
        yield City(scene, renderer)
    finally:
        renderer.close()


def parse_pose(text: str) -> Pose:
    """A pose as people type it: NORTH,EAST,UP[,HEADING_DEG]."""
    try:
        numbers = [float(part) for part in text.split(",")]
    except ValueError:
        numbers = []
    if len(numbers) not in (3, 4):
        raise InputError(
            f"pose {text!r} is not NORTH,EAST,UP[,HEADING] in metres and degrees, as in 20,-35,40,90"
        )
    return Pose.at(*numbers)


def scenic_pose(surveyor: Surveyor, seed: int = 0) -> Pose:
    """A free pose with a view: things at middle distance and some sky, not a wall."""
    rng = np.random.default_rng(seed)
    poses = surveyor.sample_poses(CANDIDATES, rng, lowest_m=25.0, highest_m=60.0)
    camera = Camera.from_fov(96, 96)
    return max(poses, key=lambda pose: appeal(surveyor.view(pose, camera)))


def describe(pose: Pose) -> dict[str, float]:
    """A pose for JSON: metres and degrees."""
    return {
        "north_m": round(pose.x_m, 3),
        "east_m": round(pose.y_m, 3),
        "up_m": round(pose.z_m, 3),
        "heading_deg": round(pose.heading_deg, 3),
    }
