"""Fly one instruction with the agent as a library: a world, a stack, a memory, a navigator, a flight.

Run: python examples/05_fly.py
"""

from airanchor.assembly import load_stack
from airanchor.config import load_settings
from airanchor.flight import Mission, launch
from aircity.city.library import open_scene
from aircity.city.world import CityWorld
from aircity.geometry import Pose

stack = load_stack(load_settings("embedded"), reasoner="rules")
world = CityWorld(open_scene("practice-square"))
mission = Mission("Fly to the white castle with the blue roofs.", world.scene_id, Pose.at(90, 35, 32, 90))
with stack.memory_store(None) as store, store.episode(world.scene_id, "first") as episode:
    navigator = stack.navigator(
        "airanchor",
        reasoner=stack.reasoner(),
        detector=stack.detector("embedded"),
        memory=episode.memory,
        episode="first",
    )
    flight = launch(navigator, mission, world)
print(
    f"{flight.ending}: {flight.path_length_m:.0f} m flown in {flight.iterations} decisions, at {flight.end}"
)
