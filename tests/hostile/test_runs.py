"""Runs with damaged files: resuming, tables, checks and diagnoses say what is wrong, and lose nothing."""

import shutil
from collections.abc import Iterator
from pathlib import Path

import numpy as np
import pytest

from tests.airanchor.bench.run.town import keep_towns, town_episodes, write_towns
from tests.airanchor.cli.command import Command
from tests.hostile.endings import run_hostile
from tests.hostile.mutation import damage

WORDS = ("bench", "run", "--agent", "random", "--episodes", "towns.json", "--out", "run")
COMMANDS = (
    ("bench", "table", "run"),
    ("bench", "verify", "run"),
    ("bench", "diagnose", "run"),
    ("bench", "collect", "run"),
    WORDS,
)


@pytest.fixture
def flown(command: Command, tmp_path: Path) -> Iterator[Path]:
    """Two short flights of a run, and the towns they are flown in."""
    keep_towns()
    write_towns(tmp_path / "towns.json", town_episodes(1))
    outcome = command(*WORDS)
    assert outcome.code == 0, outcome.err
    shutil.copytree(tmp_path / "run", tmp_path / "kept")
    yield tmp_path / "run"


def spoil(run: Path, rng: np.random.Generator) -> Path:
    """One file of the run turned, emptied, gone, or a folder; which."""
    shutil.rmtree(run)
    shutil.copytree(run.with_name("kept"), run)
    files = sorted(path for path in run.rglob("*") if path.is_file() and path.parent.name != "images")
    path = files[int(rng.integers(len(files)))]
    match int(rng.integers(6)):
        case 0:
            path.write_bytes(b"")
        case 1:
            path.write_bytes(rng.bytes(2_000))
        case 2:
            path.unlink()
        case 3:
            path.unlink()
            path.mkdir()
        case _:
            path.write_bytes(damage(path.read_bytes(), rng))
    return path


def use(command: Command, run: Path, rng: np.random.Generator) -> None:
    """Every command on a spoilt run; what was not spoilt stays as it was."""
    path = spoil(run, rng)
    other = {one: one.read_bytes() for one in run.rglob("*.memory.sqlite") if one.is_file() and one != path}
    for words in COMMANDS:
        run_hostile(command, *words)
    assert all(one.read_bytes() == data for one, data in other.items()), path


def test_spoilt_runs(command: Command, flown: Path) -> None:
    rng = np.random.default_rng(0)
    for _ in range(6):
        use(command, flown, rng)


@pytest.mark.slow
def test_many_spoilt_runs(command: Command, flown: Path) -> None:
    rng = np.random.default_rng(600)
    for _ in range(100):
        use(command, flown, rng)


@pytest.mark.parametrize("name", ["town-a.memory.sqlite", "town-a.memory.sqlite.lock"])
@pytest.mark.parametrize("data", [b"", b"not a database" * 400])
def test_a_damaged_memory_or_lock_is_named(command: Command, flown: Path, name: str, data: bytes) -> None:
    (path,) = flown.rglob(name)
    path.write_bytes(data)
    for words in COMMANDS:
        run_hostile(command, *words)
    if data:
        (flown / "rows" / "random" / "results.jsonl").unlink()
        outcome = run_hostile(command, *WORDS)
        assert outcome.code in (1, 2) and name.removesuffix(".lock") in outcome.err
