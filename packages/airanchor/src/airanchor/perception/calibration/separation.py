"""How well an encoder tells related pairs from unrelated ones, and where to draw the line."""

from collections.abc import Sequence
from dataclasses import dataclass

import numpy as np
from numpy.typing import ArrayLike, NDArray

from airanchor.errors import InputError


@dataclass(frozen=True, slots=True)
class Separation:
    """Cosine similarities of related and of unrelated pairs, in numbers."""

    s0: float
    """The median of unrelated pairs: what similarity means nothing."""
    unrelated_p05: float
    unrelated_p95: float
    related_p05: float
    related_p50: float
    auc: float
    """How often a related pair scores higher than an unrelated one; 1 is perfect, 0.5 is chance."""
    threshold: float
    """The cosine that parts them with the highest mean of both rates."""
    accuracy: float
    """That mean: right answers on related and on unrelated pairs, averaged."""
    related: int
    unrelated: int

    @property
    def rescaled_threshold(self) -> float:
        """The threshold for similarities after `rescale`."""
        return float(rescale(self.threshold, self.s0))


@dataclass(frozen=True, slots=True)
class TextCalibration:
    """What a text encoder can tell apart."""

    types: Separation
    """Names of one kind of landmark against those of two kinds."""
    confusables: Separation
    """The same against kinds that are close: church and school, road and sidewalk."""
    attributes: Separation
    """Looks that agree against looks that do not."""
    captions: Separation
    """An instruction and the caption of its goal, against another caption."""


@dataclass(frozen=True, slots=True)
class ImageCalibration:
    """What an image encoder can tell apart."""

    crops: Separation
    """Two views of one object against views of two objects of two categories."""
    alike: Separation
    """The same against two objects of one category."""


Calibration = TextCalibration | ImageCalibration


def rescale(similarity: ArrayLike, s0: float) -> NDArray[np.float64]:
    """s' = clip((s - s0) / (1 - s0), 0, 1): 0 where a cosine means nothing, 1 where it is perfect."""
    if not s0 < 1:
        raise InputError(f"s0 = {s0} must be below 1: it is the cosine of unrelated pairs")
    return np.clip((np.asarray(similarity, dtype=np.float64) - s0) / (1 - s0), 0.0, 1.0)


def separate(related: Sequence[float], unrelated: Sequence[float]) -> Separation:
    """Measure two lists of cosines."""
    yes, no = np.sort(np.asarray(related, float)), np.sort(np.asarray(unrelated, float))
    if not len(yes) or not len(no):
        raise InputError(f"{len(yes)} related and {len(no)} unrelated pairs; both need at least one")
    below = np.searchsorted(no, yes, "left") + np.searchsorted(no, yes, "right")
    threshold, accuracy = _best_threshold(yes, no)
    return Separation(
        s0=float(np.median(no)),
        unrelated_p05=float(np.percentile(no, 5)),
        unrelated_p95=float(np.percentile(no, 95)),
        related_p05=float(np.percentile(yes, 5)),
        related_p50=float(np.median(yes)),
        auc=float(below.mean() / (2 * len(no))),
        threshold=threshold,
        accuracy=accuracy,
        related=len(yes),
        unrelated=len(no),
    )


def _best_threshold(yes: NDArray[np.float64], no: NDArray[np.float64]) -> tuple[float, float]:
    """The middle of the widest gap among the best ones, and (true positives + true negatives) / 2 there."""
    values = np.unique(np.concatenate([yes, no]))
    if len(values) == 1:
        return float(values[0]), 0.5
    cuts = (values[:-1] + values[1:]) / 2
    hits = 1 - np.searchsorted(yes, cuts) / len(yes)
    refusals = np.searchsorted(no, cuts) / len(no)
    accuracy = (hits + refusals) / 2
    best = np.flatnonzero(accuracy >= accuracy.max() - 1e-12)
    widest = best[np.diff(values)[best].argmax()]
    return float(cuts[widest]), float(accuracy[widest])
