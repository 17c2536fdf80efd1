"""Which boxes meet a box: an STR-tree that is rebuilt lazily, plus a short list of what changed since."""

import numpy as np
import shapely
from numpy.typing import NDArray

Bounds = tuple[float, float, float, float]
"""x_min, y_min, x_max, y_max in metres."""

SHORTEST_DELTA = 256
DELTA_SHARE = 40


class SpatialIndex:
    """Boxes in numbered slots. A dropped slot is never used again."""

    def __init__(self) -> None:
        self._bounds = np.empty((64, 4))
        self._is_live = np.zeros(64, dtype=bool)
        self._in_tree = np.zeros(64, dtype=bool)
        self._used = 0
        self._tree: shapely.STRtree | None = None
        self._tree_slots = np.empty(0, dtype=np.int64)
        self._delta = np.empty(SHORTEST_DELTA, dtype=np.int64)
        self._changed = 0

    def add(self, bounds: Bounds) -> int:
        """A new slot that holds this box."""
        slot = self._used
        if slot == len(self._bounds):
            self._bounds = np.concatenate([self._bounds, np.empty_like(self._bounds)])
            self._is_live = np.concatenate([self._is_live, np.zeros_like(self._is_live)])
            self._in_tree = np.concatenate([self._in_tree, np.zeros_like(self._in_tree)])
        self._used += 1
        self._bounds[slot] = bounds
        self._is_live[slot] = True
        self._note(slot)
        return slot

    def move(self, slot: int, bounds: Bounds) -> None:
        """Give a slot another box."""
        if tuple(self._bounds[slot]) == bounds:
            return
        self._bounds[slot] = bounds
        if self._in_tree[slot]:
            self._in_tree[slot] = False
            self._note(slot)

    def drop(self, slot: int) -> None:
        """Empty a slot."""
        self._is_live[slot] = False

    def query(self, bounds: Bounds) -> NDArray[np.int64]:
        """The slots whose box meets this one, touching included, in ascending order."""
        if self._changed > max(SHORTEST_DELTA, self._used // DELTA_SHARE):
            self._rebuild()
        delta = self._delta[: self._changed]
        found = delta[self._meets(delta, bounds)]
        if self._tree is not None:
            hits = self._tree_slots[self._tree.query(shapely.box(*bounds))]
            hits = hits[self._in_tree[hits] & self._is_live[hits]]
            found = np.concatenate([found, hits])
        return np.sort(found)

    def _meets(self, slots: NDArray[np.int64], bounds: Bounds) -> NDArray[np.bool_]:
        boxes = self._bounds[slots]
        x_min, y_min, x_max, y_max = bounds
        meets_x = (boxes[:, 0] <= x_max) & (boxes[:, 2] >= x_min)
        meets: NDArray[np.bool_] = meets_x & (boxes[:, 1] <= y_max) & (boxes[:, 3] >= y_min)
        return meets & self._is_live[slots]

    def _note(self, slot: int) -> None:
        if self._changed == len(self._delta):
            self._delta = np.concatenate([self._delta, np.empty_like(self._delta)])
        self._delta[self._changed] = slot
        self._changed += 1

    def _rebuild(self) -> None:
        self._tree_slots = np.flatnonzero(self._is_live[: self._used])
        boxes = self._bounds[self._tree_slots]
        self._tree = shapely.STRtree(shapely.box(*boxes.T))
        self._in_tree[:] = False
        self._in_tree[self._tree_slots] = True
        self._changed = 0
