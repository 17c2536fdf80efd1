"""Reads a recording, also one that was cut off, and says exactly what is wrong with a damaged one."""

import gzip
import json
from dataclasses import dataclass
from pathlib import Path

import numpy as np
from numpy.typing import NDArray
from pydantic import ValidationError

from airanchor.errors import TraceError, TraceVersionError
from airanchor.trace.events import EVENT_ADAPTER, FORMAT_VERSION, Event, HeaderEvent, UnknownEvent
from airanchor.trace.images import ImageStore
from airanchor.trace.writer import EVENTS_FILE, IMAGES_FOLDER
from aircity.machine.untrusted import gunzip, is_shallow, read_bytes

MOST_BYTES = 2**29
"""Of the events of one recording; a long flight with every question has a few million."""
MOST_DEPTH = 64
"""No event is nested a quarter as deep."""

_KINDS = frozenset(EVENT_ADAPTER.json_schema()["discriminator"]["mapping"])


@dataclass(frozen=True, slots=True)
class Trace:
    """A recording: its events in order, and its images on demand."""

    folder: Path
    header: HeaderEvent
    events: tuple[Event | UnknownEvent, ...]
    """All events, the header first."""
    truncated: bool
    """Whether the writer was cut off in the middle of a last line, which was dropped."""

    def rgb(self, digest: str) -> NDArray[np.uint8]:
        """The colour image an event names."""
        return ImageStore(self.folder / IMAGES_FOLDER).rgb(digest)

    def depth_m(self, digest: str) -> NDArray[np.float32]:
        """The depth image an event names."""
        return ImageStore(self.folder / IMAGES_FOLDER).depth_m(digest)

    def picture(self, digest: str) -> tuple[bytes, str] | None:
        """A colour image as a file with its media type, for showing; None where it was not kept."""
        return ImageStore(self.folder / IMAGES_FOLDER).picture(digest)


def read_trace(folder: str | Path) -> Trace:
    """Open the recording in `folder`."""
    path = events_file(folder)
    try:
        data = read_bytes(path, MOST_BYTES)
        if path.suffix == ".gz":
            data = gunzip(data, MOST_BYTES)
    except FileNotFoundError as error:
        raise TraceError(f"no recording in {folder}: {EVENTS_FILE} is missing") from error
    except OSError as error:
        raise TraceError(f"cannot read {path}: {error}") from error
    *lines, rest = data.split(b"\n")
    if not lines:
        raise TraceError(f"{path} holds no whole event; the writer was cut off before its header")
    header = _read_header(lines[0], path)
    is_newer = _version(header)[1] > _OURS[1]
    events = [_read_event(line, number, path, is_newer) for number, line in enumerate(lines[1:], start=2)]
    for number, event in enumerate(events, start=2):
        if isinstance(event, HeaderEvent):
            raise TraceError(f"{path} line {number}: a second header; a folder holds one recording")
    return Trace(Path(folder), header, (header, *events), truncated=bool(rest))


def events_file(folder: str | Path) -> Path:
    """Where the events of a recording are: as they were written, or packed for keeping."""
    plain = Path(folder) / EVENTS_FILE
    packed = plain.with_name(f"{EVENTS_FILE}.gz")
    return packed if packed.is_file() and not plain.is_file() else plain


def pack_events(folder: str | Path, out: str | Path) -> Path:
    """Write a recording's events, without its images, to a new folder; equal events give equal bytes."""
    data = read_bytes(events_file(folder), MOST_BYTES)
    read_trace(folder)  # what cannot be read is not worth keeping
    target = Path(out) / f"{EVENTS_FILE}.gz"
    target.parent.mkdir(parents=True, exist_ok=True)
    target.write_bytes(data if events_file(folder).suffix == ".gz" else gzip.compress(data, 9, mtime=0))
    return target


def _read_header(line: bytes, path: Path) -> HeaderEvent:
    """The first event. Its version is judged before its other fields, which a new major may have changed."""
    fields = _read_json(line, 1, path)
    found = fields.get("version")
    if fields.get("kind") != "header" or not isinstance(found, str):
        raise TraceError(f"{path} line 1: a recording begins with a header, this line is not one")
    major = found.partition(".")[0]
    if major != str(_OURS[0]):
        raise TraceVersionError(
            f"{path} was written in format {found[:60]!r}; this version reads {_OURS[0]}.x. "
            "Open it with the airanchor that wrote it"
        )
    event = _read_event(line, 1, path, is_newer=False)
    assert isinstance(event, HeaderEvent)
    return event


def _read_event(line: bytes, number: int, path: Path, is_newer: bool) -> Event | UnknownEvent:
    fields = _read_json(line, number, path)
    kind = fields.get("kind")
    if not isinstance(kind, str):
        raise TraceError(f"{path} line {number}: the event has no kind")
    if kind not in _KINDS:
        if is_newer:
            return UnknownEvent.model_validate(fields)
        raise TraceError(
            f"{path} line {number}: unknown event kind {kind[:60]!r}; known are {sorted(_KINDS)}"
        )
    try:
        return EVENT_ADAPTER.validate_python(fields)
    except ValidationError as error:
        first = error.errors()[0]
        where = ".".join(str(part) for part in first["loc"])
        raise TraceError(f"{path} line {number}: {where}: {first['msg']}") from error


def _read_json(line: bytes, number: int, path: Path) -> dict[str, object]:
    try:
        fields = json.loads(line)
    except (ValueError, RecursionError) as error:
        raise TraceError(f"{path} line {number} is not JSON: {error}") from error
    if not isinstance(fields, dict):
        raise TraceError(f"{path} line {number} is not an event but {type(fields).__name__}")
    if not is_shallow(fields, MOST_DEPTH):
        raise TraceError(f"{path} line {number} is nested more than {MOST_DEPTH} deep; no event is")
    return fields


def _version(header: HeaderEvent) -> tuple[int, int]:
    major, _, minor = header.version.partition(".")
    return int(major), int(minor)


_OURS = _version(HeaderEvent(version=FORMAT_VERSION))
