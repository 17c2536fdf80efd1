"""Drawings: bars as long as their values, whiskers over their intervals, in SVG and PNG."""

import xml.etree.ElementTree as ElementTree

import pytest
from PIL import Image

from airanchor.bench.report import (
    Bar,
    ChartPoint,
    bar_chart,
    below,
    beside,
    error_spread,
    line_chart,
    metric_bars,
    table_of,
    to_png,
    to_svg,
)
from airanchor.bench.report.charts import _ticks
from airanchor.bench.report.drawing import Rectangle, Stroke, Words, shortened, text_width
from airanchor.bench.statistics import Estimate
from tests.airanchor.bench.report.flown import results


def estimate(value: float, half: float) -> Estimate:
    return Estimate(value, value - half, value + half, 0.95, "test")


def test_bars_are_as_long_as_their_values():
    drawing = bar_chart([Bar("a", estimate(10, 2)), Bar("b", estimate(40, 4)), Bar("c", None)], title="SR")
    short, long = (shape for shape in drawing.shapes if isinstance(shape, Rectangle))
    assert long.width == pytest.approx(4 * short.width)
    inks = [shape for shape in drawing.shapes if isinstance(shape, Stroke) and shape.ink == "ink"]
    whisker = inks[0].points
    assert whisker[1][0] - whisker[0][0] == pytest.approx(short.width * 4 / 10)


def test_everything_is_on_the_sheet():
    block = table_of({"a name that is " * 9: results([0.0, 200.0, 1e4])}, resamples=50).blocks[0]
    for drawing in (metric_bars(block, "NE"), error_spread(block), metric_bars(block, "collisions")):
        for shape in drawing.shapes:
            points = shape.points if isinstance(shape, Stroke) else [(shape.x, shape.y)]
            assert all(-1 <= x <= drawing.width and -1 <= y <= drawing.height for x, y in points)


def test_the_spread_of_errors_reaches_each_share_at_its_distance():
    block = table_of({"a": results([10.0, 20.0, 40.0, 50.0])}, resamples=50).blocks[0]
    drawing = error_spread(block)
    (curve,) = (s for s in drawing.shapes if isinstance(s, Stroke) and s.ink == 0)
    left, right = curve.points[0], curve.points[-1]
    at = {
        round((x - left[0]) / (right[0] - left[0]) * 50): (left[1] - y) / (left[1] - right[1])
        for x, y in curve.points
    }
    assert at[10] == pytest.approx(0.25) and at[20] == pytest.approx(0.5) and at[50] == pytest.approx(1.0)


def test_svg_is_well_formed_escapes_names_and_says_what_it_shows():
    name = "<script>&\"'"
    root = ElementTree.fromstring(to_svg(bar_chart([Bar(name, estimate(5, 1))], title=name, unit="%")))
    assert name in [element.text for element in root.iter() if element.tag.endswith("text")]
    assert "5.0 (4.0 to 6.0) %" in root.attrib["aria-label"]


def test_a_picture_has_the_colours_of_the_bars(tmp_path):
    chart = bar_chart([Bar("a", estimate(50, 5), 0), Bar("b", estimate(90, 5), 1)], title="SR")
    to_png(beside([chart, chart]), tmp_path / "x" / "bars.png")
    with Image.open(tmp_path / "x" / "bars.png") as picture:
        colours = {colour for _, colour in picture.getcolors(1 << 20)}
        assert {(0x1F, 0x61, 0xA0), (0xC8, 0x62, 0x2A)} <= colours and picture.width > 2 * chart.width


def test_sheets_stand_below_their_headings():
    chart = bar_chart([Bar("a", estimate(50, 5))], title="SR")
    drawing = below({"val_seen": chart, "val_unseen": beside([chart, chart])})
    tops = {shape.text: shape.y for shape in drawing.shapes if isinstance(shape, Words) and shape.x == 0}
    assert tops["val_seen"] < chart.height < tops["val_unseen"] < tops["SR"] < drawing.height
    assert drawing.width > 2 * chart.width and drawing.told.startswith("val_seen. SR: a 50.0")


def test_lines_go_through_their_points():
    series = {"SR": [ChartPoint(k, estimate(v, 1)) for k, v in ((1, 10), (3, 20), (6, 5))]}
    drawing = line_chart(series, title="SR", x_title="K", unit="%")
    (line,) = (s for s in drawing.shapes if isinstance(s, Stroke) and s.width == 2)
    (x1, y1), (x3, y3), (x6, y6) = line.points
    assert (x3 - x1) / (x6 - x1) == pytest.approx(0.4) and (y1 - y3) / (y6 - y1) == pytest.approx(2.0)
    assert {"1", "3", "6", "K"} <= {s.text for s in drawing.shapes if isinstance(s, Words)}


@pytest.mark.parametrize("most", [0.0, 0.003, 1.0, 19.9, 100.0, 333.0, 1e5])
def test_ticks_reach_the_largest_value_with_few_round_numbers(most):
    ticks = _ticks(most)
    assert ticks[0] == 0 and ticks[-1] >= most and 2 <= len(ticks) <= 7
    assert most == 0 or ticks[-2] < most


def test_long_names_are_cut_to_their_width():
    cut = shortened("w" * 500, 12, 100)
    assert cut.endswith("…") and text_width(cut, 12) <= 100
    assert shortened("short", 12, 100) == "short"
