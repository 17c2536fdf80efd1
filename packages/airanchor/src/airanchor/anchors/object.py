"""Objects: the best detection's mask, its depth, and the extent it spans (paper, appendix A.1)."""

import math
from collections.abc import Mapping, Sequence
from dataclasses import replace

import numpy as np
from numpy.typing import NDArray

from airanchor.anchors.anchor import ObjectAnchor
from airanchor.anchors.config import AnchorConfig
from airanchor.anchors.direction import ground_pixel, no_depth_words
from airanchor.anchors.mask import Mask, bounds_of, centroid, eroded, nearest
from airanchor.anchors.outcome import GroundingOutcome, Reason, Support
from airanchor.anchors.request import ObjectRequest
from airanchor.anchors.surface import extent_of
from airanchor.errors import InputError
from airanchor.perception import (
    BatchDetector,
    Detection,
    Detector,
    ImageEncoder,
    Phrase,
    PointingDetector,
)
from aircity.world import Observation

_NO_VISUAL = np.empty(0, np.float32)
"""Until the crops of a view are encoded, all at once."""

Answers = Mapping[Phrase, tuple[Detection, ...]]


def ground_object(
    request: ObjectRequest,
    view: Observation,
    *,
    detector: Detector,
    image_encoder: ImageEncoder,
    config: AnchorConfig,
) -> GroundingOutcome:
    """The request as an object with an extent, as a direction where most of it is far, or discarded."""
    (outcome,) = ground_objects(
        [request], view, detector=detector, image_encoder=image_encoder, config=config
    )
    return outcome


def ground_objects(
    requests: Sequence[ObjectRequest],
    view: Observation,
    *,
    detector: Detector,
    image_encoder: ImageEncoder,
    config: AnchorConfig,
) -> tuple[GroundingOutcome, ...]:
    """All objects of a view: its phrases are asked together where the detector can, its crops encoded so."""
    answers = _asked_together([request.phrase for request in requests], view, detector, config)
    outcomes, crops = [], []
    for request in requests:
        found = _pointed(request, view, detector) or _find(request.phrase, view, detector, config, answers)
        outcomes.append(_measured(request, found, view, detector, config))
        if isinstance(outcomes[-1].anchor, ObjectAnchor) and found is not None:
            crops.append(_crop(view.rgb, found))
    visuals = iter(image_encoder.encode(crops) if crops else ())
    return tuple(
        replace(one, anchor=replace(one.anchor, visual=next(visuals)))
        if isinstance(one.anchor, ObjectAnchor)
        else one
        for one in outcomes
    )


def _asked_together(
    phrases: Sequence[Phrase], view: Observation, detector: Detector, config: AnchorConfig
) -> Answers:
    """The answers to several phrases by one question, of a detector that takes such."""
    if len(phrases) < 2 or not isinstance(detector, BatchDetector):
        return {}
    found = detector.detect_all(
        phrases, view, box_threshold=config.box_threshold, text_threshold=config.text_threshold
    )
    return dict(zip(phrases, found, strict=True))


def _measured(
    request: ObjectRequest,
    found: Detection | None,
    view: Observation,
    detector: Detector,
    config: AnchorConfig,
) -> GroundingOutcome:
    """What the depth under a detection makes of a request; an object has no visual feature yet."""
    if found is None:
        words = f"{detector.name} found no {request.phrase.label!r} above {config.box_threshold:g}"
        return GroundingOutcome(request, None, Reason.NO_DETECTION, words)
    mask = eroded(found.mask, config.mask_erosion_px)
    positive = mask & (view.depth_m > 0)
    surface = positive & (view.depth_m <= config.reliable_range_m)
    support = Support(
        float(found.confidence), int(np.count_nonzero(positive)), int(np.count_nonzero(surface))
    )
    if not support.readings_px:
        words = f"no pixel of {request.phrase.label!r} has a positive depth"
        return GroundingOutcome(request, None, Reason.NO_DEPTH, words, support)
    if support.far_share > config.far_threshold:
        return _degrade(request, mask, support, view, config)
    if not support.surface_px:
        words = f"no depth of {request.phrase.label!r} is within {config.reliable_range_m:g} m"
        return GroundingOutcome(request, None, Reason.NO_RELIABLE_DEPTH, words, support)
    anchor = ObjectAnchor(
        index=request.index,
        phrase=request.phrase,
        extent=extent_of(surface, view),
        confidence=anchor_confidence(support.detector_confidence, support.far_share),
        visual=_NO_VISUAL,
        box_px=found.box_px,
        marker_px=nearest(mask, _middle_pixel(mask)),
        seen=found.seen,
    )
    return GroundingOutcome(request, anchor, support=support)


def anchor_confidence(detector_confidence: float, far_share: float) -> float:
    """q = q_det (1 − ρ_far)."""
    return detector_confidence * (1.0 - far_share)


def _degrade(
    request: ObjectRequest, mask: Mask, support: Support, view: Observation, config: AnchorConfig
) -> GroundingOutcome:
    """An object too far to have a shape becomes the direction of its mask's middle, without its name.

    The middle of a bent mask may lie beside it; it is grounded there all the same.
    """
    pixel = _middle_pixel(mask)
    anchor = ground_pixel(request.index, pixel, view, config, degraded=True)
    words = f"{support.far_share:.0%} of {request.phrase.label!r} lies beyond {config.reliable_range_m:g} m"
    if anchor is None:
        words = f"{words}, and there is {no_depth_words(pixel, config)}"
        return GroundingOutcome(request, None, Reason.NO_DEPTH, words, support)
    return GroundingOutcome(request, anchor, Reason.FAR, words, support)


def _middle_pixel(mask: Mask) -> tuple[int, int]:
    """The centroid as a pixel; halves go right and down."""
    u, v = centroid(mask)
    return math.floor(u + 0.5), math.floor(v + 0.5)


def _pointed(request: ObjectRequest, view: Observation, detector: Detector) -> Detection | None:
    """The thing at the pixel that was pointed at, where one was and the detector can tell."""
    if request.pixel is None or not isinstance(detector, PointingDetector):
        return None
    found = detector.detect_at(request.phrase, view, request.pixel)
    if found is not None:
        _check_detection(found, view, detector)
    return found if found is not None and found.mask.any() else None


def _find(
    phrase: Phrase, view: Observation, detector: Detector, config: AnchorConfig, answers: Answers
) -> Detection | None:
    """The most confident detection whose mask holds a pixel, the first of equals; or None."""
    phrases = [phrase]
    if config.retry_without_attributes and phrase.attributes:
        phrases.append(Phrase(phrase.category))
    for wording in phrases:
        detections = answers.get(wording)
        if detections is None:
            detections = detector.detect(
                wording, view, box_threshold=config.box_threshold, text_threshold=config.text_threshold
            )
        for found in detections:
            _check_detection(found, view, detector)
        valid = [found for found in detections if found.mask.any()]
        if valid:
            return max(valid, key=lambda found: found.confidence)
    return None


def _check_detection(found: Detection, view: Observation, detector: Detector) -> None:
    """A detector that breaks its contract is stopped here, before its numbers enter a memory."""
    if found.mask.shape != view.depth_m.shape or found.mask.dtype != np.bool_:
        raise InputError(
            f"detector {detector.name} gave a mask of {found.mask.dtype} {found.mask.shape}; "
            f"it must be bool {view.depth_m.shape}"
        )
    if not 0.0 <= found.confidence <= 1.0:
        raise InputError(f"detector {detector.name} gave confidence {found.confidence}; it must be in [0, 1]")


def _crop(rgb: NDArray[np.uint8], found: Detection) -> NDArray[np.uint8]:
    """A copy of the image within the detection's box, or within its mask where the box is off the image."""
    height, width = rgb.shape[:2]
    left, top, right, bottom = found.box_px
    inside = (max(left, 0), max(top, 0), min(right, width), min(bottom, height))
    if inside[0] >= inside[2] or inside[1] >= inside[3]:
        inside = bounds_of(found.mask)
    left, top, right, bottom = inside
    return rgb[top:bottom, left:right].copy()
