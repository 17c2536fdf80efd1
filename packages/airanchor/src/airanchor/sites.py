"""Where a flight takes place: an embedded city, or an AirSim build, behind one face."""

import re
from collections.abc import Callable, Iterator
from contextlib import contextmanager
from dataclasses import dataclass, replace

from airanchor import own_parts
from airanchor.assembly import check_oracle
from airanchor.errors import InputError
from airanchor.own_parts import PartKind
from aircity.airsim import AirSimConfig, open_airsim
from aircity.airsim.address import AirSimAddress
from aircity.city.city import City, noise_seed, scenic_pose
from aircity.city.conditions import Conditions
from aircity.city.render.renderer import Renderer
from aircity.city.scene import CityScene
from aircity.geometry import Pose
from aircity.world import Simulator
from aircity.wrappers.levels import add_noise

_NOT_IN_NAMES = re.compile(r"[^A-Za-z0-9._-]+")


@dataclass(frozen=True, slots=True, eq=False)
class FlightSite:
    """A world with the name of its scene, a start for who names none, and the truth of an embedded city."""

    scene_id: str
    world: Simulator
    usual_start: Callable[[int], Pose]
    """By seed, where there is a choice."""
    city: City | None = None
    """The embedded city; no other world has one."""

    @property
    def truth(self) -> tuple[CityScene, Renderer] | None:
        """What an oracle may know."""
        return None if self.city is None else (self.city.scene, self.city.renderer)

    def sensed(self, conditions: Conditions, episode: str) -> "FlightSite":
        """The same site through noisy sensors; what moves in a world that is not ours is its own affair."""
        _check_still(conditions)
        seed = noise_seed(conditions.seed, episode)
        return replace(self, world=add_noise(self.world, conditions.noise, seed=seed))


def check_build(address: str, perception: object, conditions: Conditions) -> None:
    """Raise, before anything is loaded or connected to, for what cannot be flown in a build or own world."""
    if not is_own_world(address):
        AirSimAddress.parse(address)
    check_oracle(str(perception), has_city=False)
    _check_still(conditions)


def is_own_world(world: str) -> bool:
    """Whether a world is one from outside, by module:attribute or by an entry point's name."""
    return own_parts.is_own(PartKind.WORLD, world)


def build_world(world: str, scene: str | None) -> Simulator:
    """The world from outside of that name, built for a scene."""
    built: Simulator = own_parts.build_part(PartKind.WORLD, world, Simulator, {"scene": scene})
    return built


def _check_still(conditions: Conditions) -> None:
    if conditions.traffic:
        raise InputError(
            f"traffic {conditions.traffic} moves through embedded cities alone; leave it out here"
        )


def city_site(city: City, episode: str = "") -> FlightSite:
    """An embedded city that is open, under its conditions; a flight starts where there is a view."""
    return FlightSite(
        city.scene.name,
        city.world(episode=episode),
        lambda seed: scenic_pose(city.surveyor(), seed),
        city,
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


@contextmanager
def own_site(world: str, scene: str | None) -> Iterator[FlightSite]:
    """A world from outside, by its name, closed in the end."""
    built = build_world(world, scene)
    try:
        yield world_site(built)
    finally:
        built.close()


def world_site(world: Simulator) -> FlightSite:
    """A world that somebody else has opened, and closes; it may name a pose to start from as `start`."""

    def own_start(seed: int) -> Pose:
        start = getattr(world, "start", None)
        if isinstance(start, Pose):
            return start
        raise InputError(
            "a world of your own needs a start; give start=(north, east, up, heading), on the command line "
            "--start NORTH,EAST,UP[,HEADING], or let it have a pose as its attribute start"
        )

    return FlightSite(world.scene_id, world, own_start)
