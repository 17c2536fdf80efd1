"""A flight that is cut off: what it had written stays readable, and Ctrl-C ends it in order."""

import json
import os
import signal
import subprocess
import sys
import time
from collections.abc import Iterator
from contextlib import contextmanager
from pathlib import Path

import pytest

from airanchor.assembly import Stack, load_stack
from airanchor.config import load_settings
from airanchor.trace import EndEvent, ReflectionEvent, StopEvent, read_trace
from airanchor.viewer.page import build_page

SCENE = "practice-square"
SHORT = "Fly past the church."
LONG = "Fly to the church, then to the pink hotel, then to the triumphal arch, then to the fountain."
START = "150,95,30,270"
PATIENCE_S = 240.0

pytestmark = pytest.mark.xdist_group(SCENE)


@pytest.fixture(scope="module")
def stack() -> Stack:
    return load_stack(load_settings("embedded"))


def command(instruction: str, folder: Path, out: str = "flight") -> list[str]:
    return [
        *(sys.executable, "-m", "airanchor", "fly", instruction, "--scene", SCENE, "--start", START),
        *("--perception", "oracle"),  # that something is remembered must not hang on how well it is seen
        *("--out", str(folder / out), "--memory", str(folder / "memory")),
    ]


def reflections(folder: Path) -> int:
    """How many decisions the flight has written down."""
    events = folder / "flight" / "trace" / "events.jsonl"
    return events.read_text(encoding="utf-8").count('"kind":"reflection"') if events.exists() else 0


@contextmanager
def in_the_air(folder: Path) -> Iterator["subprocess.Popen[str]"]:
    """A flight of its own process that has taken two decisions and is taking more."""
    process = subprocess.Popen(
        command(LONG, folder), stdout=subprocess.PIPE, stderr=subprocess.STDOUT, text=True
    )
    try:
        deadline = time.monotonic() + PATIENCE_S
        while reflections(folder) < 2 and process.poll() is None and time.monotonic() < deadline:
            time.sleep(0.02)
        assert process.poll() is None, process.communicate()[0]
        assert reflections(folder) >= 2, f"no decision within {PATIENCE_S} s"
        yield process
    finally:
        process.kill()
        process.communicate()


def committed(stack: Stack, folder: Path) -> tuple[tuple[str, ...], int]:
    """The episodes of the memory and how many things it knows; opening it takes the writer's lock."""
    with stack.memory_store(folder / "memory") as store:
        return store.episodes(SCENE), len(store.memory(SCENE).register.instances)


@pytest.fixture(scope="module")
def killed(tmp_path_factory: pytest.TempPathFactory) -> Path:
    """A folder with a flight that ended well and, with the same memory, one that was killed."""
    folder = tmp_path_factory.mktemp("killed")
    first = command(SHORT, folder, out="first")
    subprocess.run(first, check=True, capture_output=True, timeout=PATIENCE_S)
    with in_the_air(folder) as process:
        process.send_signal(signal.SIGKILL)
        process.wait(PATIENCE_S)
    return folder


@pytest.mark.skipif(os.name != "posix", reason="SIGKILL is a POSIX signal")
def test_a_killed_flight_is_readable_up_to_the_kill(killed: Path) -> None:
    trace = read_trace(killed / "flight" / "trace")
    assert sum(isinstance(event, ReflectionEvent) for event in trace.events) >= 2
    assert not any(isinstance(event, EndEvent) for event in trace.events)
    assert not (killed / "flight" / "summary.json").exists()
    assert LONG in build_page(trace)


@pytest.mark.skipif(os.name != "posix", reason="SIGKILL is a POSIX signal")
def test_a_killed_flight_leaves_the_memory_of_earlier_flights(killed: Path, stack: Stack) -> None:
    episodes, things = committed(stack, killed)
    assert episodes == ("flight-1",)
    assert things > 0


@pytest.mark.skipif(os.name != "posix", reason="Ctrl-C of another process is a POSIX signal")
def test_ctrl_c_ends_with_stop_and_keeps_everything(tmp_path: Path, stack: Stack) -> None:
    with in_the_air(tmp_path) as process:
        process.send_signal(signal.SIGINT)
        said, _ = process.communicate(timeout=PATIENCE_S)
    assert process.returncode == 130, said
    assert "Traceback" not in said
    trace = read_trace(tmp_path / "flight" / "trace")
    (end,) = (event for event in trace.events if isinstance(event, EndEvent))
    assert sum(isinstance(event, StopEvent) for event in trace.events) == 1
    assert end.ending == "interrupted"
    summary = json.loads((tmp_path / "flight" / "summary.json").read_text(encoding="utf-8"))
    assert summary["ending"] == "interrupted"
    assert summary["iterations"] >= 2
    assert LONG in (tmp_path / "flight" / "replay.html").read_text(encoding="utf-8")
    episodes, things = committed(stack, tmp_path)
    assert episodes == ("flight-1",)
    assert things > 0
