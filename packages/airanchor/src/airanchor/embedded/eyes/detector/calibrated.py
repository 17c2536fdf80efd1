"""The calibrated detector: the embedded detector's masks, with the chance that each is right and its look."""

from dataclasses import replace

import numpy as np

from airanchor.embedded.eyes.detector.calibration import (
    MaskCalibration,
    calibration_features,
    stored_mask_calibration,
)
from airanchor.embedded.eyes.detector.detector import EmbeddedDetector, detection_of
from airanchor.embedded.eyes.detector.pointing import pointed_chance
from airanchor.perception.contracts import Detection, Phrase
from aircity.world import Observation


class CalibratedDetector:
    """Implements Detector around an embedded one: the same masks for the same thresholds.

    Thresholds stay on the wrapped detector's score, which is kept as `Detection.score`; the confidence is the
    chance that the mask lies on what was asked for, and `seen` is what it looks like, whatever was asked.
    """

    def __init__(self, detector: EmbeddedDetector, calibration: MaskCalibration | None = None) -> None:
        self._detector = detector
        self._calibration = calibration or stored_mask_calibration()

    @property
    def name(self) -> str:
        """The calibration's version and the detector it is for."""
        return f"calibrated-1({self._detector.name})"

    def detect(
        self, phrase: Phrase, view: Observation, *, box_threshold: float = 0.30, text_threshold: float = 0.25
    ) -> tuple[Detection, ...]:
        """The things that the phrase names by the wrapped detector, those with the best chance first."""
        found = self._detector.answers(
            phrase, view, box_threshold=box_threshold, text_threshold=text_threshold
        )
        shares = [self._detector.trait_shares(view, index) for index in found.indices]
        chances = self._calibration.rate(calibration_features(found, self._detector.question(phrase), shares))
        candidates = self._detector.candidates(view)
        return tuple(
            replace(
                detection_of(candidates.mask(found.indices[row]), float(chances[row])),
                score=float(found.scores[row]),
                seen=self._calibration.words(shares[row]),
            )
            for row in np.argsort(-chances, kind="stable").tolist()
        )

    def detect_at(self, phrase: Phrase, view: Observation, pixel: tuple[int, int]) -> Detection | None:
        """The thing at a pixel that the phrase most likely names, with the chance that it was meant."""
        found = self._detector.answer_at(phrase, view, pixel)
        if found is None:
            return None
        index, score = found
        mask = self._detector.candidates(view).mask(index)
        return replace(
            detection_of(mask, pointed_chance(score, mask, pixel)),
            score=score,
            seen=self._calibration.words(self._detector.trait_shares(view, index)),
        )
