"""What a scene's memory held at any moment, told by traces; and what was retrieved and chosen from it."""

import re
from collections.abc import Mapping
from dataclasses import dataclass, field
from pathlib import Path

from airanchor.bench.diagnosis.truth import TrueObject, outline_of
from airanchor.memory.files.scene_file import SceneFile
from airanchor.trace import AnswerEvent, ExchangeEvent, MemoryEvent, MessageRow

_SELECTION = "landmark_selection"
_LANDMARK = re.compile(r"^(L\d{1,4}):$")
_CANDIDATE = re.compile(r"^- C\d{1,4}, instance (\S{1,40}): ")
_CANDIDATES = re.compile(r"<candidates>(.*?)</candidates>", re.DOTALL)


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


@dataclass(frozen=True, slots=True)
class Choice:
    """One landmark selection."""

    retrieved: Mapping[str, tuple[str, ...]] | None
    """By landmark id the instances it was offered; None where prompts were not kept."""
    chosen: Mapping[str, str | None]


class Choices:
    """Reads the landmark selection before each subtask."""

    def __init__(self) -> None:
        self._offered: Mapping[str, tuple[str, ...]] | None = None
        self._last: Choice | None = None

    def read(self, event: object) -> None:
        """Keep what a selection was offered and what it chose."""
        if isinstance(event, ExchangeEvent) and event.role == _SELECTION and event.attempt == 1:
            self._offered = offered(event.messages)
        elif isinstance(event, AnswerEvent) and event.role == _SELECTION:
            matches = event.reply.get("matches")
            rows = [one for one in matches if isinstance(one, dict)] if isinstance(matches, list) else []
            chosen = {str(one.get("landmark_id")): _text(one.get("instance_id")) for one in rows}
            self._last, self._offered = Choice(self._offered, chosen), None

    def take(self) -> Choice | None:
        """The selection of the subtask that begins now; None where nothing was retrieved, so nobody asked."""
        taken, self._last = self._last, None
        return taken


def _text(value: object) -> str | None:
    return value if isinstance(value, str) else None


def offered(messages: tuple[MessageRow, ...]) -> dict[str, tuple[str, ...]]:
    """By landmark id, the instances that a prompt offers."""
    text = "".join(part.text or "" for message in messages for part in message.parts)
    told = _CANDIDATES.search(text)
    found: dict[str, list[str]] = {}
    landmark = ""
    for line in told.group(1).splitlines() if told else ():
        if head := _LANDMARK.match(line.strip()):
            landmark = head.group(1)
            found[landmark] = []
        elif (row := _CANDIDATE.match(line.strip())) and landmark:
            found[landmark].append(row.group(1))
    return {name: tuple(rows) for name, rows in found.items()}
