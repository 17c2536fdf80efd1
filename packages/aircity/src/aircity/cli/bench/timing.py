"""How fast the renderer is beside its peers: the same scene and views, in interleaved rounds of one run."""

import contextlib
import io
import math
import statistics
import time
from collections.abc import Callable, Iterator, Sequence
from dataclasses import dataclass

import numpy as np

from aircity.city.render.renderer import Renderer
from aircity.city.scene import CityScene
from aircity.cli.bench.peers import PEERS, Peer, PeerEngine
from aircity.errors import InputError
from aircity.geometry import Camera, Pose

OURS = "AirCity"
PANORAMA = "AirCity, 8 views in one call"
SINGLES = "AirCity, 8 views in 8 calls"
_RENDERS = "all materials, sun, shadows, haze, smooth edges"


@dataclass(frozen=True, slots=True)
class BenchRow:
    """One renderer's figures; a renderer that could not run has none and claims no ratio."""

    name: str
    wall_ms: float | None
    """Median wall time of one frame (of eight in the rows that say so)."""
    cpu_ms: float | None
    """Median processor time, over all threads."""
    ratio: float | None
    """Its wall time over ours in the same rounds: above 1, ours is faster."""
    installed: bool
    install: str
    """How to get it; empty for ours."""
    renders: str
    note: str = ""
    """Why it did not run."""


@dataclass(frozen=True, slots=True)
class BenchTable:
    """All rows, and what was rendered."""

    scene: str
    triangles: int
    size_px: int
    rounds: int
    views: int
    rows: tuple[BenchRow, ...]


@dataclass(slots=True)
class _Contestant:
    """Something to time: its name, the call, and the times so far in seconds."""

    name: str
    run: Callable[[Pose], object]
    wall_s: list[float]
    cpu_s: list[float]

    def time(self, pose: Pose) -> None:
        wall, cpu = time.perf_counter(), time.process_time()
        self.run(pose)
        self.wall_s.append(time.perf_counter() - wall)
        self.cpu_s.append(time.process_time() - cpu)

    @property
    def wall_ms(self) -> float:
        return 1e3 * statistics.median(self.wall_s)

    @property
    def cpu_ms(self) -> float:
        return 1e3 * statistics.median(self.cpu_s)


def run_bench(
    scene: CityScene, rounds: int = 5, size: int = 512, peers: Sequence[Peer] = PEERS, views: int = 4
) -> BenchTable:
    """Time us and every peer that runs here on `views` views of a scene, `rounds` times in turn."""
    if rounds < 1 or size < 1 or views < 1:
        raise InputError(f"rounds {rounds}, size {size} and views {views} must each be at least 1")
    camera = Camera.from_fov(size, size).pitched(math.radians(-15.0))
    renderer = Renderer(scene)
    poses = choose_views(scene, renderer, views)
    ours = _Contestant(OURS, lambda pose: renderer.render(pose, camera), [], [])
    many = _Contestant(PANORAMA, lambda pose: renderer.render_many(_around(pose), camera), [], [])
    singles = _Contestant(
        SINGLES, lambda pose: [renderer.render(turned, camera) for turned in _around(pose)], [], []
    )
    with contextlib.ExitStack() as stack:
        stack.callback(renderer.close)
        opened = {peer.name: _open(peer, scene, camera, stack) for peer in peers}
        rivals = {
            name: _Contestant(name, engine.render, [], [])
            for name, engine in opened.items()
            if not isinstance(engine, str)
        }
        _race([ours, *rivals.values(), many, singles], poses, rounds)
    rows = [BenchRow(OURS, ours.wall_ms, ours.cpu_ms, 1.0, True, "", _RENDERS)]
    for peer in peers:
        rows.append(_peer_row(peer, opened[peer.name], rivals.get(peer.name), ours))
    rows.append(BenchRow(PANORAMA, many.wall_ms, many.cpu_ms, None, True, "", _RENDERS))
    rows.append(BenchRow(SINGLES, singles.wall_ms, singles.cpu_ms, None, True, "", _RENDERS))
    return BenchTable(scene.name, len(scene.mesh), size, rounds, len(poses), tuple(rows))


def choose_views(scene: CityScene, renderer: Renderer, count: int) -> tuple[Pose, ...]:
    """Free poses spread over the scene at flying height, each looking along its own heading."""
    bounds = scene.bounds
    random = np.random.default_rng(0)
    poses: list[Pose] = []
    for _ in range(100 * count):
        x = bounds.x_min_m + (bounds.x_max_m - bounds.x_min_m) * random.uniform(0.2, 0.8)
        y = bounds.y_min_m + (bounds.y_max_m - bounds.y_min_m) * random.uniform(0.2, 0.8)
        z = min(max(40.0, bounds.z_min_m), bounds.z_max_m)
        pose = Pose(float(x), float(y), float(z), float(random.uniform(-math.pi, math.pi)))
        if not renderer.touches(pose.position, pose.position, 3.0) and not renderer.is_inside(pose.position):
            poses.append(pose)
        if len(poses) == count:
            return tuple(poses)
    raise InputError(f"scene {scene.name!r} has no room to fly at 40 m; give one with free air there")


def _around(pose: Pose) -> list[Pose]:
    """The eight headings of a panorama."""
    return [Pose(pose.x_m, pose.y_m, pose.z_m, pose.heading_rad + k * math.pi / 4) for k in range(8)]


def _race(contestants: Sequence[_Contestant], poses: Sequence[Pose], rounds: int) -> None:
    """Warm everyone up, then time all of them on each view in turn, starting with another one each time."""
    for contestant in contestants:
        contestant.run(poses[0])
    turn = 0
    for _ in range(rounds):
        for pose in poses:
            turn += 1
            for k in range(len(contestants)):
                contestants[(k + turn) % len(contestants)].time(pose)


def _open(peer: Peer, scene: CityScene, camera: Camera, stack: contextlib.ExitStack) -> PeerEngine | str:
    """The peer ready to render, or why it is not."""
    if not peer.is_installed:
        return "not installed"
    try:
        with _quiet():
            engine = peer.open(scene, camera)
    except Exception as error:  # a foreign engine may fail in any way; the table says how
        return f"{type(error).__name__}: {error}"
    stack.callback(engine.close)
    return engine


@contextlib.contextmanager
def _quiet() -> Iterator[None]:
    """Keep a peer's greetings out of our output."""
    with contextlib.redirect_stdout(io.StringIO()), contextlib.redirect_stderr(io.StringIO()):
        yield


def _peer_row(
    peer: Peer, opened: PeerEngine | str, contestant: _Contestant | None, ours: _Contestant
) -> BenchRow:
    if contestant is None:
        reason = opened if isinstance(opened, str) else ""
        return BenchRow(peer.name, None, None, None, peer.is_installed, peer.install, peer.renders, reason)
    ratio = statistics.median(
        theirs / mine for theirs, mine in zip(contestant.wall_s, ours.wall_s, strict=True)
    )
    return BenchRow(peer.name, contestant.wall_ms, contestant.cpu_ms, ratio, True, peer.install, peer.renders)
