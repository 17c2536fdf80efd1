"""From results to a table: rows that flew the same episodes side by side, estimated, tested and noted."""

from collections.abc import Mapping, Sequence

import numpy as np

from airanchor.bench.metrics import Profile
from airanchor.bench.report.columns import COLUMNS
from airanchor.bench.report.comparison import Comparison, compare, corrected
from airanchor.bench.report.estimates import SEED, Paths, bootstrap_means, rate_of
from airanchor.bench.report.facts import RunFacts
from airanchor.bench.report.notes import notes_of
from airanchor.bench.report.table import Line, RowLabel, Table, TableBlock, label_of
from airanchor.bench.report.traits import Trait
from airanchor.bench.results import EpisodeResult
from airanchor.bench.statistics import RESAMPLES, Estimate
from airanchor.errors import InputError

Rows = Mapping[str, Sequence[EpisodeResult]]


def table_of(
    rows: Rows,
    *,
    title: str = "",
    labels: Mapping[str, RowLabel] | None = None,
    profiles: Sequence[Profile] = (Profile.PAPER,),
    against: str | None = None,
    by: Trait | None = None,
    by_title: str = "",
    shared: bool = False,
    facts: Sequence[RunFacts] = (),
    seed: int = SEED,
    resamples: int = RESAMPLES,
) -> Table:
    """The table of rows, in their order: a block per split and reading, and one more where it is broken down.

    `labels` names rows that are not registered or should be called otherwise. `against` is the row that every
    other is tested against, the first where it is None; upper bounds are not tested. With `shared` rows are
    cut down to the episodes that all of them flew; else rows with other episodes stand in blocks of their
    own.
    """
    _check(rows, against)
    made = _Making({name: (labels or {}).get(name) or label_of(name) for name in rows}, seed, resamples)
    blocks = []
    for split, alike in _alike(_shared(rows) if shared else rows):
        base = against if against in alike else made.first(alike)
        for profile in profiles:
            blocks.append(made.block(split, profile, alike, base))
            if by is not None:
                blocks.append(made.breakdown(split, profile, alike, by, by_title))
    notes = notes_of(blocks, seed=seed, resamples=resamples)
    return Table(title, tuple(blocks), notes, tuple(facts), seed, resamples)


class _Making:
    """What is the same for every line of a table."""

    def __init__(self, labels: Mapping[str, RowLabel], seed: int, resamples: int) -> None:
        self._labels = labels
        self._seed = seed
        self._resamples = resamples

    def first(self, rows: Rows) -> str:
        """The first row that was not told the truth, if there is one."""
        return next((name for name in rows if not self._labels[name].is_upper_bound), next(iter(rows)))

    def block(self, split: str, profile: Profile, rows: Rows, base: str) -> TableBlock:
        others = [name for name in rows if name != base and not self._labels[name].is_upper_bound]
        found = corrected([self._compare(rows[name], rows[base], profile) for name in others])
        tests = dict(zip(others, found, strict=True))
        lines = [self._line(name, results, profile, tests=tests.get(name)) for name, results in rows.items()]
        return TableBlock(split, profile, tuple(lines), base if others else "")

    def breakdown(self, split: str, profile: Profile, rows: Rows, trait: Trait, title: str) -> TableBlock:
        """Every row within every value of the trait; nothing is tested, as there would be too many tests."""
        values = sorted({trait(one) for results in rows.values() for one in results})
        lines = [
            self._line(name, [one for one in results if trait(one) == value], profile, group=value)
            for value in values
            for name, results in rows.items()
        ]
        return TableBlock(split, profile, tuple(lines), by=title or "trait")

    def _compare(
        self, row: Sequence[EpisodeResult], other: Sequence[EpisodeResult], profile: Profile
    ) -> dict[str, Comparison]:
        return compare(row, other, profile, seed=self._seed, resamples=self._resamples)

    def _line(
        self,
        name: str,
        results: Sequence[EpisodeResult],
        profile: Profile,
        *,
        group: str = "",
        tests: Mapping[str, Comparison] | None = None,
    ) -> Line:
        paths, label = Paths.of(results), self._labels[name]
        readings = [one.scores.of(profile) for one in results]
        return Line(
            row=name,
            label=label,
            group=group,
            episodes=len(results),
            paths=paths.count,
            successes=sum(one.is_success for one in readings),
            oracle_successes=sum(one.is_oracle_success for one in readings),
            cells=self._cells(results, profile, paths),
            errors_m=tuple(sorted(one.navigation_error_m for one in readings)),
            comparisons=tests or {},
            paper={} if group else dict(label.paper.get(results[0].split, {})),
        )

    def _cells(self, results: Sequence[EpisodeResult], profile: Profile, paths: Paths) -> dict[str, Estimate]:
        values = np.array([[column.value(one, profile) for column in COLUMNS] for one in results])
        means = bootstrap_means(values, paths, seed=self._seed, resamples=self._resamples)
        found = {column.key: mean for column, mean in zip(COLUMNS, means, strict=True)}
        for place, column in enumerate(COLUMNS):
            if column.is_rate:
                found[column.key] = _percent(rate_of(values[:, place] / 100, paths))
        return found


def _percent(share: Estimate) -> Estimate:
    return Estimate(100 * share.value, 100 * share.low, 100 * share.high, share.confidence, share.method)


def _check(rows: Rows, against: str | None) -> None:
    if not rows:
        raise InputError("no rows to tabulate; give the results of at least one")
    for name, results in rows.items():
        if not results:
            raise InputError(f"row {name!r} has no results yet; fly it first with airanchor bench run")
        if len({(one.split, one.episode_id) for one in results}) < len(results):
            raise InputError(f"row {name!r} has an episode twice; airanchor bench verify says which")
    if against is not None and against not in rows:
        raise InputError(f"row {against!r} is not in the table; its rows are {', '.join(rows)}")


def _shared(rows: Rows) -> dict[str, list[EpisodeResult]]:
    common = set.intersection(
        *({(one.split, one.episode_id) for one in results} for results in rows.values())
    )
    if not common:
        raise InputError(f"the rows {', '.join(rows)} share no episode; leave --shared out")
    return {
        name: [one for one in results if (one.split, one.episode_id) in common]
        for name, results in rows.items()
    }


def _alike(rows: Rows) -> list[tuple[str, dict[str, list[EpisodeResult]]]]:
    """Split after split, the rows that flew the same episodes of it, each in the order of the first."""
    found: dict[tuple[str, frozenset[object]], dict[str, list[EpisodeResult]]] = {}
    splits = dict.fromkeys(one.split for results in rows.values() for one in results)
    for split in splits:
        for name, results in rows.items():
            own = {one.episode_id: one for one in results if one.split == split}
            if own:
                alike = found.setdefault((split, frozenset(map(_task, own.values()))), {})
                first = next(iter(alike.values()), list(own.values()))
                alike[name] = [own[one.episode_id] for one in first]
    return [(split, alike) for (split, _), alike in found.items()]


def _task(one: EpisodeResult) -> tuple[str, float, float]:
    """What makes two flights comparable: the same id may stand for other paths in other files."""
    return one.episode_id, round(one.start_goal_m, 6), round(one.scores.reference_length_m, 6)
