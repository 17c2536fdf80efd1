"""A person as navigator: flies what the keys say until the flight is ended."""

from contextlib import suppress

from airanchor.cockpit.helm import Helm
from airanchor.flight import Ending, Flight, Mission, Recorder
from airanchor.flight.policy import EndingTold, fly_actions
from aircity.world import Simulator

FLOWN_BY_HAND = "Flown by hand."
"""The instruction of such a flight until somebody says what it was for."""


class HandPilot:
    """Flies by the helm alone; who gives it back or stops ends the flight."""

    name = "hand"

    def __init__(self, helm: Helm) -> None:
        self._helm = helm

    def fly(self, mission: Mission, world: Simulator, recorder: Recorder) -> Flight:
        """From the start to STOP, whenever the person says so."""
        return fly_actions(self.name, mission, world, recorder, self._fly_keys)

    def _fly_keys(self, world: Simulator) -> EndingTold:
        with suppress(KeyboardInterrupt):  # who breaks off a flight by hand has ended it
            while (action := self._helm.next_action()) is not None:
                world.step(action)
                world.observe()  # the replay shows what the person saw
        return Ending.STOPPED, "Flown by hand, and stopped."
