"""Draws charts with matplotlib, the only module that knows it: for papers of one or two columns.

The same chart gives the same bytes: no clock, no random ids, and none of the user's own matplotlib settings.
Names come from files of others, so nothing in them is read as mathematics.
"""

import io
import warnings
from collections.abc import Iterator, Sequence
from contextlib import contextmanager
from typing import Any

import matplotlib
import numpy as np
from matplotlib.axes import Axes
from matplotlib.figure import Figure
from matplotlib.ticker import FuncFormatter, MaxNLocator

from airanchor.bench.charts.panels import Bars, Chart, Groups, Histogram, Lines, Panel, Steps, Strip
from airanchor.bench.charts.style import (
    BESIDE,
    COLOURS,
    COLUMN_IN,
    INK,
    MARKS,
    NAME_CHARS,
    NARROW_NAME_CHARS,
    PAGE_IN,
    SOFT,
    STYLE,
    cleaned_text,
    short_name,
)
from airanchor.bench.statistics import Estimate

_METADATA: dict[str, dict[str, None]] = {
    "pdf": {"CreationDate": None},
    "svg": {"Date": None},
    "png": {"Software": None},
}
_HEADING_CHARS = 60
_BAR_IN, _TALL_BAR_IN, _AROUND_BARS_IN, _PLOT_IN = 0.19, 0.28, 0.55, 1.75


def render(chart: Chart, form: str) -> bytes:
    """The chart as a file of this form: pdf, svg or png."""
    data = io.BytesIO()
    figure = figure_of(chart)
    with _styled(), warnings.catch_warnings():
        warnings.simplefilter("ignore", UserWarning)  # of a letter that the face lacks, which is a box then
        figure.savefig(data, format=form, metadata=_METADATA[form])
    return data.getvalue()


@contextmanager
def _styled() -> Iterator[None]:
    """Our settings alone, while something is drawn."""
    with matplotlib.rc_context():
        matplotlib.rcdefaults()
        matplotlib.rcParams.update(STYLE)
        yield


def figure_of(chart: Chart) -> Figure:
    """The chart as a matplotlib figure, as wide as one column or two."""
    with _styled():
        return _figure(chart)


def _figure(chart: Chart) -> Figure:
    columns = max(len(strip.panels) for strip in chart.strips)
    heights = [_height_in(strip) for strip in chart.strips]
    note_in = 0.22 if chart.note else 0.0
    size = (COLUMN_IN if columns == 1 else PAGE_IN, sum(heights) + note_in)
    figure = Figure(figsize=size, layout="constrained")
    grid = figure.add_gridspec(
        len(heights), columns, height_ratios=heights, width_ratios=_widths(chart, columns)
    )
    for row, strip in enumerate(chart.strips):
        axes = [figure.add_subplot(grid[row, column]) for column in range(len(strip.panels))]
        axes[0].set_title(short_name(strip.heading, _HEADING_CHARS), loc="left")
        for column, (ax, panel) in enumerate(zip(axes, strip.panels, strict=True)):
            if isinstance(panel, Bars):
                names = _bar_names(panel, columns) if column == 0 else [""] * len(panel.bars)
                _draw_bars(ax, panel, names, _most_of(chart, column))
            else:
                _draw(ax, panel)
        if _legend_rows(strip.panels[0]):
            _legend(figure, axes[0], strip.panels[0])
    if chart.note:
        figure.supxlabel(cleaned_text(chart.note), x=0.005, ha="left", fontsize=6.0, color=SOFT)
    return figure


def _height_in(strip: Strip) -> float:
    bars = [panel for panel in strip.panels if isinstance(panel, Bars)]
    if not bars:
        return _PLOT_IN + 0.13 * max(_legend_rows(panel) for panel in strip.panels)
    is_tall = any("\n" in name for name in _bar_names(bars[0], len(strip.panels)))
    return _AROUND_BARS_IN + len(bars[0].bars) * (_TALL_BAR_IN if is_tall else _BAR_IN)


def _bar_names(panel: Bars, columns: int) -> list[str]:
    return [short_name(bar.label, NAME_CHARS if columns > 1 else NARROW_NAME_CHARS) for bar in panel.bars]


def _legend_rows(panel: Panel) -> int:
    """How many lines a legend takes that stands apart from the panel."""
    if isinstance(panel, Steps) or (isinstance(panel, Lines) and len(panel.series) > 1):
        return sum(1 + short_name(name).count("\n") for name in panel.series)
    return 2 if isinstance(panel, Groups) else 0


def _legend(figure: Figure, ax: Axes, panel: Panel) -> None:
    """One for all panels of a strip, which have the same series."""
    is_above = isinstance(panel, Groups | Lines)
    place: Any = "outside upper left" if is_above else "outside lower left"
    handles, labels = ax.get_legend_handles_labels()
    figure.legend(handles, labels, loc=place, ncols=4 if is_above else 1)


def _widths(chart: Chart, columns: int) -> list[float]:
    """Panels of groups are as wide as they have groups; others are alike."""
    panels = chart.strips[0].panels
    if len(panels) == columns and all(isinstance(panel, Groups) for panel in panels):
        return [0.6 + len(panel.quantities) for panel in panels if isinstance(panel, Groups)]
    return [1.0] * columns


def _most_of(chart: Chart, column: int) -> float:
    """What bars below each other reach at most: they have one scale, so that they can be compared."""
    panels = [strip.panels[column] for strip in chart.strips if column < len(strip.panels)]
    return _most([bar.estimate for panel in panels if isinstance(panel, Bars) for bar in panel.bars])


def _draw(ax: Axes, panel: Lines | Steps | Groups | Histogram) -> None:
    if isinstance(panel, Lines):
        _draw_lines(ax, panel)
    elif isinstance(panel, Steps):
        _draw_steps(ax, panel)
    elif isinstance(panel, Groups):
        _draw_groups(ax, panel)
    else:
        _draw_histogram(ax, panel)


def _draw_bars(ax: Axes, panel: Bars, names: Sequence[str], most: float) -> None:
    fills = {"main": COLOURS[0], "other": BESIDE, "bound": "white"}
    for place, bar in enumerate(panel.bars):
        found = bar.estimate
        if found is None:
            ax.annotate("–", (0, place), (3, 0), textcoords="offset points", va="center", fontsize=6.5)
            continue
        edge = SOFT if bar.part == "bound" else "none"
        ax.barh(place, found.value, height=0.62, color=fills[bar.part], edgecolor=edge, linewidth=0.6)
        if found.high > found.low:
            ax.errorbar(found.value, place, xerr=_reach([found], floor=0.0), **_WHISKER)
        words = f"{found.value:,.{panel.decimals}f}"
        at = (max(found.high, found.value), place)
        ax.annotate(words, at, (3, 0), textcoords="offset points", va="center", fontsize=6.5)
    ax.set_yticks(range(len(panel.bars)), names)
    ax.set_ylim(len(panel.bars) - 0.5, -0.5)
    ax.tick_params(axis="y", length=0)
    ax.set_xlim(0, most * 1.24)
    _measure(ax.xaxis, 4)
    ax.set_xlabel(cleaned_text(panel.axis))
    ax.grid(axis="x")


def _draw_lines(ax: Axes, panel: Lines) -> None:
    settings = sorted({point.x for row in panel.series.values() for point in row})
    for place, (name, row) in enumerate(panel.series.items()):
        estimates = [point.estimate for point in row]
        ax.errorbar(
            [point.x for point in row],
            [one.value for one in estimates],
            yerr=_reach(estimates),
            color=COLOURS[place % len(COLOURS)],
            marker=MARKS[place % len(MARKS)],
            markersize=3.5,
            elinewidth=0.8,
            capsize=2,
            label=short_name(name),
        )
    ax.set_xticks(settings, [f"{setting:g}" for setting in settings])
    ax.margins(x=0.12)
    ax.set_ylim(0, _most([point.estimate for row in panel.series.values() for point in row]) * 1.08)
    _measure(ax.yaxis, 5)
    ax.set_xlabel(cleaned_text(panel.x_axis))
    ax.set_ylabel(cleaned_text(panel.axis))
    ax.grid(axis="y")


def _draw_steps(ax: Axes, panel: Steps) -> None:
    farthest = max((values[-1] for values in panel.series.values() if values), default=1.0) or 1.0
    for place, (name, values) in enumerate(panel.series.items()):
        shares = 100.0 * np.arange(len(values) + 1) / max(len(values), 1)
        ax.step(
            [0.0, *values, farthest],
            [*shares, shares[-1]],
            where="post",
            color=COLOURS[place % len(COLOURS)],
            linestyle=("-", "--", "-.", ":")[place // 2 % 4],
            label=short_name(name),
        )
    ax.axvline(panel.mark, color=SOFT, linewidth=0.7)
    at = (panel.mark, 103.0)
    ax.annotate(
        cleaned_text(panel.mark_words), at, (2, 0), textcoords="offset points", fontsize=6.5, color=SOFT
    )
    ax.set_xlim(0, farthest * 1.02)
    ax.set_ylim(0, 112)
    ax.set_yticks([0, 25, 50, 75, 100])
    _measure(ax.xaxis, 6)
    ax.set_xlabel(cleaned_text(panel.x_axis))
    ax.set_ylabel(cleaned_text(panel.axis))
    ax.grid(axis="y")


def _draw_groups(ax: Axes, panel: Groups) -> None:
    width = 0.84 / max(len(panel.series), 1)
    for place, (name, row) in enumerate(panel.series.items()):
        shift = (place - (len(panel.series) - 1) / 2) * width
        known = [(number + shift, found) for number, found in enumerate(row) if found is not None]
        places, found_ones = [at for at, _ in known], [found for _, found in known]
        values = [found.value for found in found_ones]
        ax.bar(
            places, values, width=width * 0.92, color=COLOURS[place % len(COLOURS)], label=short_name(name)
        )
        ax.errorbar(places, values, yerr=_reach(found_ones), **_WHISKER)
        for at, found in known:
            words = f"{found.value:.0f}" if found.value >= 10 else f"{found.value:.1f}"
            spot = (at, max(found.high, found.value))
            ax.annotate(
                words, spot, (0.5, 3.5), textcoords="offset points", ha="center", fontsize=5.5, rotation=90
            )
    ax.set_xticks(
        range(len(panel.quantities)), ["\n".join(cleaned_text(one).split(" ")) for one in panel.quantities]
    )
    ax.tick_params(axis="x", length=0, labelcolor=INK)
    ax.set_ylim(0, _most([found for row in panel.series.values() for found in row]) * 1.12)
    _measure(ax.yaxis, 5)
    ax.set_ylabel(cleaned_text(panel.axis))
    ax.grid(axis="y")


def _draw_histogram(ax: Axes, panel: Histogram) -> None:
    ax.set_xlabel(cleaned_text(panel.axis))
    ax.set_ylabel("count")
    if not panel.values:
        ax.text(0.5, 0.5, "not in this file", ha="center", va="center", transform=ax.transAxes, color=SOFT)
        ax.set_yticks([])
        return
    ax.hist(list(panel.values), bins=_bins(panel.values), color=COLOURS[5], edgecolor="white", linewidth=0.3)
    mean = float(np.mean(panel.values))
    ax.axvline(mean, color=INK, linewidth=1.0, label=f"mean {mean:.1f} (n = {len(panel.values)})")
    if panel.other_mean is not None:
        words = f"{cleaned_text(panel.other_words)} {panel.other_mean:g}"
        ax.axvline(panel.other_mean, color=COLOURS[1], linewidth=1.0, linestyle="--", label=words)
    _measure(ax.xaxis, 5)
    _measure(ax.yaxis, 4)
    ax.legend(loc="lower left", bbox_to_anchor=(-0.02, 1.0), borderaxespad=0.1)


def _bins(values: Sequence[float]) -> int | list[float]:
    """Two dozen; of whole numbers so many that each holds equally many of them."""
    if any(value != round(value) for value in values):
        return 24
    low, high = min(values), max(values)
    step = max(1.0, np.ceil((high - low) / 24))
    return list(np.arange(low - 0.5, high + step, step))


_WHISKER: dict[str, Any] = {"fmt": "none", "ecolor": INK, "elinewidth": 0.7, "capsize": 1.8, "capthick": 0.7}


def _reach(estimates: Sequence[Estimate], floor: float = -np.inf) -> list[list[float]]:
    """How far whiskers reach below and above their values."""
    below = [max(0.0, one.value - max(one.low, floor)) for one in estimates]
    return [below, [max(0.0, one.high - one.value) for one in estimates]]


def _most(estimates: Sequence[Estimate | None]) -> float:
    return max((max(one.high, one.value) for one in estimates if one is not None), default=1.0) or 1.0


def _measure(axis: matplotlib.axis.Axis, ticks: int) -> None:
    """A few round numbers, written as they are: no powers of ten set aside."""
    axis.set_major_locator(MaxNLocator(ticks, steps=[1, 2, 2.5, 5, 10]))
    axis.set_major_formatter(FuncFormatter(lambda value, _: f"{value:,.10g}"))
