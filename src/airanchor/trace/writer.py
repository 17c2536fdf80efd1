"""Writes a recording, event by event: what `write` has returned from, a killed process does not lose.

`events.jsonl` holds only what follows from seed and settings; clock, host and version go to `run.json` and
`timing.jsonl`, so equal flights give byte-equal events.
"""

import json
import os
import platform
import socket
import time
from collections.abc import Mapping
from datetime import UTC, datetime
from importlib.metadata import PackageNotFoundError, version
from pathlib import Path
from types import TracebackType
from typing import Self

import numpy as np
from numpy.typing import NDArray
from pydantic import JsonValue, ValidationError

from airanchor.errors import TraceError
from airanchor.trace.events import Event, HeaderEvent
from airanchor.trace.images import ImageStore

EVENTS_FILE = "events.jsonl"
TIMING_FILE = "timing.jsonl"
RUN_FILE = "run.json"
IMAGES_FOLDER = "images"


class TraceWriter:
    """One new recording in its own folder. Lines reach the operating system one by one, never in a buffer."""

    def __init__(self, folder: str | Path, settings: Mapping[str, JsonValue] | None = None) -> None:
        self.folder = Path(folder)
        header = _header(settings or {})
        self._images = ImageStore(self.folder / IMAGES_FOLDER)
        self._events = _LineFile(self.folder / EVENTS_FILE)
        self._timing = _LineFile(self.folder / TIMING_FILE)
        self._count = 0
        self._began_s = time.monotonic()
        (self.folder / RUN_FILE).write_text(json.dumps(_run_facts(), indent=2) + "\n", encoding="utf-8")
        self.write(header)

    def write(self, event: Event) -> None:
        """Append one event."""
        self._events.append(event.model_dump_json().encode())
        elapsed_s = round(time.monotonic() - self._began_s, 6)
        self._timing.append(json.dumps({"event": self._count, "elapsed_s": elapsed_s}).encode())
        self._count += 1

    def save_rgb(self, rgb: NDArray[np.uint8]) -> str:
        """Store a colour image and return the hash by which events name it."""
        return self._images.put_rgb(rgb)

    def save_depth(self, depth_m: NDArray[np.float32]) -> str:
        """Store a depth image and return the hash by which events name it."""
        return self._images.put_depth(depth_m)

    def close(self) -> None:
        """Finish the recording; closing twice is fine."""
        self._events.close()
        self._timing.close()

    def __enter__(self) -> Self:
        return self

    def __exit__(
        self,
        kind: type[BaseException] | None,
        error: BaseException | None,
        traceback: TracebackType | None,
    ) -> None:
        self.close()


class _LineFile:
    """A new file that grows by whole lines, each handed to the operating system at once."""

    def __init__(self, path: Path) -> None:
        self._path = path
        try:
            path.parent.mkdir(parents=True, exist_ok=True)
            self._descriptor = os.open(path, os.O_WRONLY | os.O_APPEND | os.O_CREAT | os.O_EXCL, 0o644)
        except FileExistsError as error:
            raise TraceError(
                f"{path} exists already and recordings are never overwritten; choose a new folder"
            ) from error
        except OSError as error:
            raise TraceError(f"cannot create {path}: {error}") from error
        self._is_open = True

    def append(self, line: bytes) -> None:
        if not self._is_open:
            raise TraceError(f"{self._path} is closed; start a new recording")
        rest = memoryview(line + b"\n")
        try:
            while rest:
                rest = rest[os.write(self._descriptor, rest) :]
        except OSError as error:
            self.close()  # a half-written last line can be read; one in the middle could not
            raise TraceError(f"cannot write to {self._path}: {error}; the recording ends here") from error

    def close(self) -> None:
        if self._is_open:
            self._is_open = False
            os.close(self._descriptor)


def _header(settings: Mapping[str, JsonValue]) -> HeaderEvent:
    try:
        return HeaderEvent(settings=dict(settings))
    except ValidationError as error:
        raise TraceError(f"settings must be plain JSON values: {error}") from error


def _run_facts() -> dict[str, str]:
    """What is true of this run alone and may differ between equal flights."""
    try:
        package = version("airanchor")
    except PackageNotFoundError:
        package = "unknown"
    return {
        "started_utc": datetime.now(UTC).isoformat(timespec="seconds"),
        "airanchor": package,
        "python": platform.python_version(),
        "numpy": np.__version__,
        "host": socket.gethostname(),
        "system": platform.platform(),
    }
