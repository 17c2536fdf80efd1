"""When two replies come to the same: wording never counts, what is flown or judged does."""

import numpy as np
import pytest

from airanchor.bench.information.judging import better
from airanchor.bench.information.meaning import differs, led_to
from aircity.geometry import Camera, Pose

CAMERA = Camera.from_fov()


def fly(u, distance_m=20.0, reason=""):
    given = {"pixel": [u, 256], "distance_m": distance_m}
    return {"skill": "Pixel Navigation", "parameters": given, "reason": reason, "scene_caption": reason}


def climb(height_m):
    return {"skill": "Altitude Adjustment", "parameters": {"delta_h_m": height_m}}


TURN = {"skill": "View Rotation", "parameters": {}}
ASKED = {"anchors": [{"type": "object", "category": "tower", "attributes": ["red"]}]}


def judged(status, progress="p"):
    return {"status": status, "progress": progress, "next_plan": "x"}


def picked(instance):
    return {"matches": [{"landmark_id": "L1", "instance_id": instance, "reason": str(instance)}]}


@pytest.mark.parametrize(
    ("role", "one", "other", "is_changed"),
    [
        ("navigation", fly(256), fly(270, 21.0, "other words"), False),
        ("navigation", fly(256), fly(330), True),
        ("navigation", fly(256), fly(256, 30.0), True),
        ("navigation", fly(256), TURN, True),
        ("navigation", climb(10.0), climb(10.5), False),
        ("navigation", climb(10.0), climb(-10.0), True),
        ("navigation", TURN, {**TURN, "reason": "x"}, False),
        ("panorama", {"yaw_delta_deg": 178.0}, {"yaw_delta_deg": -178.0}, False),
        ("panorama", {"yaw_delta_deg": 10.0}, {"yaw_delta_deg": 20.0}, True),
        ("reflection", judged("ONGOING"), judged("ONGOING", "q"), False),
        ("reflection", judged("COMPLETED"), judged("COMPLETED", "Not found: the museum"), True),
        ("reflection", judged("COMPLETED"), judged("ONGOING"), True),
        ("backtracking", {"node_id": 1}, {"node_id": 1, "reason": "x"}, False),
        ("backtracking", {"node_id": 1}, {"node_id": 0}, True),
        ("landmark_selection", picked("O1"), picked("O1"), False),
        ("landmark_selection", picked("O1"), picked(None), True),
        ("anchor_query", ASKED, {"anchors": [*ASKED["anchors"]]}, False),
        ("anchor_query", ASKED, {"anchors": []}, True),
    ],
)
def test_only_what_is_flown_or_judged_counts(role, one, other, is_changed):
    assert differs(role, one, other, CAMERA) is is_changed
    assert differs(role, other, one, CAMERA) is is_changed


def test_a_decision_leads_somewhere_in_free_air():
    pose = Pose(100.0, 50.0, 30.0, 0.0)  # north
    ahead = led_to(fly(255.5, 20.0), pose, CAMERA)
    assert ahead is not None and np.allclose(ahead, [120.0, 50.0, 30.0], atol=0.1)
    assert np.allclose(led_to(climb(-8.0), pose, CAMERA), [100.0, 50.0, 22.0])
    assert np.allclose(led_to(TURN, pose, CAMERA), pose.position)
    assert led_to({"skill": "Path Backtracking", "parameters": {}}, pose, CAMERA) is None


def test_better_needs_a_margin_and_both_scores():
    assert better("navigation", -10.0, -20.0) == (True, False)
    assert better("navigation", -20.0, -10.0) == (False, True)
    assert better("navigation", -10.0, -11.0) == (False, False)
    assert better("reflection", None, 1.0) is None
