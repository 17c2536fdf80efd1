"""How well a detector grounds phrases, against the ids of the city.

Measured on the tuning scenes, as they are, with the colours of every view permuted, and with a noisy sensor.
"""

from collections.abc import Callable, Sequence
from dataclasses import replace

import numpy as np

from airanchor.bench.grounding.phrases import SMALLEST_PX, choose_phrases
from airanchor.bench.grounding.table import GroundingAnswer, GroundingTable, tabulate
from airanchor.bench.grounding.views import Progress, TrueView, survey_views
from airanchor.perception import Detector, Phrase
from aircity.world import Observation

DEV_SCENES = ("proving-ground", "practice-square", "trial-green")
THRESHOLD = 0.30
LEAST_CONFIDENCE = 0.05
"""Detections below this say nothing about calibration and are not asked for."""

_DEPTH_SIGMA, _DROPOUT, _RGB_SIGMA = 0.01, 0.02, 4.0


def as_it_is(view: Observation, rng: np.random.Generator) -> Observation:
    """The view itself."""
    return view


def with_colours_permuted(view: Observation, rng: np.random.Generator) -> Observation:
    """Red as green, green as blue, blue as red: a hue turned by a third, shape and shade as before."""
    return replace(view, rgb=np.ascontiguousarray(view.rgb[..., [2, 0, 1]]))


def with_noise(view: Observation, rng: np.random.Generator) -> Observation:
    """Depth off by 1 % of the distance, 2 % of the readings lost, and grain in the picture."""
    depth_m = view.depth_m * (1 + _DEPTH_SIGMA * rng.standard_normal(view.depth_m.shape))
    depth_m[rng.random(depth_m.shape) < _DROPOUT] = 0
    grain = _RGB_SIGMA * rng.standard_normal(view.rgb.shape)
    rgb = np.clip(view.rgb + grain, 0, 255).astype(np.uint8)
    return replace(view, rgb=rgb, depth_m=depth_m.astype(np.float32))


CONDITIONS: dict[str, Callable[[Observation, np.random.Generator], Observation]] = {
    "as it is": as_it_is,
    "colours permuted": with_colours_permuted,
    "sensor noise": with_noise,
}


def measure_grounding(
    make_detector: Callable[[str], Detector],
    *,
    scenes: tuple[str, ...] = DEV_SCENES,
    views_per_scene: int = 8,
    seed: int = 0,
    threshold: float = THRESHOLD,
    conditions: Sequence[str] = tuple(CONDITIONS),
    progress: Progress | None = None,
) -> list[GroundingTable]:
    """One table per condition; `make_detector` is called once per scene, with its name."""
    answers: dict[str, list[GroundingAnswer]] = {name: [] for name in conditions}
    views = 0
    detector, opened = None, ""
    for true in survey_views(scenes, views_per_scene, seed, progress=progress):
        if detector is None or opened != true.scene:
            detector, opened = make_detector(true.scene), true.scene
        views += 1
        phrases = choose_phrases(true, np.random.default_rng([seed, true.number]))
        for name in conditions:
            view = CONDITIONS[name](true.view, np.random.default_rng([seed, true.number, 1]))
            answers[name] += [_ask(detector, phrase, view, true, threshold) for phrase in phrases]
    return [tabulate(name, views, given, threshold) for name, given in answers.items()]


def _ask(
    detector: Detector, phrase: Phrase, view: Observation, true: TrueView, threshold: float
) -> GroundingAnswer:
    found = detector.detect(phrase, view, box_threshold=LEAST_CONFIDENCE)
    verdicts = true.truth.judge(phrase, true.truth.overlap_of_masks([one.mask for one in found]))
    answers = true.truth.answers(phrase)
    targets = np.array([answers.get(one, 0) >= SMALLEST_PX for one in true.truth.ids])
    counted = np.array([one.confidence >= threshold for one in found], dtype=bool)
    seen = verdicts.found[counted].any(axis=0) if counted.any() else np.zeros(len(targets), bool)
    return GroundingAnswer(
        scene=true.scene,
        category=phrase.category,
        has_attributes=bool(phrase.attributes),
        is_present=bool(answers),
        confidences=tuple(one.confidence for one in found),
        is_right=tuple(bool(value) for value in verdicts.is_right),
        iou=tuple(float(value) for value in verdicts.iou),
        targets=int(targets.sum()),
        found=int((targets & seen).sum()),
    )
