"""What a check found: every mismatch with its place, and how much was looked at."""

import math
from collections.abc import Mapping, Sequence
from dataclasses import asdict, dataclass, field
from typing import Any

TOLERANCE = 1e-9
_SHOWN = 80


@dataclass(frozen=True, slots=True)
class Discrepancy:
    """Something that is not as it should be."""

    row: str
    """Empty where it concerns the whole run."""
    episode_id: str
    """Empty where it concerns the whole row."""
    subject: str
    """results, trace, scores, settings, memory, order or episodes."""
    words: str

    def __str__(self) -> str:
        place = " ".join(part for part in (self.row, self.episode_id) if part)
        return f"{place or 'run'}: {self.subject}: {self.words}"


@dataclass(slots=True)
class VerificationReport:
    """The findings of one run, and the counts of what was compared."""

    run: str
    rows: int = 0
    episodes: int = 0
    """Results that were checked."""
    expected: int = 0
    """Results that a complete run has."""
    traces: int = 0
    memories: int = 0
    values: int = 0
    """Single values that were compared."""
    findings: list[Discrepancy] = field(default_factory=list)

    @property
    def is_right(self) -> bool:
        """Whether everything agrees."""
        return not self.findings

    def to_json(self) -> dict[str, Any]:
        """Plain values."""
        return {**asdict(self), "is_right": self.is_right}

    def words(self) -> str:
        """The verdict in a line."""
        counts = (
            f"{self.rows} rows, {self.episodes} of {self.expected} episodes, {self.traces} traces, "
            f"{self.memories} memories, {self.values} values compared"
        )
        end = "all agree" if self.is_right else f"{len(self.findings)} mismatches"
        return f"{self.run}: {counts}: {end}"


class Notebook:
    """Takes down what is compared in one row, or in one of its episodes."""

    def __init__(self, verdict: VerificationReport, row: str = "", episode_id: str = "") -> None:
        self._verdict = verdict
        self._row = row
        self._episode_id = episode_id

    def about(self, episode_id: str) -> "Notebook":
        """The same row's notebook for one episode."""
        return Notebook(self._verdict, self._row, episode_id)

    def note(self, subject: str, words: str) -> None:
        """Something is wrong."""
        self._verdict.findings.append(Discrepancy(self._row, self._episode_id, subject, words))

    def same(self, subject: str, what: str, told: object, found: object) -> bool:
        """Compare one value, or every value of nested ones; numbers may differ by rounding."""
        differences = list(_differences(what, told, found))
        self._verdict.values += _size(found)
        for place, one, other in differences:
            self.note(subject, f"{place} is {_short(one)}, but must be {_short(other)}")
        return not differences

    def is_true(self, subject: str, statement: bool, words: str) -> bool:
        """Note the words unless the statement holds."""
        self._verdict.values += 1
        if not statement:
            self.note(subject, words)
        return statement


def _differences(place: str, told: Any, found: Any) -> list[tuple[str, Any, Any]]:
    if isinstance(told, Mapping) and isinstance(found, Mapping):
        keys = dict.fromkeys([*told, *found])
        return [one for key in keys for one in _differences(f"{place}.{key}", told.get(key), found.get(key))]
    if _is_list(told) and _is_list(found):
        if len(told) != len(found):
            return [(f"the length of {place}", len(told), len(found))]
        pairs = enumerate(zip(told, found, strict=True))
        return [one for number, (a, b) in pairs for one in _differences(f"{place}[{number}]", a, b)]
    return [] if _agree(told, found) else [(place, told, found)]


def _agree(told: Any, found: Any) -> bool:
    if isinstance(told, float) and isinstance(found, float):
        return math.isclose(told, found, rel_tol=TOLERANCE, abs_tol=TOLERANCE)
    return type(told) is type(found) and bool(told == found)


def _is_list(value: Any) -> bool:
    return isinstance(value, Sequence) and not isinstance(value, str)


def _size(value: Any) -> int:
    if isinstance(value, Mapping):
        return sum(_size(one) for one in value.values())
    return sum(_size(one) for one in value) if _is_list(value) else 1


def _short(value: Any) -> str:
    text = repr(value)
    return text if len(text) <= _SHOWN else text[: _SHOWN - 1] + "…"
