"""Tests of proposals: sizes in metres, whatever the slope, the noise or the camera."""

import math
from dataclasses import replace

import numpy as np
import pytest

from airanchor.embedded.eyes.detector.properties import Property, Proposals
from airanchor.embedded.eyes.detector.proposals import propose
from aircity.geometry import Camera, Pose
from aircity.world import Observation
from tests.airanchor.perception.box_views import Box, cast

HOUSE = Box(60, -12, 10, 14, 9, (190, 60, 50))
TOWER = Box(90, 25, 12, 12, 48, (90, 120, 170))
POSE = Pose.at(0, 0, 25)


def covering(proposals: Proposals, truth: np.ndarray) -> tuple[int, float]:
    """The proposal that overlaps a mask best, and by how much."""
    masks = [proposals.mask(index) for index in range(len(proposals.groups))]
    overlaps = [float((mask & truth).sum() / (mask | truth).sum()) for mask in masks]
    return int(np.argmax(overlaps)), max(overlaps)


def pixels_of(view: Observation, box: Box) -> np.ndarray:
    return (view.rgb == np.array(box.rgb)).all(axis=-1)


@pytest.mark.parametrize("slope", [0.0, 0.04])
@pytest.mark.parametrize("box", [HOUSE, TOWER], ids=["house", "tower"])
def test_a_box_is_proposed_with_its_size(box: Box, slope: float) -> None:
    view = cast([HOUSE, TOWER], replace(POSE, z_m=25 + 20 * slope), slope=slope)
    proposals = propose(view)
    index, overlap = covering(proposals, pixels_of(view, box))
    assert overlap > 0.9
    assert proposals.values[index, Property.TOP_M] == pytest.approx(box.height, abs=1.2)
    assert (
        box.width * 0.85 < proposals.values[index, Property.LENGTH_M] < math.hypot(box.width, box.depth) * 1.1
    )
    assert proposals.values[index, Property.GROUND] == 0


def test_noise_and_lost_readings_do_not_dissolve_a_box() -> None:
    view = cast([HOUSE, TOWER], POSE)
    rng = np.random.default_rng(0)
    depth_m = view.depth_m * (1 + 0.01 * rng.standard_normal(view.depth_m.shape)).astype(np.float32)
    depth_m[rng.random(depth_m.shape) < 0.02] = 0
    noisy = replace(view, depth_m=depth_m.astype(np.float32))
    index, overlap = covering(propose(noisy), pixels_of(view, HOUSE))
    assert overlap > 0.75
    assert propose(noisy).values[index, Property.TOP_M] == pytest.approx(HOUSE.height, abs=2)


def test_the_view_straight_down_measures_the_same_height() -> None:
    camera = Camera.from_fov(256, 256).pitched(-math.pi / 2)
    view = cast([HOUSE], Pose.at(60, -12, 60), camera)
    proposals = propose(view)
    index, overlap = covering(proposals, pixels_of(view, HOUSE))
    assert overlap > 0.9
    assert proposals.values[index, Property.TOP_M] == pytest.approx(HOUSE.height, abs=1)


def test_colours_are_shares_that_sum_to_one() -> None:
    proposals = propose(cast([HOUSE, TOWER], POSE))
    np.testing.assert_allclose(proposals.colours.sum(axis=1), 1, atol=1e-5)


def test_proposals_depend_on_the_view_alone() -> None:
    one, other = (propose(cast([HOUSE, TOWER], POSE)) for _ in range(2))
    assert one.groups == other.groups
    np.testing.assert_array_equal(one.values, other.values)
    np.testing.assert_array_equal(one.labels, other.labels)


@pytest.mark.parametrize("reading", [0.0, np.nan, np.inf])
def test_a_view_without_surfaces_has_no_proposals(reading: float) -> None:
    view = cast([HOUSE], POSE)
    assert propose(replace(view, depth_m=np.full_like(view.depth_m, reading))).groups == ()


def test_odd_sizes_are_covered_to_the_border() -> None:
    view = cast([HOUSE], POSE, Camera.from_fov(613, 397))
    proposals = propose(view)
    assert proposals.labels.shape == (397, 613)
    assert (proposals.labels[-1] > 0).mean() > 0.95
