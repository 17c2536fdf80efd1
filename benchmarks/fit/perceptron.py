"""Fits small perceptrons by stochastic gradients (Adam), for the scene reader's models."""

from collections.abc import Sequence
from dataclasses import dataclass
from itertools import pairwise

import numpy as np
from numpy.typing import NDArray

from airanchor.embedded.eyes.reader.regions.perceptron import Perceptron

Floats = NDArray[np.float32]
Halves = NDArray[np.float16]

_ROWS = 50_000


@dataclass(frozen=True, slots=True, eq=False)
class Targets:
    """What the outputs should be: a class by the leading outputs and a value by the last one, or flags."""

    label: NDArray[np.int64] | None = None
    flags: NDArray[np.bool_] | None = None
    """Each output alone, instead of a class."""
    value: Floats | None = None
    value_weight: float = 0.5
    chance: Floats | None = None
    """How often each row is drawn."""


def fit_perceptron(
    inputs: Halves | Floats,
    targets: Targets,
    *,
    hidden: tuple[int, ...],
    classes: int,
    steps: int,
    rng: np.random.Generator,
    batch: int = 2048,
    rate: float = 0.004,
    decay: float = 1e-4,
    noise: float = 0.0,
) -> Perceptron:
    """Cross entropy on the classes plus a Huber loss on the value; the rate falls to zero along a cosine.

    Inputs may be of half precision: only batches are made whole, as millions of rows are too many for that.
    """
    mean, spread = _mean_and_spread(inputs)
    sizes = [inputs.shape[1], *hidden, classes + (targets.value is not None)]
    parts: list[Floats] = []
    for before, after in pairwise(sizes):
        parts += [(rng.standard_normal((before, after)) * np.sqrt(2 / before)).astype(np.float32)]
        parts += [np.zeros(after, np.float32)]
    firsts, seconds = [np.zeros_like(one) for one in parts], [np.zeros_like(one) for one in parts]
    chance = None if targets.chance is None else np.cumsum(targets.chance / targets.chance.sum())
    for step in range(1, steps + 1):
        rows = _draw(len(inputs), batch, chance, rng)
        signal = (inputs[rows].astype(np.float32, copy=False) - mean) / spread
        if noise:
            signal = signal + noise * rng.standard_normal(signal.shape).astype(np.float32)
        gradients = _gradients(parts, signal, targets, rows, classes)
        pace = rate * 0.5 * (1 + np.cos(np.pi * step / steps))
        for part, gradient, first, second in zip(parts, gradients, firsts, seconds, strict=True):
            first += 0.1 * (gradient - first)
            second += 0.001 * (gradient**2 - second)
            part -= pace * (first / (1 - 0.9**step)) / (np.sqrt(second / (1 - 0.999**step)) + 1e-8)
            if part.ndim == 2:
                part *= 1 - pace * decay
    layers = [(parts[k], parts[k + 1]) for k in range(0, len(parts), 2)]
    return Perceptron(mean, spread, layers)


def _mean_and_spread(inputs: Halves | Floats) -> tuple[Floats, Floats]:
    """Of each column, some rows at a time; spreads are never nothing."""
    total, squares = np.zeros(inputs.shape[1]), np.zeros(inputs.shape[1])
    for first in range(0, len(inputs), _ROWS):
        some = inputs[first : first + _ROWS].astype(np.float64)
        total += some.sum(axis=0)
        squares += (some**2).sum(axis=0)
    mean = total / len(inputs)
    spread = np.sqrt(np.maximum(squares / len(inputs) - mean**2, 0)) + 1e-3
    return mean.astype(np.float32), spread.astype(np.float32)


def average(models: Sequence[Perceptron]) -> Perceptron:
    """One perceptron whose outputs are the means of theirs; they have one hidden layer and the same rows."""
    first, second = zip(*(one.layers for one in models), strict=True)
    hidden = (np.concatenate([w for w, _ in first], axis=1), np.concatenate([b for _, b in first]))
    out = (
        np.concatenate([w for w, _ in second]) / np.float32(len(models)),
        np.mean([b for _, b in second], axis=0).astype(np.float32),
    )
    return Perceptron(models[0].mean, models[0].spread, [hidden, out])


def _draw(
    count: int, batch: int, chance: NDArray[np.floating] | None, rng: np.random.Generator
) -> NDArray[np.int64]:
    if chance is None:
        return rng.integers(count, size=batch)
    return np.minimum(np.searchsorted(chance, rng.random(batch)), count - 1)


def _gradients(
    parts: list[Floats], signal: Floats, targets: Targets, rows: NDArray[np.int64], classes: int
) -> list[Floats]:
    signals = [signal]
    for k in range(0, len(parts), 2):
        into = np.maximum(signals[-1], 0) if k else signals[-1]
        signals.append(into @ parts[k] + parts[k + 1])
    scores = signals[-1]
    if targets.flags is not None:
        told = 1 / (1 + np.exp(-np.clip(scores, -30, 30)))
        return _backwards(parts, signals, (told - targets.flags[rows]) / len(rows))
    assert targets.label is not None
    powers = np.exp(scores[:, :classes] - scores[:, :classes].max(axis=1, keepdims=True))
    error = np.zeros_like(scores)
    error[:, :classes] = powers / powers.sum(axis=1, keepdims=True)
    error[np.arange(len(rows)), targets.label[rows]] -= 1
    if targets.value is not None:
        error[:, classes] = targets.value_weight * np.clip(
            scores[:, classes] - targets.value[rows], -0.5, 0.5
        )
    return _backwards(parts, signals, error / len(rows))


def _backwards(parts: list[Floats], signals: list[Floats], error: Floats) -> list[Floats]:
    gradients: list[Floats] = []
    for k in range(len(parts) - 2, -1, -2):
        into = np.maximum(signals[k // 2], 0) if k else signals[k // 2]
        gradients = [into.T @ error, error.sum(axis=0), *gradients]
        if k:
            error = (error @ parts[k].T) * (signals[k // 2] > 0)
    return gradients
