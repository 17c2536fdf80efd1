"""Does a reliability mean what it says? Instances against what stands in their place, by tenths."""

from collections.abc import Iterator, Sequence
from dataclasses import dataclass
from typing import Any

import numpy as np

from airanchor.bench.memory_study.truth import GroundMap, kinds_of
from airanchor.memory import Instance, Memory
from aircity.city.scene import CityScene

_EDGES = np.linspace(0.0, 1.0, 11)


@dataclass(frozen=True, slots=True)
class Judged:
    """One instance, its reliability, and whether a thing of its most frequent name stands there."""

    instance_id: str
    reliability: float
    is_right: bool
    observations: int


def judge_labels(memory: Memory, scene: CityScene) -> Iterator[Judged]:
    """The instances whose names the city has words for, in the order of their ids."""
    ground = GroundMap(scene.objects)
    known = frozenset(one.category for one in scene.objects)
    for item in memory.register.instances.values():
        kinds = kinds_of(label_of(item), known)
        if kinds:
            found = ground.object_of(item.extent.footprint.shape, kinds)
            yield Judged(item.id, item.confidence, found is not None, item.observations)


def label_of(item: Instance) -> str:
    """What the instance was called most often; of equals the first."""
    names = [sighting.name for sighting in item.sightings]
    return max(names, key=names.count)


def calibration_of(judged: Sequence[Judged]) -> dict[str, Any]:
    """n, the share that is right, Brier score and expected calibration error, and the tenths."""
    chances = np.array([one.reliability for one in judged])
    truth = np.array([one.is_right for one in judged], dtype=float)
    if not len(judged):
        return {"n": 0, "share_right": None, "brier": None, "brier_of_share": None, "ece": None, "tenths": []}
    tenth = np.clip(np.digitize(chances, _EDGES) - 1, 0, len(_EDGES) - 2)
    rows = [
        (float(chances[tenth == k].mean()), float(truth[tenth == k].mean()), int((tenth == k).sum()))
        for k in range(len(_EDGES) - 1)
        if np.any(tenth == k)
    ]
    share = float(truth.mean())
    return {
        "n": len(judged),
        "share_right": round(share, 3),
        "brier": round(float(np.mean((chances - truth) ** 2)), 4),
        "brier_of_share": round(share * (1 - share), 4),
        "ece": round(sum(n * abs(said - right) for said, right, n in rows) / len(judged), 4),
        "tenths": [[round(said, 3), round(right, 3), n] for said, right, n in rows],
    }
