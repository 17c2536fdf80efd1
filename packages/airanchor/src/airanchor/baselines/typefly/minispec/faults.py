"""What is wrong with a program: where, what was found there, and what was expected."""

from collections.abc import Iterable
from dataclasses import dataclass, field
from enum import StrEnum
from typing import NamedTuple

from pydantic import JsonValue

MOST_FAULTS = 100
"""Kept of one program; a text that is no program at all has one at every word."""
_MOST_SHOWN = 40


class Position(NamedTuple):
    """A place in a program; both count from one."""

    line: int
    column: int


class Severity(StrEnum):
    """Whether the program can be run all the same."""

    ERROR = "error"
    WARNING = "warning"


@dataclass(frozen=True, slots=True, order=True)
class ProgramFault:
    """One thing that is wrong."""

    position: Position
    problem: str
    found: str
    expected: str
    severity: Severity = Severity.ERROR

    @property
    def words(self) -> str:
        """The fault as one line."""
        kind = "warning: " if self.severity is Severity.WARNING else ""
        place = f"line {self.position.line}, column {self.position.column}"
        return f"{place}: {kind}{self.problem}: found {self.found}, expected {self.expected}"

    def to_json(self) -> dict[str, JsonValue]:
        """For programs that read it."""
        return {
            "line": self.position.line,
            "column": self.position.column,
            "severity": self.severity.value,
            "problem": self.problem,
            "found": self.found,
            "expected": self.expected,
        }


@dataclass(slots=True)
class FaultList:
    """Collects faults up to a limit, so that no text makes a list without end."""

    kept: list[ProgramFault] = field(default_factory=list)

    @property
    def is_full(self) -> bool:
        """Whether no more are kept."""
        return len(self.kept) >= MOST_FAULTS

    def add(self, fault: ProgramFault) -> None:
        """One more."""
        if not self.is_full:
            self.kept.append(fault)

    def warn(self, position: Position, problem: str, found: str, expected: str) -> None:
        """One that does not keep the program from being run."""
        self.add(ProgramFault(position, problem, found, expected, Severity.WARNING))

    def refuse(self, position: Position, problem: str, found: str, expected: str) -> None:
        """One that does."""
        self.add(ProgramFault(position, problem, found, expected))

    def in_order(self) -> tuple[ProgramFault, ...]:
        """By their places, none twice."""
        return tuple(sorted(set(self.kept)))


def faults_text(faults: Iterable[ProgramFault]) -> str:
    """One line each, as a planner is told them."""
    return "\n".join(fault.words for fault in faults)


def quoted(text: str) -> str:
    """A piece of a program for a message: short, on one line."""
    short = text if len(text) <= _MOST_SHOWN else f"{text[: _MOST_SHOWN - 3]}..."
    return ascii(short)
