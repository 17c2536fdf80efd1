"""The rows: names that folders can bear, settings that load, and every row of the paper among them."""

import re

import pytest

from airanchor.assembly import AGENTS, REFERENCE
from airanchor.bench.rows import AIRANCHOR, EPISODE_ORDER, ROWS, Row, all_rows, find_row
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
