"""Looks around as what they would cost a drone with one camera: the turns to take them, counted as steps."""

import math
from collections.abc import Sequence
from itertools import pairwise

from aircity.geometry import wrap
from aircity.world import Observation, Simulator, StepSizes
from aircity.world.wrapper import WorldWrapper


class ChargedWorld(WorldWrapper):
    """Counts the turns of every panorama, from view to view in their order and back to the first heading."""

    def __init__(self, world: Simulator, sizes: StepSizes | None = None) -> None:
        super().__init__(world)
        self._turn_rad = (sizes or StepSizes()).turn_rad
        self.turns = 0

    def panorama(self, yaw_offsets_rad: Sequence[float]) -> tuple[Observation, ...]:
        """The views, and their turns on the bill."""
        self.turns += turns_of(yaw_offsets_rad, self._turn_rad)
        return super().panorama(yaw_offsets_rad)


def turns_of(yaw_offsets_rad: Sequence[float], turn_rad: float) -> int:
    """How many turns it takes to look along each offset once and face ahead again."""
    stops = (0.0, *yaw_offsets_rad, 0.0)
    return sum(math.ceil(abs(wrap(after - before)) / turn_rad - 1e-9) for before, after in pairwise(stops))
