"""The paper's figures: complete, consistent with each other, and only beside rows that exist."""

import math

import pytest

from airanchor.bench.paper_numbers import (
    paper_figures,
    paper_methods,
    paper_shuffled_order,
    paper_workload,
)
from airanchor.bench.rows import IN_TRAFFIC, MAIN, NOISY, ROWS, SHORTCUTS, VARIANTS, all_rows, find_row


def test_every_figure_has_its_row_and_every_row_of_the_paper_its_figures() -> None:
    papers = {name for name in all_rows() if paper_figures(name)}
    ours_alone = {
        "reference",
        *(row.name for row in (*SHORTCUTS, *VARIANTS, *NOISY, *IN_TRAFFIC)),
        *(f"order-{seed}" for seed in (1, 2, 3)),
    }
    assert {row.name for row in ROWS} - papers == ours_alone


def test_the_main_table_has_four_figures_on_both_splits() -> None:
    titles = [method.title for method in paper_methods()]
    assert titles == ["Seq2Seq", "CMA", "LAG"]
    figures = [method.figures for method in paper_methods()]
    figures += [row.paper for row in MAIN if not row.knows_truth]
    for splits in figures:
        assert set(splits) == {"val_seen", "val_unseen"}
        for values in splits.values():
            assert set(values) == {"SR", "OSR", "SDTW", "NE"}
            assert values["SDTW"] <= values["SR"] <= values["OSR"] <= 100


def test_the_agent_is_the_same_in_every_table() -> None:
    agent = find_row("airanchor").paper["val_seen"]
    assert (agent["SR"], agent["SDTW"], agent["NE"]) == (9.6, 4.0, 80.5)
    assert next(load.SR for load in paper_workload() if load.title == "AirAnchor") == agent["SR"]


@pytest.mark.parametrize("load", paper_workload(), ids=lambda load: load.title)
def test_tokens_are_calls_times_tokens_per_call(load) -> None:
    assert load.calls * (load.input_per_call + load.output_per_call) == pytest.approx(
        load.total_tokens, abs=1
    )


def test_the_shuffled_order_has_a_mean_and_a_spread() -> None:
    mean, std = paper_shuffled_order()
    assert set(mean) == set(std) == {"SR", "SDTW", "NE"}
    assert math.isclose(mean["NE"] - paper_figures("airanchor")["val_seen"]["NE"], 1.9)


def test_relative_gains_over_the_best_other_agent_are_those_of_the_text() -> None:
    best = paper_figures("finecog-nav")
    ours = paper_figures("airanchor")
    for split, gains in {
        "val_seen": (39.1, 37.5, 48.1, 17.4),
        "val_unseen": (48.4, 43.8, 52.2, 20.9),
    }.items():
        shares = [100 * (ours[split][key] / best[split][key] - 1) for key in ("SR", "OSR", "SDTW")]
        shares.append(100 * (1 - ours[split]["NE"] / best[split]["NE"]))
        assert shares == pytest.approx(gains, abs=0.06)
