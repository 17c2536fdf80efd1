"""The check of a run: its results computed again from its traces, and compared with all it left behind."""

from airanchor.bench.report.verify.findings import Discrepancy, VerificationReport
from airanchor.bench.report.verify.rows import verify_run

__all__ = ["Discrepancy", "VerificationReport", "verify_run"]
