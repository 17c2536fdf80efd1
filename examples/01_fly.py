"""Fly one instruction: first in one line, then with the parts that the line puts together.

Run: python examples/01_fly.py
"""

import airanchor
import aircity

INSTRUCTION = "Fly to the white castle with the blue roofs."
START = aircity.Pose.at(90, 35, 32, heading_deg=90)

flight = airanchor.fly(INSTRUCTION, scene="practice-square", start=START)
print(f"{flight.ending}: {flight.words} Recorded in {flight.trace.folder}")

stack = airanchor.load_stack(airanchor.load_settings("embedded"), reasoner="rules")
world = aircity.make("practice-square")
mission = airanchor.Mission(INSTRUCTION, world.scene_id, START)
with stack.memory_store(None) as store, store.episode(world.scene_id, "first") as episode:
    navigator = stack.navigator(
        "airanchor",
        reasoner=stack.reasoner(),
        detector=stack.detector("embedded"),
        memory=episode.memory,
        episode="first",
    )
    again = airanchor.launch(navigator, mission, world, envelope=stack.settings.envelope)
print(f"the same flight again: {again.trajectory == flight.trajectory}")
