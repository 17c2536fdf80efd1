"""Where cached answers are kept: one SQLite file that any number of processes and threads may share."""

import os
import sqlite3
import threading
from collections.abc import Iterator, Mapping, Sequence
from contextlib import contextmanager
from pathlib import Path

from airanchor.errors import InputError
from airanchor.perception.weights import cache_dir

_WAIT_S = 30.0
_MOST_KEYS = 500
"""In one query; SQLite allows at least 999."""

_SCHEMA = """
CREATE TABLE IF NOT EXISTS answers (
    number INTEGER PRIMARY KEY,
    key BLOB NOT NULL UNIQUE,
    value BLOB NOT NULL
)
"""


class Store:
    """Values by key. With `largest_bytes` of file, the oldest values make room for new ones."""

    def __init__(self, path: Path | None = None, *, largest_bytes: int | None = None) -> None:
        if largest_bytes is not None and largest_bytes < 1:
            raise InputError(f"cache size {largest_bytes} bytes must be at least 1; None is unbounded")
        self.path = path or cache_dir() / "answers.sqlite3"
        self.largest_bytes = largest_bytes
        self._lock = threading.Lock()
        self._connection: sqlite3.Connection | None = None
        self._process = 0

    def read(self, keys: Sequence[bytes]) -> dict[bytes, bytes]:
        """The values that are kept, by key."""
        kept: dict[bytes, bytes] = {}
        with self._open() as connection:
            for start in range(0, len(keys), _MOST_KEYS):
                some = list(keys[start : start + _MOST_KEYS])
                marks = ",".join("?" * len(some))
                kept.update(
                    connection.execute(f"SELECT key, value FROM answers WHERE key IN ({marks})", some)
                )
        return kept

    def write(self, values: Mapping[bytes, bytes]) -> None:
        """Keep values; a key that is there already keeps its first one."""
        with self._open() as connection, connection:
            connection.execute("BEGIN IMMEDIATE")
            connection.executemany("INSERT OR IGNORE INTO answers (key, value) VALUES (?, ?)", values.items())
            if self.largest_bytes is not None:
                _forget_oldest(connection, self.largest_bytes)

    def close(self) -> None:
        """Let go of the file; the next use opens it again."""
        with self._lock:
            if self._connection is not None and self._process == os.getpid():
                self._connection.close()
            self._connection = None

    @contextmanager
    def _open(self) -> Iterator[sqlite3.Connection]:
        with self._lock:
            try:
                # A connection must not cross a fork.
                if self._connection is None or self._process != os.getpid():
                    self._connection, self._process = self._connect(), os.getpid()
                yield self._connection
            except sqlite3.DatabaseError as error:
                raise InputError(
                    f"cache {self.path} cannot be used: {error}; delete it to start anew"
                ) from error

    def _connect(self) -> sqlite3.Connection:
        self.path.parent.mkdir(parents=True, exist_ok=True)
        connection = sqlite3.connect(
            self.path, timeout=_WAIT_S, isolation_level=None, check_same_thread=False
        )
        connection.execute("PRAGMA journal_mode=WAL")
        connection.execute("PRAGMA synchronous=NORMAL")
        connection.execute(_SCHEMA)
        return connection


def _forget_oldest(connection: sqlite3.Connection, largest_bytes: int) -> None:
    """Where the file outgrew its bound, keep the newest values that fill three quarters of it."""
    page, pages, free = (
        connection.execute(f"PRAGMA {what}").fetchone()[0]
        for what in ("page_size", "page_count", "freelist_count")
    )
    if (pages - free) * page <= largest_bytes:
        return
    connection.execute(
        """
        DELETE FROM answers WHERE number <= (
            SELECT COALESCE(MAX(number), 0) FROM (
                SELECT number, SUM(LENGTH(value)) OVER (ORDER BY number DESC) AS size FROM answers
            ) WHERE size > ?
        )
        """,
        (largest_bytes * 3 // 4,),
    )
