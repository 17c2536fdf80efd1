"""A build as a process: started with settings and a port of its own, waited for, and ended whole."""

import os
import subprocess
import sys
import tempfile
import time
from collections.abc import Callable
from dataclasses import dataclass
from pathlib import Path

from airanchor.bench.run.worlds.builds import watch
from airanchor.bench.run.worlds.builds.folder import BuildFolder, BuildOptions
from airanchor.bench.run.worlds.builds.ports import HeldPort, hold_port
from airanchor.bench.run.worlds.builds.settings_file import Rig, write_settings
from airanchor.errors import InputError, SimulatorError
from aircity.machine import interruption

CAN_START = hasattr(os, "killpg")
LAST_LINES = 12
_LONGEST_LINE = 200
_LOOK_S = 0.2
_PASSED_ON = ("PATH", "HOME", "USER", "LOGNAME", "LANG", "DISPLAY", "XAUTHORITY", "TMPDIR", "LD_LIBRARY_PATH")
_PASSED_ON_KINDS = ("LC_", "XDG_", "VK_", "CUDA_", "NVIDIA_", "WAYLAND_", "__GL", "__NV", "__EGL", "MESA_")
"""All that a build sees of the environment: it is another's program, and keys of models are none of its."""


@dataclass(frozen=True, slots=True, eq=False)
class BuildProcess:
    """A build that runs until `stop`, or until this process ends in whatever way."""

    scene_id: str
    port: HeldPort
    _folder: "tempfile.TemporaryDirectory[str]"
    _watcher: "subprocess.Popen[bytes]"
    _stop_s: float

    def wait(self, answers: Callable[[int], bool], start_s: float) -> None:
        """Until it answers on its port; SimulatorError where it ends before, or takes too long."""
        deadline_s = time.monotonic() + start_s
        while not answers(self.port.number):
            if (fault := self.fault()) is not None:
                raise SimulatorError(fault)
            if time.monotonic() > deadline_s:
                raise SimulatorError(
                    f"the build of scene {self.scene_id} did not answer on port {self.port.number} within "
                    f"{start_s:g} s; grant more with start_s in builds.toml. {self.last_words()}"
                )
            interruption.sleep(_LOOK_S)

    def fault(self) -> str | None:
        """How the build has ended by itself, in words; None where it runs."""
        code = self._watcher.poll()
        if code is None:
            return None
        return (
            f"the build of scene {self.scene_id} ended by itself with exit code {code}; airanchor doctor "
            f"--airsim looks for what a build needs. {self.last_words()}"
        )

    def last_words(self) -> str:
        """The end of what the build has printed."""
        try:
            text = (Path(self._folder.name) / watch.OUTPUT).read_bytes().decode("utf-8", "replace")
        except OSError:
            text = ""
        shown = ("".join(one if one.isprintable() else " " for one in line) for line in text.splitlines())
        lines = [f"  {line.strip()[:_LONGEST_LINE]}" for line in shown if line.strip()]
        return "\n".join(["It printed at last:", *lines[-LAST_LINES:]]) if lines else "It printed nothing"

    def stop(self) -> None:
        """Ask it to end, then make it; nothing of it is left."""
        assert self._watcher.stdin is not None
        self._watcher.stdin.close()
        try:
            self._watcher.wait(self._stop_s + 5.0)
        except subprocess.TimeoutExpired:
            self._watcher.kill()
            self._watcher.wait()
        self.port.release()
        self._folder.cleanup()


def start_build(folder: BuildFolder, scene_id: str, rig: Rig) -> BuildProcess:
    """Start the build of a scene; it does not answer yet."""
    if not CAN_START:
        raise InputError(
            "builds cannot be started on this system; start one yourself and give --world airsim://HOST:PORT"
        )
    executable, options = folder.executable(scene_id), folder.options
    port = hold_port(options.first_port)
    place = tempfile.TemporaryDirectory(prefix="airanchor-build-", ignore_cleanup_errors=True)
    try:
        settings = Path(place.name) / "settings.json"
        write_settings(settings, port.number, rig)
        watcher = subprocess.Popen(
            [
                *(sys.executable, "-I", "-S", watch.__file__, str(options.stop_s), place.name),
                *(str(executable), *build_flags(options, port.number, settings)),
            ],
            stdin=subprocess.PIPE,
            stdout=subprocess.DEVNULL,
            stderr=subprocess.DEVNULL,
            env=_environment(),
            start_new_session=True,  # Ctrl-C at the terminal is not for it
        )
    except BaseException:
        port.release()
        place.cleanup()
        raise
    return BuildProcess(scene_id, port, place, watcher, options.stop_s)


def build_flags(options: BuildOptions, port: int, settings: Path) -> list[str]:
    """What AerialVLN gives its builds: no window, no sound, an adapter, and where the settings are."""
    adapter = options.adapters[(port - options.first_port) % len(options.adapters)]
    flags = ["-RenderOffscreen", "-NoSound", "-NoVSync", f"-GraphicsAdapter={adapter}"]
    if options.settings_flag == "-settings=":
        return [*flags, f"-settings={settings}"]
    return [*flags, "--settings", str(settings)]  # last: the plugin takes the rest of the line for the path


def _environment() -> dict[str, str]:
    return {
        name: value
        for name, value in os.environ.items()
        if name in _PASSED_ON or name.startswith(_PASSED_ON_KINDS)
    }
