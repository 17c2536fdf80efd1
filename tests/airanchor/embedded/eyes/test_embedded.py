"""Tests of the embedded detector: the contract, and the right one among several."""

from dataclasses import replace
from pathlib import Path

import numpy as np
import pytest

from airanchor.embedded.eyes.detector import EmbeddedDetector
from airanchor.embedded.eyes.reader import SceneReader
from airanchor.errors import InputError
from airanchor.perception import Detector, Phrase
from airanchor.perception.cache import CachedDetector, Store
from airanchor.perception.checks import check_detector
from aircity.geometry import Pose
from tests.airanchor.embedded.eyes.test_proposals import pixels_of
from tests.airanchor.perception.box_views import Box, cast
from tests.airanchor.perception.fakes import LetterEncoder

RED = Box(60, -25, 12, 18, 14, (175, 48, 42))
BLUE = Box(70, 20, 14, 20, 20, (62, 102, 172))
VIEW = cast([RED, BLUE], Pose.at(0, 0, 25))


@pytest.fixture(scope="module")
def detector() -> EmbeddedDetector:
    return EmbeddedDetector(LetterEncoder())


def test_it_is_a_detector_that_passes_the_kit(detector: EmbeddedDetector) -> None:
    assert isinstance(detector, Detector)
    check_detector(detector, [VIEW])


def test_it_passes_the_kit_behind_the_cache(detector: EmbeddedDetector, tmp_path: Path) -> None:
    check_detector(CachedDetector(detector, Store(tmp_path / "cache.sqlite")), [VIEW])


def test_a_building_is_found_and_a_colour_it_does_not_have_costs_its_confidence(
    detector: EmbeddedDetector,
) -> None:
    truth = pixels_of(VIEW, RED)
    as_it_is, otherwise = (
        detector.detect(Phrase("building", (colour,)), VIEW, box_threshold=0.0)[0]
        for colour in ("red", "blue")
    )
    assert (as_it_is.mask & truth).sum() / (as_it_is.mask | truth).sum() > 0.8
    assert as_it_is.confidence > 0.5 > 0.2 > otherwise.confidence


def test_a_box_without_windows_is_kept_as_a_candidate_though_it_looks_like_no_building(
    detector: EmbeddedDetector,
) -> None:
    truth = pixels_of(VIEW, BLUE)
    found = detector.detect(Phrase("building", ("blue",)), VIEW, box_threshold=0.0)
    same = [one for one in found if (one.mask & truth).sum() / (one.mask | truth).sum() > 0.8]
    assert same and same[0].confidence < 0.05


def test_no_two_detections_are_the_same_thing(detector: EmbeddedDetector) -> None:
    masks = [one.mask for one in detector.detect(Phrase("building"), VIEW, box_threshold=0.0)]
    for index, one in enumerate(masks):
        for other in masks[:index]:
            assert (one & other).sum() <= 0.6 * min(one.sum(), other.sum())


def test_grass_is_ground_and_not_a_building(detector: EmbeddedDetector) -> None:
    found = detector.detect(Phrase("grass"), VIEW, box_threshold=0.05)
    boxes = pixels_of(VIEW, RED) | pixels_of(VIEW, BLUE)
    assert found
    assert (found[0].mask & boxes).sum() < 0.02 * found[0].mask.sum()


def test_a_phrase_that_means_nothing_finds_nothing(detector: EmbeddedDetector) -> None:
    assert detector.detect(Phrase("qqq"), VIEW) == ()


def test_an_equal_view_gives_the_same_answer_and_another_view_its_own(detector: EmbeddedDetector) -> None:
    copy = replace(VIEW, rgb=VIEW.rgb.copy(), depth_m=VIEW.depth_m.copy())
    empty = cast([], Pose.at(0, 0, 25))
    one, other = (detector.detect(Phrase("building"), view) for view in (VIEW, copy))
    assert [found.confidence for found in one] == [found.confidence for found in other]
    assert not detector.detect(Phrase("building"), empty)


def test_a_view_that_does_not_fit_its_camera_is_refused(detector: EmbeddedDetector) -> None:
    with pytest.raises(InputError, match="does not fit its camera"):
        detector.detect(Phrase("building"), replace(VIEW, depth_m=np.ones((3, 3), np.float32)))


def test_the_name_tells_the_version_and_the_encoder(detector: EmbeddedDetector) -> None:
    assert detector.name.startswith("embedded-7(")
    assert "letters" in detector.name


def test_a_given_reader_reads_the_picture_and_reads_it_once() -> None:
    reader = SceneReader(LetterEncoder())
    reading = reader.read(VIEW.rgb)
    detector = EmbeddedDetector(LetterEncoder(), reader)
    own = EmbeddedDetector(LetterEncoder())
    assert detector.detect(Phrase("building"), VIEW)[0].confidence == (
        own.detect(Phrase("building"), VIEW)[0].confidence
    )
    assert reader.read(VIEW.rgb) is reading


def test_a_view_without_depth_is_read_by_its_picture_alone(detector: EmbeddedDetector) -> None:
    blind = replace(VIEW, depth_m=np.zeros_like(VIEW.depth_m))
    found = detector.detect(Phrase("grass"), blind, box_threshold=0.02)
    assert not detector.candidates(blind).proposals.groups
    assert all(one.mask.any() for one in found)
    assert not detector.detect(Phrase("qqq"), blind, box_threshold=0.0)
