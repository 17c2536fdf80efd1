"""Memories that are damaged, or made to be: no command dies on one, and a sound one stays sound."""

import json
import os
import shutil
import sqlite3
import subprocess
import sys
from collections.abc import Iterator
from contextlib import suppress
from pathlib import Path
from tempfile import TemporaryDirectory
from typing import Any

import numpy as np
import pytest

from airanchor.errors import MemoryFileError
from airanchor.memory.files.exchange import Document, dumps, to_json
from airanchor.memory.files.scene_file import SceneFile
from airanchor.memory.files.store import scene_path
from tests.airanchor.cli.command import Command
from tests.airanchor.memory.episodes import SCENE, commit_episode, open_store
from tests.hostile.endings import refused, run_hostile
from tests.hostile.mutation import as_text, damage, mutate, pick

NAME = scene_path(Path(), SCENE).name


@pytest.fixture(scope="module")
def sound(tmp_path_factory: pytest.TempPathFactory) -> Iterator[Path]:
    """A folder with one sound memory of three episodes, and its export."""
    folder = tmp_path_factory.mktemp("sound")
    with open_store(folder) as store:
        for number in range(3):
            commit_episode(store, number)
    file = SceneFile(folder / NAME)
    document = Document(file.scene, file.signature, file.config, file.load())
    (folder / "export.json").write_text(dumps(to_json(document)), "utf-8")
    file.close()
    yield folder


def _turn_cells(path: Path, rng: np.random.Generator) -> None:
    """Odd values in the tables themselves, which SQLite takes without a word."""
    connection = sqlite3.connect(path, isolation_level=None)
    connection.text_factory = lambda data: data.decode("utf-8", "replace")
    connection.execute("PRAGMA ignore_check_constraints = ON")
    rows = connection.execute("SELECT name, sql FROM sqlite_master WHERE type = 'table'").fetchall()
    tables = [name for name, sql in rows if sql and "VIRTUAL" not in sql.upper() and "rtree" not in name]
    for _ in range(int(rng.integers(1, 4))):
        table = tables[int(rng.integers(len(tables)))]
        columns = [row[1] for row in connection.execute(f'PRAGMA table_info("{table}")')]
        column = columns[int(rng.integers(len(columns)))]
        (count,) = connection.execute(f'SELECT count(*) FROM "{table}"').fetchone()
        place = int(rng.integers(count)) if count else 0
        query = f'SELECT "{columns[0]}", "{column}" FROM "{table}" LIMIT 1 OFFSET {place}'
        for key, value in connection.execute(query).fetchall():
            update = f'UPDATE "{table}" SET "{column}" = ? WHERE "{columns[0]}" IS ?'
            with suppress(sqlite3.Error, OverflowError, UnicodeError, ValueError):
                connection.execute(update, (_cell(value, rng), key))
    connection.close()


def _cell(value: Any, rng: np.random.Generator) -> Any:
    if isinstance(value, bytes):
        return damage(value, rng)
    if isinstance(value, str) and value[:1] in "[{":
        try:
            return as_text(mutate(json.loads(value), rng))
        except ValueError:
            return value
    odd = pick(rng)
    return as_text(odd) if isinstance(odd, list | dict) else odd


def spoil(sound: Path, folder: Path, rng: np.random.Generator) -> str:
    """A memory file or an export that is wrong somewhere; its name."""
    folder.mkdir()
    if rng.random() < 0.35:
        text = as_text(mutate(json.loads((sound / "export.json").read_text("utf-8")), rng)).encode()
        (folder / "m.json").write_bytes(damage(text, rng) if rng.random() < 0.3 else text)
        return "m.json"
    path = folder / "m.sqlite"
    shutil.copy(sound / NAME, path)
    if rng.random() < 0.6:
        _turn_cells(path, rng)
    else:
        path.write_bytes(damage(path.read_bytes(), rng))
    for beside in ("-wal", "-shm", ".lock", "-journal"):
        if rng.random() < 0.15:
            path.with_name(path.name + beside).write_bytes(rng.bytes(int(rng.choice([0, 40, 5_000]))))
    return "m.sqlite"


def use(command: Command, sound: Path, file: str) -> None:
    """Every command that reads a memory, and those that change it."""
    shutil.copy(sound / NAME, Path(file).parent / "good.sqlite")
    run_hostile(command, "memory", "stats", file)
    run_hostile(command, "memory", "show", file, "--size", "300", "--out", f"{file}.png")
    run_hostile(command, "memory", "explain", file, "O1")
    run_hostile(command, "memory", "export", file, "--format", "geojson", "--out", f"{file}.geojson")
    run_hostile(command, "memory", "import", file, "--root", f"{file}-root")
    run_hostile(command, "memory", "merge", str(Path(file).parent / "good.sqlite"), file)
    run_hostile(command, "memory", "forget", file, "O1", "--label", "tower")


@pytest.mark.parametrize("seed", range(2))
def test_spoilt_memories(command: Command, tmp_path: Path, sound: Path, seed: int) -> None:
    rng = np.random.default_rng(seed)
    for number in range(10):
        use(command, sound, f"{number}/{spoil(sound, tmp_path / str(number), rng)}")


@pytest.mark.slow
@pytest.mark.parametrize("seed", range(500, 504))
def test_many_spoilt_memories(command: Command, tmp_path: Path, sound: Path, seed: int) -> None:
    rng = np.random.default_rng(seed)
    for number in range(100):
        use(command, sound, f"{number}/{spoil(sound, tmp_path / str(number), rng)}")


def test_a_damaged_lock_says_what_to_do_and_harms_nothing(tmp_path: Path, sound: Path) -> None:
    path = tmp_path / NAME
    shutil.copy(sound / NAME, path)
    lock = path.with_name(NAME + ".lock")
    lock.write_bytes(b"not a database" * 100)
    with pytest.raises(MemoryFileError, match=r"delete .*\.lock"), open_store(tmp_path) as store:
        store.memory(SCENE)
    lock.unlink()
    with open_store(tmp_path) as store:
        assert store.episodes(SCENE) == ("e0", "e1", "e2")


@pytest.mark.parametrize("result", ["[1]", "{", "[" * 5_000, "9" * 5_000, b"\xff", 7])
def test_results_that_are_none_are_named(tmp_path: Path, sound: Path, result: Any) -> None:
    path = tmp_path / NAME
    shutil.copy(sound / NAME, path)
    with sqlite3.connect(path) as connection:
        connection.execute("UPDATE episodes SET result = ? WHERE episode_id = 'e1'", (result,))
    connection.close()
    file = SceneFile(path)
    assert file.result("e0") == {"number": 0}
    with pytest.raises(MemoryFileError, match="e1"):
        file.result("e1")
    file.close()


READ = """
import os, sys
from pathlib import Path
from airanchor.errors import AirAnchorError
from airanchor.memory.files.scene_file import SceneFile
if os.getuid() == 0:  # who may write everywhere
    os.setgid(65534)
    os.setuid(65534)
try:
    file = SceneFile(Path(sys.argv[1]))
    print(len(file.load()), *file.episodes())
except AirAnchorError as error:
    print("refused:", error)
"""


def _read_as_nobody(path: Path) -> str:
    """What a user who may write nothing there finds in a memory."""
    environment = {**os.environ, "PYTHONPATH": os.pathsep.join(filter(None, sys.path))}
    words = [sys.executable, "-c", READ, str(path)]
    done = subprocess.run(words, capture_output=True, text=True, check=False, env=environment)
    assert done.returncode == 0, done.stderr
    return done.stdout.strip()


@pytest.fixture
def fixed(sound: Path) -> Iterator[Path]:
    """A memory in a folder that all may read."""
    with TemporaryDirectory() as made:
        path = Path(made) / NAME
        shutil.copy(sound / NAME, path)
        path.chmod(0o444)
        path.parent.chmod(0o555)
        yield path
        path.parent.chmod(0o755)


def test_a_memory_in_a_folder_that_cannot_be_written_is_read(fixed: Path) -> None:
    assert _read_as_nobody(fixed).endswith(" e0 e1 e2")
    assert list(fixed.parent.iterdir()) == [fixed]


def test_episodes_that_are_only_in_the_log_are_not_left_out_silently(fixed: Path) -> None:
    fixed.parent.chmod(0o755)
    fixed.with_name(NAME + "-wal").write_bytes(b"what a killed run left")
    fixed.parent.chmod(0o555)
    assert "copy both files elsewhere" in _read_as_nobody(fixed)


def test_rows_beyond_their_size_are_not_read(command: Command, tmp_path: Path, sound: Path) -> None:
    shutil.copy(sound / NAME, tmp_path / "m.sqlite")
    with sqlite3.connect(tmp_path / "m.sqlite") as connection:
        connection.execute("UPDATE meta SET value = CAST(zeroblob(70000000) AS TEXT) WHERE key = 'config'")
    connection.close()
    assert "too big" in refused(command, "memory", "stats", "m.sqlite")
