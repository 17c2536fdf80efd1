"""Runs under worse conditions: recorded, repeatable, scored by where the drone really was, never mixed."""

from dataclasses import replace

import pytest

from airanchor.bench.diagnosis.run import check_row
from airanchor.bench.report.verify import verify_run
from airanchor.bench.results import RunFolder
from airanchor.bench.run import fly_run, prepare_run, read_record
from airanchor.bench.run.order import conditions_of
from airanchor.errors import InputError
from airanchor.trace import read_trace

pytestmark = pytest.mark.xdist_group("bench-run")


@pytest.mark.parametrize("row", ["noise-2", "traffic-3"])
def test_a_row_under_worse_conditions_is_right_and_repeatable(row, order, tmp_path):
    found = []
    for name in ("one", "two"):
        root = tmp_path / name
        prepare_run(root, replace(order, rows=(row,), subset="2"))
        assert fly_run(root).is_complete
        verdict = verify_run(root)
        assert verdict.is_right, [str(one) for one in verdict.findings]
        found.append(RunFolder(root).results(row))
    assert found[0] == found[1]
    facts = read_trace(RunFolder(root).trace(row, found[0][0].episode_id)).header.settings
    kind, level = row.split("-")
    assert facts[kind] == int(level) and facts["world_seed"] == 0
    with pytest.raises(InputError, match="was flown with noise or traffic"):
        check_row(root, None)


def test_noise_of_the_run_is_that_of_its_rows_and_is_written_down(order, tmp_path):
    noisy = replace(order, subset="1", noise=3, world_seed=5)
    prepare_run(tmp_path, noisy)
    assert read_record(tmp_path).order.noise == 3
    conditions = conditions_of(noisy, "airanchor")
    assert (conditions.noise, conditions.traffic, conditions.seed) == (3, 0, 5)


@pytest.mark.parametrize(
    ("change", "named"),
    [({"noise": 2}, "noise = 1, not 2"), ({"traffic": 1}, "traffic = 0, not 1"), ({"world_seed": 9}, "seed")],
)
def test_another_noise_in_the_same_folder_is_refused(order, tmp_path, change, named):
    first = replace(order, subset="1", noise=1)
    prepare_run(tmp_path, first)
    with pytest.raises(InputError, match=named):
        prepare_run(tmp_path, replace(first, **change))


def test_bad_conditions_are_refused_before_anything_is_written(order, tmp_path):
    with pytest.raises(InputError, match="noise 4 is unknown"):
        prepare_run(tmp_path / "a", replace(order, noise=4))
    with pytest.raises(InputError, match="row 'noise-1' flies with noise 1 by itself"):
        prepare_run(tmp_path / "b", replace(order, rows=("noise-1",), noise=2))
    assert not list(tmp_path.iterdir())


def test_a_clear_run_says_nothing_of_conditions(finished):
    folder = RunFolder(finished)
    one = folder.results("airanchor")[0]
    assert "noise" not in read_trace(folder.trace("airanchor", one.episode_id)).header.settings
    assert one.moving_collisions == 0
