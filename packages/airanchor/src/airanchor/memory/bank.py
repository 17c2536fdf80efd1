"""Bounded banks: a few vectors that stand for many observations, the least useful dropped on overflow."""

from collections.abc import Sequence
from dataclasses import dataclass
from typing import TypeVar

import numpy as np
from numpy.typing import ArrayLike, NDArray

from airanchor.errors import InputError
from airanchor.memory.similarity import TOLERANCE, calibrated, cosines

Vectors = NDArray[np.floating]
Item = TypeVar("Item")

SMALLEST, LARGEST = 1e-6, 65_000.0
"""Vectors are about one long; greatest numbers outside this do not fit the stored precision."""


@dataclass(frozen=True, slots=True, eq=False)
class Bank:
    """B: entries in the order they came. A category, an appearance or a picture is one entry."""

    vectors: Vectors  # (n, d), float16 or float64
    confidences: tuple[float, ...] = ()
    """q(b): the confidence of the observation that brought each entry, used for replacement only."""
    texts: tuple[str, ...] = ()
    """What each entry says; empty for pictures."""

    @classmethod
    def empty(cls, precision: str = "float16") -> "Bank":
        """A bank that has seen nothing."""
        return cls(np.empty((0, 0), dtype=np.dtype(precision)))

    def __len__(self) -> int:
        return len(self.confidences)

    def __eq__(self, other: object) -> bool:
        if not isinstance(other, Bank):
            return NotImplemented
        same_words = self.texts == other.texts and self.confidences == other.confidences
        return same_words and np.array_equal(self.vectors, other.vectors)

    __hash__ = None  # type: ignore[assignment]

    def with_entry(
        self, vector: ArrayLike, confidence: float, text: str | None = None, *, capacity: int, balance: float
    ) -> "Bank":
        """The bank after one more entry: on overflow the entry of least utility leaves, perhaps the new one.

        Equal entries are kept apart: nothing is de-duplicated.
        """
        exact = np.asarray(vector, dtype=np.float64)
        if not SMALLEST < float(np.abs(exact).max()) < LARGEST:
            raise InputError("a bank entry needs a finite vector that is not zero, best of length one")
        rounded = exact.astype(self.vectors.dtype)[None]
        vectors = np.concatenate([self.vectors, rounded]) if len(self) else rounded
        confidences = (*self.confidences, float(confidence))
        texts = (*self.texts, text) if text is not None else self.texts
        if len(confidences) <= capacity:
            return Bank(vectors, confidences, texts)
        out = least_useful(utilities(vectors, confidences, balance))
        kept = [row for row in range(len(confidences)) if row != out]
        return Bank(vectors[kept], _without(confidences, out), _without(texts, out) if texts else ())


def best_in_banks(
    vector: Vectors | None, banks: Sequence[Bank], floor: float | None = None
) -> list[float | None]:
    """The best calibrated cosine of a vector with each bank, in one product; None where either is missing."""
    sizes = np.array([len(bank) for bank in banks])
    if vector is None or not sizes.any():
        return [None] * len(banks)
    stacked = np.concatenate([bank.vectors for bank in banks if len(bank)])
    scores = calibrated(cosines(vector, stacked), floor)
    filled = sizes[sizes > 0]
    best = iter(np.maximum.reduceat(scores, np.cumsum(filled) - filled).tolist())
    return [next(best) if size else None for size in sizes.tolist()]


def utilities(
    vectors: ArrayLike, confidences: tuple[float, ...], balance: float = 0.5
) -> NDArray[np.float64]:
    """U(b) = λ_B q(b) + (1 - λ_B) min over b' ≠ b of [1 - sim(b, b')], for each of at least two entries."""
    rows = np.asarray(vectors, dtype=np.float64)
    products = rows @ rows.T
    lengths = np.sqrt(products.diagonal())
    distances = 1 - products / np.outer(lengths, lengths)
    np.fill_diagonal(distances, np.inf)
    utility: NDArray[np.float64] = balance * np.asarray(confidences) + (1 - balance) * distances.min(axis=1)
    return utility


def least_useful(utility: NDArray[np.float64]) -> int:
    """The entry to drop; of equals the newest goes, so that seeing a thing again changes nothing."""
    values = utility.tolist()
    limit = min(values) + TOLERANCE
    return max(row for row, value in enumerate(values) if value <= limit)


def _without(items: tuple[Item, ...], index: int) -> tuple[Item, ...]:
    return items[:index] + items[index + 1 :]
