"""all-MiniLM-L6-v2: the embedded text encoder, 384 numbers a text, without a deep-learning library."""

from collections.abc import Sequence

import numpy as np
from numpy.typing import NDArray

from airanchor.perception.one_thread import one_thread
from airanchor.perception.text.bert import Bert
from airanchor.perception.text.texts import check_texts
from airanchor.perception.text.wordpiece import WordPiece
from airanchor.perception.vectors import unit
from airanchor.perception.weights import MINILM, MINILM_VOCABULARY, read_safetensors

LONGEST_TOKENS = 256
"""What the model was trained for; the rest of a longer text is not read."""

BATCH = 32
"""Texts of one pass: enough to share the cost of reading the weights."""

VECTORS_KEPT = 4096
"""Beyond this many texts all are forgotten; the same short phrases come again and again."""


class MiniLM:
    """Mean of the last layer's token vectors, made one long."""

    name = "all-MiniLM-L6-v2"
    dimension = 384

    def __init__(self) -> None:
        self._pieces = WordPiece.read(MINILM_VOCABULARY.locate())
        self._bert = Bert(read_safetensors(MINILM.locate()), layers=6, heads=12)
        self._known: dict[str, NDArray[np.float32]] = {}

    def encode(self, texts: Sequence[str]) -> NDArray[np.float32]:
        """Unit vectors (n, 384)."""
        check_texts(texts)
        known = self._known if len(self._known) < VECTORS_KEPT else {}
        fresh = [text for text in dict.fromkeys(texts) if text not in known]
        if fresh:
            self._known = known = {**known, **dict(zip(fresh, self._vectors(fresh), strict=True))}
        return np.array([known[text] for text in texts], np.float32).reshape(len(texts), self.dimension)

    def _vectors(self, texts: Sequence[str]) -> NDArray[np.float32]:
        ids = [self._pieces.encode(text, LONGEST_TOKENS) for text in texts]
        vectors = np.empty((len(texts), self.dimension), np.float32)
        for start in range(0, len(texts), BATCH):
            with one_thread:
                tokens_of = self._bert(ids[start : start + BATCH])
            vectors[start : start + BATCH] = [tokens.mean(axis=0) for tokens in tokens_of]
        return unit(vectors)
