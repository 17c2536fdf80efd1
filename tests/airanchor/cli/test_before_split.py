"""A trace, a memory and a run that were written before the house became two packages can still be opened.

`tests/data/before_split` was written by version 0.1.0 at 7b452a7, with a camera of 64 px for the flight:
`fly "Fly forward 30 metres, then turn right." --scene trial-green --seed 1 --set agent.iterations=3`,
`fly "Climb 20 metres and stop next to the silver water tower." --scene trial-green --memory memory`, and
`bench run --split mini --subset 2 --profile paper --set agent.iterations=2`.
"""

import shutil
from pathlib import Path

import pytest

from airanchor.trace import MissionEvent, StopEvent, ViewEvent, read_trace
from airanchor.viewer.page import build_page
from tests.airanchor.cli.command import Command
from tests.folders import OWN_DATA

KEPT = OWN_DATA / "before_split"
ORDER = ("--split", "mini", "--subset", "2", "--profile", "paper", "--set", "agent.iterations=2")


@pytest.fixture
def kept(tmp_path: Path) -> Path:
    """A copy, so that nothing that a command leaves behind gets into the data."""
    return Path(shutil.copytree(KEPT, tmp_path / "kept"))


def test_the_trace_is_read_whole(kept: Path) -> None:
    trace = read_trace(kept / "flight" / "trace")
    assert (len(trace.events), trace.truncated, trace.header.version) == (57, False, "1.2")
    (mission,) = (event for event in trace.events if isinstance(event, MissionEvent))
    assert mission.instruction == "Fly forward 30 metres, then turn right."
    views = [event for event in trace.events if isinstance(event, ViewEvent)]
    assert len(views) == 11
    assert all(trace.picture(view.rgb) is not None for view in views)
    assert sum(isinstance(event, StopEvent) for event in trace.events) == 1


def test_the_replay_page_shows_the_flight(kept: Path) -> None:
    page = build_page(read_trace(kept / "flight" / "trace"))
    assert "Fly forward 30 metres, then turn right." in page
    assert page.count("data:image/jpeg;base64,") >= 11


def test_the_memory_is_shown_and_explained(command: Command, kept: Path) -> None:
    memory = str(kept / "trial-green.memory.sqlite")
    shown = command("memory", "show", memory, "--out", str(kept / "map.png"))
    assert shown.code == 0 and "trial-green: 1 instances" in shown.out
    explained = command("memory", "explain", memory, "O1")
    assert explained.code == 0
    assert "O1 is of type T1 (water tower): silver." in explained.out
    assert "Seen 3 times: first in episode flight-1, step 1" in explained.out


def test_the_run_is_verified_and_tabulated(command: Command, kept: Path) -> None:
    verified = command("bench", "verify", str(kept / "run"))
    assert verified.code == 0, verified.err
    assert "2 of 2 episodes, 2 traces, 2 memories" in verified.out and "all agree" in verified.out
    table = command("bench", "table", str(kept / "run"))
    assert table.code == 0
    assert "121.5" in table.out and "134.3" in table.out


def test_the_run_is_finished_or_names_the_setting_that_has_changed(command: Command, kept: Path) -> None:
    """Settings decide results, so a run whose settings read otherwise now is refused, never flown on."""
    results = kept / "run" / "rows" / "airanchor" / "results.jsonl"
    before = results.read_bytes()
    asked = command("bench", "run", *ORDER, "--out", str(kept / "run"))
    if asked.code == 0:
        assert "2/2 episodes" in asked.err
    else:
        assert asked.code == 2
        assert "was started with settings.airanchor." in asked.err
        assert "Give the same as before to go on, or another --out" in asked.err
    assert results.read_bytes() == before
