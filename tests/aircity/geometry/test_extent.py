"""Extents: merging is idempotent, order-free and only grows."""

import math

import numpy as np
import pytest
import shapely
from hypothesis import given

from aircity.errors import InputError
from aircity.geometry import Extent, Footprint
from tests.aircity.geometry.regions import hausdorff_m
from tests.aircity.geometry.strategies import extents, points


def assert_alike(one: Extent, other: Extent) -> None:
    assert (one.z_min_m, one.z_max_m) == (other.z_min_m, other.z_max_m)
    assert one.footprint.area_m2 == pytest.approx(other.footprint.area_m2, rel=1e-9, abs=1e-4)
    assert hausdorff_m(one.footprint, other.footprint) <= 1e-6


@given(extents)
def test_merging_with_itself_changes_nothing(extent: Extent) -> None:
    assert extent.merged(extent) == extent


@given(extents, extents)
def test_merging_does_not_depend_on_the_order(one: Extent, other: Extent) -> None:
    assert_alike(one.merged(other), other.merged(one))


@given(extents, extents, extents)
def test_merging_does_not_depend_on_the_grouping(one: Extent, two: Extent, three: Extent) -> None:
    assert_alike(one.merged(two).merged(three), one.merged(two.merged(three)))


@given(points(3), points(3))
def test_merging_equals_the_extent_of_all_points(first: np.ndarray, second: np.ndarray) -> None:
    merged = Extent.of_points(first).merged(Extent.of_points(second))
    assert_alike(merged, Extent.of_points(np.concatenate([first, second])))


@given(extents, extents)
def test_merging_only_grows(one: Extent, other: Extent) -> None:
    merged = one.merged(other)
    assert merged.z_min_m <= one.z_min_m <= one.z_max_m <= merged.z_max_m
    assert merged.footprint.area_m2 >= one.footprint.area_m2 * (1 - 1e-9)
    assert merged.bev_distance_m(other) == pytest.approx(0, abs=1e-6)
    corners = shapely.points(one.footprint.vertices)
    assert shapely.distance(merged.footprint.shape, corners).max() <= 1e-6


@given(extents)
def test_the_center_lies_inside(extent: Extent) -> None:
    x, y, z = extent.center
    assert shapely.distance(extent.footprint.shape, shapely.Point(x, y)) <= 1e-6
    assert extent.z_min_m <= z <= extent.z_max_m


def test_the_center_is_of_the_area_not_of_the_points() -> None:
    dense_corner = [[0, 0, 0], [10, 0, 2], [10, 4, 8], [0, 4, 1], *[[0.1, 0.1, 0.5]] * 50]
    assert Extent.of_points(dense_corner).center == pytest.approx([5, 2, 4])


def test_heights_play_no_part_seen_from_above() -> None:
    square = Footprint.hull_of([[0, 0], [2, 0], [2, 2], [0, 2]])
    low, high = Extent(square, 0, 1), Extent(square, 90, 95)
    assert low.bev_distance_m(high) == 0
    assert low.bev_overlap_m2(high) == pytest.approx(4)


def test_extents_are_values() -> None:
    corners = np.array([[0, 0, 1], [5, 0, 2], [5, 3, 9]], dtype=float)
    assert Extent.of_points(corners) == Extent.of_points(corners[::-1])
    assert len({Extent.of_points(corners), Extent.of_points(corners[::-1])}) == 1


@pytest.mark.parametrize(("z_min_m", "z_max_m"), [(2.0, 1.0), (math.nan, 1.0), (0.0, math.inf)])
def test_nonsense_heights_are_rejected(z_min_m: float, z_max_m: float) -> None:
    with pytest.raises(InputError, match="extent"):
        Extent(Footprint.hull_of([[0, 0]]), z_min_m, z_max_m)


@pytest.mark.parametrize("bad", [np.empty((0, 3)), [[0.0, 0.0]], [0.0, 0.0, 0.0]])
def test_nonsense_points_are_rejected(bad: object) -> None:
    with pytest.raises(InputError, match="shape"):
        Extent.of_points(bad)  # type: ignore[arg-type]
