"""Every golden case about metrics and the arithmetic of reports, through the functions that reports use."""

from typing import Any

import pytest

from airanchor.bench.metrics import (
    SUCCESS_M,
    Workload,
    checked_positions,
    dtw_m,
    score,
)
from airanchor.bench.statistics import relative_change_percent, spread
from tests.paper.goldens import cases, load, meta

TOLERANCE = meta()["tolerance"]


def close(value: Any) -> Any:
    return pytest.approx(value, rel=0, abs=TOLERANCE)


@cases("metrics")
def test_metrics(inputs: dict[str, Any], expected: dict[str, float]) -> None:
    path, reference = inputs["trajectory"], inputs["reference"]
    found = score(
        path,
        reference=reference,
        goal=inputs["goal"],
        steps=len(path) - 1,
        collisions=0,
        threshold_m=inputs["d_th"],
    )
    assert {
        "NE": found.paper.navigation_error_m,
        "SR": float(found.paper.is_success),
        "OSR": float(found.paper.is_oracle_success),
        "DTW": found.dtw_m,
        "nDTW": found.ndtw,
        "SDTW": found.paper.sdtw,
        "NE_horizontal_AirVLN_code": found.airvln.navigation_error_m,
        "SR_horizontal_AirVLN_code": float(found.airvln.is_success),
        "DTW_without_dedup": dtw_m(
            checked_positions("path", path), checked_positions("reference", reference)
        ),
    } == close(expected)
    assert found.airvln.sdtw == close(expected["SR_horizontal_AirVLN_code"] * expected["nDTW"])


def test_the_success_distance_is_the_papers() -> None:
    assert {case["inputs"]["d_th"] for case in load()["cases"]["metrics"]} == {SUCCESS_M}


@cases("report_arithmetic", having="rows")
def test_total_tokens(inputs: dict[str, Any], expected: dict[str, Any]) -> None:
    rows = {name: Workload(*numbers) for name, *numbers in inputs["rows"]}
    ours, theirs = rows["AirAnchor"], rows["FineCog-Nav"]
    totals = {name: round(row.tokens_per_episode) for name, row in rows.items()}
    assert list(totals.values()) == expected["total_tokens_rounded"]
    fewer_calls = -relative_change_percent(ours.calls_per_episode, theirs.calls_per_episode)
    assert fewer_calls == close(expected["calls_reduction_vs_finecog_pct"])
    fewer_tokens = -relative_change_percent(totals["AirAnchor"], totals["FineCog-Nav"])
    assert fewer_tokens == close(expected["token_reduction_vs_finecog_pct"])


@cases("report_arithmetic", having="finecog")
def test_relative_gains(inputs: dict[str, Any], expected: dict[str, list[float]]) -> None:
    def changes(metric: str) -> list[float]:
        pairs = zip(inputs["airanchor"][metric], inputs["finecog"][metric], strict=True)
        return [relative_change_percent(ours, theirs) for ours, theirs in pairs]

    for metric in ("SR", "OSR", "SDTW"):
        assert changes(metric) == close(expected[metric])
    assert [-change for change in changes("NE")] == close(expected["NE_reduction"])


@cases("report_arithmetic", having="values")
def test_mean_and_deviation(inputs: dict[str, Any], expected: dict[str, float]) -> None:
    sample = spread(inputs["values"])
    assert (sample.mean, sample.std) == close((expected["mean"], expected["std_sample"]))
    assert (sample.count, sample.ddof) == (len(inputs["values"]), 1)
    assert spread(inputs["values"], ddof=0).std == close(expected["std_population"])
