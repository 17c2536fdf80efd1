"""What every memory offers: observe, retrieve, look up, explain, forget. The SOKB and the flat one alike."""

from collections.abc import Iterator, Sequence
from dataclasses import asdict, dataclass
from typing import Any, Protocol, runtime_checkable

import numpy as np
from numpy.typing import NDArray

from airanchor.anchors import ObjectAnchor
from airanchor.memory.config import MemoryConfig
from airanchor.memory.lookup.register import Register
from airanchor.memory.records import AssociationScore, Instance, Kind, ObservationTime
from airanchor.perception import Phrase
from aircity.geometry import Camera, Cue, Pose


@dataclass(frozen=True, slots=True)
class AssociationDecision:
    """What the associator would do with an observation, and every score that led there."""

    kind: Kind
    """new_type, new_instance or merged."""
    compatible: tuple[tuple[str, float], ...]
    """The types at or above τ_T with their S_T."""
    best_type_id: str | None
    """m*: where a new instance goes."""
    scores: tuple[AssociationScore, ...]
    """One per gated instance, in the order of their ids."""
    best: AssociationScore | None
    """j*: the best of those that nothing blocks."""


@dataclass(frozen=True, slots=True)
class MemoryChange:
    """What one observation did to the memory."""

    kind: Kind
    moment: ObservationTime
    instance_id: str | None = None
    type_id: str | None = None
    reason: str = ""
    """In words, for logs: why refused, why new, why merged."""
    decision: AssociationDecision | None = None
    area_before_m2: float = 0.0
    area_after_m2: float = 0.0
    """Hulls only grow: a jump here is the sign of a false merge."""

    def to_json(self) -> dict[str, Any]:
        """The change as plain values, for a trace."""
        return asdict(self)


@dataclass(frozen=True, slots=True)
class Candidate:
    """(o_j, r, q_j): one instance that may be the landmark, seen from a pose."""

    instance: Instance
    cue: Cue
    confidence: float
    s_category: float
    s_appearance: float | None
    s_r: float
    """S_R: what the threshold looks at."""
    rank_score: float
    """S̃_R: what the ranking looks at."""
    categories: tuple[str, ...]
    appearances: tuple[str, ...]


@dataclass(frozen=True, slots=True)
class CandidateSet:
    """The candidates of one landmark, best first."""

    candidates: tuple[Candidate, ...]
    passed: int
    """How many passed the filter before the best were taken."""

    def __iter__(self) -> Iterator[Candidate]:
        return iter(self.candidates)

    def __len__(self) -> int:
        return len(self.candidates)

    def __getitem__(self, index: int) -> Candidate:
        return self.candidates[index]


@dataclass(frozen=True, slots=True, eq=False)
class SearchedView:
    """An image that was searched: what it could show, and the names under which nothing was found in it."""

    camera: Camera
    pose: Pose
    depth_m: NDArray[np.floating]  # (height, width) along the ray
    missed: tuple[Phrase, ...] = ()


@runtime_checkable
class AttentiveMemory(Protocol):
    """A memory that can also be told what was not seen; flights tell those that can."""

    def note_absences(self, view: SearchedView, moment: ObservationTime) -> tuple[MemoryChange, ...]:
        """What should have been in view and was not; call it after the anchors of the image were taken in."""
        ...


@runtime_checkable
class Memory(Protocol):
    """A scene's memory. It is deterministic and calls no language model."""

    @property
    def kind(self) -> str:
        """sokb or flat: which rules filled it."""
        ...

    @property
    def config(self) -> MemoryConfig:
        """The settings it decides by."""
        ...

    @property
    def register(self) -> Register:
        """What it holds; read it, and leave changes to the memory."""
        ...

    def observe(self, anchor: ObjectAnchor, moment: ObservationTime) -> MemoryChange:
        """Take in one anchor."""
        ...

    def observe_frame(
        self, anchors: Sequence[ObjectAnchor], moment: ObservationTime
    ) -> tuple[MemoryChange, ...]:
        """Take in the anchors of one image, in their order."""
        ...

    def retrieve(self, phrase: Phrase, pose: Pose) -> CandidateSet:
        """The instances that may be what the phrase names, near a pose."""
        ...

    def instance(self, instance_id: str) -> Instance:
        """The instance as it is now."""
        ...

    def explain(self, instance_id: str) -> str:
        """In plain words: why this instance is what it is."""
        ...

    def forget(self, instance_id: str) -> None:
        """Remove one instance, and its type where it was the last."""
        ...
