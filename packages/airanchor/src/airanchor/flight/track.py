"""Keeps the trajectory of a flight while it is flown."""

from aircity.geometry import Pose
from aircity.world import Action, Observation, Obstacle, Simulator, StepResult
from aircity.world.wrapper import WorldWrapper


class TrackedWorld(WorldWrapper):
    """A world that remembers where the drone was after each action, and what it hit."""

    def __init__(self, world: Simulator) -> None:
        super().__init__(world)
        self.poses: list[Pose] = []
        self.collisions = 0
        self.refusals = 0
        self.is_stopped = False

    @property
    def pose(self) -> Pose:
        """Where the drone is."""
        return self.poses[-1]

    def reset(self, start: Pose) -> Observation:
        """Put the drone at `start`; the trajectory begins with the pose the world reports."""
        observation = super().reset(start)
        self.poses = [observation.pose]
        self.collisions = self.refusals = 0
        self.is_stopped = False
        return observation

    def step(self, action: Action) -> StepResult:
        """Do one action; its pose joins the trajectory, STOP's does not."""
        result = super().step(action)
        if result.stopped:
            self.is_stopped = True
            return result
        self.poses.append(result.pose)
        self.collisions += result.collided
        self.refusals += result.blocked_by is Obstacle.ENVELOPE
        return result
