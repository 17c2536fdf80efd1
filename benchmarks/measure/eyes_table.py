"""The figures of the embedded eyes: shares with intervals, and two runs compared view by view."""

import math
from collections.abc import Sequence
from typing import Any

import numpy as np

ANSWERED = 0.3
"""The threshold that the eyes are used with."""
EYES = ("reader", "detector")
_LEVELS = (0.08, 0.10, 0.25)


def share(hits: Sequence[bool]) -> dict[str, Any]:
    """A share with its 95 % interval (Wilson)."""
    n = len(hits)
    if not n:
        return {"n": 0}
    p, z = float(np.mean(hits)), 1.96
    middle = (p + z * z / (2 * n)) / (1 + z * z / n)
    half = z * math.sqrt(p * (1 - p) / n + z * z / (4 * n * n)) / (1 + z * z / n)
    return {"n": n, "share": round(p, 3), "low": round(middle - half, 3), "high": round(middle + half, 3)}


def outcomes(row: dict[str, Any], eye: str) -> dict[str, bool]:
    """What counts of one answer, all at the threshold but the last."""
    one = row[eye]
    is_told = one["score"] >= ANSWERED
    return {
        "right": is_told and one["is_right"],
        "mostly": is_told and one["mostly"],
        "iou_half": is_told and one["iou"] >= 0.5,
        "wrong": is_told and not one["mostly"],
        "right_any_score": one["is_right"],
    }


def summarize(rows: Sequence[dict[str, Any]], absent: Sequence[tuple[float, float]]) -> dict[str, Any]:
    """Shares by group of scenes and eye; what is left of them where fewer absent things may be seen."""
    figures: dict[str, Any] = {"landmarks": {}, "absent": {}, "right_at_absent": {}}
    for group in ("dev", "held out", *sorted({row["group"] for row in rows} - {"dev"})):
        own = [
            row for row in rows if row["group"] == group or (group == "held out" and row["group"] != "dev")
        ]
        figures["landmarks"][group] = {
            eye: {
                name: share([outcomes(row, eye)[name] for row in own])
                for name in ("right", "mostly", "iou_half", "wrong", "right_any_score")
            }
            for eye in EYES
        }
    dev = [row for row in rows if row["group"] == "dev"]
    for k, eye in enumerate(EYES):
        scores = np.array([pair[k] for pair in absent])
        figures["absent"][eye] = share([one >= ANSWERED for one in scores.tolist()])
        levels = {level: float(np.quantile(scores, 1 - level)) for level in _LEVELS} if len(scores) else {}
        figures["right_at_absent"][eye] = {
            str(level): {
                "threshold": round(least, 3),
                **share([row[eye]["is_right"] and row[eye]["score"] >= least for row in dev]),
            }
            for level, least in levels.items()
        }
    return figures


def table(figures: dict[str, Any]) -> str:
    """For people."""
    lines = [f"{'':34}{'n':>6}{'reader':>22}{'detector':>22}"]
    for group, eyes in figures["landmarks"].items():
        for name in eyes["reader"]:
            cells = [eyes[eye][name] for eye in EYES]
            lines.append(_line(f"{group}: {name.replace('_', ' ')}", cells))
    lines.append(_line("absent things seen", [figures["absent"][eye] for eye in EYES]))
    lines.append(_line("other things taken, out of view", [figures["out_of_view"][eye] for eye in EYES]))
    for level in figures["right_at_absent"]["reader"]:
        cells = [figures["right_at_absent"][eye][level] for eye in EYES]
        lines.append(_line(f"dev: right, absent seen {level}", cells))
    for name, row in figures["hues"].items():
        told = f"top right {row['top_right']}, false alarms {row['false_alarms']}, ece {row['ece']}"
        lines.append(f"{name}: detector, {row['n']} phrases: {told}")
    lines.append(f"ms per view and three phrases: {figures['ms']}")
    return "\n".join(lines)


def _line(name: str, cells: Sequence[dict[str, Any]]) -> str:
    told = [f"{one['share']:.2f} ({one['low']:.2f}-{one['high']:.2f})" if one["n"] else "-" for one in cells]
    return f"{name:34}{cells[0]['n']:>6}" + "".join(f"{one:>22}" for one in told)


def compare(before: dict[str, Any], after: dict[str, Any]) -> str:
    """Views that both runs share: gained, lost, and the chance of so uneven a split (sign test)."""
    old = {(row["group"], row["key"]): row for row in before["rows"]}
    pairs = [(old[key], row) for row in after["rows"] if (key := (row["group"], row["key"])) in old]
    lines = []
    for is_dev in (True, False):
        own = [pair for pair in pairs if (pair[1]["group"] == "dev") == is_dev]
        for eye in EYES:
            for name in ("right", "mostly", "iou_half"):
                was = [outcomes(one, eye)[name] for one, _ in own]
                now = [outcomes(one, eye)[name] for _, one in own]
                won, lost = (
                    sum(b and not a for a, b in zip(x, y, strict=True)) for x, y in ((was, now), (now, was))
                )
                told = f"{np.mean(was):.3f} -> {np.mean(now):.3f}, {won} gained, {lost} lost"
                group = "dev" if is_dev else "held out"
                lines.append(f"{group} {eye} {name} (n {len(own)}): {told}, p {sign_test(won, lost):.4f}")
    return "\n".join(lines)


def sign_test(won: int, lost: int) -> float:
    """Two-sided chance of a split as uneven as this, by a fair coin."""
    n, k = won + lost, min(won, lost)
    tail = math.fsum(math.comb(n, i) for i in range(k + 1)) / 2**n
    return min(1.0, 2 * tail)
