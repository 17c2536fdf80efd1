"""Intervals that know that instructions share a path."""

import numpy as np
import pytest

from airanchor.bench.report.estimates import Paths, bootstrap_means, rate_of
from airanchor.bench.statistics import bootstrap_mean, wilson
from airanchor.errors import InputError
from tests.airanchor.bench.report.flown import results


def paths_of(count: int, share: int) -> Paths:
    return Paths.of(results([0.0] * count, share=share))


def test_paths_are_numbered_as_they_appear_and_differ_between_scenes():
    rows = [*results([0, 0, 0], share=2), *results([0], scene="hill")]
    paths = Paths.of(rows)
    assert paths.numbers.tolist() == [0, 0, 1, 2] and paths.count == 3 and not paths.are_single


def test_with_one_instruction_per_path_a_rate_has_plain_wilson():
    outcomes = np.array([1.0] * 7 + [0.0] * 13)
    assert rate_of(outcomes, paths_of(20, 1)) == wilson(7, 20)


def test_three_equal_instructions_are_worth_one():
    alike = np.repeat([1.0] * 7 + [0.0] * 13, 3)
    found, single = rate_of(alike, paths_of(60, 3)), wilson(7, 20)
    assert found.value == single.value
    # V has G - 1 = 19 where the binomial variance has 20
    assert found.high - found.low == pytest.approx(single.high - single.low, rel=0.03)
    assert found.high - found.low > single.high - single.low


def test_instructions_that_are_no_more_alike_than_any_are_worth_themselves():
    balanced = np.array([1.0, 0.0] * 30)
    found = rate_of(balanced, paths_of(60, 2))
    assert (found.low, found.high) == (wilson(30, 60).low, wilson(30, 60).high)


def test_without_any_success_only_paths_count():
    found = rate_of(np.zeros(60), paths_of(60, 3))
    assert (found.low, found.high) == (0.0, wilson(0, 20).high)


def test_intervals_of_shared_paths_hold_the_truth_as_often_as_they_say():
    rng, held, rounds, truth = np.random.default_rng(3), 0, 400, 0.3
    paths = paths_of(180, 3)
    for _ in range(rounds):
        easy = rng.beta(0.6, 1.4, size=60)  # the three instructions of a path succeed alike; mean 0.3
        found = rate_of((rng.random(180) < np.repeat(easy, 3)).astype(float), paths)
        held += found.low <= truth <= found.high
    assert 0.92 <= held / rounds <= 0.98


def test_redrawing_paths_of_one_episode_is_the_usual_bootstrap():
    values = np.random.default_rng(1).gamma(2.0, 40.0, size=80)
    (found,) = bootstrap_means(values[:, np.newaxis], paths_of(80, 1))
    usual = bootstrap_mean(values, np.random.default_rng(2))
    assert found.value == pytest.approx(values.mean())
    assert (found.low, found.high) == pytest.approx((usual.low, usual.high), rel=0.02)


def test_the_mean_of_alike_episodes_is_as_unsure_as_its_paths():
    values = np.random.default_rng(1).gamma(2.0, 40.0, size=40)
    (single,) = bootstrap_means(values[:, np.newaxis], paths_of(40, 1))
    (tripled,) = bootstrap_means(np.repeat(values, 3)[:, np.newaxis], paths_of(120, 3))
    assert (tripled.low, tripled.high) == pytest.approx((single.low, single.high))
    assert "paths" in tripled.method and "episodes" in single.method


def test_equal_seeds_draw_equal_intervals_whatever_else_is_in_the_table():
    values = np.random.default_rng(1).normal(size=(30, 2))
    both = bootstrap_means(values, paths_of(30, 1), seed=7, resamples=500)
    (alone,) = bootstrap_means(values[:, 1:], paths_of(30, 1), seed=7, resamples=500)
    assert (both[1].low, both[1].high) == pytest.approx((alone.low, alone.high), rel=1e-12)


def test_no_resamples_are_refused():
    with pytest.raises(InputError, match="resamples = 0"):
        bootstrap_means(np.ones((2, 1)), paths_of(2, 1), resamples=0)
