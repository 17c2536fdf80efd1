"""The mission: all that a navigator may know before it flies."""

from dataclasses import dataclass

from airanchor.errors import InputError
from aircity.geometry import Pose


@dataclass(frozen=True, slots=True)
class Mission:
    """All that a navigator may know before it flies."""

    instruction: str
    scene_id: str
    start: Pose

    def __post_init__(self) -> None:
        if not isinstance(self.instruction, str):
            raise InputError(f"the mission's instruction {self.instruction!r} is no text; say where to fly")
        if not self.instruction.strip():
            raise InputError("the mission's instruction is empty; say where to fly")
