"""A mission flown in the city and over AirSim's wire is the same flight: every event and every picture."""

import json
from pathlib import Path
from typing import Any

import pytest

from airanchor.assembly import load_stack
from airanchor.config import load_settings
from airanchor.flight import Mission, launch
from airanchor.reasoner import Reasoner
from airanchor.reasoner.exchanges import RecordingListener
from airanchor.trace import Keep, TraceWriter
from aircity.airsim import AirSimConfig, AirSimWorld
from aircity.airsim.server import AirSimServer
from aircity.city.world import CityWorld
from aircity.cli.worlds import open_city, served_scene
from aircity.geometry import Pose
from aircity.world import Simulator
from aircity.world.contact import Collision

SCENE = "practice-square"
TEXT = "Turn around and fly to the church. Then climb 10 metres."
START = Pose.at(-65, -187, 28, 29)


def fly(world: Simulator, folder: Path) -> list[Any]:
    """The events of one flight; views are in them by the hash of their exact bytes."""
    stack = load_stack(load_settings("embedded", sets=["agent.iterations=5"]))
    with (
        stack.memory_store(None) as store,
        store.episode(SCENE, "one") as episode,
        TraceWriter(folder, keep=Keep.EXACT) as writer,
    ):
        navigator = stack.navigator(
            "airanchor",
            reasoner=Reasoner(stack.chat, listener=RecordingListener(writer)),
            detector=stack.detector("embedded"),
            memory=episode.memory,
            episode="one",
        )
        launch(navigator, Mission(TEXT, SCENE, START), world, writer=writer)
    lines = (folder / "events.jsonl").read_text(encoding="utf-8").splitlines()
    return [json.loads(line) for line in lines]


@pytest.mark.parametrize("collision", ["solid", "airvln"])
def test_a_mission_over_the_wire_is_the_same_to_the_last_bit(tmp_path: Path, collision: Collision) -> None:
    with open_city(SCENE) as city, AirSimServer(served_scene(city), port=0) as server:
        near = fly(CityWorld(city.scene, collision=collision, renderer=city.renderer), tmp_path / "near")
        world = AirSimWorld(
            server.address.host,
            server.address.port,
            scene_id=SCENE,
            config=AirSimConfig(collision=collision),
        )
        far = fly(world, tmp_path / "far")
        world.close()
    assert near == far
    kinds = [event["kind"] for event in near]
    assert kinds.count("step") > 10 and "stop" in kinds
    views = [event for event in near if event["kind"] == "view"]
    assert len(views) > 10 and all(view["rgb"] and view["depth"] for view in views)
