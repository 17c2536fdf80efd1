"""Flights with a real model that were kept fly again, event for event, from the model's recorded answers."""

from pathlib import Path

import pytest

from airanchor.bench.results import RunFolder
from airanchor.bench.run import Conduct, RunOrder, fly_run, prepare_run
from airanchor.trace import read_trace
from tests.folders import ROOT

KEPT = ROOT / "docs" / "results" / "runs"
PROFILES = ("paper", "plus")
"""Folders of other names hold flights of earlier states of a profile, which fly again with those."""
RECORDINGS = sorted(path.parent for name in PROFILES for path in KEPT.glob(f"models*/{name}/*/run.json"))
NAMES = [f"{path.parent.name}/{path.name}" for path in RECORDINGS]
FEW = {"paper/val_seen-twin-bridges-004-v", "plus/val_seen-granite-heights-000-v"}
"""Flown again by every test run; the others by the long one."""
SOME = [
    pytest.param(path, id=name, marks=() if name in FEW else (pytest.mark.slow,))
    for path, name in zip(RECORDINGS, NAMES, strict=True)
]


def test_the_recordings_are_there() -> None:
    assert len(RECORDINGS) >= 24
    assert set(NAMES) >= FEW


@pytest.mark.parametrize("kept", SOME)
def test_a_kept_flight_flies_again(kept: Path, tmp_path: Path) -> None:
    profile, episode = kept.parent.name, kept.name
    recording = RunFolder(kept).trace("airanchor", episode)
    order = RunOrder(
        rows=("airanchor",),
        episodes="hard" if episode.startswith("hard") else "voices",
        subset=episode,
        profile=profile,
        reasoner=str(recording),
    )
    prepare_run(tmp_path / "run", order, conduct=Conduct(calls=True), command="", tell=lambda _words: None)
    fly_run(tmp_path / "run")
    again = RunFolder(tmp_path / "run")
    assert again.results("airanchor") == RunFolder(kept).results("airanchor")
    flown, was = read_trace(again.trace("airanchor", episode)), read_trace(recording)
    assert flown.events[1:] == was.events[1:]  # the header names the format and settings of its time
