"""When each event was written: the timing file of a trace, read as far as it is sound."""

import json
import math
from dataclasses import dataclass
from pathlib import Path

from airanchor.trace.reader import MOST_BYTES
from airanchor.trace.writer import TIMING_FILE
from aircity.machine.untrusted import read_bytes


@dataclass(frozen=True, slots=True)
class ClockReading:
    """What the clock said at one event; None where it said nothing."""

    elapsed_s: float | None = None
    latency_s: float | None = None
    retries: int = 0


def read_clock(folder: Path) -> dict[int, ClockReading]:
    """The reading of each event by its number. A missing or damaged file only loses times."""
    try:
        lines = read_bytes(Path(folder) / TIMING_FILE, MOST_BYTES).split(b"\n")
    except OSError:
        return {}
    readings = {}
    for line in lines:
        try:
            row = json.loads(line)
            readings[int(row["event"])] = ClockReading(
                _seconds(row.get("elapsed_s")), _seconds(row.get("latency_s")), int(row.get("retries") or 0)
            )
        except (ValueError, TypeError, KeyError, AttributeError, OverflowError, RecursionError):
            continue
    return readings


def _seconds(value: object) -> float | None:
    is_number = isinstance(value, int | float) and not isinstance(value, bool)
    return float(value) if is_number and math.isfinite(value) else None  # type: ignore[arg-type]
