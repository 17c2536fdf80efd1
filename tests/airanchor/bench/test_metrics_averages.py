"""Rows of results tables: averages over all episodes, and the workload of a run."""

import json

import numpy as np
import pytest
from hypothesis import given
from hypothesis import strategies as st

from airanchor.bench.metrics import Profile, Scores, average, score, workload_of
from airanchor.bench.statistics import bootstrap_mean, wilson
from airanchor.errors import InputError
from tests.folders import SHARED_DATA

VECTORS = SHARED_DATA / "metrics" / "dtw_vectors.json"


def flown_by(*turns: list[float]) -> Scores:
    reference = [[0, 0, 0], [100, 0, 0]]
    return score([[0, 0, 0], *turns], reference=reference, goal=[100, 0, 0], steps=4, collisions=1)


def test_failures_count_as_zero_and_intervals_are_named() -> None:
    detour = flown_by([0, 75, 0], [100, 0, 0])  # 200 m flown, 75 m off on the way
    passed = flown_by([100, 0, 0], [150, 0, 0])
    high = flown_by([100, 0, 30])
    stayed = flown_by()
    scores = [detour, passed, high, stayed]
    paper = average(scores, Profile.PAPER, np.random.default_rng(1))
    assert (paper.episodes, paper.successes, paper.oracle_successes) == (4, 1, 2)
    assert (paper.success_rate, paper.oracle_success_rate) == (wilson(1, 4), wilson(2, 4))
    assert paper.sdtw.value == pytest.approx(np.exp(-75 / 40) / 4)
    assert paper.spl.value == pytest.approx(0.5 / 4)
    assert paper.navigation_error_m.value == pytest.approx((0 + 50 + 30 + 100) / 4)
    assert paper.navigation_error_m.low < 45 < paper.navigation_error_m.high
    assert (paper.steps, paper.collisions) == (4, 1)
    assert paper.path_length_m == pytest.approx((200 + 150 + np.hypot(100, 30) + 0) / 4)
    above = average(scores, Profile.AIRVLN, np.random.default_rng(1))
    assert (above.successes, above.navigation_error_m.value) == (2, pytest.approx(150 / 4))
    assert above.ndtw.value == paper.ndtw.value == pytest.approx(sum(one.ndtw for one in scores) / 4)


def test_the_same_seed_gives_the_same_file() -> None:
    scores = [flown_by([x_m, 0, 0]) for x_m in range(0, 150, 7)]
    files = [
        json.dumps(average(scores, Profile.PAPER, np.random.default_rng(3)).to_json(), allow_nan=False)
        for _ in range(2)
    ]
    assert files[0] == files[1]
    assert json.loads(files[0])["profile"] == "paper"
    assert json.loads(files[0])["success_rate"]["method"] == "Wilson score"


def test_nothing_has_no_average() -> None:
    with pytest.raises(InputError, match="no scores"):
        average([], Profile.PAPER, np.random.default_rng(0))


@pytest.mark.skipif(not VECTORS.exists(), reason="the published vectors are not here")
def test_published_averages() -> None:
    published = json.loads(VECTORS.read_text(encoding="utf-8"))["B_valan_aggregate"]
    for name, expected in published["expected_avg"].items():
        found = bootstrap_mean(published["scores"][name], np.random.default_rng(0), resamples=500)
        assert found.value == pytest.approx(expected)
        assert found.low < expected < found.high


def test_tokens_per_call_weigh_calls_not_episodes() -> None:
    found = workload_of([1, 9], [1000, 900], [10, 90])
    assert found.calls_per_episode == 5
    assert found.input_tokens_per_call == 190
    assert found.output_tokens_per_call == 10
    assert found.tokens_per_episode == 1000


episodes = st.lists(
    st.tuples(st.integers(1, 600), st.integers(0, 10**6), st.integers(0, 10**5)), min_size=1, max_size=20
)


@given(episodes)
def test_calls_times_tokens_per_call_are_all_tokens(totals: list[tuple[int, int, int]]) -> None:
    calls, input_tokens, output_tokens = (list(column) for column in zip(*totals, strict=True))
    found = workload_of(calls, input_tokens, output_tokens)
    assert found.tokens_per_episode == pytest.approx((sum(input_tokens) + sum(output_tokens)) / len(totals))


def test_a_method_without_calls_has_no_tokens() -> None:
    assert workload_of([0, 0], [0, 0], [0, 0]).tokens_per_episode == 0


@pytest.mark.parametrize("columns", [([], [], []), ([1], [1, 2], [1])])
def test_episodes_must_match(columns: tuple[list[int], ...]) -> None:
    with pytest.raises(InputError, match="same number"):
        workload_of(*columns)
