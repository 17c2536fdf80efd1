"""Every golden case about anchors, run through the room itself: requests, grounding, graph, words, marks."""

import math
from typing import Any

import numpy as np
import pytest

from airanchor.anchors import (
    AnchorGraph,
    DirectionAnchor,
    DirectionRequest,
    GroundingOutcome,
    ObjectAnchor,
    ObjectRequest,
    Reason,
    RequestFate,
    decision_text,
    ground,
)
from airanchor.anchors.direction import median_depth_m
from airanchor.anchors.mask import centroid
from airanchor.anchors.object import anchor_confidence
from airanchor.anchors.overlay import marks_in
from airanchor.perception import Phrase
from aircity.geometry import Camera, Footprint, Pose, wrap
from aircity.world import Observation
from tests.airanchor.anchors.graphs import thing, way
from tests.airanchor.anchors.views import ColorEncoder, ToldDetector, detection_of, view_of
from tests.aircity.geometry.regions import hausdorff_m
from tests.paper.goldens import cases, meta

TOLERANCE = meta()["tolerance"]
Case = dict[str, Any]


def close(expected: Any) -> Any:
    return pytest.approx(np.asarray(expected, dtype=float), abs=TOLERANCE, rel=0)


def view_from(inputs: Case) -> Observation:
    matrix = inputs["K"] if isinstance(inputs["K"], list) else meta()["intrinsics"][inputs["K"]]
    (fx, _, cx), (_, fy, cy), _ = matrix
    depth_m = np.asarray(inputs.get("depth", np.full((512, 512), 9.0)), dtype=np.float32)
    height, width = depth_m.shape
    pose = Pose.at(*inputs["camera_xyz"], inputs["heading_deg"])
    return view_of(depth_m, pose=pose, camera=Camera(width, height, fx, fy, cx, cy))


@cases("directional_anchor")
def test_directional_anchor(inputs: Case, expected: Case) -> None:
    view = view_from(inputs)
    grounding = ground([DirectionRequest(1, tuple(inputs["pixel"]))], view, ToldDetector(), ColorEncoder())
    (outcome,) = grounding.outcomes
    assert (outcome.anchor is None) == expected["discarded"]
    if expected["discarded"]:
        assert outcome.reason is Reason.NO_DEPTH
    else:
        assert_direction(outcome, expected, view)


def assert_direction(outcome: GroundingOutcome, expected: Case, view: Observation) -> None:
    anchor = outcome.anchor
    assert isinstance(anchor, DirectionAnchor)
    assert median_depth_m(view.depth_m, anchor.pixel) == pytest.approx(expected["median"], rel=1e-6)
    assert anchor.distance_m == close(expected["d_hat"])
    assert anchor.is_far == expected["far"]
    assert anchor.point_in_world == close(expected["point_world"])


@cases("object_anchor")
def test_object_anchor(inputs: Case, expected: Case) -> None:
    view, mask = view_from(inputs), np.asarray(inputs["mask"]) == 1
    detector = ToldDetector({"thing": [detection_of(mask, inputs["det_conf"])]})
    grounding = ground([ObjectRequest(1, Phrase("thing"))], view, detector, ColorEncoder())
    (outcome,) = grounding.outcomes
    fates = {
        "object": (RequestFate.OBJECT, None),
        "degraded_to_direction": (RequestFate.DEGRADED, Reason.FAR),
        "discarded_no_positive_depth": (RequestFate.DISCARDED, Reason.NO_DEPTH),
    }
    assert (outcome.fate, outcome.reason) == fates[expected["outcome"]]
    assert outcome.support is not None
    if "rho_far" in expected:
        assert outcome.support.far_share == close(expected["rho_far"])
    if outcome.fate is RequestFate.DEGRADED:
        assert centroid(mask) == close(expected["mask_centroid"])
        assert isinstance(outcome.anchor, DirectionAnchor)
        assert outcome.anchor.pixel == tuple(expected["pixel_used"])
        assert bool(grounding.objects) == expected["written_to_sokb"]
        assert_direction(outcome, expected, view)
    if outcome.fate is RequestFate.OBJECT:
        assert outcome.support.surface_px == expected["n_points"]
        assert_object(outcome, expected)


def assert_object(outcome: GroundingOutcome, expected: Case) -> None:
    anchor = outcome.anchor
    assert isinstance(anchor, ObjectAnchor)
    hull = Footprint.hull_of(expected["hull_vertices_as_set"])
    assert hausdorff_m(anchor.extent.footprint, hull) == close(0)
    assert anchor.extent.footprint.area_m2 == close(expected["area"])
    assert (anchor.extent.z_min_m, anchor.extent.z_max_m) == close((expected["z_min"], expected["z_max"]))
    assert anchor.point_in_world == close(expected["center"])
    assert anchor.confidence == close(expected["q_i"])


@cases("anchor_confidence")
def test_anchor_confidence(inputs: Case, expected: Case) -> None:
    assert anchor_confidence(inputs["det_conf"], inputs["rho_far"]) == close(expected["q_i"])


def point_at(cue: Case) -> tuple[float, float, float]:
    """The point that has this cue for a drone at the origin that faces north."""
    bearing_rad = math.radians(cue["bearing_deg"])
    return cue["d_xy"] * math.cos(bearing_rad), cue["d_xy"] * math.sin(bearing_rad), cue["dz"]


@cases("eag_text", having="cue")
def test_eag_text(inputs: Case, expected: Case) -> None:
    index, at = inputs["index"], point_at(inputs["cue"])
    anchor = (
        thing(index, at, inputs["label"])
        if "label" in inputs
        else way(index, at, inputs["d_hat"], is_far=inputs["far"])
    )
    assert decision_text(AnchorGraph.at(Pose(0, 0, 0), (anchor,))) == expected["text"]


@cases("eag_text", having="attributes")
def test_eag_label(inputs: Case, expected: Case) -> None:
    anchor = thing(1, (9, 9, 9), inputs["category"], tuple(inputs["attributes"]))
    text = decision_text(AnchorGraph.at(Pose(0, 0, 0), (anchor,)))
    assert text.startswith(f"Anchor 1 [Object: {expected['label']}]: ")


@cases("eag_text", having="text_must_not_contain")
def test_degraded_object_has_no_label(inputs: Case, expected: Case) -> None:
    depth_m = np.full((64, 64), 30.0)
    depth_m[10 : 10 + round(10 * inputs["rho_far"])] = math.inf
    mask = np.zeros((64, 64), dtype=bool)
    mask[10:20, 30:40] = True
    phrase = Phrase(inputs["query"]["category"], tuple(inputs["query"]["attributes"]))
    detector = ToldDetector({phrase.label: [detection_of(mask)]})
    grounding = ground([ObjectRequest(inputs["index"], phrase)], view_of(depth_m), detector, ColorEncoder())
    text = decision_text(grounding.graph)
    assert text.startswith(expected["text_startswith"])
    assert not {*expected["text_must_not_contain"]} & {*text.replace(".", " ").split()}


@cases("spatial_cue", having="object_text")
def test_spatial_cue_object_text(inputs: Case, expected: Case) -> None:
    pose = Pose.at(*inputs["uav_xyz"], inputs["heading_deg"])
    graph = AnchorGraph.at(pose, (thing(1, inputs["ref_xyz"], "building", ("gray",)),))
    assert decision_text(graph) == expected["object_text"]


@cases("recenter")
def test_recenter(inputs: Case, expected: Case) -> None:
    before, after = Pose.at(*inputs["pose_before"]), Pose.at(*inputs["pose_after"])
    anchors = tuple(thing(index, point) for index, point in enumerate(inputs["refs"], start=1))
    graph = AnchorGraph.at(before, anchors)
    moved = graph.recentered(after)
    assert moved.anchors == graph.anchors
    for now, then, cues in zip(graph.edges, moved.edges, expected["cues"], strict=True):
        for cue, values in ((now.cue, cues["before"]), (then.cue, cues["after"])):
            assert wrap(cue.bearing_rad - math.radians(values["bearing_deg"])) == pytest.approx(0, abs=1e-6)
            assert (cue.dz_m, cue.d_xy_m, cue.d_3d_m) == close((values["dz"], values["d_xy"], values["d_3d"]))


@cases("project_for_after_image")
def test_project_for_after_image(inputs: Case, expected: Case) -> None:
    graph = AnchorGraph.at(Pose(0, 0, 0), (way(3, inputs["point_world"]),))
    marks = marks_in(view_from(inputs), graph)
    assert bool(marks) == expected["draw_marker"]
    for mark in marks:
        assert mark.index == 3
        assert mark.pixel == tuple(math.floor(value + 0.5) for value in expected["pixel"])
