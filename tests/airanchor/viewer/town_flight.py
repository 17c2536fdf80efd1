"""A real flight through a small town: its trace, and the town that it was flown in."""

from collections.abc import Iterator
from contextlib import contextmanager
from dataclasses import replace
from pathlib import Path

from airanchor.scenery import CityPainter
from airanchor.trace import EvaluationEvent, Keep, TraceWriter
from airanchor.trace.recording_world import RecordingWorld
from aircity.city.city import City, rendered
from aircity.city.scene import CityScene
from aircity.geometry import Pose
from aircity.world import Action
from tests.airanchor.bench.small_town import small_town

START = Pose.at(-70, -60, 30, 45)
GOAL = (-20.0, -10.0, 34.0)
ACTIONS = (
    *(Action.MOVE_FORWARD,) * 6,
    *(Action.TURN_RIGHT,) * 2,
    *(Action.GO_UP,) * 2,
    *(Action.MOVE_FORWARD,) * 4,
)


@contextmanager
def town(scene: CityScene | None = None) -> Iterator[City]:
    with rendered(scene or small_town()) as city:
        yield city


def other_town() -> CityScene:
    """The same name and places, and other colours: everything red, the ground too."""
    scene = small_town()
    painted = tuple(replace(surface, colour=(0.95, 0.1, 0.05)) for surface in scene.mesh.surfaces)
    return replace(scene, mesh=replace(scene.mesh, surfaces=painted), sun=(0.1, 0.1, 0.9))


def fly_through(city: City, folder: Path, keep: Keep = Keep.VIEWING) -> Path:
    """Look ahead, fly, look again at every fourth step, stop, and be told the goal."""
    with TraceWriter(folder, {"world": "city"}, keep=keep) as writer:
        world = RecordingWorld(city.world(64), writer)
        world.reset(START)
        for number, action in enumerate(ACTIONS, start=1):
            world.step(action)
            if number % 4 == 0:
                world.observe()
        world.step(Action.STOP)
        metrics = {"NE": 12.0, "SR": 1.0}
        writer.write(EvaluationEvent(episode_id="town-1", goal=GOAL, metrics=metrics))
    return folder


def painter(city: City) -> CityPainter:
    return CityPainter(city)
