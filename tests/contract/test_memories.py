"""The contract of a memory: one body over every implementation, and each deliberate mistake is named."""

from collections.abc import Callable
from dataclasses import replace
from itertools import count
from pathlib import Path
from typing import Any

import pytest

from airanchor.errors import ConformanceError, InputError
from airanchor.memory import FlatMemory, FrozenMemory, Memory, MemoryConfig, SeenMemory, Sokb
from airanchor.memory.checks import check_frozen_memory, check_memory
from tests.airanchor.memory.episodes import SCENE, commit_episode, fly, open_store
from tests.airanchor.memory.scenes import WordEncoder, box_extent


def kept(kind: str) -> Callable[[], Memory]:
    """The memory that a store gives for a scene it has not met."""

    def make() -> Memory:
        with open_store(None, kind=kind) as store:
            return store.memory(SCENE)

    return make


LEARNING = {
    "sokb": lambda: Sokb(WordEncoder()),
    "flat": lambda: FlatMemory(WordEncoder()),
    "sokb, each instance once a frame": lambda: Sokb(WordEncoder(), MemoryConfig(one_to_one=True)),
    "sokb behind the eyes": lambda: SeenMemory(Sokb(WordEncoder())),
    "sokb of a store": kept("sokb"),
    "flat of a store": kept("flat"),
}


@pytest.mark.parametrize("make", LEARNING.values(), ids=LEARNING)
def test_it_keeps_to_the_contract(make: Callable[[], Memory]) -> None:
    check_memory(make)


@pytest.mark.parametrize("make", LEARNING.values(), ids=LEARNING)
def test_frozen_it_is_only_read(make: Callable[[], Memory]) -> None:
    memory = make()
    fly(memory, 1)
    check_frozen_memory(FrozenMemory(memory))


def test_frozen_from_a_file_it_is_only_read(tmp_path: Path) -> None:
    with open_store(tmp_path) as store:
        commit_episode(store, 1)
    with open_store(tmp_path) as store:
        check_frozen_memory(FrozenMemory(store.memory(SCENE)))


def test_an_empty_memory_shows_nothing_of_being_frozen() -> None:
    with pytest.raises(InputError, match="give one that holds instances"):
        check_frozen_memory(FrozenMemory(Sokb(WordEncoder())))


class Changed(Sokb):
    """A memory with one habit changed by a test."""

    def __init__(self) -> None:
        super().__init__(WordEncoder())


class Deaf(Changed):
    """Takes nothing in."""

    def observe(self, anchor: Any, moment: Any) -> Any:
        return FrozenMemory(self).observe(anchor, moment)


class Nearsighted(Changed):
    """Sees everything in one place."""

    def observe(self, anchor: Any, moment: Any) -> Any:
        return super().observe(replace(anchor, extent=box_extent(0, 0)), moment)


class Backwards(Changed):
    """Tells the worst candidate first."""

    def retrieve(self, phrase: Any, pose: Any) -> Any:
        found = super().retrieve(phrase, pose)
        return replace(found, candidates=found.candidates[::-1])


class Hasty(Changed):
    """Takes the last anchor of a frame first."""

    def observe_frame(self, anchors: Any, moment: Any) -> Any:
        return super().observe_frame(anchors[::-1], moment)[::-1]


class Moody(Changed):
    """Is never equally sure twice."""

    moods = count(1)

    def observe(self, anchor: Any, moment: Any) -> Any:
        return super().observe(replace(anchor, confidence=0.3 + 0.6 / next(self.moods)), moment)


class Suggestible(Changed):
    """Takes a question for a sighting."""

    def retrieve(self, phrase: Any, pose: Any) -> Any:
        found = super().retrieve(phrase, pose)
        for one in found:
            self._register.put_instance(replace(one.instance, confidence=one.instance.confidence * 0.5))
        return found


class Nostalgic(Changed):
    """Forgets nothing that it has."""

    def forget(self, instance_id: str) -> None:
        self.instance(instance_id)


class Thrifty(Changed):
    """Gives the ids of what is gone to others."""

    def forget(self, instance_id: str) -> None:
        super().forget(instance_id)
        self._register.next_instance = int(instance_id[1:])


class Agreeable(Changed):
    """Explains what it does not hold."""

    def explain(self, instance_id: str) -> str:
        return f"{instance_id} is a fine thing."


@pytest.mark.parametrize(
    ("make", "rule"),
    [
        (Deaf, "the first thing is new"),
        (Nearsighted, "candidates are told from the pose|things far apart are two"),
        (Backwards, "candidates come best first"),
        (Hasty, "a frame is its anchors in their order"),
        (Moody, "a frame is its anchors in their order|the same observations leave the same memory"),
        (Suggestible, "what was observed is found by its phrase|reading changes nothing"),
        (Nostalgic, "what is forgotten is gone"),
        (Thrifty, "ids are not used again"),
        (Agreeable, "unknown ids are refused"),
    ],
)
def test_broken_memories_are_named(make: Callable[[], Memory], rule: str) -> None:
    with pytest.raises(ConformanceError, match=f"{make.__name__} breaks the rule '({rule})"):
        check_memory(make)


@pytest.mark.parametrize("make", LEARNING.values(), ids=LEARNING)
def test_a_memory_that_learns_is_not_frozen(make: Callable[[], Memory]) -> None:
    memory = make()
    fly(memory, 1)
    with pytest.raises(ConformanceError, match="a frozen memory refuses and says why"):
        check_frozen_memory(memory)
