"""Footprints: hulls of anything, degenerate ones included, and their areas, middles and distances."""

import math

import numpy as np
import pytest
import shapely
from hypothesis import given
from hypothesis import strategies as st

from aircity.errors import InputError
from aircity.geometry import Camera, Footprint, Pose
from tests.aircity.geometry.regions import hausdorff_m
from tests.aircity.geometry.strategies import footprints, points


@given(points(2, most=30))
def test_a_hull_contains_its_points_and_its_centroid(xy: np.ndarray) -> None:
    footprint = Footprint.hull_of(xy)
    assert shapely.distance(footprint.shape, shapely.points(xy)).max() <= 1e-6
    assert shapely.distance(footprint.shape, shapely.points(footprint.centroid)) <= 1e-6


@given(points(2, most=30), st.randoms(use_true_random=False))
def test_order_and_repetition_of_points_do_not_matter(xy: np.ndarray, random: object) -> None:
    order = np.random.default_rng(random.getrandbits(32)).permutation(len(xy))  # type: ignore[attr-defined]
    again = Footprint.hull_of(np.concatenate([xy[order], xy[:1]]))
    footprint = Footprint.hull_of(xy)
    assert again.area_m2 == pytest.approx(footprint.area_m2, abs=1e-6)
    assert hausdorff_m(again, footprint) <= 1e-6


@given(footprints)
def test_the_hull_of_the_corners_is_the_footprint(footprint: Footprint) -> None:
    again = Footprint.hull_of(footprint.vertices)
    assert again == footprint
    assert hash(again) == hash(footprint)


@given(footprints, footprints)
def test_distance_and_overlap_are_symmetric_and_consistent(one: Footprint, other: Footprint) -> None:
    assert one.distance_m(other) == pytest.approx(other.distance_m(one), abs=1e-9)
    shared_m2 = one.intersection_area_m2(other)
    assert shared_m2 == pytest.approx(other.intersection_area_m2(one), rel=1e-6, abs=1e-6)
    assert -1e-9 <= shared_m2 <= min(one.area_m2, other.area_m2) * (1 + 1e-9) + 1e-9
    if shared_m2 > 1e-6:
        assert one.distance_m(other) == 0
    assert one.distance_m(one) == 0


@given(st.integers(0, 511), st.floats(-3.2, 3.2), st.integers(2, 60))
def test_one_pixel_column_is_a_segment_with_its_middle_as_centroid(
    column: int, heading_rad: float, count: int
) -> None:
    pixels = np.stack([np.full(count, column), np.linspace(100, 400, count)], axis=-1)
    depth_m = 30 + 20 * np.sin(np.arange(count, dtype=float))
    column_points = Camera.from_fov().back_project(pixels, depth_m, Pose(1234.5, -678.9, 40, heading_rad))
    footprint = Footprint.hull_of(column_points)
    assert footprint.area_m2 == 0
    assert len(footprint.vertices) == 2
    assert footprint.centroid == pytest.approx(footprint.vertices.mean(axis=0), abs=1e-9)


@pytest.mark.parametrize(
    "xy", [[[0, 0], [3, 4]], [[0, 0], [4, 0], [4, 4], [0, 4]], [[9, 9], [1, 1], [5, 5 + 1e-12], [2, 2]]]
)
def test_equal_regions_are_equal_values_whatever_the_order(xy: list[list[float]]) -> None:
    turned = [Footprint.hull_of(xy[k:] + xy[:k]) for k in range(len(xy))]
    assert len({*turned, Footprint.hull_of(xy[::-1])}) == 1


def test_vertices_run_counter_clockwise() -> None:
    ring = Footprint.hull_of([[0, 0], [0, 4], [3, 4], [3, 0]]).vertices
    following = np.roll(ring, -1, axis=0)
    assert 0.5 * np.sum(ring[:, 0] * following[:, 1] - following[:, 0] * ring[:, 1]) == pytest.approx(12)


def test_points_and_segments_have_distances_but_no_area() -> None:
    point, segment = Footprint.hull_of([[0, 0]]), Footprint.hull_of([[3, -5], [3, 5], [3, 0]])
    square = Footprint.hull_of([[3, 0], [9, 0], [9, 6], [3, 6]])
    assert point.distance_m(segment) == 3
    assert segment.distance_m(square) == 0
    assert segment.intersection_area_m2(square) == 0
    assert point.hull_with(segment).area_m2 == pytest.approx(15)
    assert point.hull_with(point) == point


def test_any_geometry_is_kept_as_its_hull() -> None:
    notched = shapely.Polygon([(0, 0), (4, 0), (4, 4), (2, 1), (0, 4)])
    assert Footprint(notched).area_m2 == pytest.approx(16)


@pytest.mark.parametrize(
    "bad", [np.empty((0, 2)), [1.0, 2.0], [[1.0]], [[math.nan, 0.0]], [[0.0, 0.0], [math.inf, 1.0]]]
)
def test_nonsense_points_are_rejected(bad: object) -> None:
    with pytest.raises(InputError, match="point"):
        Footprint.hull_of(bad)  # type: ignore[arg-type]


def test_an_empty_geometry_is_rejected() -> None:
    with pytest.raises(InputError, match="at least one point"):
        Footprint(shapely.Polygon())
