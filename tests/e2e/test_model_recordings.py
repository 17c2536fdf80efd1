"""Flights with a real model that were kept fly again, event for event, from the model's recorded answers.

Numbers may differ in their last digits: processors round sums of thousands of products in ways of their own.
"""

from pathlib import Path
from typing import Any

import pytest

from airanchor.bench.results import RunFolder
from airanchor.bench.run import Conduct, RunOrder, fly_run, prepare_run
from airanchor.embedded.eyes.detector import EmbeddedDetector
from airanchor.perception.text import load_text_encoder
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
    if (seen_by := read_trace(recording).header.settings["detector"]) != EmbeddedDetector(
        load_text_encoder()
    ).name:
        pytest.skip(f"recorded with the eyes {seen_by}, whose anchors stand in the prompts")
    order = RunOrder(
        rows=("airanchor",),
        episodes="hard" if episode.startswith("hard") else "voices",
        subset=episode,
        profile=profile,
        reasoner=str(recording),
    )
    prepare_run(tmp_path / "run", order, conduct=Conduct(calls=True), command="", tell=lambda _words: None)
    fly_run(tmp_path / "run")
    repeated = RunFolder(tmp_path / "run")
    assert repeated.results("airanchor") == RunFolder(kept).results("airanchor")
    flown, was = read_trace(repeated.trace("airanchor", episode)), read_trace(recording)
    assert len(flown.events) == len(was.events)
    for again, before in zip(flown.events[1:], was.events[1:], strict=True):  # the header is of its time
        assert_alike(again.model_dump(), before.model_dump(), before.kind)


def assert_alike(value: Any, other: Any, where: str) -> None:
    """Equal in all words, and in numbers but for their last digits."""
    if isinstance(value, float) and isinstance(other, float):
        assert value == pytest.approx(other, abs=1e-3), where
    elif isinstance(value, dict) and isinstance(other, dict):
        assert value.keys() == other.keys(), where
        for name in value:
            assert_alike(value[name], other[name], f"{where}.{name}")
    elif isinstance(value, list | tuple) and isinstance(other, list | tuple):
        assert len(value) == len(other), where
        for place, (one, another) in enumerate(zip(value, other, strict=True)):
            assert_alike(one, another, f"{where}[{place}]")
    else:
        assert value == other, where
