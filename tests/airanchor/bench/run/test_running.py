"""A run from its order to its results, taken up again, and refused where it would be mixed."""

import json
import shutil
from dataclasses import replace

import pytest

from airanchor.bench.results import RunFolder
from airanchor.bench.run import RunOrder, collect, fly_piece, fly_run, prepare_run, read_record
from airanchor.bench.run.inputs import RunInputs
from airanchor.bench.run.order import Piece
from airanchor.errors import InputError
from airanchor.memory.files.scene_file import SceneFile
from airanchor.memory.files.store import scene_path
from airanchor.trace import EndEvent, EvaluationEvent, ExchangeEvent, read_trace
from tests.airanchor.bench.run.town import TOWNS, files_of, town_episodes, write_towns

pytestmark = pytest.mark.xdist_group("bench-run")


@pytest.fixture
def flights(order) -> RunOrder:
    """The same episodes with rows that fly in no time."""
    return replace(order, rows=("random", "reference"))


def test_results_come_in_canonical_order_and_say_what_the_flight_was(finished):
    results = RunFolder(finished).results("airanchor")
    assert [one.episode_id for one in results] == [one.episode_id for one in town_episodes()]
    assert [one.ordinal for one in results] == [0, 0, 1, 1, 2, 2]
    assert all(one.split == "towns" and one.iterations == 1 and one.scores.is_stopped for one in results)
    assert all(use.calls and not use.latency_p50_s for one in results for use in one.usage)


def test_the_memory_of_a_scene_is_kept_from_episode_to_episode(finished):
    for town in TOWNS:
        sizes = [one.instances for one in RunFolder(finished).results("airanchor") if one.scene_id == town]
        assert sizes == sorted(sizes)  # bare boxes may have no name for the eyes, so none may be kept


def test_run_json_tells_where_the_results_come_from(finished, order):
    record = read_record(finished)
    assert record.order == order and record.results["airanchor"].is_complete
    assert record.memories["airanchor"] == {
        town: [f"{town}-{number}" for number in range(3)] for town in TOWNS
    }
    assert record.names["reasoner"] == "rulebook" and len(record.resolved["episodes_sha256"]) == 64
    assert record.resolved["settings"]["airanchor"]["agent"]["iterations"] == 1
    assert record.made["airanchor"] and record.made["host"] and record.made["started_utc"]


def test_a_trace_ends_with_the_evaluation_and_keeps_no_prompts_of_the_rules(finished):
    trace = read_trace(RunFolder(finished).trace("airanchor", "town-a-1"))
    result = RunFolder(finished).results("airanchor")[2]
    assert result.episode_id == "town-a-1"
    *_, end, evaluation = trace.events
    assert isinstance(end, EndEvent) and isinstance(evaluation, EvaluationEvent)
    assert evaluation.metrics["NE"] == result.scores.paper.navigation_error_m
    assert not any(isinstance(event, ExchangeEvent) for event in trace.events)
    assert trace.header.settings["row"] == "airanchor" and trace.header.settings["detector"]
    assert not list(RunFolder(finished).row("airanchor").glob("flying/*"))


def test_a_finished_run_flies_nothing_again(finished):
    before = files_of(finished)
    assert fly_piece(finished, Piece("airanchor", "town-a")).flown == 0
    assert fly_run(finished).is_complete and files_of(finished) == before


def test_opening_a_finished_run_again_is_no_start(finished, order):
    before = (finished / "run.json").read_bytes()
    heard = []
    prepare_run(finished, order, command="a later look", tell=heard.append)
    assert (finished / "run.json").read_bytes() == before and not heard


def test_flying_a_row_again_that_was_taken_away_is_a_start(flights, tmp_path):
    prepare_run(tmp_path / "run", flights)
    fly_run(tmp_path / "run")
    shutil.rmtree(RunFolder(tmp_path / "run").row("random"))
    prepare_run(tmp_path / "run", flights)
    assert fly_run(tmp_path / "run").is_complete and len(read_record(tmp_path / "run").resumed) == 1


def test_a_run_goes_on_where_a_piece_is_missing(flights, tmp_path):
    whole, broken = tmp_path / "whole", tmp_path / "broken"
    for root in (whole, broken):
        prepare_run(root, flights)
    fly_run(whole)
    fly_piece(broken, Piece("random", "town-b"))
    record = collect(broken)
    assert not record.results["random"].is_complete and record.results["random"].episodes == 3
    assert [one.scene_id for one in RunFolder(broken).results("random")] == ["town-b"] * 3
    outcome = fly_run(broken)
    assert outcome.is_complete
    for row in flights.rows:
        assert files_of(broken, row) == files_of(whole, row)


def test_only_the_row_that_knows_the_truth_follows_the_reference(flights, tmp_path):
    prepare_run(tmp_path / "run", flights)
    fly_run(tmp_path / "run")
    found = {row: RunFolder(tmp_path / "run").results(row) for row in flights.rows}
    assert all(one.scores.paper.navigation_error_m < 0.01 for one in found["reference"])
    assert any(one.scores.paper.navigation_error_m > 1 for one in found["random"])


@pytest.mark.parametrize(
    ("change", "named"),
    [
        ({"rows": ("random",)}, "rows"),
        ({"sets": ("baselines.seed=7",)}, "sets"),
        ({"subset": "paths"}, "subset"),
        ({"profile": "embedded"}, "profile"),
        ({"perception": "oracle"}, "perception"),
    ],
)
def test_another_order_in_the_same_folder_is_refused_by_name(flights, tmp_path, change, named):
    prepare_run(tmp_path, flights)
    with pytest.raises(InputError, match=rf"started with {named} = .*--out"):
        prepare_run(tmp_path, replace(flights, **change))


def test_other_episodes_under_the_same_name_are_refused(flights, tmp_path):
    file = write_towns(tmp_path / "mine.json")
    prepare_run(tmp_path / "run", replace(flights, episodes=file))
    write_towns(tmp_path / "mine.json", town_episodes(2))
    with pytest.raises(InputError, match="episodes_sha256"):
        prepare_run(tmp_path / "run", replace(flights, episodes=file))


def test_the_same_episodes_and_settings_elsewhere_go_on(flights, tmp_path):
    settings = tmp_path / "settings.toml"
    settings.write_text("[agent]\nbacktracks = 1\n")
    ordered = replace(flights, settings_file=str(settings))
    prepare_run(tmp_path / "run", ordered)
    moved = settings.rename(tmp_path / "moved.toml")
    prepare_run(tmp_path / "run", replace(ordered, settings_file=str(moved)))
    moved.unlink()
    kept = RunInputs(tmp_path / "run").settings(read_record(tmp_path / "run").order, "random")
    assert kept.agent.backtracks == 1
    assert len(read_record(tmp_path / "run").resumed) == 1


def test_a_memory_with_a_strange_episode_is_refused(flights, tmp_path):
    prepare_run(tmp_path, flights)
    fly_piece(tmp_path, Piece("random", "town-a"))
    path = scene_path(RunFolder(tmp_path).memory("random"), "town-a")
    file = SceneFile(path, writable=True)
    file.commit(file.load(), "stranger")
    file.close()
    outcome = fly_piece(tmp_path, Piece("random", "town-a"))
    assert outcome.failed is not None and "'stranger'" in outcome.failed
    with pytest.raises(InputError, match="stranger"):
        collect(tmp_path)


@pytest.mark.parametrize(
    "text", ["", "{", "[]", '{"format": "airanchor-run-1"}', '{"format": "airanchor-run-9"}', "\x00\xff"]
)
def test_a_damaged_run_json_is_bad_input(flights, tmp_path, text):
    prepare_run(tmp_path, flights)
    RunFolder(tmp_path).order_file.write_text(text)
    with pytest.raises(InputError, match=r"run\.json is damaged .* --out"):
        prepare_run(tmp_path, flights)


def test_files_of_a_run_without_its_record_are_not_written_over(flights, tmp_path):
    prepare_run(tmp_path, flights)
    fly_piece(tmp_path, Piece("random", "town-a"))
    RunFolder(tmp_path).order_file.unlink()
    with pytest.raises(InputError, match=r"no run\.json"):
        prepare_run(tmp_path, flights)


def test_an_episode_that_starts_in_a_wall_fails_its_piece_and_no_other(flights, tmp_path, towns):
    first, *rest = town_episodes()
    walled = replace(first, start=replace(first.start, x_m=0.0, y_m=0.0, z_m=10.0))
    file = write_towns(tmp_path / "walled.json", [walled, *rest])
    prepare_run(tmp_path / "run", replace(flights, rows=("random",), episodes=file))
    outcome = fly_run(tmp_path / "run")
    assert len(outcome.failed) == 1 and "town-a-0" in outcome.failed[0]
    assert outcome.record.results["random"].episodes == 3


def test_results_are_plain_json_lines(finished):
    lines = RunFolder(finished).results_file("airanchor").read_text().splitlines()
    assert len(lines) == 6 and all(json.loads(line)["row"] == "airanchor" for line in lines)
