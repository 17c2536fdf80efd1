"""All category expressions of a scene in one matrix, so that one product scores every type."""

import numpy as np
from numpy.typing import ArrayLike

from airanchor.memory.bank import Vectors
from airanchor.memory.similarity import unit


class LabelMatrix:
    """Rows of unit vectors, a fixed number per type; a type keeps its rows for life."""

    def __init__(self) -> None:
        self._rows: dict[str, int] = {}
        self._units = np.empty((0, 0, 0))  # (types, labels, d)
        self._is_filled = np.empty((0, 0), dtype=bool)
        self._used = 0

    def put(self, type_id: str, vectors: Vectors) -> None:
        """Hold a type's labels (n, d), new or changed."""
        if type_id not in self._rows:
            self._rows[type_id] = self._used
            self._used += 1
        row, count = self._rows[type_id], len(vectors)
        self._make_room(count, vectors.shape[1])
        self._units[row, :count] = unit(vectors)
        self._is_filled[row] = np.arange(self._is_filled.shape[1]) < count

    def drop(self, type_id: str) -> None:
        """Hold a type no longer."""
        row = self._rows.pop(type_id, None)
        if row is not None:
            self._is_filled[row] = False

    def best(self, vector: ArrayLike) -> dict[str, float]:
        """The best cosine of a vector (d,) with each type's labels."""
        if not self._rows:
            return {}
        cosines = self._units[: self._used] @ unit(vector)
        best = np.where(self._is_filled[: self._used], cosines, -np.inf).max(axis=1)
        return {type_id: float(best[row]) for type_id, row in self._rows.items()}

    def _make_room(self, labels: int, dimension: int) -> None:
        types, had_labels, _ = self._units.shape
        if self._used <= types and labels <= had_labels:
            return
        shape = (max(2 * types, self._used, 8), max(labels, had_labels))
        units, is_filled = np.zeros((*shape, dimension)), np.zeros(shape, dtype=bool)
        units[:types, :had_labels] = self._units if types else 0.0
        is_filled[:types, :had_labels] = self._is_filled
        self._units, self._is_filled = units, is_filled
