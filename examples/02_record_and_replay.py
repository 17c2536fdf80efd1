"""Record a flight, then fly it again from the recording alone, byte for byte.

Run: python examples/02_record_and_replay.py
"""

import tempfile
from pathlib import Path

import numpy as np

from airanchor.geometry import Pose
from airanchor.sim import Action, Simulator
from airanchor.sim.city.library import open_scene
from airanchor.sim.city.world import CityWorld
from airanchor.sim.record import RecordingWorld
from airanchor.sim.replay import ReplayWorld
from airanchor.trace import TraceWriter

START = Pose.at(0, 0, 60)


def fly(world: Simulator) -> np.ndarray:
    """The last picture of a short flight."""
    world.reset(START)
    world.step(Action.TURN_LEFT)
    world.step(Action.MOVE_FORWARD)
    return world.observe().rgb


with tempfile.TemporaryDirectory() as folder:
    trace = Path(folder) / "trace"
    with TraceWriter(trace, {"example": 2}) as writer:
        flown = fly(RecordingWorld(CityWorld(open_scene("practice-square")), writer))
    print("the same picture again:", np.array_equal(flown, fly(ReplayWorld(trace))))
