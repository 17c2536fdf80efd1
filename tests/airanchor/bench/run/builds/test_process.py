"""A build is started, waited for and ended with all that it started, whatever it or we do."""

import signal
import socket
import subprocess
import sys
from pathlib import Path

import pytest

from airanchor.bench.run.worlds.builds.folder import open_folder
from airanchor.bench.run.worlds.builds.ports import hold_port, is_free
from airanchor.bench.run.worlds.builds.process import CAN_START, BuildProcess, start_build
from airanchor.bench.run.worlds.builds.settings_file import Rig
from airanchor.errors import SimulatorError
from aircity.geometry import Camera
from tests.airanchor.bench.run.builds.stand_ins import (
    BABBLES,
    DIES,
    HANGS,
    HAS_CHILD,
    LISTENS,
    add_build,
    is_alive,
    started_from,
    wait_for,
    write_program,
)

pytestmark = [
    pytest.mark.skipif(not CAN_START, reason="builds are started on POSIX systems only"),
    pytest.mark.xdist_group("builds"),  # they share ports
]


def start(folder: Path, program: str, **options: object) -> BuildProcess:
    add_build(folder, "2", program)
    lines = "".join(f"{name} = {value}\n" for name, value in {"stop_s": 0.5, **options}.items())
    (folder / "builds.toml").write_text(lines)
    return start_build(open_folder(folder), "2", Rig(Camera.from_fov()))


def connects(port: int) -> bool:
    with socket.socket() as trial:
        return trial.connect_ex(("127.0.0.1", port)) == 0


def test_a_build_runs_until_it_is_stopped_and_leaves_nothing(tmp_path):
    build = start(tmp_path, LISTENS)
    build.wait(connects, 60.0)
    assert started_from(tmp_path) and "Drone_1 is there" in build.last_words()
    build.stop()
    assert not started_from(tmp_path) and is_free(build.port.number)


def test_a_build_that_dies_at_start_is_told_with_its_last_words(tmp_path):
    build = start(tmp_path, DIES)
    with pytest.raises(
        SimulatorError, match=r"(?s)scene 2 ended by itself with exit code 3.*no Vulkan driver"
    ):
        build.wait(connects, 60.0)
    build.stop()


def test_a_build_that_cannot_be_executed_is_told_so(tmp_path):
    build = start(tmp_path, DIES)
    build.stop()
    write_program(tmp_path / "env_2/LinuxNoEditor/AirVLN.sh", "").write_bytes(b"\x7fELF nothing")
    build = start_build(open_folder(tmp_path), "2", Rig(Camera.from_fov()))
    with pytest.raises(SimulatorError, match=r"(?s)exit code 127.*cannot be started: Exec format error"):
        build.wait(connects, 60.0)
    build.stop()


def test_a_build_that_hangs_is_given_up_and_killed_though_it_does_not_obey(tmp_path):
    build = start(tmp_path, HANGS)
    wait_for(lambda: "shader" in build.last_words())
    with pytest.raises(SimulatorError, match=r"(?s)did not answer .* within 0.1 s.*shader 1 of 9000"):
        build.wait(connects, 0.1)
    build.stop()
    assert not started_from(tmp_path)


def test_what_a_build_prints_without_end_is_bounded_and_harmless(tmp_path):
    build = start(tmp_path, BABBLES)
    wait_for(lambda: "still here" in build.last_words())
    assert len(build.last_words()) < 5_000
    assert all(letter.isprintable() or letter == "\n" for letter in build.last_words())
    build.stop()
    assert not started_from(tmp_path)


def test_the_simulator_that_a_script_starts_ends_with_it(tmp_path):
    build = start(tmp_path, HAS_CHILD)
    wait_for(lambda: "child" in build.last_words())
    child = int(build.last_words().split()[-1])
    assert is_alive(child)
    build.stop()
    wait_for(lambda: not is_alive(child))


STARTER = """
import sys, time
from pathlib import Path
from airanchor.bench.run.worlds.builds.folder import open_folder
from airanchor.bench.run.worlds.builds.process import start_build
from airanchor.bench.run.worlds.builds.settings_file import Rig
from aircity.geometry import Camera

build = start_build(open_folder(Path(sys.argv[1])), "2", Rig(Camera.from_fov()))
while "child" not in build.last_words():
    time.sleep(0.05)
print(build.last_words().split()[-1], flush=True)
time.sleep(600)
"""


@pytest.mark.parametrize("by", [signal.SIGKILL, signal.SIGTERM, signal.SIGINT], ids=lambda one: one.name)
def test_nothing_is_left_when_whoever_started_a_build_is_killed(tmp_path, by):
    add_build(tmp_path, "2", HAS_CHILD)
    words = [sys.executable, "-c", STARTER, str(tmp_path)]
    with subprocess.Popen(words, stdout=subprocess.PIPE, stderr=subprocess.DEVNULL, text=True) as starter:
        assert starter.stdout is not None
        child = int(starter.stdout.readline())
        assert is_alive(child)
        starter.send_signal(by)
        starter.wait(60)
    wait_for(lambda: not is_alive(child) and not started_from(tmp_path))


def test_a_build_sees_no_keys_of_models(tmp_path, monkeypatch):
    monkeypatch.setenv("OPENAI_API_KEY", "sk-secret")
    build = start(tmp_path, 'import os; print(sorted(os.environ)); print("PATH" in os.environ)')
    with pytest.raises(SimulatorError, match="True") as told:
        build.wait(connects, 60.0)
    build.stop()
    assert "API_KEY" not in str(told.value)


def test_a_port_that_is_taken_is_passed_over_and_held_ones_are_not_given_twice():
    first = 34_101
    with socket.create_server(("127.0.0.1", first)):
        one, two = hold_port(first), hold_port(first)
        assert first < one.number < two.number
        one.release()
        again = hold_port(first)
        assert again.number == one.number
    for held in (again, two):
        held.release()
