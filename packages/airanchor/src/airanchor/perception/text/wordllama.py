"""WordLlama: the small text encoder, a table of 256 numbers for each piece of a word, averaged.

It is five times smaller than MiniLM and needs no arithmetic to speak of, but does not know word order.
"""

from collections.abc import Sequence

import numpy as np
from numpy.typing import NDArray

from airanchor.perception.text.byte_pairs import BytePairs
from airanchor.perception.text.texts import check_texts
from airanchor.perception.vectors import unit
from airanchor.perception.weights import WORDLLAMA, WORDLLAMA_TOKENIZER, read_safetensors


class WordLlama:
    """Mean of the pieces' vectors, made one long."""

    name = "wordllama-l2-supercat-256"
    dimension = 256

    def __init__(self) -> None:
        self._pairs = BytePairs.read(WORDLLAMA_TOKENIZER.locate())
        self._table: NDArray[np.float16] = read_safetensors(WORDLLAMA.locate())["embedding.weight"]

    def encode(self, texts: Sequence[str]) -> NDArray[np.float32]:
        """Unit vectors (n, 256)."""
        check_texts(texts)
        vectors = np.empty((len(texts), self.dimension), np.float32)
        for row, text in enumerate(texts):
            vectors[row] = self._table[self._pairs.encode(text)].mean(axis=0, dtype=np.float32)
        return unit(vectors)
