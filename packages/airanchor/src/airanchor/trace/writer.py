"""Writes a recording, event by event: what `write` has returned from, a killed process does not lose.

`events.jsonl` holds only what follows from seed and settings; clock, host and version go to `run.json` and
`timing.jsonl`, so equal flights give byte-equal events.
"""

import json
import os
import platform
import socket
import time
from collections.abc import Iterator, Mapping
from contextlib import contextmanager, suppress
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
from airanchor.trace.images import ImageStore, Keep

EVENTS_FILE = "events.jsonl"
TIMING_FILE = "timing.jsonl"
RUN_FILE = "run.json"
IMAGES_FOLDER = "images"


class TraceWriter:
    """One new recording in its own folder. Lines reach the operating system one by one, never in a buffer."""

    def __init__(
        self,
        folder: str | Path,
        settings: Mapping[str, JsonValue] | None = None,
        *,
        keep: Keep = Keep.EXACT,
    ) -> None:
        self.folder = Path(folder)
        header = _encode(_header(settings or {}))
        facts = json.dumps(_run_facts(), indent=2).encode()
        self._images = ImageStore(self.folder / IMAGES_FOLDER, keep)
        self._count = 0
        self._began_s = time.monotonic()
        with _all_or_none(self.folder) as (self._events, self._timing, run):
            run.append(facts)
            run.close()
            self._append(header)

    def write(self, event: Event, timing: Mapping[str, float] | None = None) -> None:
        """Append one event; what depends on the clock goes into `timing`, beside the time of the event."""
        if isinstance(event, HeaderEvent):
            raise TraceError("a recording has one header, written when it begins; give settings there")
        self._append(_encode(event), timing)

    def _append(self, line: bytes, timing: Mapping[str, float] | None = None) -> None:
        elapsed_s = round(time.monotonic() - self._began_s, 6)
        row = {**(timing or {}), "event": self._count, "elapsed_s": elapsed_s}
        try:
            self._events.append(line)
            self._timing.append(json.dumps(row).encode())
        except TraceError:
            self.close()
            raise
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
            self._descriptor = os.open(path, os.O_WRONLY | os.O_APPEND | os.O_CREAT | os.O_EXCL, 0o644)
        except FileExistsError as error:
            raise TraceError(
                f"{path} exists already and recordings are never overwritten; choose a new folder"
            ) from error
        except OSError as error:
            raise TraceError(f"cannot create {path}: {error}") from error
        self._is_open = True

    def discard(self) -> None:
        self.close()
        self._path.unlink(missing_ok=True)

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


@contextmanager
def _all_or_none(folder: Path) -> Iterator[list[_LineFile]]:
    """The three files of a new recording, none of which existed; if anything fails, none stays."""
    made: list[_LineFile] = []
    new_folders = _make_folder(folder)
    try:
        for name in (EVENTS_FILE, TIMING_FILE, RUN_FILE):
            made.append(_LineFile(folder / name))
        yield made
    except BaseException:
        for file in made:
            file.discard()
        with suppress(OSError):  # a folder someone else has used since stays
            for empty in new_folders:
                empty.rmdir()
        raise


def _make_folder(folder: Path) -> list[Path]:
    """Create the folder, and return those that were missing, the innermost first."""
    try:
        missing = [path for path in (folder, *folder.parents) if not path.exists()]
        folder.mkdir(parents=True, exist_ok=True)
    except (OSError, ValueError) as error:
        raise TraceError(f"cannot create the folder {str(folder)!r}: {error}") from error
    return missing


def _encode(event: Event) -> bytes:
    """One line of events; its keys are checked too, which pydantic would rewrite instead of refusing."""
    try:
        json.dumps(event.model_dump(), ensure_ascii=False).encode()
        return event.model_dump_json().encode()
    except ValueError as error:
        raise TraceError(f"the {event.kind} event holds text that is not Unicode: {error}") from error


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
