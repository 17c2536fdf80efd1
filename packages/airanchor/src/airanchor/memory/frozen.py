"""A memory that is only read: what it holds came from elsewhere, and nothing seen now changes it."""

from collections.abc import Sequence

from airanchor.anchors import ObjectAnchor
from airanchor.errors import MemoryFileError
from airanchor.memory.contract import MemoryChange, SearchedView
from airanchor.memory.records import ObservationTime
from airanchor.memory.wrapper import MemoryWrapper


class FrozenMemory(MemoryWrapper):
    """Stands in for another memory and refuses every observation."""

    def observe(self, anchor: ObjectAnchor, moment: ObservationTime) -> MemoryChange:
        """Nothing is taken in."""
        return MemoryChange(kind="refused", moment=moment, reason="the memory is frozen")

    def observe_frame(
        self, anchors: Sequence[ObjectAnchor], moment: ObservationTime
    ) -> tuple[MemoryChange, ...]:
        """Nothing is taken in."""
        return tuple(self.observe(anchor, moment) for anchor in anchors)

    def note_absences(self, view: SearchedView, moment: ObservationTime) -> tuple[MemoryChange, ...]:
        """Nothing is held against what it holds."""
        return ()

    def forget(self, instance_id: str) -> None:
        """A frozen memory forgets nothing either."""
        raise MemoryFileError(f"cannot forget {instance_id}: the memory is frozen")
