"""Where a run was made: clock, host, version, commit and a hash of the code. Only run.json holds it."""

import hashlib
import os
import platform
import socket
import subprocess
from datetime import UTC, datetime
from pathlib import Path

import numpy as np

import airanchor
import aircity
from aircity.city.cache import generator_hash

_PACKAGE = Path(airanchor.__file__).parent
_CITY = Path(aircity.__file__).parent
_DECIDING = (
    *((_PACKAGE, room) for room in ("agent", "anchors", "baselines", "embedded", "flight", "memory")),
    *((_PACKAGE, room) for room in ("perception", "planning", "reasoner", "bench/ablations")),
    *((_PACKAGE, room) for room in ("bench/metrics", "bench/run")),
    *((_CITY, room) for room in ("airsim", "city", "geometry", "world", "wrappers")),
)
_SUFFIXES = (".py", ".toml", ".md", ".json")


def made_with(command: str) -> dict[str, str]:
    """What is true of this start of the run."""
    return {
        "command": command,
        "started_utc": datetime.now(UTC).isoformat(timespec="seconds"),
        "host": socket.gethostname(),
        "processors": str(os.cpu_count()),
        "airanchor": airanchor.__version__,
        "commit": _commit(),
        "code_sha256": code_hash(),
        "cities_sha256": generator_hash(),
        "python": platform.python_version(),
        "numpy": np.__version__,
    }


def code_hash() -> str:
    """One hash over the source files that may decide a result."""
    digest = hashlib.sha256()
    for package, room in _DECIDING:
        for file in sorted((package / room).rglob("*")):
            if file.suffix in _SUFFIXES and file.is_file():
                digest.update(file.relative_to(package).as_posix().encode() + b"\0" + file.read_bytes())
    return digest.hexdigest()


def _commit() -> str:
    """The commit of a checkout, with a mark where files differ from it; empty for an installed package."""
    checkout = _PACKAGE.parents[3]
    if not (checkout / ".git").exists():
        return ""
    try:
        found = subprocess.run(
            ["git", "-C", str(checkout), "describe", "--always", "--abbrev=40", "--dirty", "--exclude=*"],
            capture_output=True,
            text=True,
            timeout=10,
            check=True,
        )
    except (OSError, subprocess.SubprocessError):
        return ""
    return found.stdout.strip()
