"""The result of one episode, and the folder of a run: where each row keeps memory, traces and results."""

import json
from collections.abc import Iterator, Mapping
from dataclasses import asdict, dataclass, field, replace
from pathlib import Path
from typing import Any
from urllib.parse import quote, unquote

from pydantic import TypeAdapter, ValidationError

from airanchor.bench.metrics import Scores
from airanchor.errors import InputError, UnfitFile
from airanchor.flight import Flight
from airanchor.reasoner import RoleUse
from aircity.machine.untrusted import gunzip, read_bytes

MOST_BYTES = 2**30
"""Of the results of one row."""


RESULTS, PACKED = "results.jsonl", "results.jsonl.gz"
"""The results of a row, and as they are published."""


@dataclass(frozen=True, slots=True)
class EpisodeResult:
    """What a benchmark knows of one flown episode. No clock reading is in it: equal runs give equal files."""

    row: str
    """The name of the row of the table, such as airanchor or no-eag."""
    episode_id: str
    trajectory_id: str
    scene_id: str
    split: str
    ordinal: int
    """The place in the order of the scene, from 0."""
    scores: Scores
    start_goal_m: float
    """The straight distance from the start to the goal."""
    ending: str
    iterations: int
    subtasks: int
    subtasks_completed: int
    refusals: int
    """Steps the safety envelope did not allow."""
    instances: int
    """Instances in the scene's memory after the episode."""
    skills: Mapping[str, int] = field(default_factory=dict)
    failures: Mapping[str, int] = field(default_factory=dict)
    usage: tuple[RoleUse, ...] = ()
    outcomes: Mapping[str, int] = field(default_factory=dict)
    """What became of the subtasks: how many were completed, guessed, not found, and so on. Runs made before
    this was kept have none."""
    moving_collisions: int = 0
    """Those of the collisions that were with something that moves."""

    def to_json(self) -> dict[str, Any]:
        """Plain values."""
        return asdict(self)


_RESULT = TypeAdapter(EpisodeResult)


def result_from_json(document: object, where: str) -> EpisodeResult:
    """A result as it was written; InputError names the place where it is not one."""
    try:
        return _RESULT.validate_python(document)
    except ValidationError as error:
        fault = error.errors(include_url=False)[0]
        place = ".".join(str(step) for step in fault["loc"])
        raise InputError(f"{where} is not a result: {place}: {fault['msg']}") from error


def timeless(flight: Flight) -> tuple[RoleUse, ...]:
    """What the model was asked, without clock readings."""
    return tuple(replace(use, latency_p50_s=0.0, latency_p95_s=0.0) for use in flight.usage)


def folder_name(episode_id: str) -> str:
    """The id as the name of one folder; ids come from files of others, and may hold slashes and dots."""
    name = quote(episode_id, safe="@ ")
    return name if name.strip(".") else name.replace(".", "%2E")


@dataclass(frozen=True, slots=True)
class RunFolder:
    """The files of a run: run.json, and per row a memory per scene, a trace per episode and the results."""

    root: Path

    @property
    def order_file(self) -> Path:
        """What was ordered, by which command and with which code."""
        return self.root / "run.json"

    def row(self, row: str) -> Path:
        """Everything of one row."""
        return self.root / "rows" / folder_name(row)

    def memory(self, row: str) -> Path:
        """The folder of memories, which also hold the results, each in its episode's transaction."""
        return self.row(row) / "memory"

    def trace(self, row: str, episode_id: str) -> Path:
        """The trace of one episode."""
        return self.row(row) / "traces" / folder_name(episode_id)

    def results_file(self, row: str) -> Path:
        """The results in canonical order, derived from the memories; packed in a run that was published."""
        plain = self.row(row) / RESULTS
        packed = plain.with_name(PACKED)
        return packed if packed.is_file() and not plain.exists() else plain

    def rows(self) -> tuple[str, ...]:
        """The rows that have results, in the order of their names."""
        found = (path for name in (RESULTS, PACKED) for path in self.root.glob(f"rows/*/{name}"))
        return tuple(sorted({unquote(path.parent.name) for path in found}))

    def results(self, row: str) -> list[EpisodeResult]:
        """The results of a row."""
        return list(self._read(self.results_file(row)))

    def _read(self, file: Path) -> Iterator[EpisodeResult]:
        if not file.is_file():
            raise InputError(f"there are no results {file}; start the run first with airanchor bench run")
        try:
            data = read_bytes(file, MOST_BYTES)
            lines = (gunzip(data, MOST_BYTES) if file.suffix == ".gz" else data).splitlines()
        except UnfitFile as error:
            raise InputError(str(error)) from None
        for number, line in enumerate(lines, 1):
            try:
                document = json.loads(line)
            except (ValueError, RecursionError) as error:
                raise InputError(f"{file} line {number} is not JSON: {error}") from error
            yield result_from_json(document, f"{file} line {number}")
