"""The rows of one or several runs, ready for a table: equal names told apart by their run."""

from collections import Counter
from collections.abc import Sequence
from dataclasses import dataclass, replace
from pathlib import Path

from airanchor.bench.episodes import Episode
from airanchor.bench.report.facts import RunFacts, facts_of
from airanchor.bench.report.table import RowLabel, label_of
from airanchor.bench.results import EpisodeResult, RunFolder
from airanchor.bench.run.inputs import RunInputs
from airanchor.bench.run.record import read_record
from airanchor.bench.run.unflown import without_results
from airanchor.errors import InputError

MAIN_ROW = "airanchor"


@dataclass(frozen=True, slots=True, eq=False)
class LoadedRuns:
    """What a table is made of."""

    rows: dict[str, list[EpisodeResult]]
    labels: dict[str, RowLabel]
    facts: tuple[RunFacts, ...]
    episodes: tuple[Episode, ...]

    def base(self, wanted: str | None) -> str | None:
        """The row to test against: the one asked for, by its name or title, or AirAnchor if it is there."""
        if wanted is None:
            return next((name for name in self.rows if name.split(" @ ")[0] == MAIN_ROW), None)
        titles = {self.labels[name].title: name for name in reversed(self.rows)}
        shorts = {name.split(" @ ")[0]: name for name in reversed(self.rows)}
        return wanted if wanted in self.rows else titles.get(wanted, shorts.get(wanted, wanted))


def load_runs(roots: Sequence[Path]) -> LoadedRuns:
    """Read the results of every row that has any, in the order in which runs and rows were given."""
    names = _names(roots)
    records = [read_record(root) for root in roots]
    shared = Counter(row for record in records for row in record.order.rows)
    rows: dict[str, list[EpisodeResult]] = {}
    labels: dict[str, RowLabel] = {}
    for root, record, name in zip(roots, records, names, strict=True):
        folder = RunFolder(root)
        for row in record.order.rows:
            if folder.results_file(row).is_file() and (results := folder.results(row)):
                key, label = row, label_of(row)
                if shared[row] > 1:
                    key, label = f"{row} @ {name}", replace(label, title=f"{label.title} ({name})")
                rows[key], labels[key] = results, label
    if not rows:
        raise InputError("; ".join(without_results(root) for root in roots))
    facts = tuple(
        replace(facts_of(root, record), run=name)
        for root, record, name in zip(roots, records, names, strict=True)
    )
    episodes = [
        one
        for root, record in zip(roots, records, strict=True)
        for one in RunInputs(root).episodes(record.order)
    ]
    return LoadedRuns(rows, labels, facts, tuple(episodes))


def _names(roots: Sequence[Path]) -> list[str]:
    """What runs are called: their folders' names, with a number where two are alike."""
    found: list[str] = []
    for root in roots:
        name = root.resolve().name
        taken = sum(one.partition(" #")[0] == name for one in found)
        found.append(f"{name} #{taken + 1}" if taken else name)
    return found
