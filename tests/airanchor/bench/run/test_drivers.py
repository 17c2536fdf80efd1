"""The number of processes changes nothing but the time, and a shared budget ends all of them in order."""

import multiprocessing
import sqlite3
from collections import Counter
from dataclasses import replace

import pytest

from airanchor.bench.results import RunFolder
from airanchor.bench.run import Conduct, Piece, collect, fly_run, prepare_run, processes
from airanchor.bench.run.drivers.choice import share_of
from airanchor.errors import InputError
from tests.airanchor.bench.run.town import TOWNS, files_of

pytestmark = pytest.mark.xdist_group("bench-run")
PIECES = [Piece(row, scene) for row in ("a", "b", "c") for scene in ("x", "y")]


def test_two_processes_give_the_bytes_of_one(order, finished, tmp_path):
    prepare_run(tmp_path, order)
    assert fly_run(tmp_path, driver=processes(2)).is_complete
    assert files_of(tmp_path) == files_of(finished)
    assert not multiprocessing.active_children()


def test_shares_flown_in_any_order_give_the_bytes_of_the_whole(order, tmp_path):
    ordered = replace(order, rows=("random", "reference"))
    for name in ("whole", "shared"):
        prepare_run(tmp_path / name, ordered)
    fly_run(tmp_path / "whole")
    for share in ("3/3", "1/3", "2/3"):
        prepare_run(tmp_path / "shared", ordered)
        fly_run(tmp_path / "shared", share=share)
    assert all(state.is_complete for state in collect(tmp_path / "shared").results.values())
    for row in ordered.rows:
        assert files_of(tmp_path / "shared", row) == files_of(tmp_path / "whole", row)


def test_every_piece_is_in_one_share():
    dealt = [piece for index in range(1, 5) for piece in share_of(PIECES, f"{index}/4")]
    assert Counter(dealt) == Counter(PIECES)
    assert share_of(PIECES, "7/9") == []


@pytest.mark.parametrize("share", ["", "1", "0/3", "4/3", "1/0", "a/b", "-1/3", "1/3/5", "1/²"])
def test_what_is_no_share_is_bad_input(share):
    with pytest.raises(InputError, match=r"I/N"):
        share_of(PIECES, share)


def spent_calls(root) -> int:
    with sqlite3.connect(root / "spending.sqlite") as connection:
        return connection.execute("SELECT COUNT(*) FROM spent").fetchone()[0]


@pytest.mark.parametrize("jobs", [2, pytest.param(1, marks=pytest.mark.slow)])
def test_a_spent_budget_stops_all_and_a_larger_one_goes_on(order, finished, tmp_path, jobs):
    calls = sum(use.calls for one in RunFolder(finished).results("airanchor") for use in one.usage)
    granted = calls // 2
    driver = processes(jobs)
    prepare_run(tmp_path, order, conduct=Conduct(max_calls=granted))
    outcome = fly_run(tmp_path, driver=driver)
    assert outcome.spent is not None and "used up" in outcome.spent and not outcome.is_complete
    assert spent_calls(tmp_path) == granted
    assert 0 < outcome.record.results["airanchor"].episodes < 6
    assert all(one.ending != "reasoner budget spent" for one in RunFolder(tmp_path).results("airanchor"))
    prepare_run(tmp_path, order, conduct=Conduct(max_calls=granted + 2 * calls))
    assert fly_run(tmp_path, driver=driver).is_complete
    assert files_of(tmp_path) == files_of(finished)


def test_a_survey_comes_before_the_first_episode_and_a_frozen_memory_stays_as_it_was(order, tmp_path):
    rows = ("memory-frozen", "memory-initialised")
    prepare_run(tmp_path, replace(order, rows=rows, subset="paths", survey_places=2))
    record = fly_run(tmp_path).record
    for row in rows:
        assert all(record.memories[row][town][0] == "survey" for town in TOWNS)
        assert record.results[row].is_complete
    frozen, grown = ([one.instances for one in RunFolder(tmp_path).results(row)] for row in rows)
    assert 0 < frozen[0] == frozen[2] and 0 < frozen[1] == frozen[3]
    assert grown[2] >= frozen[0] and sum(grown) >= sum(frozen)
