"""The conformance kit of detectors."""

import math
from collections.abc import Sequence
from dataclasses import replace

import numpy as np

from airanchor.perception.checks.rule import broken
from airanchor.perception.contracts import Detection, Detector, Phrase
from aircity.geometry import Camera, Pose
from aircity.world import Observation

PHRASES = (
    Phrase("building", ("red",)),
    Phrase("building"),
    Phrase("road"),
    Phrase("zebra", ("striped", "two-headed")),
)
THRESHOLDS = (0.0, 0.3, 0.6, 0.95)


def check_detector(
    detector: Detector, views: Sequence[Observation] = (), phrases: Sequence[Phrase] = PHRASES
) -> None:
    """Every rule of the contract, on simple views of our own and on those given.

    None found is a legal answer, so give views and phrases of which the detector finds something.
    """
    if not isinstance(detector.name, str) or not detector.name.strip():
        raise broken(type(detector).__name__, "name says what it is", f"name is {detector.name!r}")
    for view in (*make_views(), *views):
        for phrase in phrases:
            _check_answer(detector, phrase, view)


def make_views() -> tuple[Observation, ...]:
    """A red box on a gray plane under the sky, the same without depth readings, and nothing at all."""
    camera = Camera.from_fov(96, 64)
    rows, columns = np.mgrid[:64, :96]
    rgb = np.empty((64, 96, 3), np.uint8)
    rgb[:] = (150, 190, 230)
    depth_m = np.full((64, 96), np.inf, np.float32)
    ground = rows > 32
    rgb[ground] = (110, 110, 110)
    depth_m[ground] = 20 * camera.fx_px / (rows[ground] - 31.5)
    box = (rows > 14) & (rows < 50) & (columns > 30) & (columns < 58)
    rgb[box] = (180, 40, 35)
    depth_m[box] = 40
    scene = Observation(rgb, depth_m, Pose.at(0, 0, 20), camera)
    blind = replace(scene, depth_m=np.zeros_like(depth_m))
    nothing = replace(scene, rgb=np.full_like(rgb, 128), depth_m=np.full_like(depth_m, np.inf))
    return scene, blind, nothing


def _check_answer(detector: Detector, phrase: Phrase, view: Observation) -> None:
    rgb, depth_m = view.rgb.copy(), view.depth_m.copy()
    fewest = math.inf
    for threshold in THRESHOLDS:
        found = detector.detect(phrase, view, box_threshold=threshold)
        where = f"{phrase.label!r} at {threshold}"
        if not isinstance(found, tuple) or not all(isinstance(one, Detection) for one in found):
            raise broken(detector.name, "the answer is a tuple of detections", f"{where}: {found!r:.80}")
        for one in found:
            _check_detection(detector.name, one, view, where)
        confidences = [one.confidence for one in found]
        if confidences != sorted(confidences, reverse=True):
            raise broken(detector.name, "the most confident comes first", f"{where}: {confidences}")
        scores = [one.threshold_score for one in found]
        if any(score < threshold for score in scores):
            raise broken(detector.name, "thresholds are respected", f"{where}: {scores}")
        if len(found) > fewest:
            detail = f"{where}: {len(found)}, below it {fewest}"
            raise broken(detector.name, "a higher threshold finds no more", detail)
        fewest = len(found)
        if not _is_same(found, detector.detect(phrase, view, box_threshold=threshold)):
            raise broken(detector.name, "the same question has the same answer", where)
    if not np.array_equal(rgb, view.rgb) or not np.array_equal(depth_m, view.depth_m):
        raise broken(detector.name, "the observation is not modified", f"after {phrase.label!r}")


def _check_detection(name: str, one: Detection, view: Observation, where: str) -> None:
    mask = one.mask
    if mask.shape != view.depth_m.shape or mask.dtype != np.bool_:
        detail = f"{where}: {mask.dtype} of shape {mask.shape}, valid is bool of {view.depth_m.shape}"
        raise broken(name, "masks have the size of the view", detail)
    if not mask.any():
        raise broken(name, "masks are not empty", where)
    left, top, right, bottom = one.box_px
    height, width = mask.shape
    if not (0 <= left < right <= width and 0 <= top < bottom <= height):
        detail = f"{where}: {one.box_px} in an image of {width}x{height}"
        raise broken(name, "boxes lie in the view", detail)
    if int(mask[top:bottom, left:right].sum()) != int(mask.sum()):
        raise broken(name, "boxes enclose their masks", f"{where}: {one.box_px}")
    if not 0 <= one.confidence <= 1:
        raise broken(name, "confidences are from 0 to 1", f"{where}: {one.confidence!r}")


def _is_same(first: Sequence[Detection], second: Sequence[Detection]) -> bool:
    return len(first) == len(second) and all(
        (a.box_px, a.confidence, a.score, a.seen) == (b.box_px, b.confidence, b.score, b.seen)
        and np.array_equal(a.mask, b.mask)
        for a, b in zip(first, second, strict=True)
    )
