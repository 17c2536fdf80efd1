"""Rows read from the folders of runs."""

import shutil

import pytest

from airanchor.bench.board.flights import read_board
from airanchor.bench.report import load_runs, table_of
from airanchor.bench.results import RunFolder
from airanchor.bench.run import collect, read_record
from airanchor.bench.run.record import write_record
from airanchor.errors import InputError
from airanchor.memory.files.store import scene_path


def test_rows_come_in_the_order_of_the_run_with_its_facts(finished):
    loaded = load_runs([finished])
    assert list(loaded.rows) == ["random", "reference"] and len(loaded.episodes) == 6
    (facts,) = loaded.facts
    told = dict(facts.words())
    assert told["command"] == "airanchor bench run" and told["settings"] == "paper --set agent.iterations=2"
    assert told["reasoner"] == "rulebook" and told["detector"] and told["encoders"] and told["code"]
    assert "n = 6" in told["episodes"] and "incomplete" not in told


def test_rows_of_equal_name_are_told_apart_by_their_run(finished, run, tmp_path):
    other = run.rename(tmp_path / "other")
    loaded = load_runs([finished, other])
    assert list(loaded.rows) == ["random @ run", "reference @ run", "random @ other", "reference @ other"]
    assert loaded.labels["random @ other"].title == "Random (other)"
    assert loaded.labels["reference @ other"].is_upper_bound
    assert loaded.base("random") == "random @ run" and loaded.base("Random (other)") == "random @ other"
    (block,) = table_of(loaded.rows, labels=loaded.labels, resamples=50).blocks
    assert len(block.lines) == 4 and block.lines[2].comparisons["NE"].p_value == 1.0


def test_a_run_that_is_not_flown_to_the_end_says_so(run):
    scene_path(RunFolder(run).memory("random"), "town-b").unlink()
    collect(run)
    loaded = load_runs([run])
    assert len(loaded.rows["random"]) == 3 and loaded.facts[0].incomplete == "random 3/6"


def test_code_that_changed_between_starts_is_told(run):
    record = read_record(run)
    later = {**record.made, "code_sha256": "0" * 64}
    write_record(run, record.model_copy(update={"resumed": (later,)}))
    assert "code changed" in load_runs([run]).facts[0].commit


def test_a_run_without_results_is_refused(run):
    for row in ("random", "reference"):
        RunFolder(run).results_file(row).unlink()
    with pytest.raises(
        InputError, match=r"12 flown episodes; collect them with airanchor bench collect .*run"
    ):
        load_runs([run])
    collect(run)
    load_runs([run])


def test_a_run_of_which_nothing_is_flown_says_so_before_and_after_it_is_collected(run):
    shutil.rmtree(run / "rows")
    told = "no episode of .* has been flown yet; the command that began it goes on: airanchor bench run"
    for _ in range(2):
        with pytest.raises(InputError, match=told):
            load_runs([run])
        with pytest.raises(InputError, match=told):
            read_board(run)
        collect(run)
