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
EndingTold = tuple[Ending, str]
"""How a flight ended, and why in words for people."""


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
        return fly_actions(self.name, mission, world, recorder, lambda track: self._execute(track, mission))

    def _execute(self, track: TrackedWorld, mission: Mission) -> EndingTold:
        for _ in range(self._actions):
            action = Action.parse(self._policy(track.observe(), mission))
            if action is Action.STOP:
                return Ending.STOPPED, ""
            track.step(action)
        return used_up(self._actions)


def used_up(actions: int) -> EndingTold:
    """The ending of a flight that may fly no more actions."""
    return Ending.ITERATIONS, f"Its {actions} actions were used up."


def fly_actions(
    name: str,
    mission: Mission,
    world: Simulator,
    recorder: Recorder,
    execute: Callable[[TrackedWorld], EndingTold],
) -> Flight:
    """A flight of single actions: `execute` flies them and tells its ending; then STOP, whatever happened."""
    track = TrackedWorld(world)
    track.reset(mission.start)
    recorder.write(mission_event(name, mission))
    own: list[EndingTold] = []
    try:
        broken = fly_until_broken(lambda: own.append(execute(track)))
    finally:
        with suppress(WorldLost):
            track.step(Action.STOP)
    ending, words = broken or own[0]
    flight = Flight(
        navigator=name,
        trajectory=tuple(track.poses),
        ending=ending,
        collisions=track.collisions,
        refusals=track.refusals,
        words=words,
    )
    recorder.write(end_event(flight))
    return flight
