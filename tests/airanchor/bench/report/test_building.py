"""Tables from results: which rows stand together, and what their cells say."""

import json
from dataclasses import replace

import pytest

from airanchor.bench.metrics import Profile
from airanchor.bench.report import RowLabel, table_of, trait_by
from airanchor.bench.report.columns import COLUMNS
from airanchor.bench.rows import all_rows
from airanchor.errors import InputError
from tests.airanchor.bench.report.flown import LENGTH_M, results

QUICK = {"resamples": 200}


def test_cells_are_the_means_over_all_episodes_failures_included():
    (block,) = table_of({"airanchor": results([0.0, 10.0, 40.0, 90.0], collisions=2)}, **QUICK).blocks
    (line,) = block.lines
    assert (line.episodes, line.paths, line.successes, line.oracle_successes) == (4, 4, 2, 2)
    values = {key: cell.value for key, cell in line.cells.items()}
    assert values["SR"] == values["OSR"] == 50.0 and values["NE"] == 35.0
    assert values["collisions"] == 2 and values["steps"] == 2
    scores = [one.scores for one in results([0.0, 10.0])]
    assert values["SDTW"] == pytest.approx(100 * sum(one.ndtw for one in scores) / 4)
    assert values["SPL"] == pytest.approx(
        100 * sum(LENGTH_M / max(LENGTH_M, s.path_length_m) for s in scores) / 4
    )
    assert all(cell.low <= cell.value <= cell.high for cell in line.cells.values())
    assert set(values) == {column.key for column in COLUMNS}


def test_both_readings_are_blocks_of_their_own():
    table = table_of({"airanchor": results([0.0, 30.0])}, profiles=tuple(Profile), **QUICK)
    assert [block.profile for block in table.blocks] == [Profile.PAPER, Profile.AIRVLN]
    assert any("from above" in note for note in table.notes)


def test_every_split_has_its_block_and_the_papers_figures_of_that_split():
    rows = {
        "airanchor": [
            *results([0.0, 30.0]),
            *results([0.0], split="val_unseen"),
            *results([0.0], split="dev"),
        ]
    }
    seen, unseen, dev = table_of(rows, **QUICK).blocks
    told = all_rows()["airanchor"].paper
    assert seen.lines[0].paper == told["val_seen"] and unseen.lines[0].paper == told["val_unseen"]
    assert dev.lines[0].paper == {}


def test_rows_with_other_episodes_stand_apart_and_are_not_tested():
    table = table_of({"a": results([0.0, 30.0]), "b": results([0.0, 30.0, 40.0])}, **QUICK)
    assert [[line.row for line in block.lines] for block in table.blocks] == [["a"], ["b"]]
    assert all(block.tests == 0 for block in table.blocks)
    assert any("blocks of their own" in note for note in table.notes)


def test_the_same_id_with_another_goal_is_another_episode():
    moved = [replace(one, start_goal_m=one.start_goal_m + 1) for one in results([0.0, 30.0])]
    assert len(table_of({"a": results([0.0, 30.0]), "b": moved}, **QUICK).blocks) == 2


def test_shared_cuts_rows_down_to_what_all_flew():
    rows = {"a": results([0.0, 30.0]), "b": results([0.0, 30.0, 40.0])[1:]}
    (block,) = table_of(rows, shared=True, **QUICK).blocks
    assert [line.episodes for line in block.lines] == [1, 1] and block.lines[0].cells["NE"].value == 30.0


def test_pairs_are_matched_by_episode_and_not_by_place():
    misses = [0.0, 30.0, 60.0, 90.0]
    (block,) = table_of({"a": results(misses), "b": results(misses)[::-1]}, **QUICK).blocks
    assert block.lines[1].comparisons["NE"].p_value == 1.0


def test_rows_are_tested_against_the_first_or_the_one_asked_for():
    rows = {name: results([0.0, 30.0]) for name in "abc"}
    (first,) = table_of(rows, **QUICK).blocks
    (asked,) = table_of(rows, against="b", **QUICK).blocks
    assert first.against == "a" and [bool(line.comparisons) for line in first.lines] == [False, True, True]
    assert asked.against == "b" and [bool(line.comparisons) for line in asked.lines] == [True, False, True]
    assert first.tests == 8


def test_an_upper_bound_is_marked_and_never_tested():
    rows = {
        "reference": results([0.0, 0.0]),
        "airanchor": results([0.0, 30.0]),
        "random": results([90.0, 80.0]),
    }
    table = table_of(rows, **QUICK)
    (block,) = table.blocks
    assert block.lines[0].label.is_upper_bound and not block.lines[0].comparisons
    assert block.against == "airanchor" and block.tests == 4
    assert any(note.startswith("Upper bound: Reference path") for note in table.notes)


def test_labels_name_rows_that_are_not_registered():
    table = table_of(
        {"x": results([0.0])}, labels={"x": RowLabel("My row", paper={"val_seen": {"SR": 1.0}})}, **QUICK
    )
    assert table.blocks[0].lines[0].label.title == "My row" and table.blocks[0].lines[0].paper == {"SR": 1.0}


def test_a_breakdown_has_every_row_in_every_group_and_no_tests():
    flown = [
        *results([0.0, 30.0]),
        *(replace(one, episode_id=f"h{n}") for n, one in enumerate(results([60.0], scene="hill"))),
    ]
    table = table_of({"a": flown, "b": flown}, by=trait_by("scene"), by_title="scene", **QUICK)
    whole, parts = table.blocks
    assert [(line.group, line.row, line.episodes) for line in parts.lines] == [
        ("bay", "a", 2),
        ("bay", "b", 2),
        ("hill", "a", 1),
        ("hill", "b", 1),
    ]
    assert parts.tests == 0 and whole.tests == 4 and parts.title == "val_seen, by scene, paper metrics"


def test_notes_say_that_paths_are_shared_and_what_one_episode_is_worth():
    notes = " ".join(table_of({"a": results([0.0] * 333, share=3)}, **QUICK).notes)
    assert "333 instructions over 111 paths" in notes and "One episode is 0.3 points of SR" in notes


def test_equal_inputs_give_equal_tables_as_plain_json():
    rows = {"airanchor": results([0.0, 30.0, 15.0]), "random": results([90.0, 30.0, 70.0])}
    first, second = (json.dumps(table_of(rows, **QUICK).to_json(), allow_nan=False) for _ in range(2))
    assert first == second and '"is_shown": false' in first


@pytest.mark.parametrize(
    ("rows", "options", "words"),
    [
        ({}, {}, "no rows"),
        ({"a": []}, {}, "'a' has no results"),
        ({"a": [*results([0.0]), *results([0.0])]}, {}, "twice"),
        ({"a": results([0.0])}, {"against": "b"}, "'b' is not in the table; its rows are a"),
        ({"a": results([0.0])[:1], "b": results([0.0, 1.0])[1:]}, {"shared": True}, "share no episode"),
    ],
)
def test_bad_rows_are_refused_with_what_is_valid(rows, options, words):
    with pytest.raises(InputError, match=words):
        table_of(rows, **options)
