"""The simplest navigator: straight ahead for a given length, or until something is in the way, then STOP."""

from airanchor.flight import Ending, Flight, Mission, Recorder, TrackedWorld
from airanchor.flight.navigator import path_length_m
from aircity.world import Action, Simulator


class FlyStraight:
    """Understands nothing and looks at nothing: what it reaches, a mission did not need to ask for."""

    name = "fly-straight"

    def __init__(self, length_m: float) -> None:
        self._length_m = length_m

    def fly(self, mission: Mission, world: Simulator, recorder: Recorder) -> Flight:
        """Ahead along the first heading."""
        track = TrackedWorld(world)
        track.reset(mission.start)
        while path_length_m(tuple(track.poses)) < self._length_m:
            if track.step(Action.MOVE_FORWARD).blocked_by is not None:
                break
        track.step(Action.STOP)
        return Flight(self.name, tuple(track.poses), Ending.COMPLETED, track.collisions, track.refusals)
