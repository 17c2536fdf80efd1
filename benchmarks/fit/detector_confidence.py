"""Fits the chance that a mask is right, and looks in words: python -m benchmarks.fit.detector_confidence

Writes calibration.json of airanchor.embedded.eyes.detector. Views come from along the paths of the train
split and from generated scenes that no split and no other fit has; the tuning scenes are only reported on.
`--check` reports on the stored fit and writes nothing.
"""

import argparse
import json
from collections import defaultdict
from collections.abc import Iterable, Iterator, Sequence
from dataclasses import dataclass
from itertools import chain
from pathlib import Path

import numpy as np
from numpy.typing import NDArray

import airanchor.embedded.eyes.detector as embedded
from airanchor.bench.grounding.views import TrueView
from airanchor.embedded.eyes.detector import EmbeddedDetector
from airanchor.embedded.eyes.detector.calibration import (
    GROUPS,
    MaskCalibration,
    TraitShares,
    calibration_features,
    stored_mask_calibration,
)
from airanchor.embedded.eyes.detector.words import Vocabulary
from airanchor.embedded.eyes.reader.names import NAMES
from airanchor.embedded.eyes.reader.traits import TRAITS, has_trait
from airanchor.perception.text import load_text_encoder
from benchmarks.fit.confidence_questions import AskedPhrase, questions
from benchmarks.fit.landmark_views import Stand, see, stands
from benchmarks.fit.perceptron import Targets, fit_perceptron
from benchmarks.fit.scene_reader_views import look_around

Floats = NDArray[np.float64]

MADE = (
    "downtown@3001", "old-town@3002", "harbour@3003", "campus@3004", "suburb@3005", "industrial@3006",
    "park-city@3007", "river-town@3008", "modernist@3009", "old-town@3012", "harbour@3013", "campus@3014",
)  # fmt: skip
ON_TARGET = 0.5
"""A mask lies on the right thing when at least this share of its pixels does."""
_MOST = 4
"""So many of the best answers to a question are looked at."""
_AROUND = 0.12
"""The share of the views of a turn on the spot that are looked at."""
_HIDDEN, _STEPS, _DECAY = (8,), 4000, 1e-2
_LEAST_RIGHT, _LEAST_SAID = 0.85, 40
"""A word is said from where on it is right so often; one that was not said so many times is never said."""
_SHARES = np.arange(0.40, 0.96, 0.05).round(2)
_BINS = 10


@dataclass(frozen=True, slots=True, eq=False)
class Answered:
    """The answers to one question, best score first."""

    kind: str
    scores: Floats  # (n,)
    features: Floats  # (n, features)
    is_right: NDArray[np.bool_]  # (n,)
    shares: list[TraitShares]
    attributes: list[tuple[str, ...] | None]
    """Those of the thing that most of each mask lies on; None where that is no thing."""


class Surveyor:
    """Asks the embedded detector what a model would ask, and compares with the truth."""

    def __init__(self) -> None:
        encoder = load_text_encoder()
        self._detector = EmbeddedDetector(encoder)
        self._vocabulary = Vocabulary(encoder, NAMES)

    def along_paths(self, split: str, every: int, seed: int) -> Iterator[Answered]:
        """Views along every n-th path, and some of those around."""
        told = list(stands(split, every=every))
        rng = np.random.default_rng(seed)
        looks = [one for one in told if one.place != "around" or rng.random() < _AROUND]
        by_scene: dict[str, list[Stand]] = defaultdict(list)
        for one in told:
            by_scene[one.scene].append(one)
        for number, (stand, true) in enumerate(see(looks)):
            yield from self._ask(stand, true, by_scene[stand.scene], [seed, number])

    def around(self, scenes: Sequence[str], per_scene: int, seed: int) -> Iterator[Answered]:
        """Views of scenes without paths: half from anywhere, half that look at a landmark."""
        views = look_around(scenes, per_scene // 2, seed, landmarks_per_scene=per_scene // 2)
        for number, true in enumerate(views):
            yield from self._ask(None, true, [], [seed, number, 1])

    def _ask(
        self, stand: Stand | None, true: TrueView, others: Sequence[Stand], seed: list[int]
    ) -> Iterator[Answered]:
        for one in questions(stand, true, others, self._vocabulary, np.random.default_rng(seed)):
            if (answered := self._answer(one, true)) is not None:
                yield answered

    def _answer(self, one: AskedPhrase, true: TrueView) -> Answered | None:
        found = self._detector.answers(one.phrase, true.view)
        if not found.indices:
            return None
        chosen = found.indices[:_MOST]
        shares = [self._detector.trait_shares(true.view, index) for index in found.indices]
        features = calibration_features(found, self._detector.question(one.phrase), shares)
        candidates = self._detector.candidates(true.view)
        ids = [true.ids[candidates.mask(index)] for index in chosen]
        on_target = [np.isin(own, list(one.answers)).mean() for own in ids]
        things = [true.objects.get(int(np.bincount(own).argmax())) for own in ids]
        return Answered(
            one.kind,
            found.scores[: len(chosen)],
            features[: len(chosen)],
            np.array(on_target) >= ON_TARGET,
            shares[: len(chosen)],
            [None if thing is None else thing.attributes for thing in things],
        )


def fit(answered: Sequence[Answered], rng: np.random.Generator) -> MaskCalibration:
    """Chances by a perceptron with one hidden layer, words by the least share that is right often enough."""
    rows = np.concatenate([one.features for one in answered]).astype(np.float32)
    right = np.concatenate([one.is_right for one in answered])
    chance = fit_perceptron(
        rows,
        Targets(right.astype(np.int64)),
        hidden=_HIDDEN,
        classes=2,
        steps=_STEPS,
        rng=rng,
        decay=_DECAY,
    )
    return MaskCalibration(chance, _least_shares(answered))


def _least_shares(answered: Sequence[Answered]) -> dict[str, float]:
    said: dict[str, list[tuple[float, bool]]] = defaultdict(list)
    for shares, attributes in _looks(answered):
        for group in GROUPS:
            word = max(group, key=lambda trait: shares[TRAITS.index(trait)])
            said[word].append((float(shares[TRAITS.index(word)]), has_trait(word, attributes)))
    least: dict[str, float] = {}
    for word in TRAITS:
        for share in _SHARES.tolist():
            right = [is_right for own, is_right in said[word] if own >= share]
            if len(right) >= _LEAST_SAID and np.mean(right) >= _LEAST_RIGHT:
                least[word] = share
                break
    return least


def _looks(answered: Sequence[Answered]) -> Iterator[tuple[NDArray[np.float32], tuple[str, ...]]]:
    """The picture's traits and the true attributes of each mask on a thing."""
    for one in answered:
        for shares, attributes in zip(one.shares, one.attributes, strict=True):
            if shares is not None and attributes is not None:
                yield shares, attributes


def report(answered: Sequence[Answered], calibration: MaskCalibration) -> None:
    """Of the surest mask of each question, before and after, and of the words said."""
    before = [(one.kind, float(one.scores[0]), bool(one.is_right[0])) for one in answered]
    after = []
    for one in answered:
        chances = calibration.rate(one.features)
        best = int(chances.argmax())
        after.append((one.kind, float(chances[best]), bool(one.is_right[best])))
    for name, rows in (("score", before), ("chance", after)):
        print(f"{name}: {_figures(rows)}")
        print(f"  mean -> share right (n): {_bins(rows)}")
        for kind in sorted({row[0] for row in rows}):
            print(f"  {kind:15s} {_figures([row for row in rows if row[0] == kind])}")
    _report_words(answered, calibration)


def _figures(rows: Sequence[tuple[str, float, bool]]) -> str:
    confidence, right = np.array([row[1] for row in rows]), np.array([row[2] for row in rows])
    sure = confidence >= 0.5
    kept = right[sure].sum() / max(right.sum(), 1)
    return (
        f"n {len(rows)}, right {right.mean():.2f}; of those >= 0.5 (n {sure.sum()}) right "
        f"{right[sure].mean() if sure.any() else 0:.3f}, keeping {kept:.3f} of the right ones; "
        f"mean right {_mean(confidence[right])}, wrong {_mean(confidence[~right])}"
    )


def _bins(rows: Sequence[tuple[str, float, bool]]) -> str:
    confidence, right = np.array([row[1] for row in rows]), np.array([row[2] for row in rows])
    tenth = np.minimum((confidence * _BINS).astype(int), _BINS - 1)
    told, error = [], 0.0
    for number in range(_BINS):
        own = tenth == number
        if own.any():
            mean, share = confidence[own].mean(), right[own].mean()
            told.append(f"{mean:.2f}->{share:.2f} ({own.sum()})")
            error += own.sum() * abs(mean - share)
    return f"{', '.join(told)}; expected calibration error {error / len(rows):.3f}"


def _report_words(answered: Sequence[Answered], calibration: MaskCalibration) -> None:
    masks, counts = 0, {word: [0, 0] for word in TRAITS}
    for shares, attributes in _looks(answered):
        masks += 1
        for word in calibration.words(shares):
            counts[word][0] += 1
            counts[word][1] += has_trait(word, attributes)
    for group in GROUPS:
        said, right = (sum(counts[word][column] for word in group) for column in (0, 1))
        words = ", ".join(f"{word} {counts[word][1]}/{counts[word][0]}" for word in group if counts[word][0])
        print(f"words: said of {said / max(masks, 1):.2f}, right {right / max(said, 1):.3f}: {words}")


def _mean(values: Floats) -> str:
    return f"{values.mean():.2f}" if len(values) else "-"


def _gather(source: Iterable[Answered], name: str) -> list[Answered]:
    answered = list(source)
    print(f"{name}: {len(answered)} questions answered", flush=True)
    return answered


def main() -> None:
    """Look, fit, write and report."""
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("--every", type=int, default=4, help="every n-th path of each train scene")
    parser.add_argument("--views", type=int, default=48, help="views per generated scene")
    parser.add_argument("--seed", type=int, default=91)
    parser.add_argument("--dev-every", type=int, default=2, help="every n-th path of each tuning scene")
    parser.add_argument("--check", action="store_true", help="report on the stored fit and write nothing")
    parser.add_argument("--out", type=Path, default=Path(str(embedded.__file__)).parent / "calibration.json")
    options = parser.parse_args()
    surveyor = Surveyor()
    if options.check:
        calibration = stored_mask_calibration()
    else:
        sources = (
            surveyor.along_paths("train", options.every, options.seed),
            surveyor.around(MADE, options.views, options.seed),
        )
        answered = _gather(chain(*sources), "train paths and generated scenes")
        calibration = fit(answered, np.random.default_rng(options.seed))
        provenance = {
            "command": "python -m benchmarks.fit.detector_confidence "
            f"--every {options.every} --views {options.views} --seed {options.seed}",
            "seed": options.seed,
            "scenes": ["the train split", *MADE],
            "questions": len(answered),
            "masks": sum(len(one.scores) for one in answered),
        }
        document = {"provenance": provenance, **calibration.to_json()}
        options.out.write_text(json.dumps(document) + "\n", encoding="utf-8")
    report(_gather(surveyor.along_paths("dev", options.dev_every, options.seed), "dev"), calibration)


if __name__ == "__main__":
    main()
