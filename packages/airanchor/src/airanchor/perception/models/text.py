"""A sentence encoder of the user's, GTE-small in the paper: the mean of the last layer's tokens."""

from collections.abc import Sequence

import numpy as np
from numpy.typing import NDArray

from airanchor.perception.models.config import Hardware
from airanchor.perception.models.folder import ModelFolder
from airanchor.perception.models.runtime import TextNetwork, check_runtime, load_network
from airanchor.perception.text.texts import check_texts
from airanchor.perception.vectors import unit

BATCH = 64
"""Texts of one pass."""
VECTORS_KEPT = 4096
"""Beyond this many texts all are forgotten; the same short phrases come again and again."""
MOST_TOKENS = 512


class SentenceEncoder:
    """Mean of the token vectors, padding left out, made one long. Weights are loaded at the first text."""

    def __init__(self, folder: ModelFolder, place: Hardware) -> None:
        check_runtime(f"text encoder {folder.name}")
        self._folder = folder
        self._place = place
        self._longest = min(MOST_TOKENS, folder.number("max_position_embeddings"))
        self._known: dict[str, NDArray[np.float32]] = {}
        self.dimension = folder.number("hidden_size", "dim")

    @property
    def name(self) -> str:
        """The model's name and the beginning of its hash."""
        return self._folder.identity

    @property
    def weights(self) -> str:
        """Where it comes from, its revision and its hash."""
        return self._folder.told

    def encode(self, texts: Sequence[str]) -> NDArray[np.float32]:
        """Unit vectors (n, dimension)."""
        check_texts(texts)
        known = self._known if len(self._known) < VECTORS_KEPT else {}
        fresh = [text for text in dict.fromkeys(texts) if text not in known]
        if fresh:
            self._known = known = {**known, **dict(zip(fresh, self._vectors(fresh), strict=True))}
        return np.array([known[text] for text in texts], np.float32).reshape(len(texts), self.dimension)

    def _vectors(self, texts: Sequence[str]) -> NDArray[np.float32]:
        network = load_network(TextNetwork, self._folder, self._place, self._longest)
        batches = [texts[start : start + BATCH] for start in range(0, len(texts), BATCH)]
        return unit(np.concatenate([mean_of_tokens(*network(batch)) for batch in batches]))


def mean_of_tokens(hidden: NDArray[np.float32], is_token: NDArray[np.int64]) -> NDArray[np.float32]:
    """The mean over tokens of (n, tokens, dimension), of those that are no padding."""
    weights = is_token[..., None].astype(np.float32)
    return np.asarray((hidden * weights).sum(axis=1) / weights.sum(axis=1), np.float32)
