"""Calibration: the chance that a mask lies on what was asked for, and the words for what it looks like.

The detector's own score says how well a candidate fits the words, judged by views in which most of what is
asked is there. A model often asks for what is not in view, or for a colour that the thing does not have; then
whatever fits best is wrong. The chance weighs the score with what each side saw of the look that was asked.
"""

import json
from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from functools import cache
from importlib.resources import files
from typing import Any

import numpy as np
from numpy.typing import NDArray

from airanchor.embedded.eyes.detector.detector import Answers
from airanchor.embedded.eyes.reader.question import PhraseQuestion
from airanchor.embedded.eyes.reader.regions.perceptron import Perceptron, perceptron_from_json, softmax
from airanchor.embedded.eyes.reader.traits import COLOURS, MATERIALS, ROOFS, SHAPES, SIZES, TRAITS
from airanchor.errors import InputError

Floats = NDArray[np.float64]
TraitShares = NDArray[np.float32] | None

GROUPS: tuple[tuple[str, ...], ...] = (COLOURS, MATERIALS, ROOFS, SIZES, SHAPES)
"""Of each of these a thing has one, or none that is worth a word."""
_COLUMN = {trait: index for index, trait in enumerate(TRAITS)}
_MEMBERS = tuple(np.array([_COLUMN[trait] for trait in group]) for group in GROUPS)
_LEAST_SHARE, _LEAST_ODDS = 0.01, 1e-3
_NO_RIVAL = 0.30
"""What the next best counts at least: it must not matter much from which threshold on things count."""


@dataclass(frozen=True, slots=True, eq=False)
class MaskCalibration:
    """How a chance follows from what was measured, and how sure a word must be to be said."""

    chance: Perceptron
    least_share: Mapping[str, float]
    """Trait to the probability from which it is said; traits that are not in it are never said."""

    def rate(self, features: Floats) -> Floats:
        """The chance of each row of `calibration_features`, (n,)."""
        if not len(features):
            return np.zeros(0)
        return softmax(self.chance.run(features.astype(np.float32)))[:, 1].astype(np.float64)

    def words(self, shares: TraitShares) -> tuple[str, ...]:
        """What it looks like: the most probable trait of each group, where that is sure enough."""
        if shares is None:
            return ()
        best = [group[int(shares[members].argmax())] for group, members in zip(GROUPS, _MEMBERS, strict=True)]
        return tuple(word for word in best if shares[_COLUMN[word]] >= self.least_share.get(word, np.inf))

    def to_json(self) -> dict[str, Any]:
        """As stored."""
        return {"least_share": dict(self.least_share), "chance": self.chance.to_json()}


def calibration_from_json(data: Mapping[str, Any]) -> MaskCalibration:
    """The inverse of MaskCalibration.to_json; a word that is no trait is an error."""
    if unknown := sorted(set(data["least_share"]) - set(TRAITS)):
        raise InputError(
            f"least_share names {unknown[0]!r}, which is no trait; valid are {', '.join(TRAITS)}"
        )
    return MaskCalibration(perceptron_from_json(data["chance"]), dict(data["least_share"]))


@cache
def stored_mask_calibration() -> MaskCalibration:
    """The fit that comes with the package; `python -m benchmarks.fit.detector_confidence` makes it."""
    text = files(__package__).joinpath("calibration.json").read_text(encoding="utf-8")
    return calibration_from_json(json.loads(text))


def calibration_features(answers: Answers, question: PhraseQuestion, shares: Sequence[TraitShares]) -> Floats:
    """What decides the chance of each answer, (n, features).

    What the score was made of; the score itself and how far it is above the next one; how many attributes
    were asked for, and how many of them no trait stands for; and of each group of traits the logarithm of the
    share of the least probable one asked for, alone and over that of the most probable trait of the group.
    """
    scores = answers.scores
    if not len(scores):
        return np.zeros((0, 0))
    best, second, *_ = (*scores, 0.0, 0.0)
    rivals = np.maximum(np.where(np.arange(len(scores)) == 0, second, best), _NO_RIVAL)
    asked = np.tile([len(question.traits), len(question.others)], (len(scores), 1))
    odds = np.log((scores + _LEAST_ODDS) / (1 - scores + _LEAST_ODDS))
    looks = np.array([_agreement(question.traits, one) for one in shares])
    return np.concatenate([answers.features, odds[:, None], (scores - rivals)[:, None], asked, looks], axis=1)


def _agreement(asked: tuple[str, ...], shares: TraitShares) -> list[float]:
    """Two numbers for each group; 0 where nothing of it was asked for, or the picture says nothing."""
    numbers: list[float] = []
    for group, members in zip(GROUPS, _MEMBERS, strict=True):
        own = [_COLUMN[trait] for trait in asked if trait in group]
        if shares is None or not own:
            numbers += [0.0, 0.0]
            continue
        logs = np.log(np.maximum(shares, _LEAST_SHARE))
        numbers += [float(logs[own].min()), float(logs[own].min() - logs[members].max())]
    return numbers
