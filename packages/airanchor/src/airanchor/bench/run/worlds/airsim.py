"""Worlds in AirSim: builds that are started scene by scene from a folder, or one that runs already."""

from collections.abc import Sequence
from contextlib import suppress
from dataclasses import dataclass, field, replace
from pathlib import Path

from airanchor.bench.run.order import RunOrder
from airanchor.bench.run.worlds.builds.folder import BuildFolder, open_folder
from airanchor.bench.run.worlds.builds.process import BuildProcess, start_build
from airanchor.bench.run.worlds.builds.settings_file import Rig
from airanchor.bench.run.worlds.own import check_untold
from airanchor.errors import AirAnchorError, InputError, SimulatorError
from aircity.airsim.address import AirSimAddress
from aircity.airsim.config import AirSimConfig
from aircity.airsim.rpc import CallRefused, RpcConnection
from aircity.airsim.wire import MessageStream
from aircity.airsim.world import AirSimWorld, open_airsim
from aircity.geometry import Camera
from aircity.machine.folders import tell
from aircity.machine.loopback import LOOPBACK
from aircity.world import Simulator

_PROBE_S = 2.0
_LEAST_BYTES = 1024
CAMERA_OFFSET_M = 0.5
"""How far ahead of the drone AerialVLN's camera sits."""


@dataclass(frozen=True, slots=True, eq=False)
class OpenBuild:
    """A scene in a build; its flights, one after the other, share one connection."""

    connection: AirSimWorld
    process: BuildProcess | None = None
    """The build itself, where we started it."""

    @property
    def city(self) -> None:
        """Nobody here knows what stands in the scene."""
        return None

    def world(self) -> Simulator:
        """The one drone of the build."""
        return self.connection

    def fault(self) -> str | None:
        """Why the build ended by itself, if we started it and it did."""
        return None if self.process is None else self.process.fault()

    def close(self) -> None:
        """Hang up, and end the build if it is ours."""
        with suppress(AirAnchorError, OSError):
            self.connection.close()
        if self.process is not None:
            self.process.stop()


@dataclass(frozen=True, slots=True)
class AirSimBuilds:
    """Starts the build of each scene from a folder, on a port of its own, and ends it after its pieces."""

    folder: Path
    config: AirSimConfig = field(default_factory=AirSimConfig)

    def check(self, order: RunOrder, scenes: Sequence[str]) -> None:
        """Raise unless every scene has a build that may be started, and the order can be flown in one."""
        _check_order(order)
        builds = open_folder(self.folder)
        for scene in scenes:
            builds.executable(scene)
            builds.is_coarse(scene)

    def check_jobs(self, jobs: int) -> None:
        """Any number: every piece has a process and a port of its own."""

    def open(self, scene_id: str, threads: int | None) -> OpenBuild:
        """Start the build, wait until it answers, and connect."""
        builds = open_folder(self.folder)
        config = _config(builds, scene_id, self.config)
        process = start_build(builds, scene_id, Rig(camera(), config.vehicle, config.camera))
        tell(f"scene {scene_id}: its build starts on port {process.port.number}")
        try:
            process.wait(answers, builds.options.start_s)
            tell(f"scene {scene_id}: its build answers")
            return OpenBuild(
                AirSimWorld(LOOPBACK, process.port.number, scene_id=scene_id, config=config), process
            )
        except BaseException:
            process.stop()
            raise


@dataclass(frozen=True, slots=True)
class RunningBuild:
    """One build that somebody else started: one scene, one drone."""

    address: str
    config: AirSimConfig = field(default_factory=AirSimConfig)

    def check(self, order: RunOrder, scenes: Sequence[str]) -> None:
        """Raise unless all episodes are of one scene, and the order can be flown in a build."""
        _check_order(order)
        AirSimAddress.parse(self.address)
        if len(scenes) > 1:
            raise InputError(
                f"the episodes are of scenes {', '.join(scenes)}, but {self.address} is one build with one "
                f"scene; choose the one that it shows, as in --scenes {scenes[0]}"
            )

    def check_jobs(self, jobs: int) -> None:
        """One at a time: the build has one drone."""
        if jobs > 1:
            raise InputError(
                f"{self.address} has one drone, so that {jobs} pieces cannot fly at a time; leave --jobs and "
                "--ray out, or give --builds FOLDER, and each piece starts its own"
            )

    def open(self, scene_id: str, threads: int | None) -> OpenBuild:
        """Connect."""
        return OpenBuild(open_airsim(self.address, scene_id=scene_id, config=self.config))


def camera() -> Camera:
    """What builds are told to see with."""
    return replace(Camera.from_fov(), forward_offset_m=CAMERA_OFFSET_M)


def _config(builds: BuildFolder, scene_id: str, base: AirSimConfig) -> AirSimConfig:
    """The settings for a build that has just begun, and for the depth that its scene offers."""
    begun = replace(base, warm_up_s=max(base.warm_up_s, builds.options.warm_up_s))
    return replace(begun, depth="vis", allow_coarse_depth=True) if builds.is_coarse(scene_id) else begun


def _check_order(order: RunOrder) -> None:
    """What needs the truth of a city cannot be flown in a build; nor can anything without AirSim's wire."""
    MessageStream(_LEAST_BYTES)
    check_untold(order)


def answers(port: int) -> bool:
    """Whether an AirSim server answers on a port of this machine."""
    return who_answers(AirSimAddress(LOOPBACK, port)) is not None


def who_answers(address: AirSimAddress) -> int | None:
    """The version of the AirSim server at an address; None where there is none."""
    try:
        line = RpcConnection(address, connect_timeout_s=_PROBE_S, call_timeout_s=_PROBE_S)
    except SimulatorError:
        return None
    try:
        line.call("ping")
        return _version(line)
    except SimulatorError:
        return None
    finally:
        line.close()


def _version(line: RpcConnection) -> int:
    """What the server says; the oldest where it does not say."""
    try:
        return int(line.call("getServerVersion"))
    except (CallRefused, TypeError, ValueError):
        return 1
