"""Recordings that are damaged, or made to be: shown as far as they are sound, or refused in one line."""

import io
import json
from collections.abc import Iterator
from pathlib import Path

import numpy as np
import pytest
from PIL import Image

from airanchor.errors import TraceError
from airanchor.trace import read_trace
from airanchor.trace.depth_codec import MAX_PIXELS
from airanchor.trace.images import ImageStore
from airanchor.trace.reader import MOST_DEPTH
from tests.airanchor.cli.command import Command
from tests.airanchor.viewer.traces import fly
from tests.hostile.endings import run_hostile
from tests.hostile.mutation import as_text, damage, mutate


@pytest.fixture(scope="module")
def sound(tmp_path_factory: pytest.TempPathFactory) -> Iterator[dict[str, bytes]]:
    """The files of a recording with every kind of event."""
    folder = tmp_path_factory.mktemp("sound") / "trace"
    fly(folder, decisions=3)
    yield {str(path.relative_to(folder)): path.read_bytes() for path in folder.rglob("*") if path.is_file()}


def spoilt_trace(files: dict[str, bytes], folder: Path, rng: np.random.Generator) -> None:
    """The recording with some of its lines and files turned."""
    changed = dict(files)
    names = sorted(changed)
    if rng.random() < 0.7:
        lines = changed["events.jsonl"].splitlines()
        for at in rng.integers(len(lines), size=int(rng.integers(1, 4))):
            lines[at] = as_text(mutate(json.loads(lines[at]), rng)).encode()
        changed["events.jsonl"] = b"\n".join(lines) + b"\n"
    if rng.random() < 0.5:
        name = names[int(rng.integers(len(names)))]
        changed[name] = damage(changed[name], rng)
    if rng.random() < 0.2:
        del changed[names[int(rng.integers(len(names)))]]
    for name, data in changed.items():
        (folder / name).parent.mkdir(parents=True, exist_ok=True)
        (folder / name).write_bytes(data)


def look(command: Command, name: str) -> None:
    """Every command that shows a recording."""
    run_hostile(command, "view", name, "--no-open", "--out", f"{name}.html")
    run_hostile(command, "figure", "case", name, "--out", f"{name}.svg")
    run_hostile(command, "figure", "strip", name, "--out", f"{name}.png")


@pytest.mark.parametrize("seed", range(2))
def test_spoilt_traces(command: Command, tmp_path: Path, sound: dict[str, bytes], seed: int) -> None:
    rng = np.random.default_rng(seed)
    for number in range(8):
        spoilt_trace(sound, tmp_path / f"trace-{number}", rng)
        look(command, f"trace-{number}")


@pytest.mark.slow
@pytest.mark.parametrize("seed", range(400, 404))
def test_many_spoilt_traces(command: Command, tmp_path: Path, sound: dict[str, bytes], seed: int) -> None:
    rng = np.random.default_rng(seed)
    for number in range(120):
        spoilt_trace(sound, tmp_path / f"trace-{number}", rng)
        look(command, f"trace-{number}")


def test_nesting_without_end_is_no_event(tmp_path: Path, sound: dict[str, bytes]) -> None:
    header = sound["events.jsonl"].split(b"\n")[0]
    for depth in (MOST_DEPTH + 1, 50_000):
        folder = tmp_path / str(depth)
        folder.mkdir()
        event = b'{"kind": "note", "text": "", "data": ' + b"[" * depth + b"]" * depth + b"}"
        (folder / "events.jsonl").write_bytes(header + b"\n" + event + b"\n")
        with pytest.raises(TraceError, match="line 2"):
            read_trace(folder)


def test_a_small_picture_of_endless_size_is_not_unpacked(tmp_path: Path) -> None:
    store = ImageStore(tmp_path)
    buffer = io.BytesIO()
    Image.new("1", (MAX_PIXELS // 4096 + 1, 4096)).save(buffer, "PNG")
    digest = "0" * 64
    (tmp_path / f"{digest}.png").write_bytes(buffer.getvalue())
    with pytest.raises(TraceError, match=f"more than the {MAX_PIXELS}"):
        store.rgb(digest)


@pytest.mark.parametrize("line", ['{"kind": "%s"}', '{"kind": "header", "version": "%s"}'])
def test_what_is_quoted_of_a_trace_is_short(tmp_path: Path, sound: dict[str, bytes], line: str) -> None:
    header = b"" if "header" in line else sound["events.jsonl"].split(b"\n")[0] + b"\n"
    (tmp_path / "events.jsonl").write_bytes(header + (line % ("A" * 5_000)).encode() + b"\n")
    with pytest.raises(TraceError) as raised:
        read_trace(tmp_path)
    assert len(str(raised.value)) < 1_000
