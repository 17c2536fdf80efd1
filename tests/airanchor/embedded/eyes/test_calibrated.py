"""Tests of the calibrated detector: the same masks, a chance for each, and words for what is under them."""

import json
from importlib.resources import files
from pathlib import Path

import numpy as np
import pytest

from airanchor.embedded.eyes.detector import EmbeddedDetector
from airanchor.embedded.eyes.detector.calibrated import CalibratedDetector
from airanchor.embedded.eyes.detector.calibration import (
    MaskCalibration,
    calibration_features,
    calibration_from_json,
    stored_mask_calibration,
)
from airanchor.embedded.eyes.detector.detector import Answers
from airanchor.embedded.eyes.reader.question import PhraseQuestion
from airanchor.embedded.eyes.reader.traits import TRAITS
from airanchor.errors import InputError
from airanchor.perception import Detection, Detector, Phrase
from airanchor.perception.cache import CachedDetector, Store
from airanchor.perception.checks import check_detector
from aircity.geometry import Pose
from tests.airanchor.perception.box_views import Box, cast
from tests.airanchor.perception.fakes import LetterEncoder

VIEW = cast(
    [Box(60, -25, 12, 18, 14, (175, 48, 42)), Box(70, 20, 14, 20, 20, (62, 102, 172))], Pose.at(0, 0, 25)
)
JOINT = 31
"""Features that the score itself is made of."""


@pytest.fixture(scope="module")
def calibration() -> MaskCalibration:
    return stored_mask_calibration()


@pytest.fixture(scope="module")
def plain() -> EmbeddedDetector:
    return EmbeddedDetector(LetterEncoder())


def shares_of(**probable: float) -> np.ndarray:
    """Trait shares, 0.02 where not given; an underscore is a space."""
    shares = np.full(len(TRAITS), 0.02, np.float32)
    for word, share in probable.items():
        shares[TRAITS.index(word.replace("_", " "))] = share
    return shares


def test_it_is_a_detector_that_passes_the_kit(plain: EmbeddedDetector, tmp_path: Path) -> None:
    detector = CalibratedDetector(plain)
    assert isinstance(detector, Detector)
    check_detector(detector, [VIEW])
    check_detector(CachedDetector(detector, Store(tmp_path / "cache.sqlite")), [VIEW])


@pytest.mark.parametrize("threshold", [0.0, 0.05, 0.3])
def test_thresholds_stay_on_the_score_so_that_the_masks_are_the_same(
    plain: EmbeddedDetector, threshold: float
) -> None:
    phrase = Phrase("building", ("red",))
    scored = plain.detect(phrase, VIEW, box_threshold=threshold)
    rated = CalibratedDetector(plain).detect(phrase, VIEW, box_threshold=threshold)

    def told(found: tuple[Detection, ...]) -> list[tuple[float, tuple[int, ...], int]]:
        return sorted((one.threshold_score, one.box_px, int(one.mask.sum())) for one in found)

    assert told(rated) == told(scored)
    assert scored or threshold > 0.05


def test_the_cache_keeps_scores_and_looks(plain: EmbeddedDetector, tmp_path: Path) -> None:
    detector, phrase = CalibratedDetector(plain), Phrase("building")
    found = detector.detect(phrase, VIEW, box_threshold=0.01)
    for _ in range(2):  # the second time from the disk
        kept = CachedDetector(detector, Store(tmp_path / "cache.sqlite"))
        again = kept.detect(phrase, VIEW, box_threshold=0.01)
        assert found and [(one.score, one.seen) for one in again] == [(one.score, one.seen) for one in found]


@pytest.mark.parametrize("score", [0.6, 0.9])
def test_a_colour_that_the_thing_does_not_have_costs_the_chance(
    calibration: MaskCalibration, score: float
) -> None:
    def chance(asked: str, shares: np.ndarray) -> float:
        usual = calibration.chance.mean[None, :JOINT].astype(np.float64)
        question = PhraseQuestion(np.ones(1), (asked,), ())
        return float(
            calibration.rate(
                calibration_features(Answers((0,), np.array([score]), usual), question, [shares])
            )[0]
        )

    cream = shares_of(cream=0.8)
    assert chance("cream", cream) > chance("brown", cream) + 0.2
    assert chance("brown", cream) < 0.4


def test_no_answers_have_no_chances(calibration: MaskCalibration) -> None:
    nothing = Answers((), np.zeros(0), np.zeros((0, JOINT)))
    features = calibration_features(nothing, PhraseQuestion(np.ones(1), (), ()), [])
    assert len(calibration.rate(features)) == 0


def test_the_surest_word_of_each_group_is_said_and_no_unsure_one() -> None:
    perceptron = stored_mask_calibration().chance
    calibration = MaskCalibration(perceptron, {"cream": 0.5, "white": 0.5, "brick": 0.6})
    assert calibration.words(shares_of(cream=0.7, white=0.6, brick=0.65)) == ("cream", "brick")
    assert calibration.words(shares_of(cream=0.45, brick=0.59, glass=0.3)) == ()
    assert calibration.words(shares_of(tall=0.99)) == ()
    assert calibration.words(None) == ()


def test_the_stored_fit_says_where_it_is_from_and_survives_the_file(calibration: MaskCalibration) -> None:
    stored = json.loads(
        files("airanchor.embedded.eyes.detector").joinpath("calibration.json").read_text(encoding="utf-8")
    )
    provenance = stored.pop("provenance")
    assert provenance["command"].startswith("python -m benchmarks.fit.detector_confidence")
    assert provenance["masks"] > provenance["questions"] > 1000
    assert not {"proving-ground", "practice-square", "trial-green"} & set(provenance["scenes"])
    assert calibration.to_json() == stored


def test_a_word_that_is_no_trait_is_refused(calibration: MaskCalibration) -> None:
    with pytest.raises(InputError, match="'sparkling', which is no trait; valid are white, gray"):
        calibration_from_json({**calibration.to_json(), "least_share": {"sparkling": 0.5}})
