"""A memory around another one: all goes through, and whoever extends it changes what it must."""

from collections.abc import Sequence

from airanchor.anchors import ObjectAnchor
from airanchor.memory.config import MemoryConfig
from airanchor.memory.contract import AttentiveMemory, CandidateSet, Memory, MemoryChange, SearchedView
from airanchor.memory.lookup.register import Register
from airanchor.memory.records import Instance, ObservationTime
from airanchor.perception import Phrase
from aircity.geometry import Pose


class MemoryWrapper:
    """Implements Memory by the memory inside."""

    def __init__(self, memory: Memory) -> None:
        self._memory = memory

    @property
    def kind(self) -> str:
        """Which rules filled the memory inside."""
        return self._memory.kind

    @property
    def config(self) -> MemoryConfig:
        """The settings it decides by."""
        return self._memory.config

    @property
    def register(self) -> Register:
        """What it holds."""
        return self._memory.register

    def observe(self, anchor: ObjectAnchor, moment: ObservationTime) -> MemoryChange:
        """Take in one anchor."""
        return self._memory.observe(anchor, moment)

    def observe_frame(
        self, anchors: Sequence[ObjectAnchor], moment: ObservationTime
    ) -> tuple[MemoryChange, ...]:
        """Take in the anchors of one image, in their order."""
        return self._memory.observe_frame(anchors, moment)

    def note_absences(self, view: SearchedView, moment: ObservationTime) -> tuple[MemoryChange, ...]:
        """What should have been in view and was not, where the memory inside can tell."""
        inside = self._memory
        return inside.note_absences(view, moment) if isinstance(inside, AttentiveMemory) else ()

    def retrieve(self, phrase: Phrase, pose: Pose) -> CandidateSet:
        """The instances that may be what the phrase names, near a pose."""
        return self._memory.retrieve(phrase, pose)

    def instance(self, instance_id: str) -> Instance:
        """The instance as it is now."""
        return self._memory.instance(instance_id)

    def explain(self, instance_id: str) -> str:
        """In plain words: why this instance is what it is."""
        return self._memory.explain(instance_id)

    def forget(self, instance_id: str) -> None:
        """Remove one instance, and its type where it was the last."""
        self._memory.forget(instance_id)
