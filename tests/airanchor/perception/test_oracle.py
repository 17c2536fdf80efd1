"""Tests of the oracle: it tells the truth of its scene, and says that it is an oracle."""

from collections.abc import Iterator
from pathlib import Path

import numpy as np
import pytest

from airanchor.embedded.eyes.word_sense import ReaderWordSense
from airanchor.perception import Detector, Phrase
from airanchor.perception.cache import CachedDetector, Store
from airanchor.perception.checks import check_detector
from airanchor.perception.oracle import COVERED, MEANT, NAMED, OracleDetector
from airanchor.perception.oracle_words import has_attributes, is_covered, is_named
from airanchor.perception.text import load_text_encoder
from aircity.city.render.renderer import Renderer
from aircity.geometry import Camera, Pose
from aircity.world import Observation
from tests.airanchor.bench.small_town import small_town

PHRASES = (Phrase("building"), Phrase("church"), Phrase("house", ("red",)), Phrase("zebra"))


@pytest.fixture(scope="module")
def renderer() -> Iterator[Renderer]:
    made = Renderer(small_town(), threads=1)
    yield made
    made.close()


@pytest.fixture(scope="module")
def oracle(renderer: Renderer) -> OracleDetector:
    return OracleDetector(small_town(), renderer=renderer)


@pytest.fixture(scope="module")
def view(renderer: Renderer) -> Observation:
    camera, pose = Camera.from_fov(128, 128), Pose.at(-95, 0, 40)
    frame = renderer.render(pose, camera)
    return Observation(frame.rgb, frame.depth_m, pose, camera)


def test_it_passes_the_kit_alone_and_behind_the_cache(
    oracle: OracleDetector, view: Observation, tmp_path: Path
) -> None:
    assert isinstance(oracle, Detector)
    check_detector(oracle, [view], PHRASES)
    check_detector(CachedDetector(oracle, Store(tmp_path / "cache.sqlite")), [view], PHRASES)


def test_its_name_says_what_it_is(oracle: OracleDetector) -> None:
    assert oracle.name == "oracle(small-town)"


def test_with_an_encoder_it_hears_other_words(renderer: Renderer, view: Observation) -> None:
    deaf = OracleDetector(small_town(), renderer=renderer)
    hearing = OracleDetector(small_town(), renderer=renderer, sense=ReaderWordSense(load_text_encoder()))
    assert hearing.name != deaf.name
    houses = {found.mask.tobytes() for found in deaf.detect(Phrase("house", ("red",)), view)}
    assert houses and deaf.detect(Phrase("dwelling", ("red",)), view) == ()
    heard = hearing.detect(Phrase("dwelling", ("red",)), view)
    assert {found.mask.tobytes() for found in heard} == houses
    assert {found.confidence for found in heard} == {MEANT}
    assert hearing.detect(Phrase("dwelling", ("purple",)), view) == ()
    assert hearing.detect(Phrase("lighthouse"), view) == ()


def test_it_finds_exactly_the_pixels_of_what_is_named(
    oracle: OracleDetector, renderer: Renderer, view: Observation
) -> None:
    ids = renderer.render(view.pose, view.camera).object_id
    church = next(one for one in small_town().objects if one.category == "church")
    (found,) = oracle.detect(Phrase("church"), view)
    np.testing.assert_array_equal(found.mask, ids == church.id)
    assert found.confidence == NAMED


def test_a_broader_word_finds_all_it_covers_a_little_less_surely(
    oracle: OracleDetector, view: Observation
) -> None:
    found = oracle.detect(Phrase("building"), view)
    assert len(found) > 3
    assert {one.confidence for one in found} == {COVERED}
    assert not oracle.detect(Phrase("building"), view, box_threshold=0.95)


def test_attributes_must_hold(oracle: OracleDetector, view: Observation) -> None:
    assert oracle.detect(Phrase("house", ("red",)), view)
    assert not oracle.detect(Phrase("house", ("blue",)), view)


@pytest.mark.parametrize(
    ("asked", "own", "holds"),
    [
        (("gray",), ("light grey", "brick"), True),
        (("grey",), ("gray",), True),
        (("light gray",), ("gray",), False),
        (("red",), ("red-roofed",), False),
        (("red",), ("red and white",), True),
        (("red", "brick"), ("red", "brick"), True),
        (("red", "brick"), ("red",), False),
        ((), ("red",), True),
    ],
)
def test_which_attributes_hold(asked: tuple[str, ...], own: tuple[str, ...], holds: bool) -> None:
    assert has_attributes(Phrase("house", asked), own) is holds


def test_which_words_name_and_which_cover() -> None:
    assert is_named(Phrase("Chimney"), "smokestack")
    assert is_named(Phrase("grand hotel astoria"), "hotel", "Grand Hotel Astoria")
    assert not is_named(Phrase("building"), "hotel")
    assert is_covered(Phrase("building"), "hotel")
    assert not is_covered(Phrase("building"), "tree")
