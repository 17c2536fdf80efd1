"""Landmark priors from earlier flights, told with whether they were passed."""

import math
from collections.abc import Sequence

from airanchor.agent.plus.notebook import FlightNotebook
from airanchor.agent.priors import Identity, Priors, Selector
from airanchor.memory import Memory
from airanchor.reasoner.roles import Prior
from aircity.geometry import Pose, relate


class BriefedPriors(Priors):
    """Marks what lies behind after it had been near."""

    def __init__(self, memory: Memory, selector: Selector, notebook: FlightNotebook) -> None:
        super().__init__(memory, selector)
        self._notebook = notebook

    def tell(self, identities: Sequence[Identity], pose: Pose) -> tuple[Prior, ...] | None:
        """Each identity where it now is from here, and whether it was passed."""
        return tuple(self._marked(identity, pose) for identity in identities)

    def _marked(self, identity: Identity, pose: Pose) -> Prior:
        prior, began = self._told(identity, pose), self._notebook.began
        if began is None:
            return prior
        center = self._memory.instance(identity.instance_id).center
        then, now = relate(began, center), relate(pose, center)
        is_passed = abs(then.bearing_rad) < math.pi / 2 < abs(now.bearing_rad)
        return prior if not is_passed else _noted(prior, "passed, now behind")


def _noted(prior: Prior, note: str) -> Prior:
    return Prior(
        prior.landmark_id, prior.label, prior.instance_id, f"{prior.cue} ({note})", prior.reliability
    )
