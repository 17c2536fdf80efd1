"""What a chart shows, as data: panels of bars, lines, steps, groups and histograms, strip below strip."""

from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from typing import Literal

from airanchor.bench.statistics import Estimate

Part = Literal["main", "other", "bound"]
"""The row a chart is about, one beside it, one that was told the truth."""


@dataclass(frozen=True, slots=True)
class Bar:
    """A named value with its interval; None leaves its place empty."""

    label: str
    estimate: Estimate | None
    part: Part = "main"


@dataclass(frozen=True, slots=True)
class Bars:
    """Bars from left to right, one under the other, so that long names have room; whiskers are intervals."""

    axis: str
    bars: tuple[Bar, ...]
    decimals: int = 1

    def told(self) -> str:
        """The values in words."""
        values = "; ".join(f"{bar.label} {_told(bar.estimate, self.decimals)}" for bar in self.bars)
        return f"{self.axis}: {values}."


@dataclass(frozen=True, slots=True)
class Point:
    """A value at a setting."""

    x: float
    estimate: Estimate


@dataclass(frozen=True, slots=True)
class Lines:
    """Values over a setting such as K, one line per series; whiskers are intervals."""

    axis: str
    x_axis: str
    series: Mapping[str, Sequence[Point]]

    def told(self) -> str:
        """The values in words."""
        values = "; ".join(
            f"{name} {', '.join(f'{point.x:g}: {_told(point.estimate, 1)}' for point in row)}"
            for name, row in self.series.items()
        )
        return f"{self.axis} over {self.x_axis}: {values}."


@dataclass(frozen=True, slots=True)
class Steps:
    """What share of each series lies below each value: a step up at every value, from 0 to 100 %."""

    axis: str
    x_axis: str
    series: Mapping[str, Sequence[float]]
    """Rising values by name."""
    mark: float
    mark_words: str

    def told(self) -> str:
        """Half of each series in words."""
        halves = "; ".join(
            f"{name} half within {values[(len(values) - 1) // 2]:.0f}"
            for name, values in self.series.items()
            if values
        )
        return f"{self.axis} over {self.x_axis}: {halves}."


@dataclass(frozen=True, slots=True)
class Groups:
    """Bars side by side: for each quantity one bar of every series."""

    axis: str
    quantities: tuple[str, ...]
    series: Mapping[str, Sequence[Estimate | None]]

    def told(self) -> str:
        """The values in words."""
        values = "; ".join(
            f"{name} {', '.join(f'{q} {_told(e, 1)}' for q, e in zip(self.quantities, row, strict=True))}"
            for name, row in self.series.items()
        )
        return f"{self.axis}: {values}."


@dataclass(frozen=True, slots=True)
class Histogram:
    """How values are spread, with their mean and the mean of others for comparison."""

    axis: str
    values: Sequence[float]
    other_mean: float | None = None
    other_words: str = ""

    def told(self) -> str:
        """The mean in words."""
        if not self.values:
            return f"{self.axis}: no values."
        mean = sum(self.values) / len(self.values)
        other = "" if self.other_mean is None else f", {self.other_words} {self.other_mean:g}"
        return f"{self.axis}: mean {mean:.1f}{other}, n = {len(self.values)}."


Panel = Bars | Lines | Steps | Groups | Histogram


@dataclass(frozen=True, slots=True)
class Strip:
    """Panels side by side under a heading."""

    panels: tuple[Panel, ...]
    heading: str = ""


@dataclass(frozen=True, slots=True)
class Chart:
    """Strips one below the other, and a note on what their marks mean."""

    strips: tuple[Strip, ...]
    note: str = ""

    def told(self) -> str:
        """All that it shows in words, for those who cannot see it."""
        parts = []
        for strip in self.strips:
            parts += [f"{strip.heading}." if strip.heading else "", *(panel.told() for panel in strip.panels)]
        return " ".join(part for part in (*parts, self.note) if part)


def _told(found: Estimate | None, decimals: int) -> str:
    if found is None:
        return "no value"
    return f"{found.value:.{decimals}f} ({found.low:.{decimals}f} to {found.high:.{decimals}f})"
