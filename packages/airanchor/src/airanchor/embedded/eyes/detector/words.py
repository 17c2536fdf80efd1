"""Words: which concepts a category means, by the table of their words or by nearness of meaning."""

import re
from dataclasses import dataclass

import numpy as np
from numpy.typing import NDArray

from airanchor.errors import InputError
from airanchor.perception.calibration import TextCalibration, calibrate_text, stored_calibration
from airanchor.perception.contracts import TextEncoder

Floats = NDArray[np.float64]

KIND_WEIGHT = 0.97
"""A broader word means each of its concepts a little less than their own names do."""
_COMPOUND = 0.95
"""A name with a word before it that the table lacks is a little less sure: only the table's words count 1."""
_LOOSE = 0.4
"""What nearness of meaning counts beside a head noun of the table ("road bridge" is no road), and a broad
head noun beside a near meaning."""
_BROAD = 0.8
"""What a broad head noun counts where nothing is near ("lonely building")."""
_CLEAR = 0.6
_WHAT_IT_HAS = re.compile(r" (?:with|on|that) ")


@dataclass(frozen=True, slots=True)
class Concept:
    """One kind of thing."""

    name: str
    words: tuple[str, ...] = ()
    """Other words for it."""
    kinds: tuple[str, ...] = ()
    """What it also is, more generally."""

    @property
    def all_words(self) -> tuple[str, ...]:
        """Its name and the other words for it."""
        return (self.name, *self.words)


class Vocabulary:
    """Concept weights of categories; the encoder is asked only for words that are not in the table."""

    def __init__(self, encoder: TextEncoder, concepts: tuple[Concept, ...]) -> None:
        self._encoder = encoder
        self._concepts = concepts
        self._words = [word for concept in concepts for word in concept.all_words]
        self._owners = np.array([index for index, concept in enumerate(concepts) for _ in concept.all_words])
        self._exact = _exact_table(concepts)
        self._vectors: NDArray[np.float32] | None = None
        self._bounds = (0.0, 1.0)
        self._known: dict[str, Floats] = {}

    def weights(self, category: str) -> Floats:
        """How much each concept is meant, 0 to 1; all 0 where no concept is near."""
        word = singular(category)
        if word not in self._known:
            self._known[word] = self._weights(word)
        return self._known[word]

    def knows(self, category: str) -> bool:
        """Whether these very words are in the table, as a name or as a broader word."""
        return bool(self._exact_weights(singular(category)).any())

    def _weights(self, word: str) -> Floats:
        """Words of the table first, then the head noun with what precedes it, then nearness of meaning."""
        if (exact := self._exact_weights(word)).any():
            return exact
        if (bare := _WHAT_IT_HAS.split(word, maxsplit=1)[0]) != word:
            return self.weights(bare)
        before, by_head = self._by_head(word)
        near = self._near_weights(word)
        if by_head.max(initial=0.0) >= 1.0:
            return np.maximum(_COMPOUND * by_head, _LOOSE * near)
        if not by_head.any():
            return near
        by_modifier = np.minimum(self._exact_weights(before), by_head)
        if by_modifier.any():
            return _COMPOUND * by_modifier
        of_kind = near * (by_head > 0)
        share = _LOOSE if of_kind.max(initial=0.0) > _CLEAR else _BROAD
        return np.maximum(_COMPOUND * of_kind, share * by_head)

    def _by_head(self, word: str) -> tuple[str, Floats]:
        """The longest ending that is in the table ("cooling tower"): what precedes it, and its weights."""
        words = word.split(" ")
        for cut in range(1, len(words)):
            if (exact := self._exact_weights(" ".join(words[cut:]))).any():
                return " ".join(words[:cut]), exact
        return "", np.zeros(len(self._concepts))

    def _near_weights(self, word: str) -> Floats:
        if self._vectors is None:
            self._vectors = self._encoder.encode(self._words)
            self._bounds = _bounds(self._encoder)
        low, high = self._bounds
        near = np.clip((self._vectors @ self._encoder.encode([word])[0] - low) / (high - low), 0, 1)
        weights = np.zeros(len(self._concepts))
        np.maximum.at(weights, self._owners, near)
        return weights * weights / max(float(weights.max()), 1e-9)

    def _exact_weights(self, word: str) -> Floats:
        weights = np.zeros(len(self._concepts))
        for index, weight in self._exact.get(word, {}).items():
            weights[index] = weight
        return weights


def _exact_table(concepts: tuple[Concept, ...]) -> dict[str, dict[int, float]]:
    """The weight of each concept that each word of the table means, by its own name or a broader one."""
    table: dict[str, dict[int, float]] = {}
    for index, concept in enumerate(concepts):
        for kind in concept.kinds:
            table.setdefault(singular(kind), {})[index] = KIND_WEIGHT
        for own in concept.all_words:
            table.setdefault(singular(own), {})[index] = 1.0
    return table


def _bounds(encoder: TextEncoder) -> tuple[float, float]:
    """The cosine at which two words begin to be related, and that of well related ones."""
    try:
        measured = stored_calibration(encoder.name)
    except InputError:
        measured = calibrate_text(encoder)
    types = (measured if isinstance(measured, TextCalibration) else calibrate_text(encoder)).types
    return types.unrelated_p95, max(types.related_p50, types.unrelated_p95 + 0.05)


def singular(category: str) -> str:
    """Lower case, single spaces, and the last word without a plural s."""
    words = re.sub(r"[^a-z0-9 -]+", " ", category.lower().replace("grey", "gray")).split()
    if not words:
        return category.strip().lower()
    last = words[-1]
    if len(last) > 3 and last.endswith("s") and not last.endswith(("ss", "us")):
        last = (
            last[:-3] + "y"
            if last.endswith("ies")
            else last[:-2]
            if last.endswith(("ches", "shes"))
            else last[:-1]
        )
    return " ".join([*words[:-1], last])
