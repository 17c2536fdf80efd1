"""Intervals and tests against values worked out by hand, and the properties that define them."""

import itertools
import math
from typing import Any

import numpy as np
import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from airanchor.bench.statistics import (
    bootstrap_mean,
    holm,
    mcnemar,
    paired_permutation,
    ratio_of_sums,
    relative_change_percent,
    spread,
    wilson,
    wilson_share,
)
from airanchor.errors import InputError

numbers = st.lists(st.floats(-100, 100, allow_nan=False), min_size=1, max_size=30)
shares = st.lists(st.floats(0, 1), max_size=12)


def rng(seed: int = 0) -> np.random.Generator:
    return np.random.default_rng(seed)


def test_wilson_by_hand() -> None:
    z, n = 1.959963984540054, 333
    rate = 32 / n
    root = math.sqrt(rate * (1 - rate) / n + z**2 / (4 * n**2))
    found = wilson(32, n)
    assert found.value == rate
    assert found.low == pytest.approx((rate + z**2 / (2 * n) - z * root) / (1 + z**2 / n))
    assert found.high == pytest.approx((rate + z**2 / (2 * n) + z * root) / (1 + z**2 / n))
    assert (round(found.low, 4), round(found.high, 4)) == (0.0689, 0.1325)


def test_wilson_at_the_ends() -> None:
    z2 = 1.959963984540054**2
    none, every = wilson(0, 10), wilson(10, 10)
    assert (none.low, every.high) == (0, 1)
    assert none.high == pytest.approx(z2 / (10 + z2))
    assert every.low == pytest.approx(10 / (10 + z2))


@given(st.integers(1, 2000), st.data())
def test_wilson_mirrors_and_contains_the_rate(count: int, data: st.DataObject) -> None:
    successes = data.draw(st.integers(0, count))
    found, mirrored = wilson(successes, count), wilson(count - successes, count)
    assert 0 <= found.low <= found.value <= found.high <= 1
    assert found.low == pytest.approx(1 - mirrored.high, abs=1e-12)
    wider = wilson(successes, count, confidence=0.99)
    assert wider.low <= found.low <= found.high <= wider.high


def test_wilson_of_fewer_trials_is_wider_and_takes_parts_of_them() -> None:
    assert wilson_share(0.3, 50) == wilson(15, 50)
    widths = [(found := wilson_share(0.3, count)).high - found.low for count in (50, 33.3, 20)]
    assert widths == sorted(widths)


def test_wilson_ends_solve_the_score_equation() -> None:
    found = wilson(7, 50)
    for end in (found.low, found.high):
        distance = abs(found.value - end) / math.sqrt(end * (1 - end) / 50)
        assert distance == pytest.approx(1.959963984540054)


def test_bootstrap_finds_the_exact_quantiles_of_a_tiny_sample() -> None:
    sample = [0.0, 1.0, 5.0]
    means = sorted(sum(drawn) / 3 for drawn in itertools.product(sample, repeat=3))
    found = bootstrap_mean(sample, rng(), confidence=0.8, resamples=40_000)
    assert found.value == 2
    # 27 equally likely means; 10 % and 90 % fall well inside the third and the twenty-fifth
    assert (found.low, found.high) == (pytest.approx(means[2]), pytest.approx(means[24]))


def test_bootstrap_nears_the_normal_interval() -> None:
    sample = rng(5).normal(10, 2, 400)
    found = bootstrap_mean(sample, rng(6))
    half = 1.96 * sample.std() / math.sqrt(sample.size)
    assert found.low == pytest.approx(sample.mean() - half, abs=0.1 * half)
    assert found.high == pytest.approx(sample.mean() + half, abs=0.1 * half)
    assert found.method == "percentile bootstrap, 10000 resamples"


@settings(max_examples=30, deadline=None)
@given(numbers, st.integers(0, 5))
def test_bootstrap_repeats_and_stays_in_range(values: list[float], seed: int) -> None:
    found = bootstrap_mean(values, rng(seed), resamples=200)
    assert found == bootstrap_mean(values, rng(seed), resamples=200)
    assert min(values) - 1e-9 <= found.low <= found.high <= max(values) + 1e-9


def test_bootstrap_in_batches_draws_every_sample() -> None:
    many = np.repeat([0.0, 1.0], 150_000)
    found = bootstrap_mean(many, rng(), resamples=7)
    assert 0.49 < found.low < found.high < 0.51


@pytest.mark.parametrize(
    ("only_first", "only_second", "p_value"),
    [(0, 0, 1.0), (1, 0, 1.0), (5, 0, 2 / 32), (0, 6, 2 / 64), (8, 1, 2 * 10 / 512), (3, 3, 1.0)],
)
def test_mcnemar_by_hand(only_first: int, only_second: int, p_value: float) -> None:
    first = [True] * only_first + [False] * only_second + [True, False, False]
    second = [False] * only_first + [True] * only_second + [True, False, False]
    found = mcnemar(first, second)
    assert found.p_value == p_value
    assert found.difference == pytest.approx((only_first - only_second) / len(first))
    assert mcnemar(second, first).p_value == p_value


def test_mcnemar_of_thousands_stays_exact() -> None:
    first = np.arange(6000) < 3050
    assert 0.19 < mcnemar(first, ~first).p_value < 0.21  # two normal tails beyond 99 / sqrt(6000)
    assert mcnemar(np.ones(6000), np.zeros(6000)).p_value == 0  # 2^-5999, below the least float


def test_permutation_by_hand() -> None:
    found = paired_permutation([1, 2, 3, 4], [0, 0, 0, 0], rng())
    assert found.p_value == 2 / 16
    assert found.difference == 2.5
    assert found.method.endswith("all 16 sign changes")
    # of the 8 sign changes of (3, -1, 2) those with |sum| >= 4: 4, 6 and their mirrors
    assert paired_permutation([3, 0, 2], [0, 1, 0], rng()).p_value == 4 / 8


def test_permutation_counts_sums_equal_but_for_rounding() -> None:
    tenths, whole = np.array([-0.6, 0.5, 0.6, -0.9]), np.array([-6, 5, 6, -9])
    assert paired_permutation(whole, np.zeros(4), rng()).p_value == 14 / 16
    assert paired_permutation(tenths, np.zeros(4), rng()).p_value == 14 / 16


def test_equal_rows_do_not_differ() -> None:
    assert paired_permutation([1.5, 2.5], [1.5, 2.5], rng()).p_value == 1


def test_drawn_permutations_near_the_exact_ones() -> None:
    first, second = rng(1).normal(0.4, 1, 12), rng(2).normal(0, 1, 12)
    exact = paired_permutation(first, second, rng())
    drawn = paired_permutation(first, second, rng(3), resamples=4000)
    assert exact.method.endswith("all 4096 sign changes")
    assert drawn.method.endswith("4000 drawn sign changes")
    assert drawn.p_value == pytest.approx(exact.p_value, abs=4 * math.sqrt(0.25 / 4000))
    assert drawn == paired_permutation(first, second, rng(3), resamples=4000)


def test_a_clear_difference_is_never_impossible() -> None:
    found = paired_permutation(np.arange(40) + 100.0, np.zeros(40), rng(), resamples=999)
    assert found.p_value == 1 / 1000


def test_rows_that_do_not_differ_are_rarely_told_apart() -> None:
    draw = rng(8)
    p_values = [
        paired_permutation(draw.normal(size=30), draw.normal(size=30), draw, resamples=200).p_value
        for _ in range(300)
    ]
    assert 0.02 < np.mean(np.array(p_values) <= 0.05) < 0.09


@settings(max_examples=40, deadline=None)
@given(st.lists(st.tuples(st.integers(-9, 9), st.integers(-9, 9)), min_size=1, max_size=10))
def test_permutation_is_the_share_of_all_sign_changes(pairs: list[tuple[int, int]]) -> None:
    differences = [a - b for a, b in pairs]
    sums = [
        abs(sum(s * d for s, d in zip(signs, differences, strict=True)))
        for signs in itertools.product((1, -1), repeat=len(differences))
    ]
    expected = sum(one >= abs(sum(differences)) for one in sums) / len(sums)
    first, second = zip(*pairs, strict=True)
    assert paired_permutation(first, second, rng()).p_value == pytest.approx(expected)
    assert paired_permutation(second, first, rng()).p_value == pytest.approx(expected)


def test_holm_by_hand() -> None:
    assert holm([0.01, 0.04, 0.03, 0.005]) == pytest.approx((0.03, 0.06, 0.06, 0.02))
    assert holm([0.6, 0.5]) == (1.0, 1.0)
    assert holm([]) == ()


@given(shares)
def test_holm_raises_keeps_the_order_and_stays_below_bonferroni(p_values: list[float]) -> None:
    adjusted = holm(p_values)
    for p_value, raised in zip(p_values, adjusted, strict=True):
        assert p_value <= raised <= min(1.0, len(p_values) * p_value) + 1e-15
    ordered = [raised for _, raised in sorted(zip(p_values, adjusted, strict=True))]
    assert ordered == sorted(ordered)


def test_a_ratio_of_sums_is_no_mean_of_ratios() -> None:
    assert ratio_of_sums([100, 900], [1, 99]) == 10
    assert ratio_of_sums([0], [0]) is None


def test_spread_names_its_divisor() -> None:
    assert spread([1, 2, 3, 4]).std == pytest.approx(math.sqrt(5 / 3))
    assert spread([1, 2, 3, 4], ddof=0).std == pytest.approx(math.sqrt(5 / 4))
    assert spread([7]).std is None
    assert str(spread([9.3, 9.5, 9.7])) == "9.50 ± 0.20 (n = 3, ddof = 1)"
    assert str(spread([7])) == "7.00 ± n/a (n = 1, ddof = 1)"


@pytest.mark.parametrize(
    ("call", "words"),
    [
        (lambda: wilson(5, 4), "5 successes of 4"),
        (lambda: wilson(0, 0), "0 successes of 0"),
        (lambda: wilson(-1, 4), "-1 successes"),
        (lambda: wilson(1, 4, confidence=95), "confidence = 95"),
        (lambda: wilson_share(1.1, 4), "rate 1.1"),
        (lambda: wilson_share(0.1, 0), "0 trials"),
        (lambda: bootstrap_mean([], rng()), r"values has shape \(0,\)"),
        (lambda: bootstrap_mean([1, math.nan], rng()), r"values\[1\] = nan"),
        (lambda: bootstrap_mean([[1, 2]], rng()), r"shape \(1, 2\)"),
        (lambda: bootstrap_mean([1, 2], rng(), resamples=0), "resamples = 0"),
        (lambda: bootstrap_mean(["a"], rng()), "at least one number"),
        (lambda: mcnemar([1, 0], [1]), "2 values beside 1"),
        (lambda: mcnemar([1, 2], [1, 0]), "first holds other values"),
        (lambda: paired_permutation([1], [1, 2], rng()), "1 values beside 2"),
        (lambda: holm([0.5, 1.5]), "from 0 to 1"),
        (lambda: holm([math.nan]), "not a finite"),
        (lambda: relative_change_percent(1, 0), "not 0"),
        (lambda: spread([1, 2], ddof=2), "ddof = 2"),
        (lambda: ratio_of_sums([1], [1, 2]), "1 values beside 2"),
    ],
)
def test_bad_numbers_are_named(call: Any, words: str) -> None:
    with pytest.raises(InputError, match=words):
        call()
