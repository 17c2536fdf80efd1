# mypy: allow-untyped-defs, allow-untyped-calls, disable-error-code=untyped-decorator
"""A small perceptron: layers of weights with a rectifier between them, run on one thread."""

from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from typing import Any

import numpy as np
from numpy.typing import NDArray

from airanchor.perception.one_thread import one_thread
from aircity.machine.compilation import njit

Floats = NDArray[np.float32]

ROWS = 1024
"""Inputs of one pass: what is in between stays in the processor's cache."""


@dataclass(frozen=True, slots=True, eq=False)
class Perceptron:
    """y = W_k relu(... relu(W_1 (x - mean) / spread + b_1) ...) + b_k."""

    mean: Floats  # (inputs,)
    spread: Floats  # (inputs,)
    layers: Sequence[tuple[Floats, Floats]]  # (inputs, outputs), (outputs,)

    def run(self, inputs: Floats) -> Floats:
        """The outputs (n, outputs) of inputs (n, inputs)."""
        rows = np.ascontiguousarray(inputs, np.float32)
        out = np.empty((len(rows), len(self.layers[-1][1])), np.float32)
        with one_thread:
            for start in range(0, len(rows), ROWS):
                signal = _standardized(rows[start : start + ROWS], self.mean, self.spread)
                for depth, (weights, bias) in enumerate(self.layers, start=1):
                    signal = signal @ weights
                    _add_bias(signal, bias, depth < len(self.layers))
                out[start : start + ROWS] = signal
        return out

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


def sigmoid(scores: Floats) -> Floats:
    """Probabilities by log-odds."""
    return np.asarray(1 / (1 + np.exp(-np.clip(scores, -9, 9))), np.float32)


def softmax(scores: Floats) -> Floats:
    """Shares that sum to 1 along the last axis."""
    shares: Floats = _below_peak(np.ascontiguousarray(scores).reshape(-1, scores.shape[-1]))
    np.exp(shares, out=shares)
    shares /= shares.sum(axis=-1, keepdims=True)
    return shares.reshape(scores.shape)


@njit(cache=True, nogil=True, error_model="numpy")
def _standardized(inputs, mean, spread):
    """(inputs - mean) / spread in one pass."""
    rows, columns = inputs.shape
    out = np.empty((rows, columns), np.float32)
    for i in range(rows):
        for j in range(columns):
            out[i, j] = (inputs[i, j] - mean[j]) / spread[j]
    return out


@njit(cache=True, nogil=True)
def _add_bias(signal, bias, is_rectified):
    """Add a bias to each row in place, and cut what is negative where asked."""
    rows, columns = signal.shape
    least = np.float32(0.0 if is_rectified else -np.inf)
    for i in range(rows):
        for j in range(columns):
            signal[i, j] = max(signal[i, j] + bias[j], least)


@njit(cache=True, nogil=True)
def _below_peak(scores):
    """How far each score lies below the largest of its row, as a negative number."""
    rows, columns = scores.shape
    out = np.empty_like(scores)
    for i in range(rows):
        peak = scores[i, 0]
        for j in range(1, columns):
            peak = max(peak, scores[i, j])
        for j in range(columns):
            out[i, j] = scores[i, j] - peak
    return out


def _plain(values: Floats) -> Any:
    if values.ndim > 1:
        return [_plain(row) for row in values]
    return [float(f"{value:.4g}") for value in values.tolist()]
