"""Fits the embedded detector's numbers on scenes of its own: python -m benchmarks.fit.detector_concepts.

Writes fitted.json of airanchor.embedded.eyes.detector. The scenes are generated with seeds that no benchmark
scene has; tuning and benchmark scenes stay unseen.
"""

import argparse
import json
from pathlib import Path

import numpy as np
from numpy.typing import NDArray

import airanchor.embedded.eyes.detector as embedded
from airanchor.bench.grounding.phrases import choose_phrases
from airanchor.bench.grounding.views import survey_views
from airanchor.embedded.eyes.detector.apartness import apart
from airanchor.embedded.eyes.detector.attributes import agreement
from airanchor.embedded.eyes.detector.confidence import FEATURES, Confidence, ProposalEvidence, features_of
from airanchor.embedded.eyes.detector.fitted import Fitted
from airanchor.embedded.eyes.detector.names import (
    FIRST,
    PAIRS,
    Naming,
    is_possible,
    log_likelihoods,
    unknown_terms,
)
from airanchor.embedded.eyes.detector.properties import Property
from airanchor.embedded.eyes.detector.question import read_phrase
from airanchor.embedded.eyes.detector.words import Vocabulary
from airanchor.perception.text import load_text_encoder
from benchmarks.fit.detector_samples import DOUBTFUL, NOTHING, Sample, take_samples

Floats = NDArray[np.float64]

SCENES = (
    "downtown@1001", "old-town@1002", "harbour@1003", "campus@1004", "suburb@1005", "industrial@1006",
    "park-city@1007", "river-town@1008", "modernist@1009", "canal-town@1010", "seaside@1011",
)  # fmt: skip
_STEPS, _BATCH, _RATE = 500, 3000, 0.03
_PULL_TO_MEAN, _PULL_TO_ZERO = 1e-3, 2e-4
_EXAMPLES = 5
"""With fewer examples a concept is not fitted."""
_ROUNDS = 3
_LEAST_MEANING, _LEAST_CONFIDENCE = 0.01, 0.02


def fit_naming(samples: list[Sample], rng: np.random.Generator) -> Naming:
    """Multinomial logistic regression on the table's log-likelihoods, large proposals drawn more often.

    Each weight is pulled towards the mean weight of its property, so that rare concepts borrow strength.
    """
    usable = [sample.concept != DOUBTFUL for sample in samples]
    likelihoods = np.concatenate(
        [log_likelihoods(one.proposals)[keep] for one, keep in zip(samples, usable, strict=True)]
    )
    possible = np.concatenate(
        [is_possible(one.proposals)[keep] for one, keep in zip(samples, usable, strict=True)]
    )
    terms = np.concatenate(
        [unknown_terms(one.proposals)[keep] for one, keep in zip(samples, usable, strict=True)]
    )
    labels = np.concatenate([one.concept[keep] for one, keep in zip(samples, usable, strict=True)])
    area = np.concatenate(
        [one.proposals.column(Property.AREA_PX)[keep] for one, keep in zip(samples, usable, strict=True)]
    )
    chance = np.sqrt(np.minimum(area, 2000.0))
    chance /= chance.sum()
    parts = [np.full(len(PAIRS.which), 0.5), np.zeros(NOTHING), np.array([2.0, 1.0, 2.0, 1.0])]
    firsts, seconds = [np.zeros_like(part) for part in parts], [np.zeros_like(part) for part in parts]
    for step in range(1, _STEPS + 1):
        batch = rng.choice(len(labels), _BATCH, p=chance)
        gradients = _gradients(parts, likelihoods[batch], possible[batch], terms[batch], labels[batch])
        for part, gradient, first, second in zip(parts, gradients, firsts, seconds, strict=True):
            first += 0.1 * (gradient - first)
            second += 0.01 * (gradient**2 - second)
            part -= _RATE * (first / (1 - 0.9**step)) / (np.sqrt(second / (1 - 0.99**step)) + 1e-8)
        np.clip(parts[0], 0, 2, out=parts[0])
    weights, commonness = _lend(parts[0], parts[1], np.bincount(labels, minlength=NOTHING)[:NOTHING])
    naming = Naming(weights, commonness, parts[2].reshape(2, 2), np.zeros(NOTHING))
    rates = np.concatenate([naming.shares(one.proposals) for one in samples]).mean(axis=0)
    return Naming(naming.weights, naming.commonness, naming.unknown, rates)


def _gradients(
    parts: list[Floats],
    likelihoods: Floats,
    possible: NDArray[np.bool_],
    terms: Floats,
    labels: NDArray[np.int64],
) -> list[Floats]:
    weights, commonness, unknown = parts
    scores = np.add.reduceat(likelihoods * weights, FIRST, axis=1) + commonness
    scores = np.column_stack([np.where(possible, scores, -1e9), terms @ unknown])
    scores -= scores.max(axis=1, keepdims=True)
    error = np.exp(scores)
    error /= error.sum(axis=1, keepdims=True)
    error[np.arange(len(labels)), labels] -= 1
    return [
        (error[:, PAIRS.concept] * likelihoods).mean(axis=0)
        + _PULL_TO_MEAN * (weights - _property_means(weights)),
        error[:, :-1].mean(axis=0) + _PULL_TO_ZERO * commonness,
        (terms * error[:, -1:]).mean(axis=0),
    ]


def _lend(weights: Floats, commonness: Floats, seen: NDArray[np.int64]) -> tuple[Floats, Floats]:
    """Concepts with too few examples get the mean weights of their properties, and count as rare."""
    is_rare = seen < _EXAMPLES
    lent = np.where(is_rare[PAIRS.concept], _property_means(weights), weights)
    return lent, np.where(is_rare, np.quantile(commonness[~is_rare], 0.25), commonness)


def _property_means(weights: Floats) -> Floats:
    """The mean weight of each pair's property."""
    counts = np.maximum(np.bincount(PAIRS.which), 1)
    return np.asarray((np.bincount(PAIRS.which, weights) / counts)[PAIRS.which])


def fit_confidence(samples: list[Sample], naming: Naming, rng: np.random.Generator) -> Confidence:
    """Logistic regression of being right, first on all that is meant, then on what would be answered."""
    vocabulary = Vocabulary(load_text_encoder())
    questions = []
    for sample in samples:
        shares = naming.shares(sample.proposals)
        for phrase in choose_phrases(sample.true, rng):
            noun, attributes = read_phrase(phrase, vocabulary)
            weights = vocabulary.weights(noun)
            meaning = np.minimum(shares @ weights, 1.0)
            if not meaning.any():
                continue
            evidence = ProposalEvidence(
                meaning, agreement(sample.proposals, attributes), float(naming.rates @ weights)
            )
            is_right = sample.true.truth.judge(phrase, sample.overlap_px).is_right
            questions.append((sample, features_of(sample.proposals, evidence), is_right, meaning))
    chosen = [np.flatnonzero(meaning > _LEAST_MEANING) for _, _, _, meaning in questions]
    for _ in range(_ROUNDS):
        features = np.concatenate([row[1][keep] for row, keep in zip(questions, chosen, strict=True)])
        is_right = np.concatenate([row[2][keep] for row, keep in zip(questions, chosen, strict=True)])
        is_ground = np.concatenate(
            [
                row[0].proposals.column(Property.GROUND)[keep] > 0.5
                for row, keep in zip(questions, chosen, strict=True)
            ]
        )
        confidence = Confidence(
            *(_logistic(features[where], is_right[where]) for where in (~is_ground, is_ground))
        )
        chosen = []
        for sample, values, _, meaning in questions:
            rated = confidence.rate(sample.proposals, values) * (meaning > 0)
            order = np.argsort(-rated, kind="stable")
            chosen.append(
                np.array(apart(sample.proposals, order[rated[order] > _LEAST_CONFIDENCE]), np.int64)
            )
    return confidence


def _logistic(features: Floats, is_right: NDArray[np.bool_]) -> Floats:
    """Newton's method with a slight pull to zero, the constant left free."""
    weights = np.zeros(len(FEATURES))
    pull = np.diag([1.0] * (len(FEATURES) - 1) + [0.0])
    for _ in range(30):
        expected = 1 / (1 + np.exp(-features @ weights))
        gradient = features.T @ (expected - is_right) + pull @ weights
        curvature = (features * (expected * (1 - expected))[:, None]).T @ features + pull
        weights -= np.linalg.solve(curvature, gradient)
    return weights


def main() -> None:
    """Survey, fit and write."""
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("--views", type=int, default=8, help="views per scene")
    parser.add_argument("--seed", type=int, default=5)
    parser.add_argument("--out", type=Path, default=Path(str(embedded.__file__)).parent / "fitted.json")
    options = parser.parse_args()
    samples = take_samples(survey_views(SCENES, options.views, options.seed, progress=print))
    rng = np.random.default_rng(options.seed)
    naming = fit_naming(samples, rng)
    fitted = Fitted(naming, fit_confidence(samples, naming, rng))
    options.out.write_text(json.dumps(fitted.to_json(), indent=1) + "\n", encoding="utf-8")


if __name__ == "__main__":
    main()
