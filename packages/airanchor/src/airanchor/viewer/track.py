"""The way of the drone between its recorded poses: where it was at any part of a step, and where to look."""

import itertools
import math
from collections.abc import Sequence

import numpy as np

from airanchor.viewer.story import FlightStory
from aircity.geometry import Pose, wrap

Track = list[tuple[float, Pose]]
"""Executed steps, with parts of one, and the pose there."""
SPACING_M, TURN_RAD = 2.5, math.radians(7.5)
"""The finest that frames follow each other: so far flown, or so much turned."""


def pose_at(path: Sequence[Pose], step: float) -> Pose:
    """The pose after so many steps; in between, the drone flies straight and turns the shorter way."""
    low = min(max(0, math.floor(step)), len(path) - 1)
    high, share = min(low + 1, len(path) - 1), step - low
    if share <= 0 or high == low:
        return path[low]
    before, after = path[low], path[high]
    place = before.position + (after.position - before.position) * share
    turn = wrap(after.heading_rad - before.heading_rad)
    return Pose(float(place[0]), float(place[1]), float(place[2]), wrap(before.heading_rad + turn * share))


def flown_track(story: FlightStory, most: int) -> Track:
    """Poses along the whole flight for at most so many frames, evenly in what changes from one to the next.

    The poses of decisions are always among them, as long as there are not more of those.
    """
    path = [leg.pose for leg in story.path]
    if not path:
        return []
    effort = np.cumsum([0.0, *(_effort(one, other) for one, other in itertools.pairwise(path))])
    decided = sorted({moment.path_at for moment in story.moments if moment.path_at < len(path)})[:most]
    count = min(most - len(decided), math.ceil(effort[-1]) + 1)
    steps = _even_steps(effort, count) if count > 1 else [0.0]
    return [(step, pose_at(path, step)) for step in sorted({*steps, *map(float, decided)})]


def _effort(before: Pose, after: Pose) -> float:
    """How many frames the way from one pose to the next is worth."""
    turn = abs(wrap(after.heading_rad - before.heading_rad))
    return max(before.distance_m(after) / SPACING_M, turn / TURN_RAD)


def _even_steps(effort: np.ndarray, count: int) -> list[float]:
    wanted = np.linspace(0.0, effort[-1], count)
    last = np.minimum(np.searchsorted(effort, wanted, side="right") - 1, len(effort) - 2)
    width = effort[last + 1] - effort[last]
    share = np.divide(wanted - effort[last], width, out=np.zeros(count), where=width > 0)
    between = [round(float(step), 3) for step in (last + np.clip(share, 0.0, 1.0))[1:-1]]
    return [0.0, *between, float(len(effort) - 1)]  # also where the first or last steps led nowhere
