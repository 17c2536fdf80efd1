"""What the charts of a report show: every row's values, intervals, names, counts and units."""

import pytest

from airanchor.bench.metrics import Profile
from airanchor.bench.report import RowLabel, metric_bars, metric_chart, setting_chart, spread_chart, table_of
from tests.airanchor.bench.report.flown import results


@pytest.fixture(scope="module")
def block():
    rows = {"airanchor": results([0.0, 30.0, 15.0] * 8), "reference": results([0.0] * 24)}
    labels = {"airanchor": RowLabel("Ours"), "reference": RowLabel("Reference", is_upper_bound=True)}
    return table_of(rows, labels=labels, against="airanchor", resamples=50).blocks[0]


def test_bars_are_the_cells_of_the_table(block):
    panel = metric_bars(block, "SR")
    assert [bar.estimate for bar in panel.bars] == [line.cells["SR"] for line in block.lines]
    assert [(bar.label, bar.part) for bar in panel.bars] == [
        ("Ours", "main"),
        ("Reference (upper bound)", "bound"),
    ]
    assert panel.axis == "SR (%), higher is better"
    assert metric_bars(block, "NE").axis == "NE (m), lower is better"


def test_a_chart_tells_split_count_and_what_whiskers_are(block):
    chart = metric_chart([block])
    (strip,) = chart.strips
    assert strip.heading == "val_seen (n = 24)" and [panel.axis[:2] for panel in strip.panels] == [
        "SR",
        "OS",
        "NE",
    ]
    shared = table_of({"a": results([0.0] * 9, share=3)}, resamples=9).blocks
    assert metric_chart(shared).strips[0].heading == "val_seen (n = 9, 3 paths)"
    airvln = table_of({"a": results([0.0] * 9)}, profiles=(Profile.AIRVLN,), resamples=9).blocks
    assert metric_chart(airvln).strips[0].heading == "val_seen, airvln metrics (n = 9)"
    assert "95 % intervals" in chart.note and "n episodes" in chart.note
    assert "Ours 66.7 (46.7 to 82.0)" in chart.told()


def test_the_spread_has_every_episode_of_a_row(block):
    (panel,) = spread_chart(block).strips[0].panels
    assert panel.series["Ours"] == block.lines[0].errors_m and len(panel.series["Ours"]) == 24
    assert panel.mark == 20.0 and "(m)" in panel.x_axis
    assert "Ours half within 15" in panel.told()


def test_scores_over_a_setting_are_in_its_order(block):
    chart = setting_chart(block, {"reference": 1, "airanchor": 6}, "anchors K")
    success = chart.strips[0].panels[0]
    assert [(point.x, point.estimate.value) for point in success.series["SR"]] == [
        (1, 100.0),
        (6, pytest.approx(100 * 16 / 24)),
    ]
    assert success.x_axis == "anchors K"


def test_rows_of_the_same_name_are_all_in_the_spread():
    rows = {"a": results([0.0] * 3), "b": results([9.0] * 3)}
    block = table_of(rows, labels={key: RowLabel("Same") for key in rows}, resamples=9).blocks[0]
    (panel,) = spread_chart(block).strips[0].panels
    assert {name: values[0] for name, values in panel.series.items()} == {"Same": 0.0, "Same (b)": 9.0}
