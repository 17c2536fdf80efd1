"""A memory that is only read: what it holds came from elsewhere, and nothing seen now changes it."""

from collections.abc import Sequence

from airanchor.anchors import ObjectAnchor
from airanchor.errors import MemoryFileError
from airanchor.memory.config import MemoryConfig
from airanchor.memory.contract import CandidateSet, Memory, MemoryChange
from airanchor.memory.lookup.register import Register
from airanchor.memory.records import Instance, ObservationTime
from airanchor.perception import Phrase
from aircity.geometry import Pose


class FrozenMemory:
    """Stands in for another memory and refuses every observation."""

    def __init__(self, memory: Memory) -> None:
        self._memory = memory

    @property
    def kind(self) -> str:
        """Which rules filled the memory."""
        return self._memory.kind

    @property
    def config(self) -> MemoryConfig:
        """The settings it was filled by."""
        return self._memory.config

    @property
    def register(self) -> Register:
        """What it holds."""
        return self._memory.register

    def observe(self, anchor: ObjectAnchor, moment: ObservationTime) -> MemoryChange:
        """Nothing is taken in."""
        return MemoryChange(kind="refused", moment=moment, reason="the memory is frozen")

    def observe_frame(
        self, anchors: Sequence[ObjectAnchor], moment: ObservationTime
    ) -> tuple[MemoryChange, ...]:
        """Nothing is taken in."""
        return tuple(self.observe(anchor, moment) for anchor in anchors)

    def retrieve(self, phrase: Phrase, pose: Pose) -> CandidateSet:
        """The instances that may be what the phrase names, near a pose."""
        return self._memory.retrieve(phrase, pose)

    def instance(self, instance_id: str) -> Instance:
        """The instance as it is."""
        return self._memory.instance(instance_id)

    def explain(self, instance_id: str) -> str:
        """Why this instance is what it is."""
        return self._memory.explain(instance_id)

    def forget(self, instance_id: str) -> None:
        """A frozen memory forgets nothing either."""
        raise MemoryFileError(f"cannot forget {instance_id}: the memory is frozen")
