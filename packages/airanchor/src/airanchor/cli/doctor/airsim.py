"""What flights in AirSim need, as `airanchor doctor --airsim` sees it: ports, Vulkan and scene builds."""

import ctypes.util
import os
import sys
from collections.abc import Sequence
from functools import partial
from pathlib import Path

from airanchor.bench.run.worlds.airsim import who_answers
from airanchor.bench.run.worlds.builds.folder import AERIALVLN_SCENES, BuildFolder, BuildOptions, open_folder
from airanchor.bench.run.worlds.builds.ports import is_free
from airanchor.cli.doctor.command import MachineFinding
from airanchor.errors import InputError
from aircity.airsim.address import PORT, AirSimAddress
from aircity.machine.loopback import LOOPBACK

_of_builds = partial(MachineFinding, serves="builds")
_LOADERS = {"win32": "vulkan-1.dll", "darwin": "libvulkan.dylib"}
_LOADER_FIX = "install the Vulkan loader: apt install libvulkan1"
_DRIVER_FIX = "install the graphics card's driver, or for software rendering: apt install mesa-vulkan-drivers"


def look_at_airsim(builds: Path | None) -> list[MachineFinding]:
    """Ports, Vulkan, and the builds of a folder; they are needed only where builds are to be started."""
    is_needed = builds is not None
    findings = [look_at_port(PORT, "AirSim's own port")]
    folder, found = look_at_builds(builds)
    options = BuildOptions() if folder is None else folder.options
    findings.append(look_at_port(options.first_port, "the first port of builds"))
    return [*findings, *look_at_vulkan(is_needed=is_needed), look_at_user(is_needed=is_needed), *found]


def look_at_port(port: int, what: str) -> MachineFinding:
    """Whether a port is free, and who answers there if not."""
    part = f"port {port}"
    if is_free(port):
        return MachineFinding(part, "ok", f"{what}: free, nobody answers there", needed=False)
    version = who_answers(AirSimAddress(LOOPBACK, port))
    if version is not None:
        detail = (
            f"{what}: an AirSim server answers, version {version}; fly there with airsim://{LOOPBACK}:{port}"
        )
        return MachineFinding(part, "ok", detail, needed=False)
    return MachineFinding(
        part,
        "broken",
        f"{what}: something listens that is no AirSim server",
        "end it, or use another port; builds take the next free one by themselves",
        needed=False,
    )


def look_at_vulkan(*, is_needed: bool) -> list[MachineFinding]:
    """Whether programs can find Vulkan, and Vulkan a driver."""
    name = _LOADERS.get(sys.platform, "libvulkan.so.1")
    loader = ctypes.util.find_library("vulkan") or ctypes.util.find_library("vulkan-1")
    drivers = driver_files()
    return [
        _of_builds("vulkan loader", "ok", loader, needed=is_needed)
        if loader
        else _of_builds(
            "vulkan loader", "missing", f"{name} is not found; builds draw with it", _LOADER_FIX, is_needed
        ),
        _of_builds("vulkan driver", "ok", ", ".join(path.name for path in drivers), needed=is_needed)
        if drivers
        else _of_builds(
            "vulkan driver", "missing", "no driver (ICD) is registered here", _DRIVER_FIX, is_needed
        ),
    ]


def driver_files() -> list[Path]:
    """The files by which drivers are registered with Vulkan's loader, in its order of search."""
    for variable in ("VK_DRIVER_FILES", "VK_ICD_FILENAMES"):
        if given := os.environ.get(variable):
            return [Path(one) for one in given.split(os.pathsep) if Path(one).is_file()]
    return sorted(file for place in _driver_folders() for file in place.glob("vulkan/icd.d/*.json"))


def _driver_folders() -> list[Path]:
    named = [os.environ.get(one, "") for one in ("XDG_CONFIG_HOME", "XDG_DATA_HOME")]
    shared = os.environ.get("XDG_DATA_DIRS", "").split(os.pathsep)
    usual = ["/etc/xdg", "/etc", "/usr/local/etc", "/usr/local/share", "/usr/share"]
    return [Path(one) for one in dict.fromkeys((*named, *shared, *usual)) if one]


def look_at_user(*, is_needed: bool) -> MachineFinding:
    """Whether this user may run builds: Unreal refuses the superuser."""
    if hasattr(os, "geteuid") and os.geteuid() == 0:
        detail, fix = "Unreal refuses to run as root", "start builds as another user"
        return _of_builds("user", "broken", detail, fix, is_needed)
    return _of_builds("user", "ok", "not root, as Unreal wants it", needed=is_needed)


def look_at_builds(root: Path | None) -> tuple[BuildFolder | None, list[MachineFinding]]:
    """Which scenes a folder has builds of, and which of AerialVLN's are missing."""
    if root is None:
        advice = "name their folder: airanchor doctor --airsim --builds FOLDER"
        return None, [_of_builds("builds", "missing", "no folder was given", advice, needed=False)]
    try:
        folder = open_folder(root)
    except InputError as error:
        advice = f"mend {root}, or name another folder of builds with --builds"
        return None, [_of_builds("builds", "broken", str(error), advice)]
    faults = _faults(folder)
    if faults:
        advice = f"mend {len(faults)} of the builds in {root}"
        return folder, [_of_builds("builds", "broken", faults[0], advice)]
    if not folder.found:
        detail = f"{root} has no build: neither env_2/LinuxNoEditor/AirVLN.sh and the like nor builds.toml"
        return folder, [_of_builds("builds", "missing", detail, f"unpack AerialVLN's simulators in {root}")]
    detail = f"{_listed(list(folder.found))} in {root}"
    lacking = [scene for scene in AERIALVLN_SCENES if scene not in folder.found]
    if lacking:
        detail += f"; of AerialVLN's 25 missing: {_listed(lacking)}"
    return folder, [_of_builds("builds", "ok", detail)]


def _faults(folder: BuildFolder) -> list[str]:
    found = []
    for scene in folder.found:
        try:
            folder.executable(scene)
        except InputError as error:
            found.append(str(error))
    return found


def _listed(scenes: Sequence[str]) -> str:
    return f"scene{'s' if len(scenes) > 1 else ''} {', '.join(scenes)}"
