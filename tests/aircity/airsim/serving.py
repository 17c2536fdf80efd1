"""A small city behind AirSim's wire, for tests, and builds that are less well behaved than it."""

from collections.abc import Callable, Iterator
from contextlib import contextmanager
from functools import cache
from typing import Any

from aircity.airsim import AirSimConfig, AirSimWorld
from aircity.airsim.rpc import RpcConnection
from aircity.airsim.server import AirSimServer, ServedScene, parse_camera
from aircity.airsim.server.methods import Method
from aircity.city.render.renderer import Renderer
from aircity.city.world import CityWorld, is_within
from aircity.geometry import Camera
from aircity.world import Observation
from aircity.world.contact import Collision
from tests.contract.small_city import START, small_city

LENS = Camera.from_fov(64, 64)
SIZE = "front_0:64"
QUICK = {"reconnect_pause_s": 0.05, "retry_pause_s": 0.01, "call_timeout_s": 20.0}
"""Settings that keep tests short."""


@cache
def shared_renderer() -> Renderer:
    """One renderer of the small city, for all tests of a process."""
    return Renderer(small_scene())


@cache
def small_scene() -> Any:
    return small_city()


def served_scene() -> ServedScene:
    scene = small_scene()
    return ServedScene(scene.name, shared_renderer(), START, lambda pose: is_within(pose, scene.bounds))


@contextmanager
def serving(
    *cameras: Any, change: Callable[[dict[str, Method]], None] | None = None, **options: Any
) -> Iterator[AirSimServer]:
    """The small city, served on a free port; `change` may take or add calls before the first client comes."""
    chosen = tuple(parse_camera(text) for text in cameras or (SIZE,))
    server = AirSimServer(served_scene(), **{"port": 0, "cameras": chosen, "clock_speed": 100.0, **options})
    if change is not None:
        change(server.methods)
    with server:
        yield server


@contextmanager
def connected(server: AirSimServer, timeout_s: float = 20.0) -> Iterator[RpcConnection]:
    """A bare connection, call by call."""
    connection = RpcConnection(server.address, connect_timeout_s=5.0, call_timeout_s=timeout_s)
    try:
        yield connection
    finally:
        connection.close()


@contextmanager
def world_of(server: AirSimServer, **settings: Any) -> Iterator[AirSimWorld]:
    """Our own client's world there."""
    config = AirSimConfig(**{**QUICK, **settings})
    world = AirSimWorld(server.address.host, server.address.port, scene_id="small-city", config=config)
    try:
        yield world
    finally:
        world.close()


def direct(collision: Collision = "airvln", camera: Camera = LENS) -> CityWorld:
    """The same city without a wire between."""
    return CityWorld(small_scene(), camera=camera, collision=collision, renderer=shared_renderer())


def assert_same(seen: Observation, expected: Observation) -> None:
    """Two views are equal to the last bit."""
    assert (seen.pose, seen.camera) == (expected.pose, expected.camera)
    assert (seen.rgb == expected.rgb).all()
    assert seen.depth_m.tobytes() == expected.depth_m.tobytes()
