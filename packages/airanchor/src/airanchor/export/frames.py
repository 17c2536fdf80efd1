"""A recorded flight as frames: the pose before every action, the action, and the view from there."""

from collections.abc import Iterator
from dataclasses import dataclass
from pathlib import Path

import numpy as np
from numpy.typing import NDArray

from airanchor.errors import InputError
from airanchor.trace import MissionEvent, StepEvent, StopEvent, Trace, read_trace
from airanchor.trace.reader import events_file
from aircity.city.library import open_scene
from aircity.city.render.renderer import Renderer
from aircity.city.world import CityWorld
from aircity.geometry import Camera, Pose
from aircity.world import Action

MOST_TRACES = 100_000


@dataclass(frozen=True, slots=True)
class FlownActions:
    """One flight: instruction, scene, and each action with the pose it was done from, STOP the last."""

    name: str
    instruction: str
    scene: str
    poses: tuple[Pose, ...]
    actions: tuple[Action, ...]


def find_traces(folders: tuple[Path, ...]) -> list[Path]:
    """The traces under folders, each of which is a trace, a flight or a whole run, in the order of names."""
    found: list[Path] = []
    for folder in folders:
        inner = sorted(path.parent for path in folder.rglob("events.jsonl")) if folder.is_dir() else []
        if not inner:
            raise InputError(f"{str(folder)!r} holds no recording; give a trace, a flight's folder or a run")
        found += inner
    return found[:MOST_TRACES]


def read_actions(folder: Path) -> FlownActions:
    """The flight of a trace; InputError where it has none, or its views cannot be drawn again."""
    trace = read_trace(folder)
    missions = [event for event in trace.events if isinstance(event, MissionEvent)]
    if len(missions) != 1:
        raise InputError(f"{events_file(folder)} holds {len(missions)} missions, valid is one flight")
    _check_drawable(trace, folder)
    steps = [event for event in trace.events if isinstance(event, StepEvent | StopEvent)]
    poses = (missions[0].start, *(step.pose for step in steps))[: len(steps)]
    actions = tuple(Action.parse(step.action) for step in steps)
    scene = trace.header.settings.get("scene")
    return FlownActions(folder.name, missions[0].instruction, str(scene), poses, actions)


def is_in_city(trace: Trace) -> bool:
    """Whether a flight says that it was flown in an embedded city."""
    facts = trace.header.settings
    return "scene" in facts and facts.get("world", "city") == "city" and "world_part" not in facts


def _check_drawable(trace: Trace, folder: Path) -> None:
    facts = trace.header.settings
    strange = [key for key in ("noise", "traffic") if facts.get(key)]
    if strange or not is_in_city(trace):
        what = f"with {' and '.join(strange)}" if strange else "in a world that is no embedded city"
        raise InputError(f"{folder} was flown {what}; only flights in still embedded cities are drawn again")


def drawn(
    flights: list[FlownActions], size_px: int
) -> Iterator[tuple[FlownActions, list[NDArray[np.uint8]]]]:
    """Every flight with the view ahead of each action; flights of one scene share its open city."""
    for scene in dict.fromkeys(one.scene for one in flights):
        city = open_scene(scene)
        renderer = Renderer(city)
        world = CityWorld(city, camera=Camera.from_fov(size_px, size_px), renderer=renderer)
        try:
            for one in (flight for flight in flights if flight.scene == scene):
                yield one, [world.reset(pose).rgb for pose in one.poses]
        finally:
            world.close()
            renderer.close()
