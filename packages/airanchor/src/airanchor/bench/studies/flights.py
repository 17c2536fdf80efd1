"""Flying a study: one run per row, so that studies which share a row fly it once."""

from collections.abc import Callable, Mapping
from dataclasses import dataclass, field, replace
from pathlib import Path

from airanchor.bench.results import EpisodeResult, RunFolder
from airanchor.bench.rows import find_row
from airanchor.bench.run import Conduct, Driver, RunOrder, fly_run, prepare_run
from airanchor.bench.run.inputs import ordered_episodes
from airanchor.bench.run.runner import Watcher
from airanchor.bench.studies.study import Study
from airanchor.errors import BudgetSpent
from airanchor.reasoner.profiles.profile import RULES

_FLIGHT_S = {"airanchor": 6.0, "action-level": 15.0}
"""CPU seconds of a flight by the rules on a laptop's core; baselines without a model take far less."""
_BASELINE_S, _SURVEY_S, _CALLS, _CALL_S = 1.0, 60.0, 46, 3.0


@dataclass(frozen=True, slots=True, kw_only=True)
class StudyPlan:
    """How a study is to be flown."""

    study: Study
    root: Path
    """The folder of all studies; a row's run is in ROOT/SPLIT-SUBSET/ROW, further words for other orders."""
    order: RunOrder
    """Subset, settings and reasoner; its rows and episodes are replaced by the study's."""
    conduct: Conduct = field(default_factory=Conduct)
    command: str = ""

    def run_root(self, split: str, row: str) -> Path:
        """The folder of one row's run."""
        words = (split, self.order.subset, *self.order.scenes, *(("passes",) if self.order.in_passes else ()))
        return self.root / "-".join(words) / row

    def row_order(self, split: str, row: str) -> RunOrder:
        """What that run is."""
        return replace(self.order, rows=(row,), episodes=split)

    def runs(self) -> list[tuple[str, str]]:
        """Every split and row, in order."""
        return [(split, row) for split in self.study.splits for row in self.study.rows]


def forecast_s(plan: StudyPlan, jobs: int) -> float:
    """How long what is missing will take, in seconds, by what a flight usually takes."""
    missing_s = 0.0
    for split, row in plan.runs():
        episodes = ordered_episodes(plan.row_order(split, row))
        left = len(episodes) - _flown(plan.run_root(split, row), row)
        scenes = len({one.scene_id for one in episodes})
        survey_s = _SURVEY_S * scenes if find_row(row).memory != "online" and left else 0.0
        missing_s += left * _seconds(row, plan.order.reasoner) + survey_s
    return missing_s / jobs


def _seconds(row: str, reasoner: str) -> float:
    flight_s = _FLIGHT_S.get(find_row(row).agent)
    if flight_s is None:
        return _BASELINE_S
    return flight_s if reasoner == RULES else flight_s + _CALLS * _CALL_S


def _flown(root: Path, row: str) -> int:
    folder = RunFolder(root)
    return len(folder.results(row)) if folder.results_file(row).is_file() else 0


Results = Mapping[str, Mapping[str, list[EpisodeResult]]]
"""Split, row: the results."""


def fly_study(
    plan: StudyPlan,
    driver: Driver,
    *,
    watch: Callable[[], Watcher] | None = None,
    tell: Callable[[str], None] = lambda _: None,
) -> Results:
    """Fly what is missing, row after row; each row is a run of its own that can be verified and resumed.

    `watch` is asked for a watcher of every row.
    """
    found: dict[str, dict[str, list[EpisodeResult]]] = {}
    for split, row in plan.runs():
        root = plan.run_root(split, row)
        tell(f"{plan.study.name}: {split}, {find_row(row).title}")
        prepare_run(root, plan.row_order(split, row), conduct=plan.conduct, command=plan.command, tell=tell)
        outcome = fly_run(root, driver=driver, watch=None if watch is None else watch())
        if outcome.spent is not None:
            raise BudgetSpent(f"{outcome.spent}; what is flown is kept in {plan.root}")
        found.setdefault(split, {})[row] = RunFolder(root).results(row)
    return found
