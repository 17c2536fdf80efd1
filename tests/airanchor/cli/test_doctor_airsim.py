"""`airanchor doctor --airsim`: who answers on ports, whether Vulkan is there, which builds a folder has."""

import json
import re
import socket

import pytest

from airanchor.cli.doctor import airsim as doctor
from airanchor.cli.doctor.airsim import (
    driver_files,
    look_at_builds,
    look_at_port,
    look_at_user,
    look_at_vulkan,
)
from aircity.airsim.server import AirSimServer
from aircity.cli.worlds import open_city, served_scene
from tests.airanchor.bench.run.builds.stand_ins import DIES, add_build


@pytest.fixture
def no_renderer(monkeypatch):
    """The rest of the machine is not what is asked about."""
    monkeypatch.setattr("airanchor.cli.doctor.command.examine", list)


def test_a_free_port_and_one_where_something_else_listens():
    with socket.create_server(("127.0.0.1", 0)) as server:
        port = server.getsockname()[1]
        taken = look_at_port(port, "a port")
    assert taken.state == "broken" and "no AirSim server" in taken.detail and not taken.needed
    free = look_at_port(port, "a port")
    assert free.state == "ok" and "free" in free.detail


def test_drivers_are_those_that_the_loader_would_take(monkeypatch, tmp_path):
    for name in ("VK_DRIVER_FILES", "VK_ICD_FILENAMES", "XDG_CONFIG_HOME", "XDG_DATA_HOME"):
        monkeypatch.delenv(name, raising=False)
    registered = tmp_path / "vulkan" / "icd.d" / "some_icd.json"
    registered.parent.mkdir(parents=True)
    registered.write_text("{}")
    monkeypatch.setenv("XDG_DATA_DIRS", str(tmp_path))
    assert registered in driver_files()
    monkeypatch.setenv("VK_ICD_FILENAMES", str(tmp_path / "none.json"))
    assert driver_files() == []
    monkeypatch.setenv("VK_DRIVER_FILES", str(registered))
    assert driver_files() == [registered]


def test_without_a_loader_or_driver_the_fix_is_told(monkeypatch):
    monkeypatch.setattr(doctor.ctypes.util, "find_library", lambda _name: None)
    monkeypatch.setattr(doctor, "driver_files", list)
    loader, driver = look_at_vulkan(is_needed=True)
    assert (loader.state, driver.state) == ("missing", "missing")
    assert loader.needed and "libvulkan1" in loader.fix and "mesa-vulkan-drivers" in driver.fix


def test_an_airsim_server_that_answers_is_named_with_its_version():
    with open_city("practice-square") as city, AirSimServer(served_scene(city), port=0) as server:
        found = look_at_port(server.address.port, "a port")
    assert found.state == "ok" and f"version 4; fly there with {server.address}" in found.detail


def test_unreal_refuses_root(monkeypatch):
    monkeypatch.setattr(doctor.os, "geteuid", lambda: 0, raising=False)
    assert look_at_user(is_needed=True).state == "broken"
    monkeypatch.setattr(doctor.os, "geteuid", lambda: 1000, raising=False)
    assert look_at_user(is_needed=True).state == "ok"


def test_a_folder_of_builds_tells_its_scenes_and_those_that_are_missing(tmp_path):
    add_build(tmp_path, "2", DIES)
    add_build(tmp_path, "14", DIES)
    (found,) = look_at_builds(tmp_path)[1]
    assert found.state == "ok"
    assert "scenes 2, 14 in" in found.detail and "missing: scenes 1, 3, 4" in found.detail
    add_build(tmp_path, "3", DIES).chmod(0o600)
    (found,) = look_at_builds(tmp_path)[1]
    assert found.state == "broken" and "chmod +x" in found.detail


@pytest.mark.parametrize(("text", "state"), [(None, "missing"), ("what = ", "broken")])
def test_a_folder_without_builds_or_with_a_wrong_mapping_fails(tmp_path, text, state):
    if text is not None:
        (tmp_path / "builds.toml").write_text(text)
    (found,) = look_at_builds(tmp_path)[1]
    assert (found.state, found.needed) == (state, True)
    assert str(tmp_path) in found.fix  # the fix says what to mend


def test_embedded_flights_and_builds_have_a_verdict_each(command, no_renderer, monkeypatch, tmp_path):
    monkeypatch.setattr(doctor.os, "geteuid", lambda: 0, raising=False)
    asked = command("doctor", "--airsim")
    assert asked.code == 0  # builds were not asked for
    assert "Embedded flights: all that is needed is here." in asked.out
    assert re.search(r"Starting builds of AirSim would fail: .*user, builds\. To fix it: ", asked.out)
    assert "start builds as another user" in asked.out
    asked = command("doctor", "--airsim", "--builds", str(tmp_path))
    assert asked.code == 1 and "Embedded flights: all that is needed is here." in asked.out
    assert f"unpack AerialVLN's simulators in {tmp_path}" in asked.out
    assert "Starting builds" not in command("doctor").out


def test_the_command_looks_at_airsim_only_when_asked(command, no_renderer, tmp_path):
    assert "port 41451" not in command("doctor").out
    asked = json.loads(command("doctor", "--airsim", "--json").out)
    parts = [row["part"] for row in asked["findings"]]
    assert parts == ["port 41451", "port 30001", "vulkan loader", "vulkan driver", "user", "builds"]
    assert asked["healthy"]
    (tmp_path / "builds.toml").write_text("first_port = 31500")
    result = command("doctor", "--airsim", "--builds", str(tmp_path), "--json")
    asked = json.loads(result.out)
    assert result.code == 1 and not asked["healthy"]
    assert "port 31500" in [row["part"] for row in asked["findings"]]
    result = command("doctor", "--builds", str(tmp_path))
    assert result.code == 2 and "--airsim" in result.err
