"""Means and rates with 95 % intervals that know that several instructions share a path.

The instructions of one path are flown between the same two points, so their results are alike. Redrawing
episodes would count them as independent and give intervals that are too narrow; here paths are redrawn.
"""

from collections.abc import Iterator, Sequence
from dataclasses import dataclass

import numpy as np
from numpy.typing import NDArray

from airanchor.bench.results import EpisodeResult
from airanchor.bench.statistics import RESAMPLES, Estimate, wilson_share
from airanchor.errors import InputError

SEED = 20
CONFIDENCE = 0.95
_CELLS_AT_ONCE = 1_000_000

Values = NDArray[np.float64]


@dataclass(frozen=True, slots=True, eq=False)
class Paths:
    """Which episodes belong to which path: the number of each episode's path, from 0."""

    numbers: NDArray[np.int64]  # (episodes,)
    count: int

    @classmethod
    def of(cls, results: Sequence[EpisodeResult]) -> "Paths":
        """The paths of results, in the order in which they appear; equal ids in two scenes are two paths."""
        found: dict[tuple[str, str], int] = {}
        numbers = [
            found.setdefault((one.scene_id, one.trajectory_id or one.episode_id), len(found))
            for one in results
        ]
        return cls(np.array(numbers, dtype=np.int64), len(found))

    @property
    def are_single(self) -> bool:
        """Whether every path has one instruction."""
        return self.count == len(self.numbers)

    def sums(self, values: Values) -> Values:
        """The sum over each path's episodes, of one value (n,) or of several (n, k)."""
        summed = np.zeros((self.count, *values.shape[1:]))
        np.add.at(summed, self.numbers, values)
        return summed


def bootstrap_means(
    values: Values, paths: Paths, *, seed: int = SEED, resamples: int = RESAMPLES
) -> list[Estimate]:
    """The mean of each column of values (episodes, k) with its percentile interval over redrawn paths.

    A redrawn sample's mean is all its values over all its episodes, so that long paths of few instructions
    weigh as they do in the mean itself.
    """
    if resamples < 1:
        raise InputError(f"resamples = {resamples!r}; give at least 1, such as {RESAMPLES}")
    sums, sizes = paths.sums(values), paths.sums(np.ones(len(values)))
    means = np.concatenate(
        [
            weights @ sums / (weights @ sizes)[:, np.newaxis]
            for weights in _weights(paths.count, seed, resamples)
        ]
    )
    tail = (1 - CONFIDENCE) / 2
    lows, highs = np.quantile(means, [tail, 1 - tail], axis=0)
    over = "episodes" if paths.are_single else "paths"
    return [
        Estimate(
            float(mean), float(low), float(high), CONFIDENCE, f"bootstrap over {over}, {resamples} resamples"
        )
        for mean, low, high in zip(values.mean(axis=0), lows, highs, strict=True)
    ]


def rate_of(outcomes: Values, paths: Paths) -> Estimate:
    """A rate with Wilson's interval for as many trials as the episodes are worth.

    With S_g successes among the n_g episodes of path g, G paths, n episodes and p = S / n, the variance of
    the rate over paths is V = G / (G - 1) sum (S_g - p n_g)² / n², and n episodes are worth p (1 - p) / V
    independent ones, at most n. At p = 0 or 1 nothing tells them apart and they are worth G.
    """
    count = len(outcomes)
    share = float(outcomes.mean())
    if paths.are_single:
        return wilson_share(share, count, confidence=CONFIDENCE)
    found = wilson_share(share, _worth(outcomes, paths), confidence=CONFIDENCE)
    return Estimate(found.value, found.low, found.high, CONFIDENCE, "Wilson score over paths")


def _worth(outcomes: Values, paths: Paths) -> float:
    count, share = len(outcomes), float(outcomes.mean())
    if share in (0.0, 1.0) or paths.count < 2:
        return float(paths.count)
    gaps = paths.sums(outcomes) - share * paths.sums(np.ones(count))
    variance = paths.count / (paths.count - 1) * float((gaps**2).sum()) / count**2
    return float(count) if variance == 0 else min(float(count), share * (1 - share) / variance)


def _weights(count: int, seed: int, resamples: int) -> Iterator[Values]:
    """How often each path is in each redrawn sample, (rows, count); equal seeds draw the same."""
    rng = np.random.default_rng(seed)
    most = max(1, _CELLS_AT_ONCE // count)
    for begun in range(0, resamples, most):
        rows = min(most, resamples - begun)
        yield rng.multinomial(count, np.full(count, 1 / count), size=rows).astype(np.float64)
