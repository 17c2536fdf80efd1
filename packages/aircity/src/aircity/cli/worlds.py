"""Opening worlds for commands: progress while a city is built, and poses as they are typed."""

from collections.abc import Iterator
from contextlib import contextmanager

from aircity.airsim.server.scene import ServedScene
from aircity.city.city import City, rendered, scenic_pose
from aircity.city.conditions import CLEAR, Conditions
from aircity.city.library import open_scene
from aircity.city.world import is_within
from aircity.cli.terminal.output import progress_bar
from aircity.errors import InputError
from aircity.geometry import Pose


@contextmanager
def open_city(name: str, conditions: Conditions = CLEAR) -> Iterator[City]:
    """The city, with a bar on stderr while it is built for the first time."""
    with progress_bar(total=100) as bar:
        scene = open_scene(name, progress=bar.says)
    with rendered(scene, conditions) as city:
        yield city


def served_scene(city: City, start: Pose | None = None) -> ServedScene:
    """The city as a server offers it; a start in a wall is an error."""
    pose = start or scenic_pose(city.surveyor())
    city.world(16).reset(pose)
    return ServedScene(city.scene.name, city.renderer, pose, lambda at: is_within(at, city.scene.bounds))


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


def describe(pose: Pose) -> dict[str, float]:
    """A pose for JSON: metres and degrees."""
    return {
        "north_m": round(pose.x_m, 3),
        "east_m": round(pose.y_m, 3),
        "up_m": round(pose.z_m, 3),
        "heading_deg": round(pose.heading_deg, 3),
    }
