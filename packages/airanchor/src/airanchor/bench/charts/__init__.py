"""Charts of results: what they show as data, and the one place that draws them."""

from airanchor.bench.charts.panels import (
    Bar,
    Bars,
    Chart,
    Groups,
    Histogram,
    Lines,
    Panel,
    Point,
    Steps,
    Strip,
)
from airanchor.bench.charts.writing import CHART_FORMATS, chart_svg, check_chart_file, write_chart

__all__ = [
    "CHART_FORMATS",
    "Bar",
    "Bars",
    "Chart",
    "Groups",
    "Histogram",
    "Lines",
    "Panel",
    "Point",
    "Steps",
    "Strip",
    "chart_svg",
    "check_chart_file",
    "write_chart",
]
