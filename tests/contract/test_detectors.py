"""The contract of a detector: one body over every implementation, on views in which each finds something."""

from collections.abc import Callable, Iterator
from dataclasses import dataclass
from pathlib import Path

import pytest

from airanchor.embedded.eyes.detector import EmbeddedDetector
from airanchor.embedded.eyes.detector.calibrated import CalibratedDetector
from airanchor.embedded.eyes.word_sense import ReaderWordSense
from airanchor.perception import Detector, Phrase
from airanchor.perception.cache import CachedDetector, Store
from airanchor.perception.checks import check_detector
from airanchor.perception.oracle import OracleDetector
from aircity.city.render.renderer import Renderer
from aircity.geometry import Camera, Pose
from aircity.world import Observation
from tests.airanchor.agent.scripts import NoDetector
from tests.airanchor.bench.small_town import small_town
from tests.airanchor.bench.spied_flights import BoxDetector
from tests.airanchor.perception.fakes import LetterEncoder, RedDetector

PHRASES = (Phrase("building"), Phrase("church"), Phrase("house", ("red",)), Phrase("zebra", ("two-headed",)))
ENCODER = LetterEncoder()


@dataclass(frozen=True)
class Town:
    """A rendered town, and a view of it."""

    renderer: Renderer
    view: Observation


@pytest.fixture(scope="module")
def town() -> Iterator[Town]:
    renderer = Renderer(small_town(), threads=1)
    camera, pose = Camera.from_fov(128, 128), Pose.at(-95, 0, 40)
    frame = renderer.render(pose, camera)
    yield Town(renderer, Observation(frame.rgb, frame.depth_m, pose, camera))
    renderer.close()


def embedded(_town: Town) -> Detector:
    return EmbeddedDetector(ENCODER)


def calibrated(_town: Town) -> Detector:
    return CalibratedDetector(EmbeddedDetector(ENCODER))


def oracle(town: Town) -> Detector:
    return OracleDetector(small_town(), renderer=town.renderer)


def hearing_oracle(town: Town) -> Detector:
    return OracleDetector(small_town(), renderer=town.renderer, sense=ReaderWordSense(ENCODER))


def of_large_things(town: Town) -> Detector:
    return OracleDetector(small_town(), renderer=town.renderer, smallest_px=40)


def red(_town: Town) -> Detector:
    return RedDetector()


def box(_town: Town) -> Detector:
    return BoxDetector()


def none(_town: Town) -> Detector:
    return NoDetector()


FINDING = [embedded, calibrated, oracle, hearing_oracle, of_large_things]
FAKES = [red, box, none]
"""Of other tests; what they are told to find is not in this town."""

each_finding = pytest.mark.parametrize("make", FINDING, ids=lambda make: make.__name__)


@pytest.mark.parametrize("make", [*FINDING, *FAKES], ids=lambda make: make.__name__)
def test_it_keeps_to_the_contract(make: Callable[[Town], Detector], town: Town) -> None:
    detector = make(town)
    assert isinstance(detector, Detector)
    check_detector(detector, [town.view], PHRASES)


@each_finding
def test_it_keeps_to_the_contract_behind_the_cache(
    make: Callable[[Town], Detector], town: Town, tmp_path: Path
) -> None:
    detector = make(town)
    kept = CachedDetector(detector, Store(tmp_path / "cache.sqlite"))
    assert isinstance(kept, Detector) and kept.name == detector.name
    check_detector(kept, [town.view], PHRASES)


@each_finding
def test_it_finds_something_there(make: Callable[[Town], Detector], town: Town) -> None:
    """Else the kit would have had nothing to judge."""
    detector = make(town)
    assert any(detector.detect(phrase, town.view, box_threshold=0.0) for phrase in PHRASES)


@each_finding
def test_the_cache_answers_as_the_detector_does(
    make: Callable[[Town], Detector], town: Town, tmp_path: Path
) -> None:
    detector, store = make(town), tmp_path / "cache.sqlite"
    for _ in range(2):  # the second time from the disk
        kept = CachedDetector(detector, Store(store))
        for phrase in PHRASES:
            told, found = kept.detect(phrase, town.view), detector.detect(phrase, town.view)
            assert [one.box_px for one in told] == [one.box_px for one in found]
            assert [one.confidence for one in told] == [one.confidence for one in found]
            assert [one.mask.tolist() for one in told] == [one.mask.tolist() for one in found]
