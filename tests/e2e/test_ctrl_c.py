"""Ctrl-C at any moment of a flight or a run, and workers killed at any moment: no trail, nothing lost."""

import json
import os
import signal
import subprocess
import time
from pathlib import Path

import numpy as np
import pytest

from tests.airanchor.cli.processes import ENVIRONMENT, PATIENCE_S, airanchor, events_of

pytestmark = [
    pytest.mark.skipif(os.name != "posix", reason="Ctrl-C of another process is a POSIX signal"),
    pytest.mark.xdist_group("bench-run"),
]
FLY = (
    *("fly", "Fly to the fountain, then go to the clock tower.", "--scene", "practice-square"),
    *("--start", "150,95,30,270"),
)
RUN = ("bench", "run", "--split", "dev", "--subset", "4", "--agent", "random,action-sampling")
FIRST_S = 0.25
"""Before this the interpreter itself starts, which is not ours to interrupt."""


def pressed(words: tuple[str, ...], after_s: float) -> tuple[int, str, str]:
    """Press Ctrl-C as a terminal does: the whole group of processes gets it."""
    with subprocess.Popen(
        airanchor(*words),
        stdout=subprocess.PIPE,
        stderr=subprocess.PIPE,
        text=True,
        env=ENVIRONMENT,
        start_new_session=True,
    ) as process:
        time.sleep(after_s)
        if process.poll() is None:
            os.killpg(process.pid, signal.SIGINT)
        out, err = process.communicate(timeout=PATIENCE_S)
    return process.returncode, out, err


def check_flight(out: Path, after_s: float) -> None:
    code, _, err = pressed((*FLY, "--out", str(out)), after_s)
    assert code in (0, 130), err
    assert "Traceback" not in err and "rror" not in err
    if code == 130 and not out.exists():
        assert err.splitlines()[-1] == "stopped"
        return
    assert events_of(out).count('"kind":"stop"') == events_of(out).count('"kind":"end"') == 1
    summary = json.loads((out / "summary.json").read_text())
    assert (out / "replay.html").is_file() and (summary["ending"] == "interrupted") <= (code == 130)
    assert sum(line.startswith("stop") for line in err.splitlines()) == (code == 130)


@pytest.mark.parametrize("after_s", [0.3, 0.6, 1.2])
def test_ctrl_c_while_a_flight_starts(tmp_path, after_s):
    check_flight(tmp_path / "flight", after_s)


@pytest.mark.slow
def test_ctrl_c_at_forty_moments_of_a_flight(tmp_path):
    began_s = time.monotonic()
    subprocess.run(airanchor(*FLY, "--out", str(tmp_path / "whole")), env=ENVIRONMENT, check=True)
    whole_s = time.monotonic() - began_s
    for number, after_s in enumerate(np.linspace(FIRST_S, whole_s * 1.05, 40)):
        check_flight(tmp_path / str(number), float(after_s))


@pytest.mark.slow
@pytest.mark.parametrize("jobs", ["1", "2"])
def test_ctrl_c_at_any_moment_of_a_run_leaves_one_that_goes_on(tmp_path, jobs):
    words = (*RUN, "--jobs", jobs, "--out")
    began_s = time.monotonic()
    subprocess.run(airanchor(*words, str(tmp_path / "whole")), env=ENVIRONMENT, check=True)
    whole_s = time.monotonic() - began_s
    for after_s in np.linspace(FIRST_S, whole_s * 1.05, 25):
        code, _, err = pressed((*words, str(tmp_path / "run")), float(after_s))
        assert code in (0, 130) and "Traceback" not in err and "rror" not in err, err
        told = [line for line in err.splitlines() if line.startswith("stop")]
        assert len(told) == (code == 130), err
    subprocess.run(airanchor(*words, str(tmp_path / "run")), env=ENVIRONMENT, check=True)
    for row in ("random", "action-sampling"):
        whole, resumed = (
            (tmp_path / name / "rows" / row / "results.jsonl").read_bytes() for name in ("whole", "run")
        )
        assert whole == resumed


def children(pid: int) -> list[int]:
    """The workers of a run: its children that were started to fly."""
    listed = Path(f"/proc/{pid}/task/{pid}/children").read_text().split()
    return [int(child) for child in listed if b"spawn_main" in Path(f"/proc/{child}/cmdline").read_bytes()]


@pytest.mark.skipif(not Path("/proc/self/task").exists(), reason="needs /proc to find the workers")
@pytest.mark.parametrize(
    "delays_s", [(0.0,), pytest.param((0.0, 0.2, 0.5, 1.0, 2.0, 4.0, 6.0, 8.0), marks=pytest.mark.slow)]
)
def test_a_killed_worker_ends_the_run_which_goes_on_later(tmp_path, delays_s):
    words = airanchor(*RUN, "--jobs", "2", "--out", str(tmp_path / "run"))
    for delay_s in delays_s:
        with subprocess.Popen(words, stderr=subprocess.PIPE, text=True, env=ENVIRONMENT) as run:
            found: list[int] = []
            while len(found) < 2 and run.poll() is None:
                time.sleep(0.02)
                found = children(run.pid)
            time.sleep(delay_s)
            for worker in children(run.pid)[:1] if run.poll() is None else ():
                os.kill(worker, signal.SIGKILL)
            _, err = run.communicate(timeout=PATIENCE_S)
        assert run.returncode in (0, 2) and "Traceback" not in err, err
        assert run.returncode == 0 or "a worker ended abruptly" in err
    assert subprocess.run(words, env=ENVIRONMENT).returncode == 0
