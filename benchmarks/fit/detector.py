"""Fits the embedded detector's joint confidence and writes it: python -m benchmarks.fit.detector

Views come from the twelve seen scenes, from places the scene reader was not fitted to. The tuning scenes and
the unseen ones stay out.
"""

import argparse
import json
from dataclasses import dataclass
from pathlib import Path

import numpy as np
from numpy.typing import NDArray

import airanchor.embedded.eyes.detector as embedded
from airanchor.bench.grounding.phrases import choose_phrases
from airanchor.bench.grounding.views import TrueView
from airanchor.embedded.eyes.detector import EmbeddedDetector
from airanchor.embedded.eyes.detector.candidates import Candidates
from airanchor.embedded.eyes.detector.joint import RATED, SCORE, rate_jointly
from airanchor.embedded.eyes.reader.regions.perceptron import Perceptron
from airanchor.perception.text import load_text_encoder
from benchmarks.fit.perceptron import Targets, fit_perceptron
from benchmarks.fit.scene_reader import SEEN
from benchmarks.fit.scene_reader_views import look_around

Floats = NDArray[np.float32]

_ROUNDS = 2
_LIKELY = 40
"""So many of the likeliest candidates per phrase are looked at,"""
_BEST = 4
"""and so many of the best count beside those that would be answered."""


@dataclass(frozen=True, slots=True, eq=False)
class Question:
    """The likeliest candidates for one phrase in one view."""

    features: Floats  # (m, features)
    is_right: NDArray[np.bool_]  # (m,)
    is_same: NDArray[np.bool_]  # (m, m)


def ask(detector: EmbeddedDetector, true: TrueView, rng: np.random.Generator) -> list[Question]:
    """Every phrase of a view."""
    candidates = detector.candidates(true.view)
    everything = np.arange(candidates.count)
    overlap_px = _overlaps(true, candidates)
    is_same = candidates.is_same(everything)
    questions = []
    for phrase in choose_phrases(true, rng):
        features, is_meant = detector.features(phrase, true.view)
        odds = np.where(is_meant, np.maximum(features[:, RATED], features[:, SCORE]), -np.inf)
        likely = np.argsort(-odds, kind="stable")[: min(_LIKELY, int(is_meant.sum()))]
        verdicts = true.truth.judge(phrase, overlap_px[likely])
        questions.append(
            Question(features[likely].astype(np.float32), verdicts.is_right, is_same[np.ix_(likely, likely)])
        )
    return [one for one in questions if len(one.features)]


def _overlaps(true: TrueView, candidates: Candidates) -> NDArray[np.int64]:
    """Pixels that each candidate shares with each id, (n, ids)."""
    count = len(true.truth.ids)
    column = np.searchsorted(true.truth.ids, true.ids.ravel())
    table = np.bincount(candidates.cell_of.ravel() * count + column, minlength=len(candidates.cells) * count)
    held = candidates.holds(np.arange(candidates.count)).astype(np.float32)
    return np.rint(held @ table.reshape(-1, count).astype(np.float32)).astype(np.int64)


def fit(questions: list[Question], rng: np.random.Generator) -> Perceptron:
    """Being right: first of all likely candidates, then of those that would be answered and the best few."""
    chosen = [np.arange(len(one.features)) for one in questions]
    for number in range(_ROUNDS):
        rows = np.concatenate([one.features[keep] for one, keep in zip(questions, chosen, strict=True)])
        right = np.concatenate([one.is_right[keep] for one, keep in zip(questions, chosen, strict=True)])
        model = fit_perceptron(
            rows, Targets(right.astype(np.int64)), hidden=(16,), classes=2, steps=5000, rng=rng, decay=1e-2
        )
        if number + 1 < _ROUNDS:
            chosen = [_answered(one, model) for one in questions]
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
    parser.add_argument("--views", type=int, default=6, help="views per scene from anywhere")
    parser.add_argument("--landmarks", type=int, default=8, help="views per scene that look at a landmark")
    parser.add_argument("--seed", type=int, default=77)
    parser.add_argument("--out", type=Path, default=Path(str(embedded.__file__)).parent / "joint.json")
    options = parser.parse_args()
    detector, questions = EmbeddedDetector(load_text_encoder()), []
    for number, true in enumerate(
        look_around(SEEN, options.views, options.seed, landmarks_per_scene=options.landmarks)
    ):
        questions += ask(detector, true, np.random.default_rng([options.seed, number]))
        if not number % 20:
            print(f"{number} views, {len(questions)} questions", flush=True)
    model = fit(questions, np.random.default_rng(options.seed))
    options.out.write_text(json.dumps(model.to_json()) + "\n", encoding="utf-8")


if __name__ == "__main__":
    main()
