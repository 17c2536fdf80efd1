"""What a scene's memory held at any moment, told by traces."""

from dataclasses import dataclass, field
from pathlib import Path

from airanchor.bench.diagnosis.truth import TrueObject, outline_of
from airanchor.memory.files.scene_file import SceneFile
from airanchor.trace import MemoryEvent


@dataclass(frozen=True, slots=True)
class HeldInstance:
    """An instance as a memory has it."""

    names: tuple[str, ...]
    """All that it was ever called."""
    footprint: tuple[tuple[float, float], ...]

    def is_on(self, thing: TrueObject) -> bool:
        """Whether it lies on a true object: half of it, or its middle, as a flat memory keeps no shape."""
        if not self.footprint:
            return False
        middle = outline_of(self.footprint).centroid
        return thing.holds(self.footprint, (middle.x, middle.y))


@dataclass(slots=True)
class Holdings:
    """The instances of one scene's memory by id, kept up to date event by event."""

    instances: dict[str, HeldInstance] = field(default_factory=dict)

    def update(self, event: MemoryEvent) -> None:
        """Take in what a decision stored."""
        for row in event.rows:
            if row.instance_id is not None and row.footprint:
                had = self.instances.get(row.instance_id)
                names = dict.fromkeys((*(had.names if had else ()), row.label))
                self.instances[row.instance_id] = HeldInstance(tuple(names), row.footprint)

    def of(self, thing: TrueObject) -> dict[str, HeldInstance]:
        """Those that lie on a true object."""
        return {name: one for name, one in self.instances.items() if one.is_on(thing)}


def surveyed(file: Path) -> Holdings:
    """What a memory file holds, for a memory that was there before the first flight."""
    scene = SceneFile(file)
    try:
        register = scene.load()
    finally:
        scene.close()
    held = Holdings()
    for name, one in register.instances.items():
        footprint = tuple((float(x), float(y)) for x, y in one.extent.footprint.vertices)
        held.instances[name] = HeldInstance(register.types[one.type_id].labels.texts, footprint)
    return held
