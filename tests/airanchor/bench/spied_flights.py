"""One scripted flight per row of the benchmark, and how its prompts differ from those of the whole agent."""

import re
from collections import Counter, defaultdict
from collections.abc import Sequence
from dataclasses import dataclass, field
from typing import Any

import numpy as np
from numpy.typing import NDArray

from airanchor.assembly import Stack
from airanchor.bench.rows import Row, find_row
from airanchor.config import load_settings
from airanchor.embedded.eyes.reader import SceneReader
from airanchor.flight import Flight, Mission, launch
from airanchor.memory import Memory
from airanchor.perception import Detection, Phrase
from airanchor.reasoner import PixelConvention, Prompt
from aircity.geometry import Pose
from aircity.world import Observation
from tests.airanchor.agent.scripts import (
    BACK,
    CLIMB,
    DONE,
    LOOK,
    ONGOING,
    FlatImages,
    RoleChat,
    decided,
    subtask,
)
from tests.airanchor.memory.scenes import WordEncoder
from tests.airanchor.perception.fakes import RedDetector
from tests.contract.box_world import BoxWorld

INSTRUCTION = "approach the box, then pass the box"
FACING_BOX = Pose.at(-8, 0, 12)
CHOICES = (CLIMB, LOOK, CLIMB, BACK, CLIMB, LOOK)
LAST_OF_FIRST = 4


class BoxDetector(RedDetector):
    """Finds the red box by its name, and nothing by any other."""

    def detect(self, phrase: Phrase, view: Observation, **thresholds: Any) -> tuple[Detection, ...]:
        return super().detect(phrase, view, **thresholds) if phrase.category == "box" else ()


def ask_as_allowed(call: int, prompt: Prompt) -> Any:
    """The box first, then directions, or things nobody finds where directions are not wanted."""
    kinds, count = prompt.values["kinds"].split(), int(prompt.values["count"])
    things = [{"type": "object", "category": name, "attributes": []} for name in ("box", *["hut"] * count)]
    ways = [{"type": "direction", "pixel": [20 + 12 * place, 40 + place]} for place in range(count)]
    chosen = [*things[: 1 if "direction" in kinds else count], *ways] if "object" in kinds else ways
    return {"anchors": chosen[:count]}


def choose_first(call: int, prompt: Prompt) -> Any:
    """The first candidate of every landmark."""
    matches = []
    for block in re.split(r"^(?=L\d+:)", prompt.values["candidates"], flags=re.MULTILINE)[1:]:
        found = re.search(r"instance (O\d+)", block)
        matches.append(
            {"landmark_id": block.split(":")[0], "instance_id": found[1] if found else None, "reason": ""}
        )
    return {"matches": matches}


def scripted_chat() -> RoleChat:
    """Two subtasks about the same box; every skill but flying ahead is used."""
    first = subtask("approach the box", subgoals=3, landmarks=["box"])
    second = subtask("pass the box", subgoals=2, landmarks=["box"])
    ends = (LAST_OF_FIRST, len(CHOICES))
    return RoleChat(
        decomposition=lambda call, prompt: {"subtasks": [first, second]},
        anchor_query=ask_as_allowed,
        landmark_selection=choose_first,
        navigation=lambda call, prompt: decided(CHOICES[call - 1]),
        panorama=lambda call, prompt: {"turning_direction": "right", "yaw_delta_deg": 15, "reason": ""},
        reflection=lambda call, prompt: DONE if call in ends else ONGOING,
    )


@dataclass(frozen=True)
class Spied:
    """What was asked in a flight."""

    chat: RoleChat
    flight: Flight
    memory: Memory

    @property
    def roles(self) -> list[str]:
        return [prompt.role for prompt in self.chat.prompts]

    def told(self, role: str) -> list[dict[str, Any]]:
        """Everything of each question in a role: tags, images, and the system message."""
        return [
            _fields(prompt, request.messages[0].text)
            for prompt, request in zip(self.chat.prompts, self.chat.requests, strict=True)
            if prompt.role == role
        ]


def _fields(prompt: Prompt, system: str) -> dict[str, Any]:
    fields: dict[str, Any] = defaultdict(tuple)
    for name, text in prompt.all_values:
        fields[name] += (text,)
    images = {f"image {place}": image.tobytes() for place, image in enumerate(prompt.images)}
    return {**fields, **images, "system": system}


def spy(row: Row | str, chat: RoleChat | None = None, sets: Sequence[str] = ()) -> Spied:
    """Fly a row with the script."""
    row = find_row(row) if isinstance(row, str) else row
    chat = chat or scripted_chat()
    text = WordEncoder()
    settings = load_settings("paper", sets=(*sets, *row.sets))
    stack = Stack(settings, text, FlatImages(), SceneReader(text), chat, PixelConvention())
    with stack.memory_store(None, row.memory_kind) as store, store.episode("boxes", "e1") as transaction:
        navigator = stack.navigator(
            row.agent,
            reasoner=stack.reasoner(),
            detector=BoxDetector(),
            memory=transaction.memory,
            episode="e1",
            substitute=row.substitute,
        )
        flight = launch(navigator, Mission(INSTRUCTION, "boxes", FACING_BOX), BoxWorld())
        return Spied(chat, flight, transaction.memory)


@dataclass(frozen=True)
class Difference:
    """How the questions of a row differ from the whole agent's, question by question of each role."""

    calls: dict[str, int] = field(default_factory=dict)
    """Role to calls more (or, negative, fewer)."""
    fields: dict[str, set[str]] = field(default_factory=dict)
    """Role to what of its prompts changed, appeared or went."""


def difference(full: Spied, other: Spied) -> Difference:
    """Pair the questions of each role in their order, as far as both have them."""
    more = Counter(other.roles)
    more.subtract(Counter(full.roles))
    changed = {role: _changed(full.told(role), other.told(role)) for role in dict.fromkeys(full.roles)}
    return Difference(
        {role: count for role, count in more.items() if count},
        {role: names for role, names in changed.items() if names},
    )


def _changed(before: list[dict[str, Any]], after: list[dict[str, Any]]) -> set[str]:
    return {
        name
        for one, two in zip(before, after, strict=False)
        for name in {*one, *two}
        if one.get(name) != two.get(name)
    }


def image(raw: bytes) -> NDArray[np.uint8]:
    """A picture of the box world again."""
    return np.frombuffer(raw, np.uint8).reshape(96, 96, 3)
