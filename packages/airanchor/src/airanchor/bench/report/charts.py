"""The charts of a report: scores with intervals, scores over a setting, and the spread of errors."""

from collections.abc import Mapping, Sequence

from airanchor.bench.charts import Bar, Bars, Chart, Lines, Panel, Point, Steps, Strip
from airanchor.bench.metrics import Profile
from airanchor.bench.report.columns import BY_KEY, Column
from airanchor.bench.report.table import Line, TableBlock

DRAWN = ("SR", "OSR", "NE")
MOST_CURVES = 8
"""As many as there are colours to tell them apart."""


def metric_chart(blocks: Sequence[TableBlock], keys: Sequence[str] = DRAWN) -> Chart:
    """Every row's scores, a strip for each block; what is not broken down by a trait."""
    strips = [
        Strip(tuple(metric_bars(block, key) for key in keys), _heading(block))
        for block in blocks
        if not block.by
    ]
    return Chart(tuple(strips), _note([line for block in blocks for line in block.lines]))


def metric_bars(block: TableBlock, key: str) -> Bars:
    """The bars of one column of a block; the row that others are tested against stands out."""
    column = BY_KEY[key]
    main = block.against or block.lines[0].row
    bars = tuple(
        Bar(
            _name(line),
            line.cells[key],
            "bound" if line.label.is_upper_bound else "main" if line.row == main else "other",
        )
        for line in block.lines
    )
    return Bars(_axis(column), bars, column.decimals)


def setting_chart(block: TableBlock, marks: Mapping[str, float], setting: str) -> Chart:
    """Scores over a setting such as K, by the row's place on its axis."""
    lines = sorted((line for line in block.lines if line.row in marks), key=lambda line: marks[line.row])
    panels: list[Panel] = []
    for key in DRAWN:
        points = tuple(Point(marks[line.row], line.cells[key]) for line in lines)
        panels.append(Lines(_axis(BY_KEY[key]), setting, {key: points}))
    return Chart((Strip(tuple(panels), _heading(block)),), _note(lines, "points"))


def level_chart(block: TableBlock, marks: Mapping[str, float], series: Mapping[str, Sequence[str]]) -> Chart:
    """Scores over a level, one line per kind of disturbance; each line is some of the rows."""
    lines = {line.row: line for line in block.lines}
    panels: list[Panel] = []
    for key in ("SR", "NE", "collisions"):
        drawn = {
            name: tuple(Point(marks[row], lines[row].cells[key]) for row in rows if row in lines)
            for name, rows in series.items()
        }
        panels.append(Lines(_axis(BY_KEY[key]), "level", drawn))
    return Chart((Strip(tuple(panels), _heading(block)),), _note(block.lines, "points"))


def spread_chart(block: TableBlock, radius_m: float = 20.0) -> Chart:
    """What share of a row's episodes ended within each distance of the goal: its navigation errors, added up.

    Only as many rows are drawn, from the first, as there are colours to tell them apart.
    """
    series: dict[str, Sequence[float]] = {}
    for line in block.lines[:MOST_CURVES]:
        name = _name(line)
        series[f"{name} ({line.row})" if name in series else name] = line.errors_m
    panel = Steps(
        "episodes (%)",
        "ended within this distance of the goal (m)",
        series,
        radius_m,
        f"{radius_m:g} m: success",
    )
    return Chart((Strip((panel,), _heading(block)),))


def _axis(column: Column) -> str:
    """In words, as not every face has arrows."""
    unit = f" ({column.unit})" if column.unit else ""
    return f"{column.key}{unit}, {'higher' if column.is_higher_better else 'lower'} is better"


def _name(line: Line) -> str:
    return f"{line.label.title} (upper bound)" if line.label.is_upper_bound else line.label.title


def _heading(block: TableBlock) -> str:
    episodes, paths = (_range([getattr(line, key) for line in block.lines]) for key in ("episodes", "paths"))
    counts = f"n = {episodes}" if episodes == paths else f"n = {episodes}, {paths} paths"
    metrics = "" if block.profile is Profile.PAPER else f", {block.profile.value} metrics"
    return f"{block.split}{metrics} ({counts})"


def _range(counts: Sequence[int]) -> str:
    return str(counts[0]) if len(set(counts)) == 1 else f"{min(counts)} to {max(counts)}"


def _note(lines: Sequence[Line], marks: str = "bars") -> str:
    levels = sorted({one.confidence for line in lines for one in line.cells.values()})
    told = " and ".join(f"{100 * level:g} %" for level in levels)
    return f"{marks.capitalize()}: means over n episodes; whiskers: {told} intervals, paths as units."
