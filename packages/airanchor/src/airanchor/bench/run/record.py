"""run.json: what was ordered, what it resolves to, and by whom it was started; checked when it is read."""

import json
import os
from collections.abc import Mapping, Sequence
from dataclasses import asdict, replace
from pathlib import Path
from typing import Any, Literal

from pydantic import BaseModel, ConfigDict, Field, JsonValue, ValidationError

from airanchor.bench.results import RunFolder
from airanchor.bench.rows import note_told_rows
from airanchor.bench.run.conduct import Conduct
from airanchor.bench.run.order import RunOrder
from airanchor.errors import InputError
from aircity.machine.untrusted import read_bytes

MOST_BYTES = 2**26
"""Of run.json, which names every episode of every memory."""


class RowState(BaseModel):
    """How much of a row is flown, as of the last time results were collected."""

    model_config = ConfigDict(frozen=True)

    episodes: int
    of: int

    @property
    def is_complete(self) -> bool:
        """Whether every episode of the row has its result."""
        return self.episodes == self.of


class RunRecord(BaseModel):
    """The document run.json. `order` and `resolved` decide the results; nothing else does."""

    model_config = ConfigDict(frozen=True, extra="ignore")

    format: Literal["airanchor-run-1"] = "airanchor-run-1"
    order: RunOrder
    resolved: dict[str, JsonValue]
    """The hash and count of the episodes, the full settings of every row, and the rows from outside."""
    conduct: Conduct
    names: dict[str, str] = Field(default_factory=dict)
    """Reasoner, detector and encoders."""
    made: dict[str, str]
    """The first start: command, clock, host, version, commit."""
    resumed: tuple[dict[str, str], ...] = ()
    """Later starts."""
    results: dict[str, RowState] = Field(default_factory=dict)
    memories: dict[str, dict[str, list[str]]] = Field(default_factory=dict)
    """Row, scene: the episodes that built the memory, in order."""

    @property
    def is_complete(self) -> bool:
        """Whether every row has every result."""
        return bool(self.results) and all(state.is_complete for state in self.results.values())


def read_record(root: Path) -> RunRecord:
    """The record of a run's folder; InputError where there is none or it is damaged."""
    file = RunFolder(root).order_file
    try:
        record = RunRecord.model_validate_json(read_bytes(file, MOST_BYTES))
        note_told_rows(record.resolved.get("rows"), str(file))
        return record
    except FileNotFoundError as error:
        raise InputError(
            f"{root} is not a run: it has no {file.name}; airanchor bench run makes one"
        ) from error
    except ValidationError as error:
        fault = error.errors(include_url=False)[0]
        place = ".".join(str(step) for step in fault["loc"]) or "the file"
        raise InputError(
            f"{file} is damaged or not a run's: {place}: {fault['msg']}; give another --out"
        ) from error


def write_record(root: Path, record: RunRecord, *, is_new: bool = False) -> bool:
    """Write run.json whole or not at all; False where `is_new` and another process was first."""
    file = RunFolder(root).order_file
    file.parent.mkdir(parents=True, exist_ok=True)
    part = file.with_name(f".{file.name}.{os.getpid()}.part")
    document = record.model_dump(mode="json")
    part.write_text(json.dumps(document, indent=1, ensure_ascii=False, allow_nan=False) + "\n", "utf-8")
    if not is_new:
        part.replace(file)
        return True
    try:
        os.link(part, file)  # unlike a replacement, it fails where the file is there
    except FileExistsError:
        return False
    except OSError:  # a disk without links
        part.replace(file)
    finally:
        part.unlink(missing_ok=True)
    return True


def check_same(kept: RunRecord, asked: RunRecord, root: Path) -> None:
    """Raise, naming the first difference, unless both would end with the same results."""
    was, now = (asdict(replace(one.order, episodes="", settings_file=None)) for one in (kept, asked))
    for before, after in ((was, now), (kept.resolved, asked.resolved)):
        difference = first_difference(before, after)
        if difference is not None:
            place, old, new = difference
            raise InputError(
                f"the run {root} was started with {place} = {_short(old)}, not {_short(new)}; its results "
                "would be mixed. Give the same as before to go on, or another --out"
            )


def first_difference(before: Any, after: Any, place: str = "") -> tuple[str, Any, Any] | None:
    """Where two plain values first differ, with both values; None where they are equal."""
    if isinstance(before, Mapping) and isinstance(after, Mapping):
        for key in dict.fromkeys([*before, *after]):
            found = first_difference(before.get(key), after.get(key), f"{place}.{key}" if place else str(key))
            if found is not None:
                return found
        return None
    if isinstance(before, Sequence) and isinstance(after, Sequence) and not isinstance(before, str):
        return None if list(before) == list(after) else (place, list(before), list(after))
    return None if before == after else (place, before, after)


def _short(value: Any) -> str:
    text = json.dumps(value, ensure_ascii=False)
    return text if len(text) <= 120 else text[:117] + "..."
