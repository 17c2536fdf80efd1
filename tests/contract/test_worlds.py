"""One body over every implementation of the world contract, each with what it promises."""

import math
from collections.abc import Callable, Iterator
from dataclasses import dataclass, replace
from pathlib import Path

import pytest

from airanchor.cockpit.helm import Helm
from airanchor.cockpit.helm_world import HelmWorld
from airanchor.trace import TraceWriter
from airanchor.trace.recording_world import RecordingWorld
from airanchor.trace.replay_world import ReplayWorld
from aircity.airsim import AirSimConfig, AirSimWorld
from aircity.airsim.config import Aim
from aircity.city.render.renderer import Renderer
from aircity.city.scene import TrafficWay
from aircity.city.traffic import Traffic
from aircity.city.world import CityWorld
from aircity.geometry import Camera
from aircity.world import Simulator
from aircity.world.checks import Capabilities, check_simulator
from aircity.world.contact import Collision
from aircity.wrappers.levels import NOISE, add_noise
from aircity.wrappers.noise import DepthDropout, DepthHoles, DepthNoise, LostFrames, PoseDrift, RgbBlur
from tests.aircity.airsim.serving import serving
from tests.contract.box_world import START, BoxWorld
from tests.contract.small_city import small_city

FULL = Capabilities()
CAMERA = Camera.from_fov(96, 96)
SCENE = small_city()

MakeWorld = Callable[[], Simulator]


@pytest.fixture(scope="module")
def renderer() -> Iterator[Renderer]:
    shared = Renderer(SCENE)
    yield shared
    shared.close()


@dataclass(frozen=True)
class Entry:
    """A world under its name, what it promises, and the rules that follow from its weaknesses."""

    make: Callable[[MakeWorld, Path], MakeWorld]
    capabilities: Capabilities = FULL
    skips: frozenset[str] = frozenset()


def recording(make_city: MakeWorld, folder: Path) -> MakeWorld:
    numbers = iter(range(100))
    return lambda: RecordingWorld(make_city(), TraceWriter(folder / f"{next(numbers)}"))


def replaying(make_city: MakeWorld, folder: Path) -> MakeWorld:
    with TraceWriter(folder / "recorded") as writer:
        recorded = RecordingWorld(make_city(), writer)
        check_simulator(lambda: recorded, START)
    return lambda: ReplayWorld(folder / "recorded")


WEAK_DEPTH = Capabilities(steady_views=False, depth_tolerance=0.05)
WEAK_POSE = Capabilities(pose_tolerance_m=0.3, heading_tolerance_rad=0.02, depth_tolerance=0.05)
UNSTEADY = frozenset({"views_are_steady"})

WORLDS = {
    "boxes": Entry(lambda city, folder: BoxWorld),
    "city": Entry(lambda city, folder: city),
    "recording": Entry(recording),
    "replay": Entry(replaying),
    "helm": Entry(lambda city, folder: lambda: HelmWorld(city(), Helm(), lambda before, after: None, print)),
    "depth noise": Entry(
        lambda city, folder: lambda: DepthNoise(city(), relative_sigma=0.01, seed=3), WEAK_DEPTH, UNSTEADY
    ),
    "depth dropout": Entry(
        lambda city, folder: lambda: DepthDropout(city(), probability=0.02, seed=3),
        Capabilities(steady_views=False, missing_depth=0.04),
        UNSTEADY,
    ),
    "pose drift": Entry(
        lambda city, folder: (
            lambda: PoseDrift(city(), position_sigma_m=0.03, heading_sigma_rad=math.radians(0.1), seed=3)
        ),
        WEAK_POSE,
    ),
    "depth holes": Entry(
        lambda city, folder: lambda: DepthHoles(city(), share=0.03, size_px=8, seed=3),
        Capabilities(steady_views=False, missing_depth=0.04),
        UNSTEADY,
    ),
    "lost frames": Entry(
        lambda city, folder: lambda: LostFrames(city(), probability=0.1, seed=3),
        Capabilities(fresh_views=False),
        frozenset({"views_agree", "up_view_top_is_behind"}),  # one look up was lost
    ),
    "blur": Entry(lambda city, folder: lambda: RgbBlur(city(), radius_px=1.0)),
    "blur of noise": Entry(
        lambda city, folder: lambda: RgbBlur(DepthNoise(city(), relative_sigma=0.01, seed=1)),
        WEAK_DEPTH,
        UNSTEADY,
    ),
}


@pytest.mark.parametrize("name", list(WORLDS))
def test_world_keeps_the_contract(name: str, renderer: Renderer, tmp_path: Path) -> None:
    entry = WORLDS[name]
    make_world = entry.make(lambda: CityWorld(SCENE, camera=CAMERA, renderer=renderer), tmp_path)
    report = check_simulator(make_world, START, entry.capabilities)
    assert set(report.skipped) == entry.skips, str(report)


@pytest.mark.parametrize("aim", ["camera", "vehicle"])
@pytest.mark.parametrize("collision", ["solid", "airvln"])
def test_world_behind_airsims_wire_keeps_the_contract(collision: Collision, aim: Aim) -> None:
    with serving("front_0:96") as server:
        address = server.address
        report = check_simulator(
            lambda: AirSimWorld(
                address.host,
                address.port,
                scene_id="small-city",
                config=AirSimConfig(collision=collision, aim=aim),
            ),
            START,
            Capabilities(solid=collision == "solid"),
        )
    assert report.skipped == (() if collision == "solid" else ("collisions_are_reported",)), str(report)


def test_teleporting_city_keeps_the_rest_of_the_contract(renderer: Renderer) -> None:
    report = check_simulator(
        lambda: CityWorld(SCENE, camera=CAMERA, renderer=renderer, collision="airvln"),
        START,
        Capabilities(solid=False),
    )
    assert report.skipped == ("collisions_are_reported",)


@pytest.mark.parametrize("level", NOISE)
def test_a_noisy_world_keeps_what_it_promises(level: int, renderer: Renderer) -> None:
    noise = NOISE[level]
    promises = Capabilities(
        steady_views=False,
        fresh_views=False,
        pose_tolerance_m=10 * noise.drift_m,
        heading_tolerance_rad=math.radians(5 * noise.drift_deg),
        depth_tolerance=5 * noise.depth_sigma,
        missing_depth=noise.pixels_lost + noise.holes + 0.02,
    )
    report = check_simulator(
        lambda: add_noise(CityWorld(SCENE, camera=CAMERA, renderer=renderer), level, seed=3), START, promises
    )
    assert {"views_are_steady", "views_agree"} <= set(report.skipped)
    assert {"moves_exactly", "sky_is_infinite", "same_flight_same_views"} <= set(report.passed)


def test_a_city_with_traffic_keeps_the_contract() -> None:
    ring = tuple((x, y, 0.05) for x, y in ((40.0, -40.0), (40.0, 40.0), (-40.0, 40.0), (-40.0, -40.0)))
    traffic = Traffic(replace(SCENE, ways=(TrafficWay("road", ring, 4.0),)), 3)
    shared = Renderer(traffic.scene)
    try:
        check_simulator(
            lambda: CityWorld(traffic.scene, camera=CAMERA, renderer=shared, traffic=traffic), START
        )
    finally:
        shared.close()
