"""The rows: names that folders can bear, settings that load, and every row of the paper among them."""

import re
from pathlib import Path

import pytest

from airanchor.assembly import AGENTS, REFERENCE
from airanchor.bench.rows import (
    AIRANCHOR,
    EPISODE_ORDER,
    ROWS,
    Row,
    all_rows,
    find_row,
    note_told_rows,
    row_to_fly,
)
from airanchor.config import load_settings
from airanchor.errors import InputError

each_row = pytest.mark.parametrize("row", ROWS, ids=lambda row: row.name)


@each_row
def test_a_row_can_be_set_up(row: Row) -> None:
    assert re.fullmatch(r"[a-z0-9-]{2,30}", row.name)
    settings = load_settings("paper", sets=row.sets)
    assert (settings == load_settings("paper")) == (row.sets == ())
    assert row.agent in (*AGENTS, REFERENCE)
    assert row.knows_truth == (row.agent == REFERENCE)


def test_names_and_titles_are_unique() -> None:
    assert len(all_rows()) == len({row.title for row in ROWS}) == len(ROWS)


def test_each_row_differs_from_the_agent_in_one_way() -> None:
    for row in ROWS:
        ways = (
            row.agent != AIRANCHOR.agent,
            row.substitute is not None or row.sets != (),
            row.memory != "online",
            row.memory_kind != "sokb",
            row.order_seed is not None,
            row.noise > 0,
            row.traffic > 0,
        )
        assert sum(ways) == (row is not AIRANCHOR), row.name


def test_orders_are_three_different_permutations() -> None:
    assert len({row.order_seed for row in EPISODE_ORDER}) == 3


def test_an_unknown_row_names_the_valid_ones() -> None:
    with pytest.raises(InputError, match="no-eag"):
        find_row("no-egg")


def test_a_row_that_a_run_tells_of_is_read_and_never_flown(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    witness = tmp_path / "loaded"
    (tmp_path / "of_a_run.py").write_text(f"open({str(witness)!r}, 'w')", "utf-8")
    monkeypatch.syspath_prepend(tmp_path)
    told = {"name": "of_a_run:ROW", "title": "Theirs", "noise": 2, "part": "of_a_run:ROW, sha256 0"}
    note_told_rows({"of_a_run:ROW": told}, "run.json")
    assert find_row("of_a_run:ROW").noise == 2 and find_row("of_a_run:ROW").substitute is None
    with pytest.raises(InputError, match="no file may choose what is run"):
        row_to_fly("of_a_run:ROW")
    assert not witness.exists()


@pytest.mark.parametrize(
    "told",
    [
        {"airanchor": {"name": "airanchor", "title": "x"}},
        {"a:b": {"name": "c:d", "title": "x"}},
        {"a:b": {"name": "a:b", "title": "x", "knows_truth": True}},
        {"../x": {"name": "../x", "title": "x"}},
        {"a:b": {"name": "a:b", "title": "x", "memory": "stolen"}},
        {"a:b": 7},
    ],
)
def test_a_run_cannot_tell_of_rows_that_there_cannot_be(told: dict[str, object]) -> None:
    with pytest.raises(InputError, match=r"run\.json tells of"):
        note_told_rows(told, "run.json")
