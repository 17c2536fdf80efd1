"""Programs that stand in for scene builds: they are started as those are, and take the same flags."""

import os
import sys
import textwrap
import time
from collections.abc import Callable
from pathlib import Path

PATIENCE_S = 60.0

LISTENS = """
import json, pathlib, socket, sys, time
settings = json.loads(pathlib.Path(sys.argv[sys.argv.index("--settings") + 1]).read_text())
with socket.create_server(("127.0.0.1", settings["ApiServerPort"])) as server:
    print("Drone_1 is there", flush=True)
    time.sleep(600)
"""
"""Opens its port and says nothing on it."""

DIES = """
import sys
print("loading", flush=True)
print("no Vulkan driver found", file=sys.stderr)
sys.exit(3)
"""

HANGS = """
import signal, time
signal.signal(signal.SIGTERM, signal.SIG_IGN)
print("shader 1 of 9000", flush=True)
time.sleep(600)
"""
"""Never answers, and does not end when it is asked to."""

BABBLES = r"""
import os
while True:
    os.write(1, b"\x1b[31m\x00\xff\xfe" * 20_000 + b"\nstill here\n")
"""

HAS_CHILD = """
import pathlib, subprocess, sys, time
child = subprocess.Popen([sys.executable, "-c", "import time; time.sleep(600)"])
pathlib.Path("child.pid").write_text(str(child.pid))
print("child", child.pid, flush=True)
time.sleep(600)
"""
"""As a build's script is: the simulator is its child."""


_SERVES = """
import json, os, pathlib, sys, threading, time
sys.path[:0] = {path!r}
here = pathlib.Path(sys.argv[0]).parent
settings = json.loads(pathlib.Path(sys.argv[sys.argv.index("--settings") + 1]).read_text())
port = settings["ApiServerPort"]
size_px = settings["Vehicles"]["Drone_1"]["Cameras"]["front_0"]["CaptureSettings"][0]["Width"]
with (here / "started.txt").open("a") as file:
    file.write(f"{{port}}\\n")
{before}
from airanchor.cli.app import main
camera = f"front_0:{{size_px}}"
sys.argv = ["airanchor", "sim", "serve", "--scene", {city!r}, "--port", str(port), "--camera", camera]
main()
"""


def serving(city: str, before: str = "") -> str:
    """A build that shows one of our cities; `before` is done first."""
    return _SERVES.format(path=[one for one in sys.path if one], city=city, before=textwrap.dedent(before))


def meeting(folder: Path, count: int) -> str:
    """Goes on only when so many builds of a folder run side by side."""
    return f"""
    while len(list(pathlib.Path({str(folder)!r}).glob("**/started.txt"))) < {count}:
        time.sleep(0.05)
    """


def dying_once(file: Path) -> str:
    """Ends by itself as soon as a file has a line, the first time."""
    return f"""
    def die():
        watched, mark = pathlib.Path({str(file)!r}), here / "died.txt"
        while not mark.exists():
            if watched.is_file() and watched.stat().st_size:
                mark.write_text("once")
                print("Segmentation fault in RHIThread", flush=True)
                os._exit(9)
            time.sleep(0.02)
    threading.Thread(target=die, daemon=True).start()
    """


def ports_of(build: Path) -> list[int]:
    """The ports that a serving build was started on, one per start."""
    file = build.parent / "started.txt"
    return [int(line) for line in file.read_text().split()] if file.is_file() else []


def add_build(folder: Path, scene: str, program: str) -> Path:
    """Put a build where AerialVLN's archive of a scene unpacks to."""
    return write_program(folder / f"env_{scene}" / "LinuxNoEditor" / "AirVLN.sh", program)


def write_program(file: Path, program: str) -> Path:
    """A Python program that can be started by its name."""
    file.parent.mkdir(parents=True, exist_ok=True)
    file.write_text(f"#!{sys.executable}\n{textwrap.dedent(program)}", encoding="utf-8")
    file.chmod(0o755)
    return file


def is_alive(pid: int) -> bool:
    """Whether a process runs; one that has ended and was not collected does not."""
    try:
        return Path(f"/proc/{pid}/stat").read_text().rpartition(")")[2].split()[0] != "Z"
    except OSError:
        return False


def wait_for(what: Callable[[], object]) -> None:
    """Until it is so; the test fails where that takes unreasonably long."""
    deadline_s = time.monotonic() + PATIENCE_S
    while not what():
        assert time.monotonic() < deadline_s, "it never came to be"
        time.sleep(0.05)


def started_from(folder: Path) -> list[int]:
    """The processes whose command names something in a folder."""
    found = []
    for entry in Path("/proc").iterdir():
        if entry.name.isdigit() and int(entry.name) != os.getpid():
            try:
                words = (entry / "cmdline").read_bytes().split(b"\0")
            except OSError:
                continue
            if any(word.startswith(os.fsencode(folder)) for word in words) and is_alive(int(entry.name)):
                found.append(int(entry.name))
    return found
