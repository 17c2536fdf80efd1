"""Scoring: how probably a region is what a phrase names."""

from dataclasses import dataclass

import numpy as np
from numpy.typing import NDArray

from airanchor.perception.scene_reader.perceptron import Perceptron, softmax
from airanchor.perception.scene_reader.regions import Regions

Floats = NDArray[np.float32]


@dataclass(frozen=True, slots=True, eq=False)
class Judgement:
    """What speaks for each region of a picture being what a phrase names."""

    meaning: NDArray[np.floating]  # (r,) how probably it is what the category means
    agreement: NDArray[np.floating]  # (r,) how well it agrees with the attributes
    rate: float
    """How often any region is what the category means."""
    scores: NDArray[np.floating]  # (r,) how probably it is right, all told


def score_features(
    regions: Regions, meaning: NDArray[np.floating], agreement: NDArray[np.floating], rate: float
) -> Floats:
    """What decides a score, (r, features).

    `meaning` is how probably each region is what the category means, `agreement` how well it agrees with the
    attributes, `rate` how often any region is what the category means.
    """
    odds = np.log(np.maximum(meaning, 1e-4)) - np.log(np.maximum(1 - meaning, 1e-4))
    best = np.full(len(odds), np.max(odds, initial=-9))
    columns = [
        odds,
        best,
        np.full(len(odds), np.log(rate + 1e-4)),
        np.log(np.maximum(agreement, 1e-2)),
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
