"""Questions for a memory: phrases that name something observed, something out of reach, or nothing at all."""

import math
from collections.abc import Sequence
from dataclasses import dataclass
from typing import Literal

import numpy as np

from airanchor.bench.phrases import NAMES, describe, meanings
from airanchor.perception import Phrase
from aircity.city.scene import SceneObject
from aircity.geometry import Pose

Kind = Literal["near", "far", "away", "nowhere"]

REACH_M = 80.0
_RING_M: dict[Kind, tuple[float, float]] = {"near": (5.0, 40.0), "far": (40.0, 75.0), "away": (100.0, 200.0)}
_ALTITUDE_M = 30.0
_TRIES = 400


@dataclass(frozen=True, slots=True)
class Query:
    """A landmark phrase, asked at a pose; without a target the right answer is nothing."""

    phrase: Phrase
    pose: Pose
    kind: Kind
    target: int | None


def draw_queries(
    objects: Sequence[SceneObject],
    observed_ids: Sequence[int],
    rng: np.random.Generator,
    *,
    count: int = 60,
    absent_share: float = 0.2,
    variety: float = 0.5,
) -> tuple[Query, ...]:
    """Near and far in equal parts, and the absent: half out of reach, half nowhere in the scene.

    A phrase with a target fits no other observed object within reach of the pose, by kind and attributes.
    """
    asker = _Asker(objects, observed_ids, rng, variety)
    absent = round(count * absent_share)
    wanted: list[Kind] = []
    for number in range(absent):
        wanted.append("away" if number % 2 else "nowhere")
    for number in range(count - absent):
        wanted.append("far" if number % 2 else "near")
    found = [asker.nowhere() if kind == "nowhere" else asker.ask(kind) for kind in wanted]
    return tuple(query for query in found if query is not None)


class _Asker:
    def __init__(
        self,
        objects: Sequence[SceneObject],
        observed_ids: Sequence[int],
        rng: np.random.Generator,
        variety: float,
    ) -> None:
        by_id = {one.id: one for one in objects}
        self._known = [by_id[object_id] for object_id in sorted(set(observed_ids)) if object_id in by_id]
        self._known = [one for one in self._known if one.category in NAMES]
        self._centers = np.array([np.mean(one.footprint, axis=0) for one in self._known]).reshape(-1, 2)
        present = {one.category for one in objects}
        self._missing = [name for name in NAMES if all(not meanings(word) & present for word in _words(name))]
        self._colours = [one.attributes[0] for one in self._known if one.attributes]
        self._rng = rng
        self._variety = variety

    def ask(self, kind: Kind) -> Query | None:
        """A question about an observed object, asked at the distance that the kind means."""
        for _ in range(_TRIES if self._known else 0):
            index = int(self._rng.integers(len(self._known)))
            one = self._known[index]
            phrase, told = describe(one.category, one.attributes, self._rng, self._variety)
            pose = self._pose_around(self._centers[index], *_RING_M[kind])
            fitting = self._fitting(phrase, told, pose)
            if kind == "away" and not self._of_kind(phrase, pose):
                return Query(phrase, pose, kind, None)
            if kind != "away" and fitting == [one.id]:
                return Query(phrase, pose, kind, one.id)
        return None

    def nowhere(self) -> Query | None:
        """A question about a kind of thing that this scene does not have."""
        if not self._missing or not self._known:
            return None
        category = str(self._rng.choice(self._missing))
        attributes = (str(self._rng.choice(self._colours)),) if self._colours else ()
        phrase, _ = describe(category, attributes, self._rng, self._variety)
        place = self._centers[int(self._rng.integers(len(self._known)))]
        return Query(phrase, self._pose_around(place, *_RING_M["near"]), "nowhere", None)

    def _fitting(self, phrase: Phrase, told: Sequence[str], pose: Pose) -> list[int]:
        """The observed objects within reach that the phrase describes."""
        return [one.id for one in self._of_kind(phrase, pose) if set(told) <= set(one.attributes)]

    def _of_kind(self, phrase: Phrase, pose: Pose) -> list[SceneObject]:
        apart_m = np.hypot(*(self._centers - [pose.x_m, pose.y_m]).T)
        kinds = meanings(phrase.category)
        return [
            self._known[int(row)]
            for row in np.flatnonzero(apart_m <= REACH_M)
            if self._known[int(row)].category in kinds
        ]

    def _pose_around(self, center: np.ndarray, nearest_m: float, farthest_m: float) -> Pose:
        distance_m, bearing = self._rng.uniform(nearest_m, farthest_m), self._rng.uniform(-math.pi, math.pi)
        x_m, y_m = center + distance_m * np.array([math.cos(bearing), math.sin(bearing)])
        return Pose(float(x_m), float(y_m), _ALTITUDE_M, float(self._rng.uniform(-math.pi, math.pi)))


def _words(category: str) -> tuple[str, ...]:
    return (category, *NAMES[category])
