"""The first cause of every failure of a run: found once, and kept beside the results while those stay."""

import hashlib
import json
from collections.abc import Callable
from contextlib import suppress
from dataclasses import asdict, dataclass
from pathlib import Path

from pydantic import TypeAdapter, ValidationError

from airanchor.bench.diagnosis.run import check_row, count_flights, diagnose_row
from airanchor.bench.results import RunFolder
from airanchor.bench.run import read_record
from airanchor.errors import InputError
from aircity.machine.untrusted import read_bytes

CAUSES_FILE = "causes.json"
MOST_BYTES = 2**26


@dataclass(frozen=True, slots=True)
class CauseTold:
    """What went wrong first on one flight."""

    cause: str
    words: str


_KEPT = TypeAdapter(dict[str, CauseTold])


def kept_causes(root: Path, row: str) -> dict[str, CauseTold] | None:
    """What was found before, if the results are still those; None where nothing is kept."""
    try:
        document = json.loads(read_bytes(_file(root, row), MOST_BYTES))
        if document["results_sha256"] != _digest(root, row):
            return None
        return _KEPT.validate_python(document["causes"])
    except (OSError, ValueError, TypeError, KeyError, ValidationError, RecursionError):
        return None


def find_causes(root: Path, row: str, on_progress: Callable[[str], None]) -> dict[str, CauseTold]:
    """Diagnose every flight of a row that left a trace, and keep what is found where the disk allows it."""
    verdicts = diagnose_row(root, row, on_progress).verdicts
    found = {
        one.episode_id: CauseTold(one.primary.cause.value, one.primary.words)
        for one in verdicts
        if one.primary is not None
    }
    document = {
        "results_sha256": _digest(root, row),
        "causes": {name: asdict(told) for name, told in found.items()},
    }
    with suppress(OSError):  # a run that may only be read is diagnosed anew the next time
        _file(root, row).write_text(json.dumps(document, indent=1) + "\n", encoding="utf-8")
    return found


def rows_to_diagnose(root: Path) -> dict[str, int]:
    """The rows whose flights left traces and can be diagnosed, and how many flights each has."""
    counts = {}
    for row in read_record(root).order.rows:
        try:
            counts[row] = count_flights(root, check_row(root, row))
        except InputError:
            continue  # flown with noise or traffic, or in another world
    return {row: count for row, count in counts.items() if count}


def _file(root: Path, row: str) -> Path:
    return RunFolder(root).row(row) / CAUSES_FILE


def _digest(root: Path, row: str) -> str:
    return hashlib.sha256(read_bytes(RunFolder(root).results_file(row), 2**30)).hexdigest()
