"""The chart of a memory study: composition, assignment, retrieval and candidate sets, row beside row."""

from collections.abc import Mapping, Sequence
from typing import Any

from airanchor.bench.charts import Chart, Groups, Strip
from airanchor.bench.statistics import Estimate

_PANELS: tuple[tuple[str, tuple[tuple[str, str], ...]], ...] = (
    (
        "stored instances per scene",
        (
            ("stored", "stored"),
            ("correct_unique", "correct unique"),
            ("duplicates", "duplicates"),
            ("false_merges", "false merges"),
        ),
    ),
    (
        "right (%)",
        (
            ("pairwise_f1", "pairwise F1"),
            ("recall_at_1", "R@1"),
            ("recall_at_3", "R@3"),
            ("none_accuracy", "None right"),
        ),
    ),
    ("candidates per phrase", (("candidates", "before top-K"), ("candidates_kept", "after top-K"))),
)


def study_chart(summary: Mapping[str, Any]) -> Chart:
    """Bars with 95 % intervals, one colour per memory."""
    totals = summary["totals"]
    panels = tuple(
        Groups(
            axis,
            tuple(name for _, name in quantities),
            {row: tuple(_estimate(values[key]) for key, _ in quantities) for row, values in totals.items()},
        )
        for axis, quantities in _PANELS
    )
    note = (
        f"{len(summary['scenes'])} embedded cities, {summary['observations']} observations, "
        f"{summary['queries']} phrases, oracle names; bars: means, whiskers: 95 % intervals over cities."
    )
    return Chart((Strip(panels),), note)


def _estimate(values: Sequence[float] | None) -> Estimate | None:
    if values is None:
        return None
    value, low, high = values
    return Estimate(value, low, high, 0.95, "bootstrap over scenes")
