"""BERT as plain numpy: the forward pass of a post-norm transformer encoder.

Texts are laid end to end without padding, and attention looks at one text at a time: no text sees another,
and a text's vector does not depend on its batch.
"""

import math
from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from typing import Any

import numpy as np
from numpy.typing import NDArray

Floats = NDArray[np.float32]

_EPSILON = np.float32(1e-12)


@dataclass(frozen=True, slots=True, eq=False)
class Dense:
    """y = x A + b. In this order the matrix library gives a row the same bits in any batch."""

    matrix: Floats  # (inputs, outputs)
    bias: Floats

    @classmethod
    def take(cls, tensors: Mapping[str, NDArray[Any]], *names: str) -> "Dense":
        """One dense layer, or several that read the same input side by side."""
        matrix, bias = (
            np.concatenate([tensors[f"{n}.{part}"] for n in names]) for part in ("weight", "bias")
        )
        return cls(np.ascontiguousarray(matrix.T), bias)

    def __call__(self, x: Floats) -> Floats:
        y: Floats = x @ self.matrix
        y += self.bias
        return y


@dataclass(frozen=True, slots=True, eq=False)
class Norm:
    """y = (x - mean) / sqrt(variance + 1e-12) * scale + shift, along the last axis."""

    scale: Floats
    shift: Floats

    @classmethod
    def take(cls, tensors: Mapping[str, NDArray[Any]], name: str) -> "Norm":
        """The normalisation of that name."""
        return cls(np.array(tensors[f"{name}.weight"]), np.array(tensors[f"{name}.bias"]))

    def __call__(self, x: Floats) -> Floats:
        centred: Floats = x - x.mean(axis=-1, keepdims=True)
        variance = np.square(centred).mean(axis=-1, keepdims=True)
        centred /= np.sqrt(variance + _EPSILON)
        centred *= self.scale
        centred += self.shift
        return centred


@dataclass(frozen=True, slots=True, eq=False)
class Layer:
    """Self-attention and two dense layers, each added to its input and normalised."""

    heads: int
    queries_keys_values: Dense
    mix: Dense
    mix_norm: Norm
    widen: Dense
    narrow: Dense
    output_norm: Norm

    @classmethod
    def take(cls, tensors: Mapping[str, NDArray[Any]], number: int, heads: int) -> "Layer":
        """The layer of that number, from 0."""
        at = f"encoder.layer.{number}"
        attention = [f"{at}.attention.self.{part}" for part in ("query", "key", "value")]
        return cls(
            heads,
            Dense.take(tensors, *attention),
            Dense.take(tensors, f"{at}.attention.output.dense"),
            Norm.take(tensors, f"{at}.attention.output.LayerNorm"),
            Dense.take(tensors, f"{at}.intermediate.dense"),
            Dense.take(tensors, f"{at}.output.dense"),
            Norm.take(tensors, f"{at}.output.LayerNorm"),
        )

    def __call__(self, x: Floats, texts: Sequence[slice]) -> Floats:
        split = self.queries_keys_values(x)
        attended = np.empty_like(x)
        for text in texts:
            attended[text] = attend(split[text], self.heads)
        x = self.mix_norm(x + self.mix(attended))
        return self.output_norm(x + self.narrow(gelu(self.widen(x))))


class Bert:
    """The whole encoder: the token ids of each text in, its token vectors out."""

    def __init__(self, tensors: Mapping[str, NDArray[Any]], *, layers: int, heads: int) -> None:
        self._words: Floats = tensors["embeddings.word_embeddings.weight"]
        kind: Floats = tensors["embeddings.token_type_embeddings.weight"][0]
        self._places: Floats = tensors["embeddings.position_embeddings.weight"] + kind
        self._norm = Norm.take(tensors, "embeddings.LayerNorm")
        self._layers = [Layer.take(tensors, number, heads) for number in range(layers)]

    def __call__(self, texts: Sequence[Sequence[int]]) -> list[Floats]:
        ends = np.cumsum([len(ids) for ids in texts]).tolist()
        slices = [slice(end - len(ids), end) for ids, end in zip(texts, ends, strict=True)]
        places = np.concatenate([np.arange(len(ids)) for ids in texts])
        x = self._norm(self._words[np.concatenate(texts)] + self._places[places])
        for layer in self._layers:
            x = layer(x, slices)
        return [x[text] for text in slices]


def attend(queries_keys_values: Floats, heads: int) -> Floats:
    """softmax(Q Kᵀ / sqrt(d)) V for each head of one text; d is the width of a head."""
    tokens = len(queries_keys_values)
    split = queries_keys_values.reshape(tokens, 3, heads, -1)
    queries, keys, values = split.transpose(1, 2, 0, 3)  # each (heads, tokens, d)
    scores = queries @ keys.transpose(0, 2, 1)
    scores *= np.float32(1 / math.sqrt(queries.shape[-1]))
    scores -= scores.max(axis=-1, keepdims=True)
    np.exp(scores, out=scores)
    scores /= scores.sum(axis=-1, keepdims=True)
    mixed: Floats = np.matmul(scores, values, dtype=np.float32)
    return mixed.transpose(1, 0, 2).reshape(tokens, -1)


def gelu(x: Floats) -> Floats:
    """x Φ(x) = x (1 + erf(x / sqrt(2))) / 2.

    erf by Abramowitz and Stegun 7.1.26, whose error of 1.5e-7 is that of single precision:
    erf(z) = 1 - (a1 t + a2 t² + a3 t³ + a4 t⁴ + a5 t⁵) exp(-z²), t = 1 / (1 + 0.3275911 z), z >= 0.
    """
    z: Floats = np.abs(x) * np.float32(math.sqrt(0.5))
    t: Floats = np.reciprocal(np.float32(0.3275911) * z + np.float32(1))
    tail: Floats = t * np.float32(1.061405429) - np.float32(1.453152027)
    for coefficient in (1.421413741, -0.284496736, 0.254829592):
        tail *= t
        tail += np.float32(coefficient)
    tail *= t
    tail *= np.exp(-z * z)
    y: Floats = np.float32(0.5) * (x + np.abs(x) * (np.float32(1) - tail))
    return y
