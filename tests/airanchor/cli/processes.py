"""Commands as processes of their own, to interrupt, kill and starve."""

import os
import signal
import subprocess
import sys
import time
from collections.abc import Callable
from pathlib import Path

import airanchor as airanchor_package
import aircity as aircity_package

PATIENCE_S = 300.0
_SOURCES = [str(Path(package.__file__).parents[1]) for package in (airanchor_package, aircity_package)]
ENVIRONMENT = {**os.environ, "PYTHONPATH": os.pathsep.join(_SOURCES)}
"""The packages that are tested, from whatever folder."""
SHORT = ("--scene", "practice-square", "--start", "-65,-187,28,29", "--set", "agent.iterations=1")


def airanchor(*words: str) -> list[str]:
    """The command line of a command."""
    return [sys.executable, "-m", "airanchor", *words]


def started(*words: str, **changed: str) -> "subprocess.Popen[str]":
    """A command that runs beside the test, with changes of its environment."""
    environment = {**ENVIRONMENT, **changed}
    return subprocess.Popen(
        airanchor(*words), stdout=subprocess.PIPE, stderr=subprocess.PIPE, text=True, env=environment
    )


def interrupted(process: "subprocess.Popen[str]", when: Callable[[], bool]) -> tuple[int, str]:
    """Press Ctrl-C as soon as something is the case; the code, and what was said on stderr."""
    ends_s = time.monotonic() + PATIENCE_S
    while not when() and process.poll() is None and time.monotonic() < ends_s:
        time.sleep(0.02)
    process.send_signal(signal.SIGINT)
    _, err = process.communicate(timeout=PATIENCE_S)
    return process.returncode, err


def events_of(out: Path) -> str:
    """What the flight in a folder has recorded so far."""
    file = out / "trace" / "events.jsonl"
    return file.read_text(encoding="utf-8") if file.exists() else ""
