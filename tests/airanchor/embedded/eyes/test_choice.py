"""Choice: what lies ahead, the nearest or the second on the left, of what answers a phrase as well."""

import numpy as np
import pytest

from airanchor.embedded.eyes.detector.choice import chosen_first, places_of
from airanchor.perception.whereabouts import Whereabouts
from aircity.geometry import Camera, Pose
from aircity.world import Observation

SCORES = np.array([0.9, 0.8, 0.7, 0.3])
DISTANCES_M = np.array([60.0, 30.0, 90.0, 10.0])
BEARINGS_DEG = np.array([-40.0, 20.0, -5.0, -10.0])


@pytest.mark.parametrize(
    ("told", "meant"),
    [
        (Whereabouts(1), 1),
        (Whereabouts(2), 0),
        (Whereabouts(3), 2),
        (Whereabouts(1, side="left"), 0),
        (Whereabouts(2, side="left"), 2),
        (Whereabouts(is_ahead=True), 2),
        (Whereabouts(is_ahead=True, side="right"), 1),
        (Whereabouts(1, is_ahead=True, side="left"), 2),
        (Whereabouts(4), 0),
        (Whereabouts(3, side="right"), 1),
    ],
)
def test_the_whereabouts_choose_among_answers_that_may_be_meant(told: Whereabouts, meant: int) -> None:
    places = chosen_first(told, SCORES, DISTANCES_M, BEARINGS_DEG)
    assert places == [meant, *(place for place in range(4) if place != meant)]


def test_places_are_measured_in_the_depth_picture() -> None:
    camera = Camera.from_fov(9, 9)
    depth_m = np.full((9, 9), 20.0, np.float32)
    depth_m[:, 0] = 40.0
    depth_m[0, 8] = 0.0
    view = Observation(np.zeros((9, 9, 3), np.uint8), depth_m, Pose(0.0, 0.0, 20.0, 0.0), camera)
    middle, edge, nothing = (np.zeros((9, 9), bool) for _ in range(3))
    middle[3:6, 4], edge[:, 0], nothing[0, 8] = True, True, True
    distances_m, bearings_deg = places_of([middle, edge, nothing], view)
    assert distances_m[0] == pytest.approx(20.0) and bearings_deg[0] == pytest.approx(0.0)
    assert distances_m[1] == pytest.approx(40.0 * np.hypot(1, 4 / 4.5)) and bearings_deg[1] < -40.0
    assert np.isinf(distances_m[2])
