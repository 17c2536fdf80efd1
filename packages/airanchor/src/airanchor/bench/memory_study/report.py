"""What a memory study says: totals over scenes with intervals, as JSON and as a page of Markdown."""

from collections.abc import Callable, Mapping, Sequence
from dataclasses import dataclass
from typing import Any

import numpy as np
from numpy.typing import NDArray

from airanchor.bench.memory_study.study import FLAT

RESAMPLES = 2000
BOOTSTRAP_SEED = 20
Counts = Mapping[str, float]


@dataclass(frozen=True, slots=True)
class Metric:
    """A ratio of two sums over scenes."""

    key: str
    title: str
    above: Callable[[Counts], float]
    below: Callable[[Counts], float]
    percent: bool = False
    paper_change: float | None = None
    """What the paper reports for SOKB against Flat KB, in percent."""


def _count(key: str, title: str, paper_change: float | None = None) -> Metric:
    return Metric(key, title, lambda row: row[key], lambda row: 1.0, paper_change=paper_change)


def _share(key: str, title: str, above: str, below: str, paper_change: float | None = None) -> Metric:
    return Metric(key, title, lambda row: row[above], lambda row: row[below], True, paper_change)


METRICS = (
    _count("stored", "stored instances", -20.9),
    _count("correct_unique", "correct unique objects", 9.8),
    _count("duplicates", "duplicates", -74.0),
    _count("incorrect", "incorrect"),
    _count("false_merges", "false merges"),
    Metric(
        "pairwise_f1",
        "pairwise F1 (%)",
        lambda row: 2 * row["pairs_right"],
        lambda row: row["pairs_stored"] + row["pairs_true"],
        percent=True,
    ),
    _share("recall_at_1", "retrieval R@1 (%)", "first_right", "present", 18.6),
    _share("recall_at_3", "retrieval R@3 (%)", "among_right", "present"),
    _share("recall_at_1_near", "R@1, 5-40 m away (%)", "near_first_right", "near_present"),
    _share("recall_at_1_far", "R@1, 40-75 m away (%)", "far_first_right", "far_present"),
    _share("none_accuracy", "None accuracy (%)", "none_right", "absent"),
    Metric(
        "candidates",
        "candidates before top-K",
        lambda row: row["passed"],
        lambda row: row["asked"],
        paper_change=-53.7,
    ),
    Metric("candidates_kept", "candidates after top-K", lambda row: row["kept"], lambda row: row["asked"]),
)


@dataclass(frozen=True, slots=True)
class SceneEstimate:
    """A value with its 95 % interval over scenes."""

    value: float
    low: float
    high: float


def summarise(results: Sequence[Mapping[str, Any]]) -> dict[str, Any]:
    """Totals and changes against the flat memory, each with a bootstrap interval over scenes."""
    rows = list(results[0]["rows"])
    draws = np.random.default_rng(BOOTSTRAP_SEED).integers(len(results), size=(RESAMPLES, len(results)))
    sums = {
        (row, metric.key): _sums([result["rows"][row] for result in results], metric)
        for row in rows
        for metric in METRICS
    }
    totals = {
        row: {metric.key: _plain(_estimate(sums[row, metric.key], draws)) for metric in METRICS}
        for row in rows
    }
    changes = {
        row: {
            metric.key: _plain(_change(sums[row, metric.key], sums[FLAT, metric.key], draws))
            for metric in METRICS
        }
        for row in rows
        if row != FLAT
    }
    updates = {row: float(np.mean([result["timing"][row] for result in results])) for row in rows}
    return {
        "scenes": [result["scene"] for result in results],
        "views": sum(result["survey"]["views"] for result in results),
        "observations": sum(result["survey"]["object"] for result in results),
        "objects": sum(result["survey"]["objects"] for result in results),
        "queries": sum(sum(result["survey"]["queries"].values()) for result in results),
        "totals": totals,
        "change_percent": changes,
        "update_ms": updates,
        "bootstrap": {"resamples": RESAMPLES, "seed": BOOTSTRAP_SEED, "over": "scenes"},
    }


def _sums(rows: Sequence[Counts], metric: Metric) -> NDArray[np.float64]:
    """Numerator and denominator of each scene, (n, 2)."""
    factor = 100.0 if metric.percent else 1.0
    return np.array([(factor * metric.above(row), metric.below(row)) for row in rows], dtype=np.float64)


def _ratio(sums: NDArray[np.float64]) -> NDArray[np.float64]:
    with np.errstate(divide="ignore", invalid="ignore"):
        ratio: NDArray[np.float64] = sums[..., 0] / sums[..., 1]
    return ratio


def _estimate(sums: NDArray[np.float64], draws: NDArray[np.integer]) -> SceneEstimate:
    spread = _ratio(sums[draws].sum(axis=1))
    return _interval(float(_ratio(sums.sum(axis=0))), spread)


def _change(
    sums: NDArray[np.float64], flat: NDArray[np.float64], draws: NDArray[np.integer]
) -> SceneEstimate:
    """100 (ours / flat - 1), both over the same drawn scenes."""
    with np.errstate(divide="ignore", invalid="ignore"):
        spread = 100 * (_ratio(sums[draws].sum(axis=1)) / _ratio(flat[draws].sum(axis=1)) - 1)
        value = 100 * (_ratio(sums.sum(axis=0)) / _ratio(flat.sum(axis=0)) - 1)
    return _interval(float(value), spread)


def _interval(value: float, spread: NDArray[np.float64]) -> SceneEstimate:
    finite = spread[np.isfinite(spread)]
    if not np.isfinite(value) or not len(finite):
        return SceneEstimate(float("nan"), float("nan"), float("nan"))
    low, high = np.percentile(finite, [2.5, 97.5])
    return SceneEstimate(value, float(low), float(high))


def _plain(estimate: SceneEstimate) -> list[float] | None:
    values = [estimate.value, estimate.low, estimate.high]
    return [round(value, 4) for value in values] if np.isfinite(values).all() else None


def to_markdown(summary: Mapping[str, Any], results: Sequence[Mapping[str, Any]], command: str) -> str:
    """The tables: totals, changes beside the paper's, and every scene."""
    rows = list(summary["totals"])
    told = (
        f"n = {len(summary['scenes'])} scenes, {summary['views']} views, {summary['observations']} "
        f"observations of {summary['objects']} objects, {summary['queries']} phrases. "
        f"Seed {results[0]['settings']['seed']}; "
        f"intervals: 95 % bootstrap over scenes, {RESAMPLES} resamples, seed {BOOTSTRAP_SEED}. "
        f"Encoders: {', '.join(results[0]['encoders'])}. Names: {results[0]['settings']['names']}."
    )
    parts = [f"`{command}`", told, _totals_table(summary, rows), _changes_table(summary, rows)]
    parts.append(_scenes_table(results, rows))
    return "\n\n".join(parts) + "\n"


def _totals_table(summary: Mapping[str, Any], rows: Sequence[str]) -> str:
    lines = [_line(["per scene, mean", *rows]), _line(["---", *["---:"] * len(rows)])]
    for metric in METRICS:
        lines.append(_line([metric.title, *(_told(summary["totals"][row][metric.key]) for row in rows)]))
    lines.append(
        _line(["update, median ms per anchor", *(f"{summary['update_ms'][row]:.2f}" for row in rows)])
    )
    return "\n".join(lines)


def _changes_table(summary: Mapping[str, Any], rows: Sequence[str]) -> str:
    ours = [row for row in rows if row != FLAT]
    lines = [_line(["change against Flat KB, %", *ours, "the paper's SOKB (other scenes and models)"])]
    lines.append(_line(["---", *["---:"] * (len(ours) + 1)]))
    for metric in METRICS:
        paper = "" if metric.paper_change is None else f"{metric.paper_change:+.1f}"
        cells = [_told(summary["change_percent"][row][metric.key], sign=True) for row in ours]
        lines.append(_line([metric.title.replace(" (%)", ""), *cells, paper]))
    return "\n".join(lines)


def _scenes_table(results: Sequence[Mapping[str, Any]], rows: Sequence[str]) -> str:
    head = [
        "scene",
        "row",
        "observations",
        "stored",
        "correct unique",
        "duplicates",
        "incorrect",
        "false merges",
    ]
    head += ["F1 %", "R@1 %", "R@3 %", "None %", "candidates"]
    lines = [_line(head), _line(["---", "---", *["---:"] * (len(head) - 2)])]
    keys = ("pairwise_f1", "recall_at_1", "recall_at_3", "none_accuracy", "candidates")
    by_key = {metric.key: metric for metric in METRICS}
    for result in results:
        for row in rows:
            counts = result["rows"][row]
            cells = [result["scene"], row, str(counts["observations"])]
            cells += [str(counts[metric.key]) for metric in METRICS[:5]]
            cells += [f"{float(_ratio(_sums([counts], by_key[key])[0])):.1f}" for key in keys]
            lines.append(_line(cells))
    return "\n".join(lines)


def _told(estimate: Sequence[float] | None, *, sign: bool = False) -> str:
    if estimate is None:
        return "n/a"
    form = "{:+.1f}" if sign else "{:.1f}"
    value, low, high = (form.format(number) for number in estimate)
    return f"{value} [{low}, {high}]"


def _line(cells: Sequence[str]) -> str:
    return f"| {' | '.join(cells)} |"
