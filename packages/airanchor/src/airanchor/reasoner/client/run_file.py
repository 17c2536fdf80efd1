"""The small SQLite file through which threads and processes of one run share limits and spending."""

import sqlite3
import threading
from collections.abc import Iterator
from contextlib import contextmanager
from pathlib import Path

from airanchor.errors import ReasonerError

_BUSY_S = 60.0
_TABLES = """
CREATE TABLE IF NOT EXISTS paced (id INTEGER PRIMARY KEY, at_s REAL NOT NULL, tokens INTEGER NOT NULL);
CREATE TABLE IF NOT EXISTS spent (id INTEGER PRIMARY KEY, at_s REAL NOT NULL, is_settled INTEGER NOT NULL,
                                  tokens INTEGER NOT NULL, money REAL NOT NULL);
"""


class RunFile:
    """One file, or memory for a run of a single process. Each transaction is alone and all or nothing."""

    def __init__(self, path: Path | None = None) -> None:
        self._path = path
        self._lock = threading.Lock()
        self._memory = None if path else sqlite3.connect(":memory:", check_same_thread=False)
        if path is not None:
            path.parent.mkdir(parents=True, exist_ok=True)
        with self._connection() as connection:
            connection.executescript(_TABLES)

    @contextmanager
    def transaction(self) -> Iterator[sqlite3.Connection]:
        """Read and write while nobody else does; kept unless an exception leaves."""
        with self._connection() as connection:
            connection.execute("BEGIN IMMEDIATE")
            try:
                yield connection
            except BaseException:
                connection.execute("ROLLBACK")
                raise
            connection.execute("COMMIT")

    @contextmanager
    def _connection(self) -> Iterator[sqlite3.Connection]:
        """A connection for one use: none outlives it, so none crosses a fork or a thread."""
        if self._memory is not None:
            with self._lock:
                self._memory.isolation_level = None
                yield self._memory
            return
        try:
            connection = sqlite3.connect(str(self._path), timeout=_BUSY_S, isolation_level=None)
            try:
                yield connection
            finally:
                connection.close()
        except sqlite3.Error as error:
            raise ReasonerError(
                f"the run's shared file {str(self._path)!r} cannot be used ({error}); "
                "delete it to begin with nothing spent, or give another folder"
            ) from error
