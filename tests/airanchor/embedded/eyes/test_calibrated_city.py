"""The calibrated detector in a city it was not fitted to: floors that must hold."""

import numpy as np
import pytest

from airanchor.bench.grounding.views import TrueView, survey_views
from airanchor.embedded.eyes.detector import EmbeddedDetector
from airanchor.embedded.eyes.detector.calibrated import CalibratedDetector
from airanchor.embedded.eyes.reader.traits import COLOURS
from airanchor.perception import Phrase
from airanchor.perception.text import load_text_encoder
from aircity.city.scene import SceneObject


@pytest.fixture(scope="module")
def views() -> list[TrueView]:
    return list(survey_views(("practice-square",), 4, 2))


@pytest.fixture(scope="module")
def detector() -> CalibratedDetector:
    return CalibratedDetector(EmbeddedDetector(load_text_encoder()))


def test_a_thing_asked_for_in_another_colour_is_told_with_less_confidence(
    detector: CalibratedDetector, views: list[TrueView]
) -> None:
    right, wrong = [], []
    for true in views:
        for thing in _large_coloured(true):
            own = thing.attributes[0]
            other = next(word for word in ("purple", "black", "red", "green") if word not in own)
            for colour, confidences in ((own, right), (other, wrong)):
                phrase = Phrase(thing.category, (colour,))
                found = detector.detect(phrase, true.view)
                confidences.append(found[0].confidence if found else 0.0)
    assert len(right) == len(wrong) >= 20
    assert np.mean(right) > np.mean(wrong) + 0.25


def test_what_is_seen_does_not_depend_on_what_was_asked(
    detector: CalibratedDetector, views: list[TrueView]
) -> None:
    looks: dict[tuple[int, bytes], set[tuple[str, ...]]] = {}
    for true in views:
        for colour in ("white", "brown", "red"):
            for one in detector.detect(Phrase("building", (colour,)), true.view, box_threshold=0.05):
                looks.setdefault((true.number, one.mask.tobytes()), set()).add(one.seen)
    assert any(words != {()} for words in looks.values())
    assert all(len(words) == 1 for words in looks.values())


def _large_coloured(true: TrueView) -> list[SceneObject]:
    large = [true.objects[one] for one, size in true.truth.visible.items() if size >= 1500]
    return [one for one in large if one.attributes and one.attributes[0] in COLOURS][:12]
