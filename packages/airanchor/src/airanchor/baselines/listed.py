"""Flies actions one after the other without looking: what every baseline here has in common."""

from collections.abc import Iterable

from airanchor.flight import Ending, Flight, Mission, Recorder, TrackedWorld
from airanchor.flight.policy import EndingTold, fly_actions, used_up
from aircity.world import Action, Simulator


class ActionFlyer:
    """Executes actions up to STOP or a limit. An action that is blocked is spent and the next one follows."""

    def __init__(self, name: str, actions: Iterable[Action], limit: int) -> None:
        self.name = name
        self._actions = actions
        self._limit = limit

    def fly(self, mission: Mission, world: Simulator, recorder: Recorder) -> Flight:
        """From the start to STOP, which is executed whatever happens."""
        return fly_actions(self.name, mission, world, recorder, self._execute)

    def _execute(self, track: TrackedWorld) -> EndingTold:
        for count, action in enumerate(self._actions):
            if action is Action.STOP:
                break
            if count == self._limit:
                return used_up(self._limit)
            track.step(action)
        return Ending.STOPPED, ""
