"""How sure a table may be: intervals of means and rates, paired tests of rows, correction for many tests."""

import math
from collections.abc import Iterator, Sequence
from dataclasses import dataclass
from statistics import NormalDist

import numpy as np
from numpy.typing import ArrayLike, NDArray

from airanchor.errors import InputError

RESAMPLES = 10_000
_CELLS_AT_ONCE = 1_000_000
_TIE = 1e-12
"""Sums that differ by less than this share are equal but for rounding."""

Values = NDArray[np.float64]


@dataclass(frozen=True, slots=True)
class Estimate:
    """A value, the interval around it, and how that was found."""

    value: float
    low: float
    high: float
    confidence: float
    method: str


@dataclass(frozen=True, slots=True)
class PairedTest:
    """What a test of two rows over the same episodes found."""

    difference: float
    """The mean of first minus second."""
    p_value: float
    """Two-sided: how likely so large a difference is if the two rows do not differ."""
    pairs: int
    method: str


@dataclass(frozen=True, slots=True)
class Spread:
    """A mean and the standard deviation around it, divided by count - ddof; None where that is 0."""

    mean: float
    std: float | None
    count: int
    ddof: int

    def __str__(self) -> str:
        std = "n/a" if self.std is None else f"{self.std:.2f}"
        return f"{self.mean:.2f} ± {std} (n = {self.count}, ddof = {self.ddof})"


def bootstrap_mean(
    values: ArrayLike, rng: np.random.Generator, *, confidence: float = 0.95, resamples: int = RESAMPLES
) -> Estimate:
    """The mean with its percentile bootstrap interval: quantiles of the means of redrawn samples."""
    sample = _values("values", values)
    _check_share("confidence", confidence)
    _check_resamples(resamples)
    means = np.concatenate(
        [
            sample[rng.integers(sample.size, size=(rows, sample.size))].mean(axis=1)
            for rows in _batches(resamples, sample.size)
        ]
    )
    low, high = np.quantile(means, [(1 - confidence) / 2, (1 + confidence) / 2])
    return Estimate(
        value=float(sample.mean()),
        low=float(low),
        high=float(high),
        confidence=confidence,
        method=f"percentile bootstrap, {resamples} resamples",
    )


def wilson(successes: int, count: int, *, confidence: float = 0.95) -> Estimate:
    """A rate with Wilson's score interval, which stays within [0, 1] and has width at 0 and at 1.

    With p = successes / n and z the normal quantile:
    (p + z²/2n ± z sqrt(p (1 - p) / n + z²/4n²)) / (1 + z²/n).
    """
    if count < 1 or not 0 <= successes <= count:
        raise InputError(f"{successes} successes of {count} is no rate; give 0 to n successes of n >= 1")
    return wilson_share(successes / count, count, confidence=confidence)


def wilson_share(rate: float, count: float, *, confidence: float = 0.95) -> Estimate:
    """Wilson's interval of a rate that was found in so many independent trials, not always a whole number."""
    if not (0 <= rate <= 1 and count > 0):
        raise InputError(f"rate {rate!r} of {count!r} trials is none; give 0 to 1 of a count above 0")
    _check_share("confidence", confidence)
    z = NormalDist().inv_cdf((1 + confidence) / 2)
    scale = 1 + z * z / count
    middle = (rate + z * z / (2 * count)) / scale
    half = z * math.sqrt(rate * (1 - rate) / count + (z / (2 * count)) ** 2) / scale
    low = 0.0 if rate == 0 else middle - half
    high = 1.0 if rate == 1 else middle + half
    return Estimate(rate, low, high, confidence, "Wilson score")


def mcnemar(first: ArrayLike, second: ArrayLike) -> PairedTest:
    """Do two rows succeed equally often? McNemar's exact test: a sign test over episodes where they differ.

    With b episodes that only the first solved and c that only the second did, and X binomial(b + c, 1/2):
    p = min(1, 2 P(X <= min(b, c))), in whole numbers until the last division.
    """
    one, two = _outcomes("first", first), _outcomes("second", second)
    _check_pairs(one.size, two.size)
    only_first, only_second = int((one & ~two).sum()), int((two & ~one).sum())
    differing = only_first + only_second
    tail = _choices_up_to(differing, min(only_first, only_second))
    return PairedTest(
        difference=(only_first - only_second) / one.size,
        p_value=min(1.0, 2 * tail / 2**differing),
        pairs=one.size,
        method="exact McNemar, two-sided",
    )


def paired_permutation(
    first: ArrayLike, second: ArrayLike, rng: np.random.Generator, *, resamples: int = RESAMPLES
) -> PairedTest:
    """Do two rows have the same mean? The share of sign changes of the differences that sum to as much.

    All 2^n changes are tried where they are at most `resamples`; else that many are drawn, and the one that
    was seen counts as one of them, so that p is never 0.
    """
    one, two = _values("first", first), _values("second", second)
    _check_pairs(one.size, two.size)
    _check_resamples(resamples)
    differences = one - two
    moved = differences[differences != 0]
    is_exact = 2**moved.size <= resamples
    flips = _every_flip(moved.size) if is_exact else _drawn_flips(moved.size, resamples, rng)
    least = abs(moved.sum()) - _TIE * np.abs(moved).sum()
    reached = sum(
        int((np.abs(np.where(flipped, -moved, moved).sum(axis=1)) >= least).sum()) for flipped in flips
    )
    p_value = reached / 2**moved.size if is_exact else (reached + 1) / (resamples + 1)
    how = f"all {2**moved.size}" if is_exact else f"{resamples} drawn"
    method = f"paired permutation, two-sided, {how} sign changes"
    return PairedTest(float(differences.mean()), p_value, one.size, method)


def holm(p_values: Sequence[float]) -> tuple[float, ...]:
    """The p-values of several tests, each raised so that any error at all stays as rare as one test's.

    In rising order the k-th of n (from 0) becomes the largest of (n - k) p so far, at most 1.
    """
    if not p_values:
        return ()
    raw = _values("p_values", p_values)
    if raw.min() < 0 or raw.max() > 1:
        raise InputError(f"p-values from {raw.min():g} to {raw.max():g}; give numbers from 0 to 1")
    order = np.argsort(raw, kind="stable")
    raised = np.maximum.accumulate(raw[order] * np.arange(raw.size, 0, -1))
    adjusted = np.empty_like(raw)
    adjusted[order] = np.minimum(raised, 1.0)
    return tuple(adjusted.tolist())


def ratio_of_sums(above: ArrayLike, below: ArrayLike) -> float | None:
    """All of one over all of the other, as tokens per call over a whole run; None where that is nothing.

    A mean of the episodes' own ratios would weigh short episodes more.
    """
    one, two = _values("above", above), _values("below", below)
    _check_pairs(one.size, two.size)
    total = float(two.sum())
    return float(one.sum()) / total if total != 0 else None


def relative_change_percent(value: float, baseline: float) -> float:
    """100 (value / baseline - 1): positive is a gain, negative a reduction."""
    if not math.isfinite(value) or not math.isfinite(baseline) or baseline == 0:
        raise InputError(f"no change from {baseline!r} to {value!r}; give finite numbers, the first not 0")
    return 100 * (value / baseline - 1)


def spread(values: ArrayLike, *, ddof: int = 1) -> Spread:
    """Mean and standard deviation; `ddof` is 1 for a sample of runs, 0 for all there are."""
    sample = _values("values", values)
    if ddof not in (0, 1):
        raise InputError(f"ddof = {ddof!r}; give 1 for a sample or 0 for a population")
    std = float(sample.std(ddof=ddof)) if sample.size > ddof else None
    return Spread(float(sample.mean()), std, sample.size, ddof)


def _choices_up_to(count: int, most: int) -> int:
    """The number of ways to choose at most `most` of `count` things."""
    term = total = 1
    for k in range(most):
        term = term * (count - k) // (k + 1)
        total += term
    return total


def _every_flip(count: int) -> Iterator[NDArray[np.bool_]]:
    begun = 0
    for rows in _batches(2**count, count):
        numbers = np.arange(begun, begun + rows)[:, np.newaxis]
        yield (numbers >> np.arange(count)) & 1 == 1
        begun += rows


def _drawn_flips(count: int, resamples: int, rng: np.random.Generator) -> Iterator[NDArray[np.bool_]]:
    for rows in _batches(resamples, count):
        yield rng.integers(2, size=(rows, count), dtype=np.uint8) == 1


def _batches(rows: int, columns: int) -> Iterator[int]:
    """Row counts that sum to `rows`, each small enough to hold at once."""
    most = max(1, _CELLS_AT_ONCE // max(1, columns))
    for begun in range(0, rows, most):
        yield min(most, rows - begun)


def _values(name: str, values: ArrayLike) -> Values:
    array = np.asarray(values)
    if array.ndim != 1 or array.size == 0 or array.dtype.kind not in "biuf":
        raise InputError(
            f"{name} has shape {array.shape} of {array.dtype}; give a list of at least one number"
        )
    numbers: Values = array.astype(np.float64)
    if not np.isfinite(numbers).all():
        wrong = int(np.flatnonzero(~np.isfinite(numbers))[0])
        raise InputError(f"{name}[{wrong}] = {numbers[wrong]} is not a finite number")
    return numbers


def _outcomes(name: str, outcomes: ArrayLike) -> NDArray[np.bool_]:
    numbers = _values(name, outcomes)
    if not np.isin(numbers, (0, 1)).all():
        raise InputError(
            f"{name} holds other values than success and failure; give True and False, or 1 and 0"
        )
    outcome: NDArray[np.bool_] = numbers == 1
    return outcome


def _check_pairs(first: int, second: int) -> None:
    if first != second:
        raise InputError(f"{first} values beside {second}; give both rows over the same episodes, in order")


def _check_share(name: str, share: float) -> None:
    if not 0 < share < 1:
        raise InputError(f"{name} = {share!r}; give a share between 0 and 1, such as 0.95")


def _check_resamples(resamples: int) -> None:
    if resamples < 1:
        raise InputError(f"resamples = {resamples!r}; give at least 1, such as {RESAMPLES}")
