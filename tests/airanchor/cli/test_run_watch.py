"""The line on stderr while a run flies."""

import pytest

from airanchor.bench.run.progress import RowProgress, RunProgress
from airanchor.cli.bench.run_watch import RunWatch


def one_row(*figures) -> RunProgress:
    return RunProgress((RowProgress("airanchor", *figures),))


@pytest.fixture
def heard(monkeypatch):
    lines: list[str] = []
    monkeypatch.setattr("airanchor.cli.bench.run_watch.say", lines.append)
    return lines


def test_the_time_that_is_left_follows_the_pace_of_the_run_in_hand(heard):
    now_s = iter([0.0, 600.0, 1200.0, 1200.0, 1260.0])
    watch = RunWatch(clock=lambda: next(now_s))
    for of_one_run in ((0, 5, 10), (0, 5)):
        tell = watch.next_run()
        for done in of_one_run:
            tell(one_row(done, 0, 0, 0.0), 10)
    assert [line.split(";")[0] for line in heard] == [
        "0/10 episodes",
        "5/10 episodes, about 10 min left",
        "10/10 episodes",
        "0/10 episodes",
        "5/10 episodes, about 60 s left",
    ]


def test_a_run_that_goes_on_is_paced_by_what_it_flies_now(heard):
    now_s = iter([0.0, 40.0])
    watch = RunWatch(clock=lambda: next(now_s))
    for done in (8, 9):
        watch.tell(one_row(done, 2, 4, 300.0), 10)
    assert heard[-1] == "9/10 episodes, about 40 s left; SR 22.2 %, OSR 44.4 %, NE 33.3 m (n = 9)"


def test_rows_are_told_one_by_one_and_never_pooled(heard):
    rows = (RowProgress("airanchor", 3, 2, 3, 25.1), RowProgress("random", 3, 0, 1, 300.0))
    progress = RunProgress(rows)
    RunWatch(clock=lambda: 0.0).tell(progress, 6)
    assert heard == [
        "6/6 episodes\n"
        "  airanchor: SR 66.7 %, OSR 100.0 %, NE 8.4 m (n = 3)\n"
        "  random: SR 0.0 %, OSR 33.3 %, NE 100.0 m (n = 3)"
    ]
    assert progress.brief() == "SR airanchor 67 %, random 0 %"
    assert (
        RunProgress(tuple(RowProgress(name, 0, 0, 0, 0.0) for name in "ab")).brief() == "no episode flown yet"
    )
