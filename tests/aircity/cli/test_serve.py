"""`aircity serve`, and flights in what it serves: as processes, as a user starts them."""

import json
import signal
import subprocess
import sys
from collections.abc import Iterator
from contextlib import contextmanager
from typing import Any

import pytest

from tests.airanchor.cli.processes import ENVIRONMENT, SHORT, airanchor

WAIT_S = 300.0


@contextmanager
def serving(*words: str, cwd: Any) -> Iterator[dict[str, Any]]:
    """What the command says once it serves; Ctrl-C ends it."""
    command = [sys.executable, "-m", "aircity", "serve", "--port", "0", "--json", *words]
    with subprocess.Popen(
        command, stdout=subprocess.PIPE, stderr=subprocess.PIPE, text=True, cwd=cwd, env=ENVIRONMENT
    ) as process:
        told = ""
        while process.stdout and (line := process.stdout.readline()):
            told += line
            if line == "}\n":
                break
        try:
            yield json.loads(told)
        finally:
            process.send_signal(signal.SIGINT)
            _, err = process.communicate(timeout=WAIT_S)
    assert process.returncode == 0 and "stopped" in err


def test_a_flight_by_address_equals_the_flight_in_the_city(tmp_path):
    def fly(*words: str) -> dict[str, Any]:
        command = airanchor("fly", "Climb 6 metres.", *SHORT, "--json", "--images", "none", *words)
        done = subprocess.run(
            command, cwd=tmp_path, env=ENVIRONMENT, capture_output=True, text=True, check=False
        )
        assert done.returncode == 0, done.stderr
        return json.loads(done.stdout)

    near = fly("--out", "near")
    with serving("--scene", "practice-square", cwd=tmp_path) as told:
        assert told["scene"] == "practice-square" and told["vehicle"] == "Drone_1"
        assert told["cameras"]["front_0"] == {"colour_px": 512, "depth_px": 512, "fov_deg": 90.0}
        far = fly("--out", "far", "--world", told["address"], "--set", "airsim.collision=solid")
    for summary in (near, far):
        del summary["files"], summary["usage"]  # which holds seconds
    assert near == far


def test_without_a_scene_and_a_start_it_flies_where_the_drone_is(tmp_path):
    with serving("--start", "0,0,60,90", "--camera", "front_0:128", cwd=tmp_path) as told:
        command = airanchor(
            *("fly", "Climb 4 metres.", "--world", told["address"], "--out", "flight", "--json"),
            *("--memory", "memory", "--set", "agent.iterations=1"),
        )
        done = subprocess.run(
            command, cwd=tmp_path, env=ENVIRONMENT, capture_output=True, text=True, check=False
        )
        summary = json.loads(done.stdout)
        assert summary["start"] == {"north_m": 0, "east_m": 0, "up_m": 60, "heading_deg": 90}
        assert summary["end"]["up_m"] == pytest.approx(64)
        assert summary["scene"].startswith("airsim-127.0.0.1-")


def test_a_build_is_checked_by_its_address(tmp_path):
    with serving("--camera", "front_0:128", cwd=tmp_path) as told:
        command = [sys.executable, "-m", "aircity", "check", told["address"], "--json"]
        done = subprocess.run(
            command, cwd=tmp_path, env=ENVIRONMENT, capture_output=True, text=True, check=False
        )
    assert done.returncode == 0, done.stderr + done.stdout
    verdicts = {row["rule"]: row["verdict"] for row in json.loads(done.stdout)["rules"]}
    assert verdicts["depth_is_along_ray"] == verdicts["collisions_are_reported"] == "passed"


@pytest.mark.parametrize(
    ("words", "message"),
    [
        (("--host", "0.0.0.0"), "add --expose"),
        (("--port", "99999"), "'99999' is not valid; it is 0 to 65535"),
        (("--camera", "front_0"), "NAME:SIZE"),
        (("--start", "0,0,-500"), "outside"),
        (("--scene", "atlantis"), "atlantis"),
        (("--clock-speed", "0"), "clock speed"),
    ],
)
def test_bad_input_is_named(words, message, tmp_path):
    command = [sys.executable, "-m", "aircity", "serve", "--port", "0", *words]
    done = subprocess.run(command, cwd=tmp_path, env=ENVIRONMENT, capture_output=True, text=True, check=False)
    assert done.returncode == 2 and message in done.stderr and "Traceback" not in done.stderr
