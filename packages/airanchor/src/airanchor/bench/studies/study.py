"""Which rows each study of the paper compares, as data."""

from collections.abc import Mapping, Sequence
from dataclasses import dataclass, field
from typing import Literal

from airanchor.bench import rows
from airanchor.bench.rows import AIRANCHOR, Row
from airanchor.errors import InputError
from airanchor.reasoner.profiles.profile import RULES

FITTED_ON = ("train", "dev")
"""Splits on which the embedded stack was tuned."""
Kind = Literal["table", "lines", "levels", "order", "workload"]


@dataclass(frozen=True, slots=True)
class Study:
    """A comparison. Every row but the first is tested against AirAnchor's own."""

    name: str
    title: str
    question: str
    """What it is for, in a sentence."""
    rows: tuple[str, ...]
    splits: tuple[str, ...] = ("val_seen",)
    titles: Mapping[str, str] = field(default_factory=dict)
    """What this study calls a row, where that is not the row's own title."""
    kind: Kind = "table"
    """What is told beside the table of scores."""
    marks: Mapping[str, float] = field(default_factory=dict)
    """Of "lines" and "levels": the place of a row on the axis."""


def _names(*groups: Sequence[Row]) -> tuple[str, ...]:
    return tuple(row.name for group in groups for row in group)


_OURS = (AIRANCHOR,)
_DISTURBED = (*rows.NOISY, *rows.IN_TRAFFIC)

STUDIES = {
    study.name: study
    for study in (
        Study(
            "main",
            "Main results",
            "How far does each agent come on scenes it may have been tuned on, and on others?",
            _names(_OURS, [row for row in rows.MAIN if row is not AIRANCHOR]),
            splits=("val_seen", "val_unseen"),
        ),
        Study(
            "ablation",
            "Ablation",
            "What does each part of AirAnchor contribute?",
            _names(_OURS, rows.ABLATIONS),
            titles={"airanchor": "AirAnchor (full)"},
        ),
        Study(
            "skills",
            "Skill sets",
            "What does each skill contribute?",
            _names(_OURS, rows.SKILLS),
            titles={"airanchor": "Full"},
        ),
        Study(
            "anchors",
            "Number of anchors",
            "How many spatial anchors should be asked for at a decision?",
            ("k1", "airanchor", "k6"),
            titles={"airanchor": "K = 3"},
            kind="lines",
            marks={"k1": 1, "airanchor": 3, "k6": 6},
        ),
        Study(
            "memory-construction",
            "Memory construction",
            "Is it better to build the memory before flying, while flying, or both?",
            _names(_OURS, rows.MEMORY_CONSTRUCTION),
            titles={"airanchor": "Online Persistent"},
        ),
        Study(
            "episode-order",
            "Episode order",
            "How much do the results depend on the order in which the memory is filled?",
            _names(_OURS, rows.EPISODE_ORDER),
            titles={"airanchor": "Canonical order"},
            kind="order",
        ),
        Study(
            "workload",
            "Workload",
            "How many calls and tokens does a flight take, and which role takes them?",
            _names(_OURS, rows.ASKING),
            kind="workload",
        ),
        Study(
            "robustness",
            "Robustness",
            "How much is lost when sensors are noisy, and when cars, buses and boats move through the city?",
            _names(
                _OURS, rows.NOISY, rows.IN_TRAFFIC[-1:]
            ),  # the densest: what it does not cost, less does not
            titles={"airanchor": "Clean"},
            kind="levels",
            marks={"airanchor": 0, **{row.name: row.noise or row.traffic for row in _DISTURBED}},
        ),
    )
}


def find_study(name: str) -> Study:
    """The study of that name."""
    if name not in STUDIES:
        raise InputError(f"study {name!r} is unknown; valid are {', '.join(STUDIES)} and memory")
    return STUDIES[name]


def in_sample_lines(split: str, reasoner: str) -> list[str]:
    """What a page must say of flights by the rules on what they were fitted on; nothing of others."""
    if reasoner != RULES or split not in FITTED_ON:
        return []
    return [f"In-sample: the embedded stack was fitted on `{'` and `'.join(FITTED_ON)}`.", ""]
