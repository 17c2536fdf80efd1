"""Regions of a picture, snapped to the segments of depth."""

import numpy as np
import pytest

from airanchor.embedded.eyes.detector.candidates import Candidates, _snap, find_candidates
from airanchor.embedded.eyes.detector.proposals import propose
from airanchor.embedded.eyes.reader import SceneReader
from aircity.geometry import Pose
from tests.airanchor.perception.box_views import Box, cast
from tests.airanchor.perception.fakes import LetterEncoder

VIEW = cast(
    [Box(60, -25, 12, 18, 14, (175, 48, 42)), Box(70, 20, 14, 20, 20, (62, 102, 172))], Pose.at(0, 0, 25)
)
SIZE_PX = np.array([1000, 100, 100, 100, 100], np.float32)
"""Of what has no segment, and of four segments:"""
DEPTH_M = np.array([1000.0, 50.0, 52.0, 120.0, 51.0])
IS_GROUND = np.array([False, False, False, False, True])


@pytest.fixture(scope="module")
def candidates() -> Candidates:
    return find_candidates(VIEW, propose(VIEW), SceneReader(LetterEncoder()).read(VIEW.rgb))


def snap(*shared: float) -> tuple[list[int], list[int]]:
    """Which segments a region takes whole, and which in part."""
    whole, partial, _, _ = _snap(np.array([shared], np.float32), SIZE_PX, DEPTH_M, IS_GROUND)
    return np.flatnonzero(whole[0]).tolist(), np.flatnonzero(partial[0]).tolist()


def test_a_segment_that_is_mostly_covered_is_taken_whole() -> None:
    assert snap(0, 95, 80, 0, 0) == ([1, 2], [])


def test_a_segment_that_is_hardly_touched_is_left_out() -> None:
    assert snap(0, 95, 10, 0, 0) == ([1], [])


def test_a_region_within_a_segment_keeps_its_outline() -> None:
    assert snap(0, 20, 0, 0, 0) == ([], [1])


def test_what_lies_far_behind_is_dropped_unless_it_is_most_of_the_region() -> None:
    assert snap(0, 95, 95, 60, 0) == ([1, 2], [])
    assert snap(0, 0, 0, 60, 0) == ([], [3])


def test_a_little_ground_before_a_thing_that_stands_is_dropped() -> None:
    assert snap(0, 95, 95, 0, 60) == ([1, 2], [])


def test_sizes_and_masks_agree(candidates: Candidates) -> None:
    for index in range(candidates.count):
        assert candidates.mask(index).sum() == candidates.size_px[index]


def test_overlaps_are_those_of_the_masks(candidates: Candidates) -> None:
    own, other = candidates.overlap.shape
    assert own
    assert other
    for index in range(own):
        row = int(candidates.overlap[index].argmax())
        one, two = candidates.mask(index), candidates.mask(own + row)
        assert candidates.overlap[index, row] == pytest.approx(
            (one & two).sum() / (one | two).sum(), abs=1e-5
        )


def test_candidates_apart_share_little(candidates: Candidates) -> None:
    chosen = candidates.apart(np.arange(candidates.count))
    masks = [candidates.mask(index) for index in chosen]
    assert chosen[0] == 0
    for row, one in enumerate(masks):
        for other in masks[:row]:
            assert (one & other).sum() <= 0.6 * min(one.sum(), other.sum())
