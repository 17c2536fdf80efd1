"""An agent of one's own: flies towards the open, climbs where it is closed, and stops after a while.

airanchor check agent agent:Build
airanchor fly "Look around." --agent agent:Build
airanchor bench run --agent agent:Build,random --split dev --subset 4 --out out/mine
"""

import numpy as np

from airanchor import Equipment
from airanchor.flight import Mission, PolicyFlyer
from aircity.world import Action, Observation

NEAR_M = 12.0


class Build(PolicyFlyer):
    """Built anew for every flight; `equipment` holds reasoner, detector, memory, encoders and settings."""

    def __init__(self, equipment: Equipment) -> None:
        super().__init__("open-air", self.act, actions=30)
        self.equipment = equipment

    def act(self, view: Observation, mission: Mission) -> Action:
        """The next action by colours, depth, pose and the instruction; STOP ends the flight."""
        left, ahead, right = np.array_split(np.minimum(view.depth_m, 100.0), 3, axis=1)
        if np.percentile(ahead, 5) > NEAR_M:
            return Action.MOVE_FORWARD
        if max(left.mean(), right.mean()) < NEAR_M:
            return Action.GO_UP
        return Action.TURN_LEFT if left.mean() > right.mean() else Action.TURN_RIGHT
