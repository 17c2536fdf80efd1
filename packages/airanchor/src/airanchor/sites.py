"""Where a flight takes place: an embedded city, or an AirSim build, behind one face."""

import re
from collections.abc import Callable, Iterator
from contextlib import contextmanager
from dataclasses import dataclass

from airanchor.errors import InputError
from aircity.airsim import AirSimConfig, open_airsim
from aircity.city.city import City, scenic_pose
from aircity.city.render.renderer import Renderer
from aircity.city.scene import CityScene
from aircity.geometry import Pose
from aircity.world import Simulator

_NOT_IN_NAMES = re.compile(r"[^A-Za-z0-9._-]+")


@dataclass(frozen=True, slots=True, eq=False)
class FlightSite:
    """A world with the name of its scene, a start for who names none, and the truth of an embedded city."""

    scene_id: str
    world: Simulator
    usual_start: Callable[[int], Pose]
    """By seed, where there is a choice."""
    truth: tuple[CityScene, Renderer] | None = None
    """What an oracle may know; no other world has it."""


def city_site(city: City) -> FlightSite:
    """An embedded city that is open; a flight starts where there is a view."""
    return FlightSite(
        city.scene.name,
        city.world(),
        lambda seed: scenic_pose(city.surveyor(), seed),
        (city.scene, city.renderer),
    )


@contextmanager
def airsim_site(address: str, scene_id: str | None, config: AirSimConfig) -> Iterator[FlightSite]:
    """The AirSim build behind airsim://HOST:PORT; a flight starts where its drone is."""
    name = scene_id or _NOT_IN_NAMES.sub("-", address)
    world = open_airsim(address, scene_id=name, config=config)
    try:
        yield FlightSite(name, world, lambda seed: world.where())
    finally:
        world.close()


def world_site(world: Simulator) -> FlightSite:
    """A world that somebody else has opened, and closes."""

    def no_start(seed: int) -> Pose:
        raise InputError("a world of your own needs a start; give start=(north, east, up, heading)")

    return FlightSite(world.scene_id, world, no_start)
