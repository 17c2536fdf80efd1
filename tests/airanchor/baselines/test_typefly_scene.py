"""The scene list: what depth adds to a box, and how an object is looked up by name."""

import numpy as np
import pytest

from airanchor.baselines.boxes import depth_in
from airanchor.baselines.typefly.scene_board import _called, measured
from airanchor.reasoner.roles.peers.typefly.planning import ListedObject
from airanchor.reasoner.roles.peers.typefly.scene import BoxedObject
from aircity.geometry import Camera, Pose
from aircity.world import Observation

CAMERA = Camera.from_fov(100, 100)


def view_of(depth_m: float) -> Observation:
    return Observation(
        np.zeros((100, 100, 3), np.uint8),
        np.full((100, 100), depth_m, np.float32),
        Pose.at(0, 0, 20, 0),
        CAMERA,
    )


def box(left: int, top: int, right: int, bottom: int, name: str = "tower") -> BoxedObject:
    return BoxedObject.model_construct(
        name=name, colour="red", top_left=(left, top), bottom_right=(right, bottom)
    )


def test_a_box_in_the_middle_is_measured_along_its_ray() -> None:
    one = measured(box(40, 40, 59, 59), view_of(50.0), 100.0)
    assert (one.x, one.y, one.width, one.height) == pytest.approx((0.5, 0.5, 0.2, 0.2))
    assert one.distance_m == pytest.approx(50.0)
    assert one.top_m == pytest.approx(50.0 * 9.5 / 50, abs=0.01)


def test_a_box_at_the_side_is_as_far_as_seen_from_above() -> None:
    one = measured(box(90, 90, 99, 99), view_of(50.0), 100.0)
    assert one.distance_m is not None and 30.0 < one.distance_m < 50.0
    assert one.top_m is not None and one.top_m < 0


def test_what_is_too_far_has_no_distance() -> None:
    assert measured(box(40, 40, 59, 59), view_of(150.0), 100.0).distance_m is None
    assert measured(box(40, 40, 59, 59), view_of(np.inf), 100.0).top_m is None


def test_the_thing_counts_and_not_what_shows_beside_it() -> None:
    depth_m = np.full((100, 100), np.inf, np.float32)
    depth_m[:, 45:55] = 30.0
    depth_m[:, 55:60] = 90.0
    assert depth_in(depth_m, (40, 0, 61, 100)) == pytest.approx(30.0)
    assert depth_in(depth_m, (50, 50, 51, 51)) == pytest.approx(30.0)
    assert depth_in(np.zeros((9, 9), np.float32), (0, 0, 9, 9)) is None


def listed(name: str, x: float, colour: str = "") -> ListedObject:
    return ListedObject(name, colour, x, 0.5, 0.1, 0.1, 40.0, 5.0)


def test_names_are_found_whole_before_by_their_words() -> None:
    objects = (listed("red tower", 0.2), listed("tower", 0.8), listed("church", 0.5, "white"))
    assert [one.x for one in _called("Tower", objects)] == [0.8]
    assert [one.x for one in _called("white church", objects)] == [0.5]
    assert _called("", objects) == _called("mosque", objects) == []
