"""A results table as data: blocks of rows that flew the same episodes, with intervals, tests and notes."""

from collections.abc import Mapping
from dataclasses import asdict, dataclass, field
from typing import Any

from airanchor.bench.metrics import Profile
from airanchor.bench.report.comparison import Comparison
from airanchor.bench.report.facts import RunFacts
from airanchor.bench.rows import all_rows
from airanchor.bench.statistics import Estimate

PAPER = "paper (AerialVLN, Qwen3.6-Plus)"


@dataclass(frozen=True, slots=True)
class RowLabel:
    """How a table calls a row."""

    title: str
    is_upper_bound: bool = False
    """Whether it was told the truth."""
    paper: Mapping[str, Mapping[str, float]] = field(default_factory=dict)
    """The paper's figures: split to SR, OSR, SDTW (percent) and NE (metres)."""


def label_of(name: str) -> RowLabel:
    """The label of a registered row; any other is called by its name."""
    row = all_rows().get(name)
    return RowLabel(name) if row is None else RowLabel(row.title, row.knows_truth, row.paper)


@dataclass(frozen=True, slots=True)
class Line:
    """One row's results over the episodes of a block."""

    row: str
    label: RowLabel
    group: str
    """The value of the trait by which a block is broken down; empty where it is not."""
    episodes: int
    paths: int
    successes: int
    oracle_successes: int
    cells: Mapping[str, Estimate]
    """By the column's key."""
    errors_m: tuple[float, ...]
    """Every episode's navigation error, in rising order."""
    comparisons: Mapping[str, Comparison] = field(default_factory=dict)
    """Against the block's first row or the one that was asked for; empty for that row itself."""
    paper: Mapping[str, float] = field(default_factory=dict)


@dataclass(frozen=True, slots=True)
class TableBlock:
    """Rows over one set of episodes, under one reading of the metrics."""

    split: str
    profile: Profile
    lines: tuple[Line, ...]
    against: str = ""
    """The row that the others are tested against; empty where nothing is tested."""
    by: str = ""
    """The trait of a breakdown."""

    @property
    def title(self) -> str:
        """What the block is about, in a line."""
        by = f", by {self.by}" if self.by else ""
        return f"{self.split}{by}, {self.profile.value} metrics"

    @property
    def tests(self) -> int:
        """How many tests share the correction."""
        return sum(len(line.comparisons) for line in self.lines)


@dataclass(frozen=True, slots=True)
class Table:
    """All that a report shows, whatever its format."""

    title: str
    blocks: tuple[TableBlock, ...]
    notes: tuple[str, ...]
    facts: tuple[RunFacts, ...] = ()
    seed: int = 0
    resamples: int = 0

    def to_json(self) -> dict[str, Any]:
        """Plain values: shares in percent, distances in metres."""
        return {
            "title": self.title,
            "facts": [one.to_json() for one in self.facts],
            "blocks": [_block_json(block) for block in self.blocks],
            "notes": list(self.notes),
            "bootstrap": {"seed": self.seed, "resamples": self.resamples, "over": "paths"},
        }


def _block_json(block: TableBlock) -> dict[str, Any]:
    return {
        "split": block.split,
        "metrics": block.profile.value,
        "by": block.by or None,
        "against": block.against or None,
        "tests": block.tests,
        "rows": [_line_json(line) for line in block.lines],
    }


def _line_json(line: Line) -> dict[str, Any]:
    return {
        "row": line.row,
        "title": line.label.title,
        "is_upper_bound": line.label.is_upper_bound,
        "group": line.group or None,
        "episodes": line.episodes,
        "paths": line.paths,
        "successes": line.successes,
        "oracle_successes": line.oracle_successes,
        "cells": {key: asdict(one) for key, one in line.cells.items()},
        "comparisons": {
            key: {**asdict(one), "is_shown": one.is_shown} for key, one in line.comparisons.items()
        },
        PAPER: dict(line.paper),
    }
