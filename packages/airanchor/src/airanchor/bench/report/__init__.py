"""Reports of runs: tables with intervals and tests in several formats, charts, and the check of a run."""

from airanchor.bench.report.builder import table_of
from airanchor.bench.report.charts import Bar, ChartPoint, bar_chart, error_spread, line_chart, metric_bars
from airanchor.bench.report.columns import COLUMNS, Column
from airanchor.bench.report.comparison import TWO_SIGMA_P, Comparison
from airanchor.bench.report.drawing import Drawing, below, beside, to_png, to_svg
from airanchor.bench.report.facts import RunFacts, facts_of
from airanchor.bench.report.page import to_html
from airanchor.bench.report.plain import to_csv, to_latex, to_markdown
from airanchor.bench.report.runs import LoadedRuns, load_runs
from airanchor.bench.report.table import PAPER, Line, RowLabel, Table, TableBlock
from airanchor.bench.report.terminal import to_text
from airanchor.bench.report.traits import TRAITS, Trait, trait_by

__all__ = [
    "COLUMNS",
    "PAPER",
    "TRAITS",
    "TWO_SIGMA_P",
    "Bar",
    "ChartPoint",
    "Column",
    "Comparison",
    "Drawing",
    "Line",
    "LoadedRuns",
    "RowLabel",
    "RunFacts",
    "Table",
    "TableBlock",
    "Trait",
    "bar_chart",
    "below",
    "beside",
    "error_spread",
    "facts_of",
    "line_chart",
    "load_runs",
    "metric_bars",
    "table_of",
    "to_csv",
    "to_html",
    "to_latex",
    "to_markdown",
    "to_png",
    "to_svg",
    "to_text",
    "trait_by",
]
