"""Tests of the conformance kits: ours pass, and each deliberate mistake is named."""

from collections.abc import Callable, Sequence
from dataclasses import replace
from typing import Any

import numpy as np
import pytest

from airanchor.errors import ConformanceError
from airanchor.perception import Detection
from airanchor.perception.checks import check_detector, check_image_encoder, check_text_encoder
from airanchor.perception.image import Histograms
from airanchor.perception.image.mobilenet import MobileNetV2
from airanchor.perception.text import MiniLM, WordLlama
from tests.airanchor.perception.fakes import LetterEncoder, MeanColour, RedDetector
from tests.airanchor.perception.references import needs_minilm, needs_mobilenet, needs_wordllama


@pytest.mark.parametrize(
    "make",
    [
        LetterEncoder,
        pytest.param(MiniLM, marks=needs_minilm),
        pytest.param(WordLlama, marks=needs_wordllama),
    ],
)
def test_our_text_encoders_pass(make: Callable[[], Any]) -> None:
    check_text_encoder(make())


@pytest.mark.parametrize("make", [MeanColour, Histograms, pytest.param(MobileNetV2, marks=needs_mobilenet)])
def test_our_image_encoders_pass(
    make: Callable[[], Any], monkeypatch: pytest.MonkeyPatch, tmp_path: Any
) -> None:
    monkeypatch.setenv("AIRANCHOR_CACHE", str(tmp_path))
    check_image_encoder(make())


def test_a_good_detector_passes() -> None:
    detector = RedDetector()
    check_detector(detector)
    assert detector.asked > 0


class Shifted(LetterEncoder):
    """Depends on the batch."""

    def encode(self, texts: Sequence[str]) -> Any:
        vectors = super().encode(texts)
        return np.roll(vectors, len(texts), axis=1)


class Forgetful(LetterEncoder):
    """Gives another answer each time."""

    def encode(self, texts: Sequence[str]) -> Any:
        return np.roll(super().encode(texts), len(self.asked), axis=1)


class Sorting(LetterEncoder):
    """Mixes up the order."""

    def encode(self, texts: Sequence[str]) -> Any:
        return super().encode(sorted(texts))


class Credulous(LetterEncoder):
    """Encodes nothing as if it were something."""

    def encode(self, texts: Sequence[str]) -> Any:
        return super().encode([text.strip() or "x" for text in texts])


class Crashing(LetterEncoder):
    """Meets empty texts with another error."""

    def encode(self, texts: Sequence[str]) -> Any:
        [text.strip()[0] for text in texts]
        return super().encode(texts)


def changed(change: Callable[[Any], Any], **fields: Any) -> LetterEncoder:
    """An encoder whose vectors are changed."""

    class Changed(LetterEncoder):
        def encode(self, texts: Sequence[str]) -> Any:
            return change(super().encode(texts))

    for name, value in fields.items():
        setattr(Changed, name, value)
    return Changed()


@pytest.mark.parametrize(
    ("encoder", "rule"),
    [
        (changed(lambda v: v * 2), "vectors are one long"),
        (changed(lambda v: v[:, :20]), "one vector of the dimension for each item"),
        (changed(lambda v: v.astype(np.float64)), "one vector of the dimension for each item"),
        (changed(lambda v: v * np.float32("nan")), "vectors are finite"),
        (
            changed(lambda v: v * 0 + np.eye(1, 27, dtype=np.float32)),
            "different items have different vectors",
        ),
        (changed(lambda v: v if len(v) else v[:, :1]), "no items have no vectors"),
        (changed(lambda v: v, name=" "), "name says what it is"),
        (changed(lambda v: v, dimension=0), "dimension is a positive number"),
        (Shifted(), "an item's vector does not depend on its batch"),
        (Forgetful(), "the same items have the same vectors"),
        (Sorting(), "an item's vector does not depend on its batch"),
        (Credulous(), "empty texts are refused"),
        (Crashing(), "empty texts are refused"),
    ],
)
def test_broken_text_encoders_are_named(encoder: LetterEncoder, rule: str) -> None:
    with pytest.raises(ConformanceError, match=f"breaks the rule '{rule}'"):
        check_text_encoder(encoder)


class Painting(MeanColour):
    """Writes into the crop."""

    def encode(self, images: Sequence[Any]) -> Any:
        vectors = super().encode(images)
        for image in images:
            image[-1, -1] = 255
        return vectors


class Picky(MeanColour):
    """Fails on slim crops."""

    def encode(self, images: Sequence[Any]) -> Any:
        return super().encode([image[: image.shape[0] // 2 or 1, 1:] for image in images])


class Careless(MeanColour):
    """Takes anything that has pixels."""

    def encode(self, images: Sequence[Any]) -> Any:
        return super().encode([np.resize(image, (4, 4, 3)) for image in images])


class Raw(MeanColour):
    """Reads memory instead of pixels."""

    def encode(self, images: Sequence[Any]) -> Any:
        return super().encode([image if image.base is None else image.base[:, :9] for image in images])


@pytest.mark.parametrize(
    ("encoder", "rule"),
    [
        (Painting(), "pictures are not modified"),
        (Picky(), "crops of any size are encoded"),
        (Careless(), "what is not RGB is refused"),
        (Raw(), "views count as their pixels"),
    ],
)
def test_broken_image_encoders_are_named(encoder: MeanColour, rule: str) -> None:
    with pytest.raises(ConformanceError, match=f"breaks the rule '{rule}'"):
        check_image_encoder(encoder)


def detector(change: Callable[..., Any]) -> RedDetector:
    """A detector whose answers are changed."""

    class Changed(RedDetector):
        def detect(self, phrase: Any, view: Any, **thresholds: float) -> Any:
            return change(super().detect(phrase, view, **thresholds), view, thresholds, self)

    return Changed()


def each(**fields: Callable[[Detection], Any]) -> RedDetector:
    """A detector of which a field of each detection is changed."""
    return detector(
        lambda found, *_: tuple(replace(one, **{k: f(one) for k, f in fields.items()}) for one in found)
    )


def paint(found: Any, view: Any, *_: Any) -> Any:
    """Leave a mark in the image."""
    view.rgb[0, 0] = 255
    return found


def more_when_strict(found: Any, _view: Any, thresholds: Any, _self: Any) -> Any:
    """Find more, the higher the threshold."""
    return tuple(
        replace(one, confidence=1.0)
        for one in found[:1]
        for _ in range(int(9 * thresholds["box_threshold"]) + 1)
    )


@pytest.mark.parametrize(
    ("broken", "rule"),
    [
        (detector(lambda found, *_: list(found)), "the answer is a tuple of detections"),
        (detector(lambda found, *_: tuple(one.mask for one in found)), "the answer is a tuple of detections"),
        (each(mask=lambda one: one.mask.astype(np.uint8)), "masks have the size of the view"),
        (each(mask=lambda one: one.mask[1:]), "masks have the size of the view"),
        (each(mask=lambda one: one.mask & False), "masks are not empty"),
        (each(box_px=lambda one: (0, 0, 500, 500)), "boxes lie in the view"),
        (each(box_px=lambda one: (5, 5, 5, 9)), "boxes lie in the view"),
        (each(box_px=lambda one: (one.box_px[0] + 1, *one.box_px[1:])), "boxes enclose their masks"),
        (each(confidence=lambda one: one.confidence + 0.5), "confidences are from 0 to 1"),
        (each(confidence=lambda one: float("nan")), "confidences are from 0 to 1"),
        (detector(lambda found, *_: found[::-1]), "the most confident comes first"),
        (each(confidence=lambda one: 0.1), "thresholds are respected"),
        (each(score=lambda one: 0.1), "thresholds are respected"),
        (detector(more_when_strict), "a higher threshold finds no more"),
        (
            detector(lambda found, _v, _t, self: found[: self.asked % 2]),
            "the same question has the same answer",
        ),
        (detector(paint), "the observation is not modified"),
    ],
)
def test_broken_detectors_are_named(broken: RedDetector, rule: str) -> None:
    with pytest.raises(ConformanceError, match=f"breaks the rule '{rule}'"):
        check_detector(broken)
