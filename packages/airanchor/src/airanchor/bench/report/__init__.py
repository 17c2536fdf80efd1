"""Reports of runs: tables with intervals and tests in several formats, charts, and the check of a run."""

from airanchor.bench.report.builder import table_of
from airanchor.bench.report.charts import level_chart, metric_bars, metric_chart, setting_chart, spread_chart
from airanchor.bench.report.columns import COLUMNS, Column
from airanchor.bench.report.comparison import TWO_SIGMA_P, Comparison
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
    "Column",
    "Comparison",
    "Line",
    "LoadedRuns",
    "RowLabel",
    "RunFacts",
    "Table",
    "TableBlock",
    "Trait",
    "facts_of",
    "level_chart",
    "load_runs",
    "metric_bars",
    "metric_chart",
    "setting_chart",
    "spread_chart",
    "table_of",
    "to_csv",
    "to_html",
    "to_latex",
    "to_markdown",
    "to_text",
    "trait_by",
]
