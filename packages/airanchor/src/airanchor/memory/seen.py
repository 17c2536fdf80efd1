"""A memory that keeps what was seen: the words asked for are stored only as far as sight bears them out."""

from collections.abc import Sequence

from airanchor.anchors import ObjectAnchor
from airanchor.memory.contract import MemoryChange
from airanchor.memory.records import ObservationTime
from airanchor.memory.words.looks import remembered
from airanchor.memory.wrapper import MemoryWrapper


class SeenMemory(MemoryWrapper):
    """Stands before another memory and hands on each anchor in the words it is to be remembered by.

    Questions go through as they are: who looks for a brown house asks for a brown house.
    """

    def observe(self, anchor: ObjectAnchor, moment: ObservationTime) -> MemoryChange:
        """Take in one anchor by its look."""
        return super().observe(remembered(anchor), moment)

    def observe_frame(
        self, anchors: Sequence[ObjectAnchor], moment: ObservationTime
    ) -> tuple[MemoryChange, ...]:
        """Take in the anchors of one image by their looks, in their order."""
        return super().observe_frame([remembered(anchor) for anchor in anchors], moment)
