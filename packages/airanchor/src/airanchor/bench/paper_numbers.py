"""The paper's own figures as data: beside our rows where it has the same one, alone where only it has one."""

import tomllib
from collections.abc import Mapping
from dataclasses import dataclass
from functools import cache
from importlib import resources
from typing import Any

Figures = Mapping[str, float]
"""SR, OSR and SDTW in percent, NE in metres, as far as the paper gives them."""


@dataclass(frozen=True, slots=True)
class PaperMethod:
    """A method that is not flown here."""

    title: str
    group: str
    figures: Mapping[str, Figures]
    """By split."""


@dataclass(frozen=True, slots=True)
class PaperWorkload:
    """What a method asks of its model per episode of val_seen."""

    title: str
    calls: float
    input_per_call: int
    output_per_call: int
    total_tokens: int
    SR: float


def paper_figures(row: str) -> Mapping[str, Figures]:
    """The figures of a row by split; empty where the paper has no such row."""
    return dict(_document()["rows"].get(row, {}))


def paper_methods() -> tuple[PaperMethod, ...]:
    """The methods of the main table that are only the paper's, in its order."""
    return tuple(
        PaperMethod(entry["title"], entry["group"], {split: entry[split] for split in SPLITS})
        for entry in _document()["methods"]
    )


def paper_workload() -> tuple[PaperWorkload, ...]:
    """The table of the workload."""
    return tuple(PaperWorkload(title, **entry) for title, entry in _document()["workload"].items())


def paper_shuffled_order() -> tuple[Figures, Figures]:
    """Mean and standard deviation over the paper's three permutations of val_seen."""
    entry = _document()["shuffled_order"]["val_seen"]
    return entry["mean"], entry["std"]


SPLITS = ("val_seen", "val_unseen")


@cache
def _document() -> dict[str, Any]:
    return tomllib.loads(resources.files(__package__).joinpath("paper_numbers.toml").read_text("utf-8"))
