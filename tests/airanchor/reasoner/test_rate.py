"""Pacing: in no sixty seconds more than allowed, by one thread, by many, by processes."""

import multiprocessing
import threading
from pathlib import Path

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from airanchor.errors import InputError
from airanchor.reasoner import ScriptedChat
from airanchor.reasoner.chat import ChatAnswer, TokenUse
from airanchor.reasoner.client.clock import Clock
from airanchor.reasoner.client.limited import LimitedChat
from airanchor.reasoner.client.rate import WINDOW_S, RateLimiter
from airanchor.reasoner.client.run_file import RunFile
from tests.airanchor.reasoner import spender


class FakeTime:
    """A wall clock that only sleeping moves."""

    def __init__(self, start_s: float = 1000.0) -> None:
        self.now_s = start_s
        self.slept_s: list[float] = []

    def sleep(self, seconds: float) -> None:
        assert seconds > 0
        self.slept_s.append(seconds)
        self.now_s += seconds

    @property
    def clock(self) -> Clock:
        return Clock(now_s=lambda: self.now_s, wall_s=lambda: self.now_s, sleep=self.sleep)


@settings(max_examples=40, deadline=None)
@given(
    st.lists(st.tuples(st.floats(0, 40), st.integers(0, 1200), st.floats(0, 1)), min_size=1, max_size=30),
    st.integers(1, 6) | st.none(),
    st.integers(1, 2000) | st.none(),
)
def test_no_window_holds_more_than_allowed(
    calls: list[tuple[float, int, float]], requests: int | None, tokens: int | None
) -> None:
    time = FakeTime()
    limiter = RateLimiter(RunFile(), requests_per_minute=requests, tokens_per_minute=tokens, clock=time.clock)
    began: list[tuple[float, int]] = []
    for pause_s, wanted, share in calls:
        time.now_s += pause_s
        place = limiter.acquire(wanted)
        used = int(wanted * share)
        began.append((time.now_s, used))
        limiter.settle(place, tokens=used)
    for at_s, _ in began:
        window = [entry for entry in began if at_s <= entry[0] < at_s + WINDOW_S]
        assert requests is None or len(window) <= requests
        used_tokens = [used for _, used in window]
        is_one_alone = sum(used_tokens) == max(used_tokens)  # beside calls that took nothing
        assert tokens is None or is_one_alone or sum(used_tokens) <= tokens


def test_waits_no_longer_than_needed() -> None:
    time = FakeTime()
    limiter = RateLimiter(RunFile(), requests_per_minute=2, clock=time.clock)
    limiter.acquire(1)
    time.now_s += 10
    limiter.acquire(1)
    limiter.acquire(1)
    assert time.slept_s == [pytest.approx(50, abs=0.1)]


def test_call_larger_than_a_minute_goes_alone() -> None:
    time = FakeTime()
    limiter = RateLimiter(RunFile(), tokens_per_minute=100, clock=time.clock)
    limiter.acquire(5)
    limiter.acquire(10**6)
    assert sum(time.slept_s) == pytest.approx(60, abs=0.1)


def test_clock_set_back_does_not_block_for_long() -> None:
    time = FakeTime(start_s=1e6)
    limiter = RateLimiter(RunFile(), requests_per_minute=1, clock=time.clock)
    limiter.acquire(1)
    time.now_s = 1000.0
    limiter.acquire(1)
    assert sum(time.slept_s) == pytest.approx(60, abs=0.1)


def test_retries_count_as_requests() -> None:
    time = FakeTime()
    limiter = RateLimiter(RunFile(), requests_per_minute=3, clock=time.clock)
    tried = ChatAnswer("{}", usage=TokenUse(1, 1), retries=2)
    chat = LimitedChat(ScriptedChat([tried, "{}"]), limiter=limiter)
    chat.complete(spender.QUESTION)
    assert time.slept_s == []
    chat.complete(spender.QUESTION)
    assert sum(time.slept_s) == pytest.approx(60, abs=0.1)


class Enough(Exception):  # noqa: N818 - a signal, not an error
    """A limiter that had to wait."""


def _stop(seconds: float) -> None:
    raise Enough


def count_until_full(path: Path) -> int:
    """How many places one worker gets before it would have to wait."""
    frozen = Clock(wall_s=lambda: 1000.0, sleep=_stop)
    limiter = RateLimiter(RunFile(path), requests_per_minute=30, clock=frozen)
    got = 0
    try:
        while True:
            limiter.acquire(1)
            got += 1
    except Enough:
        return got


def test_processes_share_one_window(tmp_path: Path) -> None:
    path = tmp_path / "pace.sqlite"
    with multiprocessing.get_context("spawn").Pool(3) as pool:
        assert sum(pool.map(count_until_full, [path] * 3, chunksize=1)) == 30


def test_threads_share_one_window(tmp_path: Path) -> None:
    path, got = tmp_path / "pace.sqlite", []
    threads = [threading.Thread(target=lambda: got.append(count_until_full(path))) for _ in range(4)]
    for thread in threads:
        thread.start()
    for thread in threads:
        thread.join()
    assert sum(got) == 30


@pytest.mark.parametrize("bad", [{"requests_per_minute": 0}, {"tokens_per_minute": -1}])
def test_limits_below_one_are_refused(bad: dict[str, int]) -> None:
    with pytest.raises(InputError, match=next(iter(bad))):
        RateLimiter(RunFile(), **bad)
