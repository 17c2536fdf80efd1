"""Packed runs: small, equal bytes for equal runs, and read like the run itself."""

import gzip
import json
import shutil

import pytest

from airanchor.bench.publication import PACKED, pack_run
from airanchor.bench.report import load_runs
from airanchor.bench.results import RunFolder
from airanchor.errors import InputError


def test_a_packed_run_gives_the_same_results(finished, tmp_path):
    files = pack_run(finished, tmp_path / "a")
    assert [file.name for file in files] == ["run.json", "episodes.json", PACKED, PACKED]
    assert load_runs([tmp_path / "a"]).rows == load_runs([finished]).rows
    assert '"host"' not in (tmp_path / "a" / "run.json").read_text()
    again = pack_run(finished, tmp_path / "b")
    assert [file.read_bytes() for file in files] == [file.read_bytes() for file in again]


def test_a_run_that_was_resumed_names_no_machine_either(finished, tmp_path):
    run = shutil.copytree(finished, tmp_path / "run")
    order = json.loads((run / "run.json").read_text())
    order["resumed"] = [dict(order["made"], host="somebodys-laptop")]
    (run / "run.json").write_text(json.dumps(order))
    pack_run(run, tmp_path / "a")
    assert "somebodys-laptop" not in (tmp_path / "a" / "run.json").read_text()
    assert json.loads((tmp_path / "a" / "run.json").read_text())["resumed"][0]["command"]


def test_a_packed_run_tells_no_place_on_the_machine_it_was_flown_on(finished, tmp_path):
    run = shutil.copytree(finished, tmp_path / "run")
    order = json.loads((run / "run.json").read_text())
    order["made"]["command"] = "airanchor bench run --split dev --jobs 2 --out '/home/some body/runs/dev'"
    (run / "run.json").write_text(json.dumps(order))
    pack_run(run, tmp_path / "a")
    kept = json.loads((tmp_path / "a" / "run.json").read_text())["made"]["command"]
    assert kept == "airanchor bench run --split dev --jobs 2 --out dev"
    order["made"]["command"] = "airanchor bench run --out 'dev"
    (run / "run.json").write_text(json.dumps(order))
    with pytest.raises(InputError, match="is cut off"):
        pack_run(run, tmp_path / "b")


def test_nothing_is_packed_over_something_else(finished, tmp_path):
    (tmp_path / "a").mkdir()
    (tmp_path / "a" / "mine.txt").write_text("mine")
    with pytest.raises(InputError, match="not empty"):
        pack_run(finished, tmp_path / "a")
    with pytest.raises(InputError, match="no results"):
        pack_run(tmp_path / "none", tmp_path / "b")


def test_a_packed_result_that_is_damaged_is_refused(finished, tmp_path):
    pack_run(finished, tmp_path / "a")
    file = RunFolder(tmp_path / "a").results_file("random")
    file.write_bytes(gzip.compress(b'{"row": 1}\n'))
    with pytest.raises(InputError, match="is not a result"):
        RunFolder(tmp_path / "a").results("random")
    file.write_bytes(file.read_bytes()[:20])
    with pytest.raises(InputError, match="gzip is cut off"):
        RunFolder(tmp_path / "a").results("random")
