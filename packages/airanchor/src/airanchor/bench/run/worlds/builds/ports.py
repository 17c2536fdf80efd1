"""Ports for builds: free now, and taken by no other run of this user until their build has ended."""

import os
import socket
from dataclasses import dataclass
from pathlib import Path

from airanchor.errors import SimulatorError
from aircity.machine.folders import cache_folder
from aircity.machine.loopback import LOOPBACK

TRIES = 1000


@dataclass(frozen=True, slots=True)
class HeldPort:
    """A port, and the locked file that says that it is ours."""

    number: int
    _lock: int

    def release(self) -> None:
        """Let others have it."""
        os.close(self._lock)


def hold_port(first: int) -> HeldPort:
    """The first port from `first` on that nobody listens on and no other run holds."""
    folder = cache_folder("ports", "airanchor")
    folder.mkdir(parents=True, exist_ok=True)
    for number in range(first, min(first + TRIES, 65_536)):
        lock = _locked(folder / str(number))
        if lock is None:
            continue
        if is_free(number):
            return HeldPort(number, lock)
        os.close(lock)
    raise SimulatorError(
        f"no port from {first} on is free after {TRIES} tries; end what listens there, or set another "
        "first_port in builds.toml"
    )


def is_free(port: int) -> bool:
    """Whether a server could listen on a port of this machine."""
    for address in (LOOPBACK, ""):
        with socket.socket() as trial:
            trial.setsockopt(socket.SOL_SOCKET, socket.SO_REUSEADDR, 1)  # connections that are over are none
            try:
                trial.bind((address, port))
            except OSError:
                return False
    return True


def _locked(path: Path) -> int | None:
    """The file, locked by this process until it is closed; None where another one has it."""
    import fcntl  # builds are started on systems that have it

    file = os.open(path, os.O_RDWR | os.O_CREAT | os.O_CLOEXEC | os.O_NOFOLLOW, 0o600)
    try:
        fcntl.flock(file, fcntl.LOCK_EX | fcntl.LOCK_NB)
    except OSError:
        os.close(file)
        return None
    return file
