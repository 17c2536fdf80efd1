"""`airanchor sim tour`: aircity's tour, with a recording that `airanchor view` shows."""

from collections.abc import Iterator, Mapping
from contextlib import contextmanager
from pathlib import Path
from typing import Any

from aircity.cli.tour_command import tour_command
from aircity.world import Simulator


@contextmanager
def recorded(world: Simulator, folder: Path, settings: Mapping[str, Any]) -> Iterator[Simulator]:
    """The world with its recorder."""
    from airanchor.trace import TraceWriter
    from airanchor.trace.recording_world import RecordingWorld

    with TraceWriter(folder, dict(settings)) as writer:
        yield RecordingWorld(world, writer)


tour = tour_command(("trace", recorded))
