"""A small perceptron: layers of weights with a rectifier between them, run on one thread."""

from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from typing import Any

import numpy as np
from numpy.typing import NDArray

from airanchor.perception.one_thread import one_thread

Floats = NDArray[np.float32]


@dataclass(frozen=True, slots=True, eq=False)
class Perceptron:
    """y = W_k relu(... relu(W_1 (x - mean) / spread + b_1) ...) + b_k."""

    mean: Floats  # (inputs,)
    spread: Floats  # (inputs,)
    layers: Sequence[tuple[Floats, Floats]]  # (inputs, outputs), (outputs,)

    def run(self, inputs: Floats) -> Floats:
        """The outputs (n, outputs) of inputs (n, inputs)."""
        with one_thread:
            signal = (inputs - self.mean) / self.spread
            for depth, (weights, bias) in enumerate(self.layers):
                signal = (np.maximum(signal, 0) if depth else signal) @ weights + bias
        return np.asarray(signal, np.float32)

    def to_json(self) -> dict[str, Any]:
        """As stored, to four significant digits."""
        return {
            "mean": _plain(self.mean),
            "spread": _plain(self.spread),
            "layers": [[_plain(weights), _plain(bias)] for weights, bias in self.layers],
        }


def perceptron_from_json(data: Mapping[str, Any]) -> Perceptron:
    """The inverse of Perceptron.to_json."""
    return Perceptron(
        np.array(data["mean"], np.float32),
        np.array(data["spread"], np.float32),
        [(np.array(weights, np.float32), np.array(bias, np.float32)) for weights, bias in data["layers"]],
    )


def softmax(scores: Floats) -> Floats:
    """Shares that sum to 1 along the last axis."""
    powers = np.exp(scores - scores.max(axis=-1, keepdims=True))
    shares: Floats = powers / powers.sum(axis=-1, keepdims=True)
    return shares


def _plain(values: Floats) -> Any:
    if values.ndim > 1:
        return [_plain(row) for row in values]
    return [float(f"{value:.4g}") for value in values.tolist()]
