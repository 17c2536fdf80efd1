"""Paired tests of two rows over the same episodes, with paths and not episodes as what is independent."""

from collections.abc import Sequence
from dataclasses import dataclass, replace
from statistics import NormalDist

import numpy as np

from airanchor.bench.metrics import Profile
from airanchor.bench.report.columns import TESTED, Column
from airanchor.bench.report.estimates import SEED, Paths, Values, bootstrap_means
from airanchor.bench.results import EpisodeResult
from airanchor.bench.statistics import (
    RESAMPLES,
    Estimate,
    PairedTest,
    holm,
    mcnemar,
    paired_permutation,
)

TWO_SIGMA_P = 2 * (1 - NormalDist().cdf(2))
"""The p-value of a difference of two standard errors: about 0.0455. Above it no ranking is claimed."""


@dataclass(frozen=True, slots=True)
class Comparison:
    """How one row differs from another in one column."""

    difference: Estimate
    """This row minus the other, in the column's unit, with an interval over paths."""
    p_value: float
    """By path: signs of whole paths are changed; McNemar's exact test where every path has one episode."""
    p_holm: float
    """Corrected for all tests of the block."""
    p_by_episode: float
    """As if episodes were independent, as other tables do; where they share a path they are not."""
    method: str

    @property
    def is_shown(self) -> bool:
        """Whether the difference is beyond two standard errors after correction."""
        return self.p_holm < TWO_SIGMA_P


def compare(
    row: Sequence[EpisodeResult],
    other: Sequence[EpisodeResult],
    profile: Profile,
    *,
    seed: int = SEED,
    resamples: int = RESAMPLES,
) -> dict[str, Comparison]:
    """Every tested column of a row against another over the same episodes in the same order, uncorrected."""
    paths = Paths.of(row)
    first, second = (np.array([[c.value(o, profile) for c in TESTED] for o in rs]) for rs in (row, other))
    differences = bootstrap_means(first - second, paths, seed=seed, resamples=resamples)
    found = {}
    for place, column in enumerate(TESTED):
        one, two = first[:, place], second[:, place]
        plain = _test(column, one, two, seed, resamples)
        by_path = plain if paths.are_single else _over_paths(one, two, paths, seed, resamples)
        found[column.key] = Comparison(
            difference=differences[place],
            p_value=by_path.p_value,
            p_holm=by_path.p_value,
            p_by_episode=plain.p_value,
            method=by_path.method,
        )
    return found


def corrected(comparisons: Sequence[dict[str, Comparison]]) -> list[dict[str, Comparison]]:
    """All tests of a block with Holm's correction over all of them."""
    raised = iter(holm([one.p_value for row in comparisons for one in row.values()]))
    return [{key: replace(one, p_holm=next(raised)) for key, one in row.items()} for row in comparisons]


def _test(column: Column, one: Values, two: Values, seed: int, resamples: int) -> PairedTest:
    if column.is_rate:
        return mcnemar(one > 0, two > 0)
    return paired_permutation(one, two, np.random.default_rng(seed), resamples=resamples)


def _over_paths(one: Values, two: Values, paths: Paths, seed: int, resamples: int) -> PairedTest:
    """The sum over a path as one pair: with one episode per path and a rate this is McNemar's test."""
    rng = np.random.default_rng(seed)
    found = paired_permutation(paths.sums(one), paths.sums(two), rng, resamples=resamples)
    return replace(found, method=f"{found.method} of whole paths")
