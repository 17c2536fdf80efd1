"""Is what a memory holds true? Instances against the ground truth, and observations against instances."""

from collections import Counter, defaultdict
from collections.abc import Mapping, Sequence
from dataclasses import dataclass

import numpy as np
import shapely

from airanchor.bench.phrases import meanings
from airanchor.memory import Instance
from airanchor.perception import Phrase
from airanchor.perception.oracle_words import is_covered, is_named
from aircity.city.scene import SceneObject

TOLERANCE_M = 0.5
"""Walls have no thickness in a depth image: both outlines are widened by this before they are compared."""
LEAST_SHARE = 0.5
"""An instance is an object only where at least this much of its footprint lies on it."""


class GroundMap:
    """The objects of a scene by place."""

    def __init__(self, objects: Sequence[SceneObject]) -> None:
        self._objects = tuple(objects)
        self.kinds = frozenset(one.category for one in objects)
        rings = [shapely.make_valid(shapely.polygons(one.footprint)) for one in objects]
        self._shapes = shapely.buffer(rings, TOLERANCE_M)
        self._tree = shapely.STRtree(self._shapes)

    def object_of(self, footprint: shapely.Geometry, categories: frozenset[str]) -> int | None:
        """The object of one of the categories that shares most with a footprint, at least half of it."""
        widened = shapely.buffer(footprint, TOLERANCE_M)
        near = [
            int(row) for row in self._tree.query(widened) if self._objects[int(row)].category in categories
        ]
        if not near:
            return None
        shared = shapely.area(shapely.intersection(self._shapes[near], widened)) / widened.area
        best = int(np.argmax(shared))
        return self._objects[near[best]].id if shared[best] >= LEAST_SHARE else None


@dataclass(frozen=True, slots=True)
class JudgedObservation:
    """One observation: what it was called, what it was, and where the memory put it."""

    word: str
    object_id: int
    instance_id: str


@dataclass(frozen=True, slots=True)
class Composition:
    """What a memory holds, counted."""

    stored: int
    correct_unique: int
    """Objects with at least one instance."""
    duplicates: int
    """Instances beyond the first of an object."""
    incorrect: int
    """Instances that are no object."""
    false_merges: int
    """Observations stored with an instance that is mostly another object."""
    pairs_right: int
    pairs_stored: int
    pairs_true: int
    """Pairs of observations: together in both, together in the memory, together in truth."""


def assign_instances(
    instances: Mapping[str, Instance], observed: Sequence[JudgedObservation], ground: GroundMap
) -> dict[str, int | None]:
    """Which object each instance is: by place, among those that its most frequent name means or covers."""
    words: dict[str, Counter[str]] = defaultdict(Counter)
    for one in observed:
        words[one.instance_id][one.word] += 1
    return {
        name: ground.object_of(
            item.extent.footprint.shape, kinds_of(words[name].most_common(1)[0][0], ground.kinds)
        )
        for name, item in instances.items()
    }


def kinds_of(word: str, known: frozenset[str]) -> frozenset[str]:
    """The categories of the ground truth that a word names or covers: a house is a building too."""
    phrase = Phrase(word)
    covered = {one for one in known if is_named(phrase, one) or is_covered(phrase, one)}
    return meanings(word) | frozenset(covered)


def compose(assigned: Mapping[str, int | None], observed: Sequence[JudgedObservation]) -> Composition:
    """Count instances by what they are, and observations by where they went."""
    found = [target for target in assigned.values() if target is not None]
    together: dict[str, Counter[int]] = defaultdict(Counter)
    for one in observed:
        together[one.instance_id][one.object_id] += 1
    truly = Counter(one.object_id for one in observed)
    return Composition(
        stored=len(assigned),
        correct_unique=len(set(found)),
        duplicates=len(found) - len(set(found)),
        incorrect=len(assigned) - len(found),
        false_merges=sum(counts.total() - max(counts.values()) for counts in together.values()),
        pairs_right=sum(_pairs(count) for counts in together.values() for count in counts.values()),
        pairs_stored=sum(_pairs(counts.total()) for counts in together.values()),
        pairs_true=sum(_pairs(count) for count in truly.values()),
    )


def _pairs(count: int) -> int:
    return count * (count - 1) // 2
