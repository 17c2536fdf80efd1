"""Runs of the benchmark: what is ordered, flown by whichever driver, and collected in canonical order."""
