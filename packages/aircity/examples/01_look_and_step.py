"""Look at a city through the drone's eyes, fly a few steps, and meet the ground.

Run: python packages/aircity/examples/01_look_and_step.py
"""

import aircity
from aircity import Action, Pose

world = aircity.make("practice-square")
view = world.reset(Pose.at(0, 0, 60, heading_deg=90))
print(f"{world.scene_id}: nearest surface {view.depth_m.min():.1f} m, {(view.depth_m > 1e4).mean():.0%} sky")

for action in (Action.MOVE_FORWARD, Action.TURN_RIGHT, Action.GO_DOWN):
    result = world.step(action)
    print(f"{action.name:13} moved={result.moved} to {result.pose.position.round(1)}")

while (result := world.step(Action.GO_DOWN)).moved:
    pass
print(f"GO_DOWN       collided={result.collided}, blocked by {result.blocked_by}, at {result.pose.z_m:.1f} m")
world.close()
