"""A person as navigator: flies what the keys say until the flight is ended."""

from airanchor.cockpit.helm import Helm
from airanchor.flight import Ending, Flight, Mission, Recorder, TrackedWorld, fly_until_broken
from airanchor.flight.events import end_event, mission_event
from aircity.world import Action, Simulator

FLOWN_BY_HAND = "Flown by hand."
"""The instruction of such a flight until somebody says what it was for."""


class HandPilot:
    """Flies by the helm alone; who gives it back or stops ends the flight."""

    name = "hand"

    def __init__(self, helm: Helm) -> None:
        self._helm = helm

    def fly(self, mission: Mission, world: Simulator, recorder: Recorder) -> Flight:
        """From the start to STOP, whenever the person says so."""
        track = TrackedWorld(world)
        track.reset(mission.start)
        recorder.write(mission_event(self.name, mission))
        try:
            fly_until_broken(lambda: self._fly_keys(track))
        finally:
            track.step(Action.STOP)
        flight = Flight(
            navigator=self.name,
            trajectory=tuple(track.poses),
            ending=Ending.STOPPED,
            collisions=track.collisions,
            refusals=track.refusals,
            words="Flown by hand, and stopped.",
        )
        recorder.write(end_event(flight))
        return flight

    def _fly_keys(self, world: Simulator) -> None:
        while (action := self._helm.next_action()) is not None:
            world.step(action)
            world.observe()  # the replay shows what the person saw
