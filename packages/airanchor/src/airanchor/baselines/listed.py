"""Flies actions one after the other without looking: what every baseline here has in common."""

from collections.abc import Iterable

from airanchor.errors import FlightTimeSpent, WorldLost
from airanchor.flight import Ending, Flight, Mission, Recorder, TrackedWorld
from airanchor.flight.events import end_event, mission_event
from aircity.world import Action, Simulator


class ActionFlyer:
    """Executes actions up to STOP or a limit. An action that is blocked is spent and the next one follows."""

    def __init__(self, name: str, actions: Iterable[Action], limit: int) -> None:
        self.name = name
        self._actions = actions
        self._limit = limit

    def fly(self, mission: Mission, world: Simulator, recorder: Recorder) -> Flight:
        """From the start to STOP, which is executed whatever happens."""
        track = TrackedWorld(world)
        track.reset(mission.start)
        recorder.write(mission_event(self.name, mission))
        ending, words = Ending.STOPPED, ""
        try:
            if not self._execute(track):
                ending, words = Ending.ITERATIONS, f"{self._limit} actions were granted"
        except FlightTimeSpent as error:
            ending, words = Ending.TIME, str(error)
        except WorldLost as error:
            ending, words = Ending.LOST, str(error)
        except KeyboardInterrupt:
            ending = Ending.INTERRUPTED
        track.step(Action.STOP)
        flight = Flight(
            navigator=self.name,
            trajectory=tuple(track.poses),
            ending=ending,
            collisions=track.collisions,
            refusals=track.refusals,
            words=words,
        )
        recorder.write(end_event(flight))
        return flight

    def _execute(self, track: TrackedWorld) -> bool:
        """Whether the actions came to their end within the limit."""
        for count, action in enumerate(self._actions):
            if action is Action.STOP:
                return True
            if count == self._limit:
                return False
            track.step(action)
        return True
