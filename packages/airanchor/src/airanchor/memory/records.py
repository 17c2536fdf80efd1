"""What the memory holds: types, instances, and the sightings that made each instance what it is."""

from dataclasses import dataclass, field
from typing import Literal

import numpy as np
from numpy.typing import NDArray

from airanchor.memory.bank import Bank
from aircity.geometry import Extent

Kind = Literal["new_type", "new_instance", "merged", "refused", "absent"]
"""What an observation did."""


@dataclass(frozen=True, slots=True, order=True)
class ObservationTime:
    """When something was seen: the episode and the decision step in it."""

    episode: str
    step: int

    def __str__(self) -> str:
        return f"episode {self.episode}, step {self.step}"


@dataclass(frozen=True, slots=True)
class AssociationScore:
    """How well one observation fits one stored instance, term by term."""

    instance_id: str
    type_id: str
    bev_distance_m: float
    s_cov: float
    s_dist: float
    s_g: float
    s_t: float
    s_a: float | None
    s_s: float
    s_v: float
    s_m: float
    blocked: str = ""
    """Why an option beyond the paper forbids this merge; empty where none does."""


@dataclass(frozen=True, slots=True)
class InstanceObservation:
    """One observation of an instance, and why it was taken for it."""

    moment: ObservationTime
    kind: Kind
    category: str
    appearance: str | None
    confidence: float
    """q_i of the observation."""
    score: AssociationScore | None = None
    """The match that merged it; for a new instance the best match that was not good enough."""
    renamed: str | None = None
    """What somebody called it afterwards; `category` stays what it was seen as."""

    @property
    def name(self) -> str:
        """What it counts as."""
        return self.renamed or self.category


@dataclass(frozen=True, slots=True)
class Type:
    """T_m without its members: the category expressions that mean the same."""

    id: str
    labels: Bank
    """B^T."""


@dataclass(frozen=True, slots=True)
class Instance:
    """o_j = (B^A, B^V, g, c, q) of one thing in the world, and its story."""

    id: str
    type_id: str
    appearances: Bank
    """B^A."""
    visuals: Bank
    """B^V."""
    extent: Extent
    """g: footprint and heights."""
    confidence: float
    """q in [0, 1]: the current reliability."""
    observations: int
    """How often it was seen; confidence may sink under confirmation, this never does."""
    first_seen: ObservationTime
    last_seen: ObservationTime
    sightings: tuple[InstanceObservation, ...]
    """The first and the latest ones, oldest first."""
    contradictions: int = 0
    """How often something else was seen in its very place."""
    absences: int = 0
    """How often in a row it should have been seen and was not."""
    center: NDArray[np.float64] = field(init=False, compare=False, repr=False)
    """c (3,): always computed from the extent, never fused."""

    def __post_init__(self) -> None:
        object.__setattr__(self, "center", self.extent.center)

    def told_with(self, sighting: InstanceObservation, kept: int) -> tuple[InstanceObservation, ...]:
        """The story with one more sighting: the first and the latest, at most `kept`."""
        told = (*self.sightings, sighting)
        return told if len(told) <= kept else (told[0], *told[len(told) - kept + 1 :])

    @property
    def number(self) -> int:
        """12 of O12: the order of creation."""
        return number_of(self.id)


def number_of(record_id: str) -> int:
    """The number in an id such as T3 or O12."""
    return int(record_id[1:])
