"""Why flights failed: each failed episode's first cause, from its trace and the benchmark's truth."""

from airanchor.bench.diagnosis.causes import RULES, THRESHOLDS, Cause, Rule, Stage, Thresholds
from airanchor.bench.diagnosis.finding import Finding
from airanchor.bench.diagnosis.verdict import FlightDiagnosis, examine, judge

__all__ = [
    "RULES",
    "THRESHOLDS",
    "Cause",
    "Finding",
    "FlightDiagnosis",
    "Rule",
    "Stage",
    "Thresholds",
    "examine",
    "judge",
]
