"""Opening a scene in a build: ports that are taken, servers that are none, and what is then said."""

import socket
from dataclasses import replace
from pathlib import Path

import pytest

from airanchor.bench.run.worlds.airsim import AirSimBuilds
from airanchor.bench.run.worlds.builds.process import CAN_START
from airanchor.bench.run.worlds.source import SceneKeeper
from airanchor.errors import SimulatorError
from aircity.airsim.config import AirSimConfig
from aircity.geometry import Pose
from tests.airanchor.bench.run.builds.stand_ins import LISTENS, add_build, ports_of, serving, started_from

pytestmark = [
    pytest.mark.skipif(not CAN_START, reason="builds are started on POSIX systems only"),
    pytest.mark.xdist_group("bench-run"),
]

BABBLES_ON_THE_WIRE = LISTENS.replace(
    "    time.sleep(600)\n",
    "    while True:\n        line, _ = server.accept()\n        line.sendall(b'HTTP/1.1 200 OK' * 99)\n",
)


def builds(folder: Path, program: str, options: str) -> AirSimBuilds:
    add_build(folder, "2", program)
    (folder / "builds.toml").write_text(f"warm_up_s = 0\nstop_s = 2\n{options}\n")
    return AirSimBuilds(folder)


@pytest.mark.parametrize("program", [LISTENS, BABBLES_ON_THE_WIRE], ids=["silent", "babbling"])
def test_what_listens_but_is_no_airsim_server_is_given_up(tmp_path, program):
    source = builds(tmp_path, program, "start_s = 1")
    with pytest.raises(SimulatorError, match=r"(?s)did not answer on port .*Drone_1 is there"):
        source.open("2", None)
    assert not started_from(tmp_path)


def test_a_build_is_told_the_names_that_the_settings_ask_for(tmp_path):
    tells = """
    import json, pathlib, sys
    settings = json.loads(pathlib.Path(sys.argv[sys.argv.index("--settings") + 1]).read_text())
    print({name: list(vehicle["Cameras"]) for name, vehicle in settings["Vehicles"].items()})
    """
    config = AirSimConfig(vehicle="Falcon", camera="nose")
    with pytest.raises(SimulatorError, match=r"(?s)ended by itself.*\{'Falcon': \['nose'\]\}"):
        replace(builds(tmp_path, tells, ""), config=config).open("2", None)


def test_a_scene_opens_beside_a_port_that_is_taken_and_is_kept_until_another_is_opened(towns, tmp_path):
    first = 34_301
    source = builds(tmp_path, serving("town-a"), f"first_port = {first}")
    keeper = SceneKeeper()
    with socket.create_server(("127.0.0.1", first)):
        scene = keeper.open(source, "2", None)
        assert keeper.open(AirSimBuilds(tmp_path), "2", None) is scene
    try:
        (port,) = ports_of(tmp_path / "env_2/LinuxNoEditor/AirVLN.sh")
        assert port > first and scene.fault() is None and scene.city is None
        world = scene.world()
        seen = world.reset(Pose.at(-70.0, -60.0, 30.0, 0.0))
        assert (world.scene_id, seen.rgb.shape) == ("2", (512, 512, 3))
    finally:
        keeper.close()
    assert not started_from(tmp_path)
