"""The columns of a results table: what each measures, in which unit, and which way is better."""

from collections.abc import Callable
from dataclasses import dataclass

from airanchor.bench.metrics import Profile
from airanchor.bench.results import EpisodeResult
from airanchor.flight import Ending


@dataclass(frozen=True, slots=True)
class Column:
    """One column. Values are as printed: shares in percent, distances in metres."""

    key: str
    words: str
    unit: str
    value: Callable[[EpisodeResult, Profile], float]
    is_higher_better: bool = True
    is_rate: bool = False
    """Whether an episode is either a success or not."""
    is_tested: bool = False
    """Whether rows are compared by it."""
    decimals: int = 1

    @property
    def heading(self) -> str:
        """The title over the column, with its unit and the better way."""
        unit = f" ({self.unit})" if self.unit else ""
        return f"{self.key}{unit} {'↑' if self.is_higher_better else '↓'}"


COLUMNS = (
    Column(
        "SR",
        "success rate",
        "%",
        lambda one, profile: 100.0 * one.scores.of(profile).is_success,
        is_rate=True,
        is_tested=True,
    ),
    Column(
        "OSR",
        "oracle success rate",
        "%",
        lambda one, profile: 100.0 * one.scores.of(profile).is_oracle_success,
        is_rate=True,
        is_tested=True,
    ),
    Column(
        "NE",
        "navigation error",
        "m",
        lambda one, profile: one.scores.of(profile).navigation_error_m,
        is_higher_better=False,
        is_tested=True,
    ),
    Column("nDTW", "likeness to the reference path", "%", lambda one, _: 100.0 * one.scores.ndtw),
    Column(
        "SDTW",
        "likeness of successes, 0 for failures",
        "%",
        lambda one, profile: 100.0 * one.scores.of(profile).sdtw,
        is_tested=True,
    ),
    Column(
        "SPL",
        "success weighted by path length",
        "%",
        lambda one, profile: 100.0 * one.scores.of(profile).spl,
    ),
    Column(
        "said",
        "flights that said all was done",
        "%",
        lambda one, _: 100.0 * (one.ending == Ending.COMPLETED),
    ),
    Column(
        "false",
        "flights that said all was done and were not at the goal",
        "%",
        lambda one, profile: (
            100.0 * (one.ending == Ending.COMPLETED and not one.scores.of(profile).is_success)
        ),
        is_higher_better=False,
    ),
    Column(
        "length",
        "distance flown",
        "m",
        lambda one, _: one.scores.path_length_m,
        is_higher_better=False,
        decimals=0,
    ),
    Column("steps", "actions", "", lambda one, _: float(one.scores.steps), is_higher_better=False),
    Column(
        "collisions",
        "steps that hit something",
        "",
        lambda one, _: float(one.scores.collisions),
        is_higher_better=False,
        decimals=2,
    ),
)
BY_KEY = {column.key: column for column in COLUMNS}
TESTED = tuple(column for column in COLUMNS if column.is_tested)
PAPER_KEYS = ("SR", "OSR", "SDTW", "NE")
"""What the paper reports, in its order."""
