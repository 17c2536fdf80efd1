"""The folder of a flight's files: usable before anything is loaded, and one flight's at a time."""

import os
import sys
from collections.abc import Iterator
from contextlib import contextmanager, suppress
from pathlib import Path

from airanchor.errors import InputError

LOCK_FILE = ".flying"
"""Holds the process id of the flight; the lock on it ends with its process, however that ends."""
_TRIAL_BYTES = 64 * 1024


@contextmanager
def claimed(folder: Path) -> Iterator[None]:
    """The folder is there, takes files and belongs to this process in the block; else InputError."""
    new = _make(folder)
    try:
        lock = _lock(folder)
        try:
            yield
        finally:
            (folder / LOCK_FILE).unlink(missing_ok=True)
            os.close(lock)
    finally:
        with suppress(OSError):  # what holds files stays
            for empty in new:
                empty.rmdir()


def _make(folder: Path) -> list[Path]:
    """Create the folder; returns those that were missing, the innermost first."""
    above = next((path for path in (folder, *folder.parents) if os.path.lexists(path)), folder)
    if not above.is_dir():
        raise InputError(f"--out {folder}: {above} is a file, not a folder; choose another --out")
    missing = [path for path in (folder, *folder.parents) if not path.exists()]
    try:
        folder.mkdir(parents=True, exist_ok=True)
    except (OSError, ValueError) as error:
        raise _unusable(folder, error) from error
    return missing


def _lock(folder: Path) -> int:
    """The open lock file, with this process's id in it."""
    path = folder / LOCK_FILE
    while True:
        try:
            file = os.open(path, os.O_RDWR | os.O_CREAT | getattr(os, "O_NOFOLLOW", 0), 0o644)
        except OSError as error:
            raise _unusable(folder, error) from error
        try:
            _take(file, folder)
            if _is_at(path, file):
                _try_out(file, folder)
                return file
        except BaseException:
            os.close(file)
            raise
        os.close(file)  # the flight that had it removed it meanwhile; there may be a new one


def _take(file: int, folder: Path) -> None:
    if sys.platform == "win32":
        return  # without such locks: two flights in one folder are not noticed
    import fcntl

    try:
        fcntl.flock(file, fcntl.LOCK_EX | fcntl.LOCK_NB)
    except BlockingIOError as error:
        who = os.read(file, 20).decode("ascii", "replace").strip("\0").strip() or "unknown"
        raise InputError(
            f"another flight (process {who}) is writing to {folder}; choose another --out, or wait for it"
        ) from error
    except OSError:
        return  # a disk without locks


def _is_at(path: Path, file: int) -> bool:
    try:
        return os.path.samestat(path.stat(), os.fstat(file))
    except OSError:
        return False


def _try_out(file: int, folder: Path) -> None:
    """Write as much as a short flight does, so that a full disk shows now, and leave the process id."""
    try:
        written = 0
        while written < _TRIAL_BYTES:  # a write that the disk cuts short is followed by one that says why
            written += os.pwrite(file, b"\0" * (_TRIAL_BYTES - written), written)
        os.ftruncate(file, 0)
        os.pwrite(file, f"{os.getpid()}\n".encode(), 0)
    except OSError as error:
        (folder / LOCK_FILE).unlink(missing_ok=True)
        raise _unusable(folder, error) from error


def _unusable(folder: Path, error: OSError | ValueError) -> InputError:
    told = error.strerror if isinstance(error, OSError) else str(error)
    return InputError(f"--out {folder} cannot be written to: {told}; choose another --out")
