"""The shortest way to an agent of one's own: a function from what is seen to an action, flown to STOP."""

from collections.abc import Callable
from contextlib import suppress

from airanchor.errors import InputError, WorldLost
from airanchor.flight.breaking_off import fly_until_broken
from airanchor.flight.ending import Ending
from airanchor.flight.events import end_event, mission_event
from airanchor.flight.mission import Mission
from airanchor.flight.navigator import Flight
from airanchor.flight.recorder import Recorder
from airanchor.flight.track import TrackedWorld
from aircity.world import Action, Observation, Simulator

Policy = Callable[[Observation, Mission], Action]
"""The next action by the forward view and the mission."""


class PolicyFlyer:
    """A navigator that asks a policy at every step. STOP is executed whatever happens."""

    def __init__(self, name: str, policy: Policy, *, actions: int = 200) -> None:
        if actions < 1:
            raise InputError(f"actions = {actions!r} must be 1 or more")
        self.name = name
        self._policy = policy
        self._actions = actions

    def fly(self, mission: Mission, world: Simulator, recorder: Recorder) -> Flight:
        """From the start to the policy's STOP, or until its actions are used up."""
        track = TrackedWorld(world)
        track.reset(mission.start)
        recorder.write(mission_event(self.name, mission))
        try:
            broken = fly_until_broken(lambda: self._execute(track, mission))
        finally:
            with suppress(WorldLost):
                track.step(Action.STOP)
        ending, words = broken or (Ending.STOPPED, "")
        if broken is None and len(track.poses) > self._actions:
            ending, words = Ending.ITERATIONS, f"Its {self._actions} actions were used up."
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

    def _execute(self, track: TrackedWorld, mission: Mission) -> None:
        for _ in range(self._actions):
            action = Action.parse(self._policy(track.observe(), mission))
            if action is Action.STOP:
                return
            track.step(action)
