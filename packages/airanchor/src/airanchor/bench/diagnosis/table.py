"""The diagnosis as a table: how often each cause was the first, and how many legs were flown before."""

from collections import Counter
from collections.abc import Sequence
from typing import Any

from airanchor.bench.diagnosis.causes import Cause
from airanchor.bench.diagnosis.run import Diagnosis
from airanchor.bench.diagnosis.verdict import FlightDiagnosis
from airanchor.bench.statistics import wilson


def to_json(diagnosis: Diagnosis) -> dict[str, Any]:
    """Counts, shares of the failures with 95 % intervals, legs, and every verdict."""
    failures = failures_of(diagnosis.verdicts)
    return {
        "row": diagnosis.row,
        "flights": len(diagnosis.verdicts),
        "successes": len(diagnosis.verdicts) - len(failures),
        "failures": len(failures),
        "without_trace": diagnosis.without_trace,
        "causes": [_cause_row(cause, failures) for cause in Cause],
        "stages": dict(_stages(failures)),
        "lost_on_leg": {str(leg): count for leg, count in lost_legs(failures)},
        "episodes": [one.to_json() for one in diagnosis.verdicts],
    }


def failures_of(verdicts: Sequence[FlightDiagnosis]) -> list[FlightDiagnosis]:
    """The flights that failed."""
    return [one for one in verdicts if not one.is_success]


def _cause_row(cause: Cause, failures: Sequence[FlightDiagnosis]) -> dict[str, Any]:
    own = [one for one in failures if one.cause is cause]
    row: dict[str, Any] = {"cause": cause.value, "stage": cause.stage.value, "count": len(own)}
    if failures:
        share = wilson(len(own), len(failures))
        row |= {"share": share.value, "low": share.low, "high": share.high}
    row["also"] = sum(any(other.cause is cause for other in one.others) for one in failures)
    row["lost_on_leg"] = {str(leg): count for leg, count in lost_legs(own)}
    return row


def _stages(failures: Sequence[FlightDiagnosis]) -> list[tuple[str, int]]:
    return Counter(one.cause.stage.value for one in failures if one.cause).most_common()


def lost_legs(failures: Sequence[FlightDiagnosis]) -> list[tuple[int, int]]:
    """How many flights failed on which leg, by its number; 0 where legs are not known."""
    counts = Counter(min(one.legs_flown + 1, one.legs) for one in failures)
    return sorted(counts.items())


def to_text(diagnosis: Diagnosis) -> str:
    """The table for a terminal."""
    verdicts, failures = diagnosis.verdicts, failures_of(diagnosis.verdicts)
    head = f"{diagnosis.row}: {len(verdicts)} flights, {len(failures)} failed"
    if diagnosis.without_trace:
        head += f"; {diagnosis.without_trace} episodes have no trace"
    if not failures:
        return head
    return "\n\n".join([head, _causes_text(failures), _legs_text(failures), _episodes_text(verdicts)])


def _causes_text(failures: Sequence[FlightDiagnosis]) -> str:
    lines = [f"{'first cause':22} {'stage':12} {'flights':>7}  {f'share (n = {len(failures)})':22} also in"]
    for row in sorted((_cause_row(cause, failures) for cause in Cause), key=lambda row: -row["count"]):
        if row["count"] or row["also"]:
            share = f"{row['share']:6.1%} [{row['low']:.1%}, {row['high']:.1%}]"
            lines.append(
                f"{row['cause']:22} {row['stage']:12} {row['count']:7d}  {share:22} {row['also']:7d}"
            )
    return "\n".join(lines)


def _legs_text(failures: Sequence[FlightDiagnosis]) -> str:
    lines = ["lost on leg   flights   first causes"]
    for leg, count in lost_legs(failures):
        own = [one for one in failures if min(one.legs_flown + 1, one.legs) == leg]
        causes = Counter(one.cause.value for one in own if one.cause).most_common()
        name = str(leg) if leg else "unknown"
        lines.append(f"{name:>11}   {count:7d}   " + ", ".join(f"{cause} {n}" for cause, n in causes))
    return "\n".join(lines)


def _episodes_text(verdicts: Sequence[FlightDiagnosis]) -> str:
    width = max(len(one.episode_id) for one in verdicts)
    lines = [f"{'episode':{width}}  {'NE m':>5}  legs  first cause"]
    for one in verdicts:
        legs = f"{one.legs_flown}/{one.legs}" if one.legs else "-"
        lines.append(f"{one.episode_id:{width}}  {one.error_m:5.0f}  {legs:4}  {_cause_text(one)}")
    return "\n".join(lines)


def _cause_text(verdict: FlightDiagnosis) -> str:
    primary = verdict.primary
    if primary is None:
        return "success"
    leg = "" if primary.leg is None else f", leg {primary.leg}"
    at = "" if primary.decision is None else f", decision {primary.decision}"
    return f"{primary.cause}{leg}{at}: {primary.words}"
