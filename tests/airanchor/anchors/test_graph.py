"""The graph: a star whose anchors stay while its cues follow the drone."""

import math

import pytest
from hypothesis import given
from hypothesis import strategies as st

from airanchor.anchors import AnchorGraph, ObjectAnchor
from airanchor.errors import InputError
from aircity.geometry import Cue, Pose, relate, wrap
from tests.airanchor.anchors.graphs import graphs, thing, way
from tests.aircity.geometry.strategies import poses


def assert_same_cues(one: AnchorGraph, other: AnchorGraph) -> None:
    for mine, theirs in zip(one.edges, other.edges, strict=True):
        assert mine.anchor is theirs.anchor
        assert mine.cue == theirs.cue


def test_one_edge_per_anchor_and_none_between_anchors() -> None:
    graph = AnchorGraph.at(Pose(0, 0, 30), (thing(1, (20, 5, 10)), way(3, (60, 0, 30))))
    assert [edge.anchor.index for edge in graph.edges] == [1, 3]
    assert graph.edges[1].cue == Cue(0.0, 0.0, 60.0, 60.0)


def test_cues_start_at_the_centre_of_objects_and_the_point_of_directions() -> None:
    graph = AnchorGraph.at(Pose.at(1, 2, 3, 40), (thing(1, (20, 5, 10)), way(2, (6, 7, 8))))
    assert graph.edges[0].cue == relate(graph.pose, graph.anchors[0].point_in_world)
    assert graph.edges[1].cue == relate(graph.pose, (6, 7, 8))


def test_turning_by_the_bearing_looks_at_the_anchor() -> None:
    graph = AnchorGraph.at(Pose.at(3, 4, 20, 110), (thing(1, (-20, 35, 10)),))
    turned = graph.recentered(graph.pose.turned(graph.edges[0].cue.bearing_rad))
    assert turned.edges[0].cue.bearing_rad == pytest.approx(0, abs=1e-12)


@given(graphs(), poses)
def test_there_and_back_again(graph: AnchorGraph, pose: Pose) -> None:
    away = graph.recentered(pose)
    assert away.anchors == graph.anchors
    assert away.seen_from == graph.pose
    assert away.is_recentered == (pose != graph.pose)
    home = away.recentered(graph.pose)
    assert not home.is_recentered
    assert_same_cues(home, graph)


@given(graphs(), st.floats(-20, 20))
def test_a_turn_changes_bearings_only(graph: AnchorGraph, turn_rad: float) -> None:
    turned = graph.recentered(graph.pose.turned(turn_rad))
    for before, after in zip(graph.edges, turned.edges, strict=True):
        assert (after.cue.dz_m, after.cue.d_xy_m, after.cue.d_3d_m) == (
            before.cue.dz_m,
            before.cue.d_xy_m,
            before.cue.d_3d_m,
        )
        if before.cue.d_xy_m > 1e-3:
            change = wrap(before.cue.bearing_rad - after.cue.bearing_rad - turn_rad)
            assert min(abs(change), math.tau - abs(change)) == pytest.approx(0, abs=1e-6)


@given(graphs())
def test_objects_only_keeps_objects_and_their_numbers(graph: AnchorGraph) -> None:
    kept = graph.objects_only()
    assert kept.anchors == tuple(anchor for anchor in graph.anchors if isinstance(anchor, ObjectAnchor))
    assert kept.pose == graph.pose


def test_numbers_are_used_once_and_in_order() -> None:
    with pytest.raises(InputError, match=r"anchor numbers \[2, 1\]"):
        AnchorGraph.at(Pose(0, 0, 0), (way(2, (1, 1, 1)), way(1, (1, 1, 1))))
    with pytest.raises(InputError, match=r"anchor numbers \[1, 1\]"):
        AnchorGraph.at(Pose(0, 0, 0), (way(1, (1, 1, 1)), way(1, (1, 1, 1))))
