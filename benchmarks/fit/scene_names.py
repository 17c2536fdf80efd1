"""Fits the later parts of the scene reader's model: names, traits and what a score means.

Scores are fitted on views of flights, asked for the landmarks that instructions tell, those out of sight
included. Names and traits that a score is fitted to come from folds that have not seen the view's scene, so a
score means the same in scenes that no part was fitted to.
"""

from collections.abc import Sequence
from dataclasses import dataclass

import numpy as np
from numpy.typing import NDArray

from airanchor.embedded.eyes.detector.words import Vocabulary
from airanchor.embedded.eyes.reader.height import seen_height_m
from airanchor.embedded.eyes.reader.names import NAMES, NOTHING
from airanchor.embedded.eyes.reader.names_of_regions import as_proposals, measured_features, region_features
from airanchor.embedded.eyes.reader.question import PhraseQuestion, ask
from airanchor.embedded.eyes.reader.reading import LEAST_WEIGHT
from airanchor.embedded.eyes.reader.regions.perceptron import Perceptron, softmax
from airanchor.embedded.eyes.reader.regions.regions import Regions
from airanchor.embedded.eyes.reader.scores import score_features
from airanchor.embedded.eyes.reader.traits import TRAITS, agree, trait_shares
from airanchor.perception import Phrase
from benchmarks.fit.perceptron import Targets, fit_perceptron
from benchmarks.fit.scene_reader_truth import Known, answering, name_regions, trait_regions

Floats = NDArray[np.float32]
Numbers = NDArray[np.float64]

FOLDS = 2
_EXAMPLES = 15
"""With fewer examples nothing is said about the size of a thing."""
_ASKED = 8
"""So many of the likeliest regions per phrase show what a score means,"""
_OTHERS = 12
"""and so many drawn from all, for otherwise a score would mean nothing where the odds are low."""
_RIGHT = 0.5
_GLANCE = 32
"""Hidden units of the glance: few, so that it hardly knows the scenes it was fitted to."""


@dataclass(frozen=True, slots=True, eq=False)
class Asked:
    """A phrase and the thing that it was said of."""

    phrase: Phrase
    landmark: int


@dataclass(frozen=True, slots=True, eq=False)
class Sample:
    """The regions of one view and what they truly are."""

    scene: str
    known: Known
    labels: NDArray[np.int32]
    regions: Regions
    overlap_px: NDArray[np.float64]
    height_m: float
    asked: tuple[Asked, ...] = ()


@dataclass(frozen=True, slots=True, eq=False)
class Looks:
    """Names and traits of a sample's regions by parts that have not seen its scene."""

    shares: Floats
    traits: Floats
    height_m: float


@dataclass(frozen=True, slots=True, eq=False)
class Names:
    """The fitted parts."""

    glance: Perceptron
    naming: Perceptron
    traits: Perceptron
    scoring: Perceptron
    rates: Numbers
    tops: Numbers


def fit_names(samples: Sequence[Sample], vocabulary: Vocabulary, rng: np.random.Generator) -> Names:
    """All parts, each on what the parts before it make of scenes they have not seen."""
    labels = [name_regions(one.known, one.overlap_px) for one in samples]
    flags = [trait_regions(one.known, one.overlap_px) for one in samples]
    tops = known_tops(samples, labels)
    fold = _folds(samples)
    plain = [region_features(one.regions) for one in samples]
    all_of = np.ones(len(samples), bool)
    glance = _fit_names(samples, plain, labels, rng, of=all_of, hidden=_GLANCE, steps=2000)
    heights = np.array(
        [
            seen_height_m(one.regions, _shares(glance, features), tops)
            for one, features in zip(samples, plain, strict=True)
        ]
    )
    errors = np.abs(np.log(heights / [one.height_m for one in samples]))
    print(f"height off by a factor of {np.exp(np.median(errors)):.3f} (median)", flush=True)
    looked = [
        measured_features(features, one.regions, height)
        for features, one, height in zip(plain, samples, heights, strict=True)
    ]
    looks: dict[int, Looks] = {}
    for number in range(FOLDS):
        naming = _fit_names(samples, looked, labels, rng, of=fold != number)
        traits = _fit_traits(samples, looked, flags, rng, of=fold != number)
        for k in np.flatnonzero(fold == number):
            looks[k] = Looks(_shares(naming, looked[k]), trait_shares(traits, looked[k]), heights[k])
        print(f"fold {number}", flush=True)
    naming = _fit_names(samples, looked, labels, rng, of=all_of)
    traits = _fit_traits(samples, looked, flags, rng, of=all_of)
    rates = np.concatenate([looks[k].shares for k in range(len(samples))]).mean(axis=0).astype(float)
    scoring = fit_scoring(samples, [looks[k] for k in range(len(samples))], vocabulary, rng, rates=rates)
    return Names(glance, naming, traits, scoring, rates, tops)


def _folds(samples: Sequence[Sample]) -> NDArray[np.int64]:
    scenes = sorted({one.scene for one in samples})
    return np.array([scenes.index(one.scene) % FOLDS for one in samples])


def _shares(model: Perceptron, features: Floats) -> Floats:
    return softmax(model.run(features))[:, :NOTHING]


def _fit_names(
    samples: Sequence[Sample],
    features: Sequence[Floats],
    labels: Sequence[NDArray[np.int64]],
    rng: np.random.Generator,
    *,
    of: NDArray[np.bool_],
    hidden: int = 96,
    steps: int = 3000,
) -> Perceptron:
    """Rare names and large regions are drawn more often."""
    chosen = np.flatnonzero(of)
    label = np.concatenate([labels[k] for k in chosen])
    kept = label >= 0
    rows = np.concatenate([features[k] for k in chosen])[kept]
    size = np.concatenate([samples[k].regions.size for k in chosen])[kept]
    count = np.bincount(label[kept], minlength=NOTHING + 1)
    chance = np.sqrt(np.minimum(size, 2000)) / np.sqrt(np.maximum(count[label[kept]], 20))
    targets = Targets(label[kept], chance=chance.astype(np.float32))
    return fit_perceptron(
        rows,
        targets,
        hidden=(hidden,),
        classes=NOTHING + 1,
        steps=steps,
        rng=rng,
        decay=1e-2,
        noise=0.15,
        batch=768,
    )


def _fit_traits(
    samples: Sequence[Sample],
    features: Sequence[Floats],
    flags: Sequence[tuple[NDArray[np.bool_], NDArray[np.bool_]]],
    rng: np.random.Generator,
    *,
    of: NDArray[np.bool_],
) -> Perceptron:
    """Traits of the things that regions mostly lie on."""
    chosen = np.flatnonzero(of)
    kept = np.concatenate([flags[k][1] for k in chosen])
    rows = np.concatenate([features[k] for k in chosen])[kept]
    size = np.concatenate([samples[k].regions.size for k in chosen])[kept]
    targets = Targets(
        flags=np.concatenate([flags[k][0] for k in chosen])[kept], chance=np.sqrt(np.minimum(size, 2000))
    )
    return fit_perceptron(
        rows,
        targets,
        hidden=(64,),
        classes=len(TRAITS),
        steps=2000,
        rng=rng,
        decay=1e-2,
        noise=0.1,
        batch=768,
    )


def known_tops(samples: Sequence[Sample], labels: Sequence[NDArray[np.int64]]) -> Numbers:
    """Mean and spread of the logarithm of each name's height in metres; a wide spread where unknown."""
    label = np.concatenate(labels)
    tops = np.concatenate([np.log(one.regions.top * one.height_m) for one in samples])
    rows = []
    for index, name in enumerate(NAMES):
        own = tops[label == index]
        if name.on_ground or len(own) < _EXAMPLES:
            rows.append((0.0, 9.0))
            continue
        middle = float(np.median(own))
        rows.append((middle, max(1.48 * float(np.median(np.abs(own - middle))), 0.1)))
    return np.array(rows)


def fit_scoring(
    samples: Sequence[Sample],
    looks: Sequence[Looks],
    vocabulary: Vocabulary,
    rng: np.random.Generator,
    *,
    rates: Numbers,
) -> Perceptron:
    """Being right, for the likeliest regions of each phrase."""
    rows, rights = [], []
    for one, look in zip(samples, looks, strict=True):
        proposals = as_proposals(one.regions, one.labels, look.height_m) if one.asked else None
        for asked in one.asked:
            question = ask(asked.phrase, vocabulary, least_weight=LEAST_WEIGHT)
            meaning = np.minimum(look.shares @ question.weights, 1.0)
            if proposals is None or not meaning.any():
                continue
            agrees = agree(look.traits, proposals, question.traits, question.others)
            features = score_features(one.regions, meaning, agrees, float(rates @ question.weights))
            likeliest = np.argsort(-(features[:, 0] + features[:, 3]), kind="stable")[:_ASKED]
            likeliest = np.union1d(likeliest, rng.integers(len(features), size=_OTHERS))
            rows.append(features[likeliest])
            rights.append(_share_right(one, asked, question)[likeliest] >= _RIGHT)
    targets = Targets(np.concatenate(rights).astype(np.int64))
    return fit_perceptron(
        np.concatenate(rows), targets, hidden=(16,), classes=2, steps=3000, rng=rng, decay=1e-2
    )


def _share_right(one: Sample, asked: Asked, question: PhraseQuestion) -> Numbers:
    right = answering(one.known, asked.landmark, question.traits)
    chosen = np.array([number in right for number in one.known.ids])
    return np.asarray(one.overlap_px[:, chosen].sum(axis=1) / np.maximum(one.overlap_px.sum(axis=1), 1))
