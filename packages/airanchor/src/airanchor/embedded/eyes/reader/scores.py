"""Scoring: how probably a region is what a phrase names."""

from dataclasses import dataclass

import numpy as np
from numpy.typing import NDArray

from airanchor.embedded.eyes.reader.regions.perceptron import Perceptron, softmax
from airanchor.embedded.eyes.reader.regions.regions import Regions

Floats = NDArray[np.float32]

_LEAST = 1e-4
_MOST_WORDS = 3


@dataclass(frozen=True, slots=True, eq=False)
class Judgement:
    """What speaks for each region of a picture being what a phrase names."""

    meaning: NDArray[np.floating]  # (r,) how probably it is what the category means
    agreement: NDArray[np.floating]  # (r,) how well it agrees with the attributes
    rate: float
    """How often any region is what the category means."""
    scores: NDArray[np.floating]  # (r,) how probably it is right, all told


def score_features(
    regions: Regions, meaning: NDArray[np.floating], agreements: NDArray[np.floating], rate: float
) -> Floats:
    """What decides a score, (r, features).

    `meaning` is how probably each region is what the category means, `agreements` (r, words) how well it
    agrees with each attribute, `rate` how often any region is what the category means.
    """
    likely = np.log(np.maximum(meaning, _LEAST))
    odds = likely - np.log(np.maximum(1 - meaning, _LEAST))
    doubts = np.log(np.maximum(agreements, 1e-2))
    asked = agreements.shape[1]
    total = likely + doubts.sum(axis=1)
    columns = [
        odds,
        np.full(len(odds), np.max(odds, initial=-9)),
        np.full(len(odds), np.log(rate + _LEAST)),
        doubts.sum(axis=1),
        doubts.min(axis=1, initial=0),
        np.full(len(odds), min(asked, _MOST_WORDS)),
        total - np.max(total, initial=-9),
        np.full(len(odds), np.max(total, initial=-9)),
        regions.isolation,
        regions.unity,
        np.log(regions.size),
        regions.cut.max(axis=1),
        regions.is_ground,
        np.log(regions.nearness),
    ]
    return np.stack(columns, axis=1).astype(np.float32)


def score(model: Perceptron, features: Floats) -> Floats:
    """The probability of each row of features."""
    return softmax(model.run(features))[:, 1]
