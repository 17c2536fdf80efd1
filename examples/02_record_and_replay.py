"""Record a flight, then fly it again from the recording alone, byte for byte.

Run: python examples/02_record_and_replay.py
"""

import tempfile
from pathlib import Path

import numpy as np

from airanchor.trace import TraceWriter
from airanchor.trace.recording_world import RecordingWorld
from airanchor.trace.replay_world import ReplayWorld
from aircity.city.library import open_scene
from aircity.city.world import CityWorld
from aircity.geometry import Pose
from aircity.world import Action, Simulator

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
