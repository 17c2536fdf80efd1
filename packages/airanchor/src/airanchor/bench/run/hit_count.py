"""Collisions with things that move, told apart from all others."""

from aircity.world import Action, Obstacle, Simulator, StepResult
from aircity.world.wrapper import WorldWrapper

_TURNS = (Action.TURN_LEFT, Action.TURN_RIGHT)


def is_moving_hit(action: Action, collided: bool, blocked_by: str | None) -> bool:
    """Whether what moves touched the drone: it blocked a step, or hit a drone that turned on the spot."""
    return collided and (blocked_by == Obstacle.MOVING or (action in _TURNS and blocked_by is None))


class HitCount(WorldWrapper):
    """Counts them over all flights in a world that is solid."""

    def __init__(self, world: Simulator) -> None:
        super().__init__(world)
        self.hits = 0

    def _outcome(self, result: StepResult) -> StepResult:
        self.hits += is_moving_hit(result.action, result.collided, result.blocked_by)
        return result
