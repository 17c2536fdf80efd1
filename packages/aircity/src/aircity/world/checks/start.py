"""A good place to judge a world from: free air around, ground below, and something tall to look up at."""

import math

import numpy as np

from aircity.errors import SimulatorError
from aircity.geometry import Camera, Pose
from aircity.world.observation import Observation
from aircity.world.survey import Surveyor

FREE_AIR_M = 8.0
_CANDIDATES = 200
_CAMERA = Camera.from_fov(32, 32)


def choose_start(surveyor: Surveyor, rng: np.random.Generator, *, highest_m: float = 20.0) -> Pose:
    """The free pose from which up, down and forward views show the most, with some sky left."""
    poses = surveyor.sample_poses(
        _CANDIDATES, rng, lowest_m=FREE_AIR_M + 2, highest_m=highest_m, clearance_m=FREE_AIR_M
    )
    views = [surveyor.views(poses, _CAMERA.pitched(pitch)) for pitch in (0, math.pi / 2, -math.pi / 2)]
    worths = [_worth(ahead, above, below) for ahead, above, below in zip(*views, strict=True)]
    best = int(np.argmax(worths))
    if worths[best] == 0:
        raise SimulatorError(
            f"none of {_CANDIDATES} poses below {highest_m:g} m sees ground and sky; give a start yourself"
        )
    return poses[best]


def _worth(ahead: Observation, above: Observation, below: Observation) -> float:
    """How much there is to judge: walls in the upper view, edges ahead, ground below, sky above."""
    walls = float(np.isfinite(above.depth_m).mean())
    if walls > 0.9 or not np.isfinite(below.depth_m).all():
        return 0.0
    logs = np.log(np.clip(ahead.depth_m, 1.0, 500.0))
    edges = float((np.abs(np.diff(logs, axis=1)) > 0.25).mean())
    return 2 * min(walls, 0.2) + min(4 * edges, 0.3) + 0.3 * float((ahead.depth_m < 100.0).mean())
