"""One scene's memory in one SQLite file: a transaction per episode, many readers, one writer."""

import json
import os
import sqlite3
from collections.abc import Iterator, Mapping
from contextlib import contextmanager
from dataclasses import asdict
from pathlib import Path
from typing import Any

from airanchor.errors import MemoryFileError, MemoryLocked
from airanchor.memory.config import MemoryConfig
from airanchor.memory.files import sql_rows
from airanchor.memory.files.rows import parse_json
from airanchor.memory.files.schema import APPLICATION_ID, MIGRATIONS, OLDEST_READ, TABLES, VERSION
from airanchor.memory.files.signature import Signature
from airanchor.memory.files.trust import assemble, check_config, check_counters, check_signature, counters_of
from airanchor.memory.lookup.register import Register

LARGEST_RESULT = 4 * 1024 * 1024
LARGEST_ROW = 64 * 1024 * 1024
"""Bytes of one row of a memory file; an instance with ten thousand sightings has a twentieth of it."""


class SceneFile:
    """An open memory file. Opening for writing takes the scene's lock until `close`."""

    def __init__(self, path: Path, *, writable: bool = False) -> None:
        self.path = path
        self._lock = _locked(path) if writable else None
        try:
            self._connection = _connected(path, writable)
            with self._translated():
                if writable:
                    self._migrate()
                self._check_kind_of_file()
        except BaseException:
            self._unlock()
            raise

    @classmethod
    def create(cls, path: Path, scene: str, signature: Signature, config: MemoryConfig) -> "SceneFile":
        """Open for writing; a new file gets the scene, what builds it and the settings."""
        path.parent.mkdir(parents=True, exist_ok=True)
        file = cls(path, writable=True)
        try:
            if file._is_new():
                file._describe(scene, signature, config)
            elif file.scene != scene:
                raise MemoryFileError(f"{path} is the memory of scene {file.scene!r}, not of {scene!r}")
            else:
                file.signature.check_same(signature, f"memory {path}")
        except BaseException:
            file.close()
            raise
        return file

    def close(self) -> None:
        """Release the file and the lock."""
        self._connection.close()
        self._unlock()

    @property
    def scene(self) -> str:
        """The scene it remembers."""
        return self._meta("scene")

    @property
    def signature(self) -> Signature:
        """What built it."""
        return check_signature(parse_json(self._meta("signature"), str(self.path)), str(self.path))

    @property
    def config(self) -> MemoryConfig:
        """The settings it was built with."""
        return check_config(parse_json(self._meta("config"), str(self.path)), str(self.path))

    def load(self) -> Register:
        """Everything the file holds, as of one instant."""
        with self._translated(), self._reading():
            signature = self.signature
            types = [
                sql_rows.read_type_row(row, signature, str(self.path))
                for row in self._connection.execute(sql_rows.SELECT_TYPES)
            ]
            instances = [
                sql_rows.read_instance_row(row, signature, str(self.path))
                for row in self._connection.execute(self._select_instances)
            ]
            counters = check_counters(parse_json(self._meta("counters"), str(self.path)), str(self.path))
            return assemble(types, instances, counters, str(self.path))

    @property
    def _select_instances(self) -> str:
        is_old = self._pragma("user_version") < VERSION
        return sql_rows.SELECT_INSTANCES_2 if is_old else sql_rows.SELECT_INSTANCES

    def commit(
        self, register: Register, episode_id: str | None = None, result: Mapping[str, Any] | None = None
    ) -> None:
        """Write what changed, and the episode with its result, all or nothing; durable on return."""
        told = None if result is None else json.dumps(result, allow_nan=False, ensure_ascii=False)
        if told is not None and len(told) > LARGEST_RESULT:
            raise MemoryFileError(f"result of episode {episode_id!r} has {len(told)} characters, too many")
        with self._translated(), self._writing():
            self._write_changes(register)
            if episode_id is not None:
                self._connection.execute(
                    "INSERT INTO episodes (episode_id, instances, result) VALUES (?, ?, ?)",
                    (episode_id, len(register), told),
                )
        register.commit()

    def episodes(self) -> tuple[str, ...]:
        """The committed episodes, in their order."""
        with self._translated():
            rows = self._connection.execute("SELECT episode_id FROM episodes ORDER BY ordinal").fetchall()
        if odd := [row[0] for row in rows if not isinstance(row[0], str)]:
            raise MemoryFileError(f"{self.path}: episode {ascii(odd[0])[:40]} is no name of one")
        return tuple(row[0] for row in rows)

    def result(self, episode_id: str) -> dict[str, Any] | None:
        """What was stored with a committed episode; None where nothing was."""
        with self._translated():
            row = self._connection.execute(
                "SELECT result FROM episodes WHERE episode_id = ?", (episode_id,)
            ).fetchone()
        if row is None:
            raise MemoryFileError(f"{self.path} holds no episode {episode_id!r}")
        if row[0] is None:
            return None
        where = f"{self.path}: the result of episode {episode_id!r}"
        result = parse_json(row[0], where) if isinstance(row[0], str) else None
        if not isinstance(result, dict):
            raise MemoryFileError(f"{where} is no table of values")
        return result

    def check_integrity(self) -> None:
        """Read every page; MemoryFileError where the file is damaged."""
        with self._translated():
            (verdict,) = self._connection.execute("PRAGMA quick_check(1)").fetchone()
        if verdict != "ok":
            raise MemoryFileError(f"{self.path} is damaged: {verdict}")

    def _write_changes(self, register: Register) -> None:
        changes, execute = register.changes(), self._connection.execute
        for type_id in changes.type_ids:
            record = register.types.get(type_id)
            if record is None:
                execute(sql_rows.DELETE_TYPE, (int(type_id[1:]),))
            else:
                execute(sql_rows.PUT_TYPE, sql_rows.type_row(record))
        for instance_id in changes.instance_ids:
            item = register.instances.get(instance_id)
            if item is None:
                execute(sql_rows.DELETE_INSTANCE, (int(instance_id[1:]),))
                execute(sql_rows.DELETE_BOX, (int(instance_id[1:]),))
            else:
                execute(sql_rows.PUT_INSTANCE, sql_rows.instance_row(item))
                execute(sql_rows.PUT_BOX, sql_rows.box_row(item))
        execute("REPLACE INTO meta VALUES ('counters', ?)", (json.dumps(counters_of(register)),))

    def _describe(self, scene: str, signature: Signature, config: MemoryConfig) -> None:
        told = {
            "scene": scene,
            "signature": json.dumps(signature.to_json()),
            "config": json.dumps(asdict(config)),
            "counters": json.dumps(counters_of(Register())),
        }
        with self._translated(), self._writing():
            self._connection.executemany("INSERT INTO meta VALUES (?, ?)", told.items())

    def _is_new(self) -> bool:
        with self._translated():
            return self._connection.execute("SELECT 1 FROM meta WHERE key = 'scene'").fetchone() is None

    def _meta(self, key: str) -> str:
        with self._translated():
            row = self._connection.execute("SELECT value FROM meta WHERE key = ?", (key,)).fetchone()
        if row is None or not isinstance(row[0], str):
            raise MemoryFileError(f"{self.path} does not say its {key}; it is not a finished memory")
        return row[0]

    def _migrate(self) -> None:
        """Bring the file to this version's tables, one version at a time, each in its own transaction."""
        version, application = self._pragma("user_version"), self._pragma("application_id")
        is_empty = self._connection.execute("SELECT count(*) FROM sqlite_master").fetchone()[0] == 0
        if not is_empty and application != APPLICATION_ID:
            return  # a stranger's file: refused next, and left as it is
        self._connection.execute("PRAGMA journal_mode = WAL")
        self._connection.execute("PRAGMA synchronous = FULL")
        for step in range(version, VERSION):
            with self._writing():
                for statement in MIGRATIONS[step].split(";\n"):
                    self._connection.execute(statement)
                self._connection.execute(f"PRAGMA application_id = {APPLICATION_ID}")
                self._connection.execute(f"PRAGMA user_version = {step + 1}")

    def _check_kind_of_file(self) -> None:
        if self._pragma("application_id") != APPLICATION_ID:
            raise MemoryFileError(f"{self.path} is a database, but not an AirAnchor memory")
        version = self._pragma("user_version")
        if version > VERSION:
            raise MemoryFileError(
                f"{self.path} has version {version}; this AirAnchor reads up to {VERSION}. Upgrade AirAnchor"
            )
        if version < OLDEST_READ:
            raise MemoryFileError(
                f"{self.path} has version {version} and must be brought to {VERSION}: open it once for "
                "writing, as any flight does"
            )
        rows = self._connection.execute("SELECT type, name FROM sqlite_master").fetchall()
        tables = {name for kind, name in rows if kind == "table"}
        if missing := [name for name in TABLES if name not in tables]:
            raise MemoryFileError(f"{self.path} lacks the table {missing[0]!r}")
        if odd := [name for kind, name in rows if kind in ("trigger", "view")]:
            raise MemoryFileError(f"{self.path} holds {odd[0]!r}, which no memory has; it is not trusted")

    def _pragma(self, name: str) -> int:
        return int(self._connection.execute(f"PRAGMA {name}").fetchone()[0])

    @contextmanager
    def _writing(self) -> Iterator[None]:
        self._connection.execute("BEGIN IMMEDIATE")
        try:
            yield
            self._connection.execute("COMMIT")
        except BaseException:
            if self._connection.in_transaction:
                self._connection.execute("ROLLBACK")
            raise

    @contextmanager
    def _reading(self) -> Iterator[None]:
        self._connection.execute("BEGIN")
        try:
            yield
        finally:
            self._connection.execute("COMMIT")

    @contextmanager
    def _translated(self) -> Iterator[None]:
        """SQLite's errors as ours, with the file's name."""
        try:
            yield
        except sqlite3.IntegrityError as error:
            if "episodes.episode_id" in str(error):
                raise MemoryFileError(
                    f"{self.path} already holds this episode; each episode is committed once. "
                    "Give the new one another id, or start with an empty memory"
                ) from None
            raise MemoryFileError(f"memory {self.path}: {error}") from None
        except sqlite3.Error as error:
            raise MemoryFileError(f"memory {self.path}: {error}") from None

    def _unlock(self) -> None:
        if self._lock is not None:
            self._lock.close()
            self._lock = None


def _connected(path: Path, writable: bool) -> sqlite3.Connection:
    if not writable and not path.is_file():
        raise MemoryFileError(f"there is no memory file {path}")
    if path.exists() and not path.is_file():
        raise MemoryFileError(f"{path} is not a regular file, so no memory")
    how = "mode=rwc" if writable else _reading_mode(path)
    try:
        connection = sqlite3.connect(f"{path.absolute().as_uri()}?{how}", uri=True, isolation_level=None)
        connection.setlimit(sqlite3.SQLITE_LIMIT_LENGTH, LARGEST_ROW)
        connection.execute("PRAGMA trusted_schema = OFF")
        connection.execute("PRAGMA cell_size_check = ON")
    except sqlite3.Error as error:
        raise MemoryFileError(f"memory {path}: {error}") from None
    return connection


def _reading_mode(path: Path) -> str:
    """How to read. Where nothing can be written beside the file, SQLite must be told that nobody does."""
    if os.access(path.parent, os.W_OK):
        return "mode=ro"
    log = path.with_name(path.name + "-wal")
    if not (log.exists() and log.stat().st_size):
        return "mode=ro&immutable=1"
    if not path.with_name(path.name + "-shm").exists():
        raise MemoryFileError(
            f"the last episodes of memory {path} are only in {log.name} and its folder cannot be written, "
            "which is needed to read them; copy both files elsewhere"
        )
    return "mode=ro"  # a run is at it


def _locked(path: Path) -> sqlite3.Connection:
    """The writer's lock, held on a file beside: the system releases it however the process ends."""
    lock_path = path.with_name(path.name + ".lock")
    lock = None
    try:
        if lock_path.exists() and not lock_path.is_file():
            raise sqlite3.DatabaseError("it is not a regular file")
        lock = sqlite3.connect(lock_path, timeout=0, isolation_level=None)
        lock.execute("BEGIN EXCLUSIVE")
    except sqlite3.DatabaseError as error:
        if lock is not None:
            lock.close()
        if "locked" in str(error):
            raise MemoryLocked(
                f"memory {path} is already open for writing in another run; wait until it ends, "
                "or use another folder"
            ) from None
        raise MemoryFileError(
            f"memory {path} cannot be opened for writing: {error}; if it can be read, delete "
            f"{lock_path.name} beside it, which holds nothing"
        ) from None
    return lock
