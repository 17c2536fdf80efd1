"""Deterministic episodes for store tests; run as a program it commits one after the other until killed."""

import sys
from pathlib import Path

import numpy as np

from airanchor.memory import MemoryConfig, ObservationTime
from airanchor.memory.contract import Memory
from airanchor.memory.files.store import MemoryStore
from tests.airanchor.memory.scenes import PictureEncoder, WordEncoder, anchor, random_unit

SCENE = "city/1"
NAMES = ("tower", "tree", "hedge", "billboard", "parking lot", "statue")


def open_store(root: Path | None, config: MemoryConfig | None = None, kind: str = "sokb") -> MemoryStore:
    return MemoryStore(root, WordEncoder(), PictureEncoder(), config, kind=kind)


def fly(memory: Memory, number: int, sightings: int = 12, name: str = "") -> None:
    """What episode `number` observes: always the same, whatever it is called."""
    episode = name or f"e{number}"
    rng = np.random.default_rng(number)
    for step in range(sightings):
        category = str(rng.choice(NAMES))
        looks = [str(rng.choice(["red", "gray", "tall"]))] if rng.random() < 0.6 else []
        extent_at = (float(rng.uniform(0, 120)), float(rng.uniform(0, 120)))
        visual = random_unit(category) + 0.3 * rng.normal(size=32) / np.sqrt(32)
        memory.observe(
            anchor(
                category,
                looks,
                at=extent_at,
                size_m=float(rng.uniform(2, 20)),
                visual=visual,
                confidence=float(rng.uniform(0.2, 1)),
            ),
            ObservationTime(episode, step),
        )


def commit_episode(store: MemoryStore, number: int) -> None:
    with store.episode(SCENE, f"e{number}") as transaction:
        fly(transaction.memory, number)
        transaction.save_result({"number": number})


def replayed(count: int) -> Memory:
    """The memory after `count` episodes that never met a disk."""
    store = open_store(None)
    for number in range(count):
        commit_episode(store, number)
    return store.memory(SCENE)


if __name__ == "__main__":
    with open_store(Path(sys.argv[1])) as running:
        number = len(running.episodes(SCENE))
        print("ready", flush=True)
        while True:
            commit_episode(running, number)
            print(number, flush=True)
            number += 1
