"""A run whose process is killed, again and again, ends as one that was never disturbed."""

import signal
import subprocess
import sys
import time
from contextlib import suppress
from pathlib import Path

import numpy as np
import pytest

from airanchor.bench.results import RunFolder
from airanchor.bench.run import RunOrder
from tests.airanchor.bench.run.town import files_of

PATIENCE_S = 240.0

pytestmark = pytest.mark.xdist_group("bench-run")


def command(order: RunOrder, root: Path, *more: str) -> list[str]:
    """The order as a person types it."""
    sets = [word for text in order.sets for word in ("--set", text)]
    return [
        *(sys.executable, "-m", "airanchor", "bench", "run", "--agent", ",".join(order.rows)),
        *("--episodes", order.episodes, *sets, "--out", str(root), *more),
    ]


def end_in_the_air(
    words: list[str], root: Path, delay_s: float, by: signal.Signals = signal.SIGKILL
) -> tuple[bool, int]:
    """Start the run and end it a while after a flight began: whether it was still flying, and its code."""
    begun_before = flights_begun(root)
    with subprocess.Popen(words, stdout=subprocess.DEVNULL, stderr=subprocess.DEVNULL) as process:
        deadline = time.monotonic() + PATIENCE_S
        while process.poll() is None and time.monotonic() < deadline:
            if flights_begun(root) - begun_before:
                break
            time.sleep(0.02)
        time.sleep(delay_s)
        was_flying = process.poll() is None
        process.send_signal(by)
        code = process.wait(PATIENCE_S)
    return was_flying, code


def flights_begun(root: Path) -> set[int]:
    """The traces that were ever begun and are not replaced yet, by the identity of their files."""
    row = RunFolder(root).row("airanchor")
    found = set()
    for file in (*row.glob("flying/*/events.jsonl"), *row.glob("traces/*/events.jsonl")):
        with suppress(OSError):  # it landed meanwhile
            found.add(file.stat().st_mtime_ns)
    return found


@pytest.mark.parametrize(("jobs", "kills"), [(1, 2), pytest.param(2, 3, marks=pytest.mark.slow)], ids=str)
def test_a_killed_run_ends_with_the_same_results_and_traces(order, finished, tmp_path, jobs, kills):
    words = command(order, tmp_path / "run", "--jobs", str(jobs))
    rng = np.random.default_rng([jobs, kills])
    was_flying = [end_in_the_air(words, tmp_path / "run", rng.uniform(0.0, 0.6))[0] for _ in range(kills)]
    assert any(was_flying), "the run was never killed while it flew"
    ended = subprocess.run(words, capture_output=True, text=True, timeout=PATIENCE_S)
    assert ended.returncode == 0, ended.stderr
    assert files_of(tmp_path / "run") == files_of(finished)


@pytest.mark.slow
@pytest.mark.parametrize("jobs", [1, 2])
def test_ctrl_c_stops_a_run_that_can_go_on(order, finished, tmp_path, jobs):
    words = command(order, tmp_path / "run", "--jobs", str(jobs))
    was_flying, code = end_in_the_air(words, tmp_path / "run", 0.2, by=signal.SIGINT)
    assert was_flying and code == 130
    subprocess.run(words, check=True, capture_output=True, timeout=PATIENCE_S)
    assert files_of(tmp_path / "run") == files_of(finished)
