"""What each cell of a view truly shows: its name, its traits and the thing it belongs to."""

from collections.abc import Sequence
from dataclasses import dataclass

import numpy as np
from numpy.typing import NDArray

from airanchor.embedded.eyes.detector.words import singular
from airanchor.embedded.eyes.reader.names import NAMES, NOTHING
from airanchor.embedded.eyes.reader.traits import TRAITS, has_trait
from aircity.city.scene import SceneObject

SKY = NOTHING + 1
CLASSES = NOTHING + 2
"""The names of the scene reader, what has no name, and the sky."""
CLASS_NAMES = (*(one.name for one in NAMES), "nothing", "sky")
STRIDE = 4
"""Pixels per cell."""
FIRST_OBJECT = 2
"""Rows of the tables: 0 the sky, 1 scenery without an object, then the objects."""
_FLAT_M = 1.5
_THING_WEIGHT = 1.6
"""Thin things count more than the ground behind them when a cell is given to what it mostly shows."""
_SPREAD = ("hills", "forest")
_KINDS_FROM = 60_000
_OWNER = {singular(word): index for index, one in enumerate(NAMES) for word in reversed(one.all_words)}
_ALSO = {"building": "plain building"}


def name_of(category: str) -> int:
    """The index of the name for a category of objects, or NOTHING."""
    return _OWNER.get(singular(_ALSO.get(category, category)), NOTHING)


def is_flat(one: SceneObject) -> bool:
    """Whether it is a surface on the ground."""
    return one.z_max_m - one.z_min_m < _FLAT_M


@dataclass(frozen=True, slots=True, eq=False)
class Truth:
    """What the rows of a city's objects are."""

    names: NDArray[np.uint8]  # (rows,)
    traits: NDArray[np.bool_]  # (rows, TRAITS)
    keys: NDArray[np.uint16]  # (rows,) what counts as one: a thing, or all ground of one kind


class ObjectTable:
    """The objects of one city as rows."""

    def __init__(self, objects: Sequence[SceneObject]) -> None:
        self._row = {one.id: k + FIRST_OBJECT for k, one in enumerate(objects)}
        spread = [is_flat(one) or one.category in _SPREAD for one in objects]
        self._weight = np.array([1.0, 1.0, *(1.0 if one else _THING_WEIGHT for one in spread)])
        kinds = {name: _KINDS_FROM + k for k, name in enumerate(sorted({one.category for one in objects}))}
        keys = [
            kinds[one.category] if is_spread else self._row[one.id]
            for one, is_spread in zip(objects, spread, strict=True)
        ]
        traits = np.zeros((len(objects) + FIRST_OBJECT, len(TRAITS)), np.bool_)
        for k, one in enumerate(objects):
            traits[k + FIRST_OBJECT] = [has_trait(trait, one.attributes) for trait in TRAITS]
        names = np.array([SKY, NOTHING, *(name_of(one.category) for one in objects)], np.uint8)
        self.truth = Truth(names, traits, np.array([0, 1, *keys], np.uint16))

    def cells(self, ids: NDArray[np.int32]) -> NDArray[np.uint16]:
        """The row that each cell mostly shows, (h / 4, w / 4)."""
        seen, local = np.unique(ids, return_inverse=True)
        rows = np.array([0 if one == 0 else self._row.get(int(one), 1) for one in seen])
        h, w = (side // STRIDE for side in ids.shape)
        cell = (np.arange(ids.shape[0]) // STRIDE)[:, None] * w + np.arange(ids.shape[1]) // STRIDE
        code = cell.ravel() * len(seen) + local.ravel()
        count = np.bincount(code, minlength=h * w * len(seen)).reshape(h * w, len(seen))
        best = (count * self._weight[rows]).argmax(axis=1)
        return np.asarray(rows[best].reshape(h, w), np.uint16)
