"""Fits the embedded detector's joint confidence and writes it: python -m benchmarks.fit.detector

Views come from along the paths of the train split, asked for the landmark of the leg in the words of an
instruction, and from anywhere in the twelve seen scenes, asked for what is there and for what is not. The
tuning scenes and the unseen ones stay out.
"""

import argparse
import json
from collections.abc import Iterator
from dataclasses import dataclass
from pathlib import Path

import numpy as np
from numpy.typing import NDArray

import airanchor.embedded.eyes.detector as embedded
from airanchor.bench.grounding.phrases import choose_phrases
from airanchor.bench.grounding.truth import RIGHT_IOU, RIGHT_SHARE
from airanchor.bench.grounding.views import TrueView
from airanchor.embedded.eyes.detector import EmbeddedDetector
from airanchor.embedded.eyes.detector.candidates import Candidates
from airanchor.embedded.eyes.detector.joint import best_odds, rate_jointly
from airanchor.embedded.eyes.reader.regions.perceptron import Perceptron
from airanchor.perception import Phrase
from airanchor.perception.text import load_text_encoder
from benchmarks.fit.landmark_views import Stand, see, stands
from benchmarks.fit.perceptron import Targets, average, fit_perceptron
from benchmarks.fit.scene_reader import SEEN
from benchmarks.fit.scene_reader_truth import answering, is_flat, known
from benchmarks.fit.scene_reader_views import look_around

Floats = NDArray[np.float32]

_ROUNDS = 2
_MEMBERS = 5
"""So many perceptrons are averaged: one alone is right 0.02 more or less often by its seed."""
_LIKELY = 40
"""So many of the likeliest candidates per phrase are looked at,"""
_BEST = 4
"""and so many of the best count beside those that would be answered."""
_AROUND = 0.1
"""The share of the views of a turn on the spot that are looked at."""
_PHRASES = 14
"""So many of the phrases of a view from anywhere are asked."""


@dataclass(frozen=True, slots=True, eq=False)
class Question:
    """The likeliest candidates for one phrase in one view."""

    features: Floats  # (m, features)
    is_right: NDArray[np.bool_]  # (m,)
    is_same: NDArray[np.bool_]  # (m, m)


class Asker:
    """All candidates of one view, to be asked about."""

    def __init__(self, detector: EmbeddedDetector, true: TrueView) -> None:
        self._detector, self._true = detector, true
        candidates = detector.candidates(true.view)
        self._overlap_px = overlaps_of(true, candidates)
        self._is_same = candidates.is_same(np.arange(candidates.count))

    def plain(self, rng: np.random.Generator) -> Iterator[Question]:
        """Some of the phrases that a look at the view suggests."""
        phrases = choose_phrases(self._true, rng)
        for k in rng.permutation(len(phrases))[:_PHRASES].tolist():
            features, likely = self._likely(phrases[k])
            verdicts = self._true.truth.judge(phrases[k], self._overlap_px[likely])
            yield self._question(features, likely, verdicts.is_right)

    def landmark(self, stand: Stand) -> Iterator[Question]:
        """The landmark that is told here, whether it is in view or not."""
        features, likely = self._likely(stand.phrase)
        traits = self._detector.question(stand.phrase).traits
        answers = answering(known(self._true), stand.landmark, traits)
        yield self._question(features, likely, self._lies_on(answers, self._overlap_px[likely]))

    def _lies_on(self, answers: frozenset[int], overlap_px: NDArray[np.int64]) -> NDArray[np.bool_]:
        """Which candidates are one of the things, or mostly lie on one that is a surface."""
        ids = self._true.truth.ids
        own = np.array([one in answers for one in ids])
        flat = np.array([one in answers and is_flat(self._true.objects[one]) for one in ids])
        size = np.array([self._true.truth.visible.get(one, 0) for one in ids])
        area = np.maximum(overlap_px.sum(axis=1), 1)
        iou = overlap_px / np.maximum(area[:, None] + size - overlap_px, 1)
        on_flat = overlap_px[:, flat].sum(axis=1) >= RIGHT_SHARE * area
        return np.asarray((iou[:, own].max(axis=1, initial=0) >= RIGHT_IOU) | (on_flat & flat.any()))

    def _likely(self, phrase: Phrase) -> tuple[Floats, NDArray[np.intp]]:
        features, is_meant = self._detector.features(phrase, self._true.view)
        odds = np.where(is_meant, best_odds(features), -np.inf)
        return features.astype(np.float32), np.argsort(-odds, kind="stable")[
            : min(_LIKELY, int(is_meant.sum()))
        ]

    def _question(self, features: Floats, likely: NDArray[np.intp], is_right: NDArray[np.bool_]) -> Question:
        return Question(features[likely], is_right, self._is_same[np.ix_(likely, likely)])


def overlaps_of(true: TrueView, candidates: Candidates) -> NDArray[np.int64]:
    """Pixels that each candidate shares with each id, (n, ids)."""
    count = len(true.truth.ids)
    column = np.searchsorted(true.truth.ids, true.ids.ravel())
    table = np.bincount(candidates.cell_of.ravel() * count + column, minlength=len(candidates.cells) * count)
    held = candidates.holds(np.arange(candidates.count)).astype(np.float32)
    return np.rint(held @ table.reshape(-1, count).astype(np.float32)).astype(np.int64)


def questions(detector: EmbeddedDetector, options: argparse.Namespace) -> Iterator[Question]:
    """Those of flights, then those of views from anywhere."""
    rng = np.random.default_rng(options.seed)
    looks = [
        one
        for one in stands("train", every=options.every, first=options.first)
        if one.place != "around" or rng.random() < _AROUND
    ]
    for stand, true in see(looks):
        yield from Asker(detector, true).landmark(stand)
    views = look_around(SEEN, options.views, options.seed, landmarks_per_scene=options.landmarks)
    for number, true in enumerate(views):
        yield from Asker(detector, true).plain(np.random.default_rng([options.seed, number]))


def fit(asked: list[Question], rng: np.random.Generator) -> Perceptron:
    """Being right: first of all likely candidates, then of those that would be answered and the best few."""
    chosen = [np.arange(len(one.features)) for one in asked]
    for number in range(_ROUNDS):
        rows = np.concatenate([one.features[keep] for one, keep in zip(asked, chosen, strict=True)])
        right = np.concatenate([one.is_right[keep] for one, keep in zip(asked, chosen, strict=True)])
        targets = Targets(right.astype(np.int64))
        model = average(
            [
                fit_perceptron(
                    rows, targets, hidden=(16,), classes=2, steps=4000, rng=rng, batch=1024, decay=0.1
                )
                for _ in range(_MEMBERS)
            ]
        )
        if number + 1 < _ROUNDS:
            chosen = [_answered(one, model) for one in asked]
    return model


def _answered(one: Question, model: Perceptron) -> NDArray[np.int64]:
    """What would be answered, and the best few whether they are the same thing or not."""
    order = np.argsort(-rate_jointly(model, one.features), kind="stable")
    kept: list[int] = []
    for row in order.tolist():
        if not one.is_same[row, kept].any():
            kept.append(row)
    return np.union1d(kept, order[:_BEST]).astype(np.int64)


def main() -> None:
    """Survey, fit and write."""
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("--every", type=int, default=12, help="every n-th path of each train scene,")
    parser.add_argument("--first", type=int, default=5, help="from this one on, which no score was fitted to")
    parser.add_argument("--views", type=int, default=2, help="views per scene from anywhere")
    parser.add_argument("--landmarks", type=int, default=4, help="views per scene that look at a landmark")
    parser.add_argument("--seed", type=int, default=77)
    parser.add_argument("--out", type=Path, default=Path(str(embedded.__file__)).parent / "joint.json")
    options = parser.parse_args()
    asked = [one for one in questions(EmbeddedDetector(load_text_encoder()), options) if len(one.features)]
    sizes = ("every", "first", "views", "landmarks", "seed")
    told = " ".join(f"--{one} {getattr(options, one)}" for one in sizes)
    provenance = {
        "command": f"python -m benchmarks.fit.detector {told}",
        "scenes": ["the train split", *SEEN],
        "questions": len(asked),
        "with_an_answer": sum(bool(one.is_right.any()) for one in asked),
    }
    print(json.dumps(provenance), flush=True)
    model = fit(asked, np.random.default_rng(options.seed))
    options.out.write_text(json.dumps({"provenance": provenance, **model.to_json()}) + "\n", encoding="utf-8")


if __name__ == "__main__":
    main()
