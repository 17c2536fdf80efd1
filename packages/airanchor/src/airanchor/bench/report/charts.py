"""The charts of a report: bars with intervals, lines over a setting, and how navigation errors are spread."""

from collections.abc import Callable, Mapping, Sequence
from dataclasses import dataclass

from airanchor.bench.report.columns import BY_KEY, Column
from airanchor.bench.report.drawing import (
    COLOURS,
    Drawing,
    Rectangle,
    Shape,
    Stroke,
    Words,
    shortened,
    text_width,
)
from airanchor.bench.report.table import Line, TableBlock
from airanchor.bench.statistics import Estimate

_TITLE, _LABEL, _SMALL = 14.0, 12.0, 11.0
_ROW, _BAR, _TOP, _BOTTOM = 26.0, 14.0, 30.0, 26.0
_PLOT, _VALUES = 190.0, 46.0
_LONGEST_LABEL = 205.0
_DASH = "–"


@dataclass(frozen=True, slots=True)
class Bar:
    """One bar; None leaves its place empty."""

    label: str
    estimate: Estimate | None
    colour: int = 0


@dataclass(frozen=True, slots=True)
class ChartPoint:
    """A value at a setting."""

    x: float
    estimate: Estimate


def bar_chart(bars: Sequence[Bar], *, title: str, unit: str = "", decimals: int = 1) -> Drawing:
    """Bars from left to right, one under the other, so that long names have room; whiskers are intervals."""
    labels = [shortened(bar.label, _LABEL, _LONGEST_LABEL) for bar in bars]
    left = 8 + max((text_width(label, _LABEL) for label in labels), default=0)
    ticks = _ticks(max((bar.estimate.high for bar in bars if bar.estimate), default=1.0))
    floor = _TOP + _ROW * len(bars)

    def x(value: float) -> float:
        return left + value / ticks[-1] * _PLOT

    shapes: list[Shape] = [Words(0, 14, title, _TITLE)]
    for tick in ticks:
        shapes.append(Stroke(((x(tick), _TOP - 4), (x(tick), floor)), "faint"))
        shapes.append(Words(x(tick), floor + 14, f"{tick:g}", _SMALL, "middle", "soft"))
    for place, (bar, label) in enumerate(zip(bars, labels, strict=True)):
        middle = _TOP + _ROW * (place + 0.5)
        shapes.append(Words(left - 8, middle + 4, label, _LABEL, "end"))
        shapes += _bar(bar, middle, left, x, decimals)
    told = "; ".join(f"{bar.label} {_told(bar.estimate, decimals)}{unit and ' ' + unit}" for bar in bars)
    return Drawing(left + _PLOT + _VALUES, floor + _BOTTOM, tuple(shapes), f"{title}: {told}.")


def metric_bars(block: TableBlock, key: str) -> Drawing:
    """The bars of one column of a block, a colour per row."""
    column = BY_KEY[key]
    bars = [Bar(_name(line), line.cells[key], place) for place, line in enumerate(block.lines)]
    return bar_chart(bars, title=_title(column), unit=column.unit, decimals=column.decimals)


def line_chart(
    series: Mapping[str, Sequence[ChartPoint]], *, title: str, x_title: str, unit: str = ""
) -> Drawing:
    """Values over a setting such as K, one line per series, with intervals as whiskers."""
    points = [point for row in series.values() for point in row]
    settings = sorted({point.x for point in points})
    ticks = _ticks(max((point.estimate.high for point in points), default=1.0))
    left, right, floor, wide = 40.0, 16.0, 210.0, 320.0
    span = (settings[-1] - settings[0]) or 1.0

    def x(value: float) -> float:
        return left + 20 + (value - settings[0]) / span * (wide - 40)

    def y(value: float) -> float:
        return floor - value / ticks[-1] * (floor - _TOP)

    shapes: list[Shape] = [Words(0, 14, f"{title}{unit and f' ({unit})'}", _TITLE)]
    for tick in ticks:
        shapes.append(Stroke(((left, y(tick)), (left + wide, y(tick))), "faint"))
        shapes.append(Words(left - 6, y(tick) + 4, f"{tick:g}", _SMALL, "end", "soft"))
    for setting in settings:
        shapes.append(Words(x(setting), floor + 16, f"{setting:g}", _SMALL, "middle", "soft"))
    shapes.append(Words(left + wide / 2, floor + 34, x_title, _LABEL, "middle"))
    for place, row in enumerate(series.values()):
        shapes.append(Stroke(tuple((x(p.x), y(p.estimate.value)) for p in row), place, 2))
        for p in row:
            shift = 3.0 * (place - (len(series) - 1) / 2)
            shapes.append(Rectangle(x(p.x) - 3, y(p.estimate.value) - 3, 6, 6, place))
            shapes.append(
                Stroke(((x(p.x) + shift, y(p.estimate.low)), (x(p.x) + shift, y(p.estimate.high))), place)
            )
    named = list(series) if len(series) > 1 else []
    shapes += _legend(named, left, floor + 56)
    told = "; ".join(
        f"{name} {', '.join(f'{p.x:g}: {_told(p.estimate, 1)}' for p in row)}" for name, row in series.items()
    )
    height = floor + 56 + 20 * len(named)
    return Drawing(left + wide + right, height, tuple(shapes), f"{title} over {x_title}: {told}.")


def error_spread(block: TableBlock, radius_m: float = 20.0) -> Drawing:
    """What share of a row's episodes ended within each distance of the goal: its navigation errors, added up.

    Only as many rows are drawn, from the first, as there are colours to tell them apart.
    """
    lines = block.lines[: len(COLOURS)]
    farthest = _ticks(max(error for line in lines for error in line.errors_m))[-1]
    left, floor, wide = 40.0, 210.0, 300.0

    def x(value: float) -> float:
        return left + min(value / farthest, 1.0) * wide

    def y(share: float) -> float:
        return floor - share * (floor - _TOP)

    shapes: list[Shape] = [Words(0, 10, "Ended within a distance of the goal (%)", _TITLE)]
    for percent in (0, 25, 50, 75, 100):
        shapes.append(Stroke(((left, y(percent / 100)), (left + wide, y(percent / 100))), "faint"))
        shapes.append(Words(left - 6, y(percent / 100) + 4, str(percent), _SMALL, "end", "soft"))
    for tick in _ticks(farthest):
        shapes.append(Words(x(tick), floor + 16, f"{tick:g}", _SMALL, "middle", "soft"))
    shapes.append(Stroke(((x(radius_m), _TOP - 8), (x(radius_m), floor)), "soft"))
    shapes.append(Words(x(radius_m) + 5, _TOP - 4, f"{radius_m:g} m: success", _SMALL, "start", "soft"))
    shapes.append(Words(left + wide / 2, floor + 34, "navigation error (m)", _LABEL, "middle"))
    for place, line in enumerate(lines):
        count = len(line.errors_m)
        corners = [(x(0), y(0))]
        for number, error in enumerate(line.errors_m):
            corners += [(x(error), y(number / count)), (x(error), y((number + 1) / count))]
        shapes.append(Stroke((*corners, (x(farthest), y(1))), place, 1.8))
    shapes += _legend([_name(line) for line in lines], left, floor + 56)
    told = "; ".join(
        f"{line.label.title} half within {line.errors_m[(len(line.errors_m) - 1) // 2]:.0f} m"
        for line in lines
    )
    height = floor + 56 + 20 * len(lines)
    return Drawing(left + wide + 24, height, tuple(shapes), f"Spread of navigation errors: {told}.")


def _bar(bar: Bar, middle: float, left: float, x: Callable[[float], float], decimals: int) -> list[Shape]:
    found = bar.estimate
    if found is None:
        return [Words(left + 6, middle + 4, _DASH, _SMALL)]
    low, high = x(max(0.0, found.low)), x(found.high)
    shapes: list[Shape] = [
        Rectangle(left, middle - _BAR / 2, max(0.0, x(found.value) - left), _BAR, bar.colour),
        Words(high + 6, middle + 4, f"{found.value:.{decimals}f}", _SMALL),
    ]
    if high > low:
        shapes.append(Stroke(((low, middle), (high, middle))))
        shapes += [Stroke(((end, middle - 4), (end, middle + 4))) for end in (low, high)]
    return shapes


def _title(column: Column) -> str:
    """In words, as not every face has arrows."""
    unit = f" ({column.unit})" if column.unit else ""
    return f"{column.key}{unit}, {'higher' if column.is_higher_better else 'lower'} is better"


def _name(line: Line) -> str:
    return f"{line.label.title} (upper bound)" if line.label.is_upper_bound else line.label.title


def _legend(names: Sequence[str], left: float, top: float) -> list[Shape]:
    shapes: list[Shape] = []
    for place, name in enumerate(names):
        y = top + 20 * place
        shapes.append(Rectangle(left, y - 9, 10, 10, place))
        shapes.append(Words(left + 16, y, shortened(name, _LABEL, 260), _LABEL))
    return shapes


def _ticks(most: float) -> tuple[float, ...]:
    """Round numbers from 0 to at least `most`, three to seven of them."""
    steps = (digit * 10.0**power for power in range(-6, 10) for digit in (1, 2, 5))
    step = next((size for size in steps if most <= 5 * size), most or 1.0)
    count = 1
    while count * step < most * (1 - 1e-12):
        count += 1
    return tuple(round(number * step, 9) for number in range(count + 1))


def _told(found: Estimate | None, decimals: int) -> str:
    if found is None:
        return "no value"
    return f"{found.value:.{decimals}f} ({found.low:.{decimals}f} to {found.high:.{decimals}f})"
