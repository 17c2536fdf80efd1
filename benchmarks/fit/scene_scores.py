"""Fits what a score of the scene reader means, and how tall things are, from regions that are named.

Scores are fitted on views of flights, asked for the landmarks that instructions tell, those out of sight
included. The network that names regions has seen none of these scenes, so a score means the same in others.
"""

from collections.abc import Sequence
from dataclasses import dataclass

import numpy as np
from numpy.typing import NDArray

from airanchor.embedded.eyes.detector.words import Vocabulary
from airanchor.embedded.eyes.reader.height import seen_height_m
from airanchor.embedded.eyes.reader.names import NAMES
from airanchor.embedded.eyes.reader.names_of_regions import (
    agreed_shares,
    agreed_traits,
    as_proposals,
    name_shares,
)
from airanchor.embedded.eyes.reader.paint import repaint
from airanchor.embedded.eyes.reader.pooling import RegionLooks
from airanchor.embedded.eyes.reader.question import PhraseQuestion, ask
from airanchor.embedded.eyes.reader.reading import LEAST_WEIGHT
from airanchor.embedded.eyes.reader.recognition import Recognition
from airanchor.embedded.eyes.reader.regions.perceptron import Perceptron
from airanchor.embedded.eyes.reader.regions.regions import Regions
from airanchor.embedded.eyes.reader.scores import score_features
from airanchor.embedded.eyes.reader.traits import agree
from airanchor.perception import Phrase
from benchmarks.fit.perceptron import Targets, average, fit_perceptron
from benchmarks.fit.scene_reader_truth import Known, answering, name_regions

Floats = NDArray[np.float32]
Numbers = NDArray[np.float64]

_EXAMPLES = 15
"""With fewer examples nothing is said about the size of a thing,"""
_FLAT = 0.5
"""nor where more of its regions than this are ground."""
_ASKED = 8
"""So many of the likeliest regions per phrase show what a score means,"""
_OTHERS = 12
"""and so many drawn from all, for otherwise a score would mean nothing where the odds are low."""
_RIGHT = 0.5
_MEMBERS = 5
"""So many perceptrons are averaged."""


@dataclass(frozen=True, slots=True, eq=False)
class Asked:
    """A phrase and the thing that it was said of."""

    phrase: Phrase
    landmark: int


@dataclass(frozen=True, slots=True, eq=False)
class Sample:
    """The regions of one view, what the network says of them and what they truly are."""

    scene: str
    known: Known
    labels: NDArray[np.int32]
    regions: Regions
    looks: RegionLooks
    recognized: Recognition
    overlap_px: NDArray[np.float64]
    height_m: float
    asked: tuple[Asked, ...] = ()


@dataclass(frozen=True, slots=True, eq=False)
class Scores:
    """The fitted parts."""

    scoring: Perceptron
    rates: Numbers
    tops: Numbers


def fit_scores(samples: Sequence[Sample], vocabulary: Vocabulary, rng: np.random.Generator) -> Scores:
    """All parts."""
    shares = [agreed_shares(name_shares(one.looks.log_names), one.recognized) for one in samples]
    tops = known_tops(samples)
    heights = [seen_height_m(one.regions, own, tops) for one, own in zip(samples, shares, strict=True)]
    errors = np.abs(np.log(np.array(heights) / [one.height_m for one in samples]))
    print(f"height off by a factor of {np.exp(np.median(errors)):.3f} (median)", flush=True)
    rates = np.concatenate(shares).mean(axis=0).astype(float)
    rows, rights = [], []
    for one, own, height_m in zip(samples, shares, heights, strict=True):
        for features, is_right in _questions(one, own, height_m, vocabulary, rates):
            chosen = _chosen(features, rng)
            rows.append(features[chosen])
            rights.append(is_right[chosen])
    targets = Targets(np.concatenate(rights).astype(np.int64))
    inputs = np.concatenate(rows)
    members = [
        fit_perceptron(inputs, targets, hidden=(16,), classes=2, steps=3000, rng=rng, batch=1024, decay=0.1)
        for _ in range(_MEMBERS)
    ]
    return Scores(average(members), rates, tops)


def known_tops(samples: Sequence[Sample]) -> Numbers:
    """Mean and spread of the logarithm of each name's height in metres; a wide spread where unknown."""
    label = np.concatenate([name_regions(one.known, one.overlap_px) for one in samples])
    tops = np.concatenate([np.log(one.regions.top * one.height_m) for one in samples])
    is_ground = np.concatenate([one.regions.is_ground for one in samples])
    rows = []
    for index in range(len(NAMES)):
        own = tops[label == index]
        if len(own) < _EXAMPLES or is_ground[label == index].mean() > _FLAT:
            rows.append((0.0, 9.0))
            continue
        middle = float(np.median(own))
        rows.append((middle, max(1.48 * float(np.median(np.abs(own - middle))), 0.1)))
    return np.array(rows)


def _questions(
    one: Sample, shares: Floats, height_m: float, vocabulary: Vocabulary, rates: Numbers
) -> list[tuple[Floats, NDArray[np.bool_]]]:
    """(features, is_right) of all regions for each phrase that means a name."""
    proposals = as_proposals(one.regions, one.labels, height_m)
    traits = agreed_traits(repaint(one.looks.traits, proposals), one.recognized)
    found = []
    for asked in one.asked:
        question = ask(asked.phrase, vocabulary, least_weight=LEAST_WEIGHT)
        meaning = np.minimum(shares @ question.weights, 1.0)
        if meaning.any():
            agrees = agree(traits, proposals, question.traits, question.others)
            features = score_features(one.regions, meaning, agrees, float(rates @ question.weights))
            found.append((features, _share_right(one, asked, question) >= _RIGHT))
    return found


def _chosen(features: Floats, rng: np.random.Generator) -> NDArray[np.intp]:
    likeliest = np.argsort(-(features[:, 0] + features[:, 3]), kind="stable")[:_ASKED]
    return np.union1d(likeliest, rng.integers(len(features), size=_OTHERS))


def _share_right(one: Sample, asked: Asked, question: PhraseQuestion) -> Numbers:
    right = answering(one.known, asked.landmark, question.traits)
    chosen = np.array([number in right for number in one.known.ids])
    return np.asarray(one.overlap_px[:, chosen].sum(axis=1) / np.maximum(one.overlap_px.sum(axis=1), 1))
