"""The rows of the benchmark's tables: each an agent and what is substituted in it, as data."""

from collections.abc import Callable, Mapping
from dataclasses import dataclass, field
from typing import Literal

from airanchor.agent import Parts
from airanchor.assembly import Stack
from airanchor.errors import InputError

MemoryMode = Literal["online", "frozen", "initialised"]
"""online: empty at first, written by every episode. frozen: built by a survey before the first episode, then
only read. initialised: built by the same survey, then written too."""


@dataclass(frozen=True, slots=True)
class Row:
    """One row of a table. A row that differs from AirAnchor says by which settings or which parts."""

    name: str
    """What commands and folders call it."""
    title: str
    """What tables call it."""
    agent: str = "airanchor"
    """The navigator's name in the assembly."""
    sets: tuple[str, ...] = ()
    """Settings as on the command line, applied last: anchors.count=6."""
    substitute: Callable[[Parts, Stack], Parts] | None = None
    """Gives the agent other parts."""
    memory: MemoryMode = "online"
    memory_kind: Literal["sokb", "flat"] = "sokb"
    order_seed: int | None = None
    """None flies in canonical order, a number in a permutation of all episodes."""
    knows_truth: bool = False
    """Whether it is told the reference: an upper bound, marked so in every table."""
    paper: Mapping[str, Mapping[str, float]] = field(default_factory=dict)
    """The paper's own figures: split to SR, OSR, NE, SDTW and others."""


def find_row(name: str) -> Row:
    """The row of that name."""
    rows = all_rows()
    if name not in rows:
        raise InputError(f"row {name!r} is unknown; valid are {', '.join(rows)}")
    return rows[name]


def all_rows() -> dict[str, Row]:
    """Every row by its name."""
    return {row.name: row for row in (AIRANCHOR,)}


AIRANCHOR = Row("airanchor", "AirAnchor")
