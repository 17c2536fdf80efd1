"""A run in a few lines: per row the rates and errors over its episodes, complete or not."""

from pathlib import Path
from typing import Any

import numpy as np
from rich.table import Column, Table

from airanchor.bench.metrics import Profile, average
from airanchor.bench.results import RunFolder
from airanchor.bench.rows import find_row
from airanchor.bench.run.record import RunRecord
from aircity.cli.terminal.output import console


def summary_of(root: Path, record: RunRecord) -> dict[str, Any]:
    """The run as plain values."""
    order = record.order
    return {
        "run": str(root),
        "episodes": order.episodes,
        "scenes": list(order.scenes),
        "subset": order.subset,
        "world": order.world,
        "profile": order.profile,
        "perception": order.perception,
        "charge_panoramas": order.charge_panoramas,
        **record.names,
        "rows": [_row(root, record, row) for row in order.rows],
    }


def _row(root: Path, record: RunRecord, row: str) -> dict[str, Any]:
    state, folder = record.results[row], RunFolder(root)
    results = folder.results(row)
    summary: dict[str, Any] = {
        "row": row,
        "title": find_row(row).title,
        "knows_truth": find_row(row).knows_truth,
        "flown": state.episodes,
        "of": state.of,
        "is_complete": state.is_complete,
        "results": str(folder.results_file(row)),
    }
    if results:
        means = average([one.scores for one in results], Profile.PAPER, np.random.default_rng(0))
        summary["scores"] = means.to_json()
        summary["start_goal_m"] = float(np.mean([one.start_goal_m for one in results]))
        summary["unanswered_calls"] = sum(use.unavailable for one in results for use in one.usage)
    return summary


def print_summary(summary: dict[str, Any]) -> None:
    """For people."""
    console.print(
        f"{summary['episodes']} ({summary['subset']}), world {summary['world']}, profile "
        f"{summary['profile']}, reasoner {summary['reasoner']}, detector {summary['detector']}",
        soft_wrap=True,
    )
    if summary["charge_panoramas"]:
        console.print("turns of looks around are counted as steps")
    table = Table(Column("row", no_wrap=True), "episodes", "SR %", "OSR %", "NE m", "SDTW %", "start-goal m")
    for row in summary["rows"]:
        mark = " (knows the truth)" if row["knows_truth"] else ""
        flown = str(row["flown"]) if row["is_complete"] else f"{row['flown']} of {row['of']}: incomplete"
        table.add_row(row["title"] + mark, flown, *_cells(row))
    console.print(table)
    for row in summary["rows"]:
        if row.get("unanswered_calls"):
            console.print(
                f"warning: {row['title']}: {row['unanswered_calls']} calls were not answered at all"
            )
    console.print(f"written: {summary['run']}", soft_wrap=True)


def _cells(row: dict[str, Any]) -> list[str]:
    if "scores" not in row:
        return ["", "", "", "", ""]
    scores = row["scores"]
    rates = [f"{100 * scores[name]['value']:.1f}" for name in ("success_rate", "oracle_success_rate")]
    error_m, sdtw = scores["navigation_error_m"]["value"], scores["sdtw"]["value"]
    return [*rates, f"{error_m:.1f}", f"{100 * sdtw:.1f}", f"{row['start_goal_m']:.0f}"]
