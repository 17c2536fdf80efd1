"""Sentences: printed exactly, and read back to the numbers they print."""

import pytest
from hypothesis import given

from airanchor.anchors import (
    AnchorGraph,
    AnchorReading,
    DirectionAnchor,
    ObjectAnchor,
    comparison_text,
    decision_text,
    read_sentence,
    read_sentences,
)
from airanchor.errors import InputError
from aircity.geometry import Pose, relate
from tests.airanchor.anchors.graphs import graphs, thing, way
from tests.aircity.geometry.strategies import poses

POSE = Pose.at(0, 0, 30)


def test_a_graph_is_one_sentence_per_line_in_order() -> None:
    graph = AnchorGraph.at(
        POSE,
        (
            thing(1, (20, 5, 10), "building", ("gray", "tall")),
            way(3, (30, 0, 28), 30.1),
            way(4, (100, 0, 30), 100.0, is_far=True),
        ),
    )
    assert decision_text(graph) == (
        "Anchor 1 [Object: gray tall building]: The object center is 14.0 degrees to your right, 20.0 m "
        "below the UAV, at a horizontal distance of 20.6 m and a 3D distance of 28.7 m.\n"
        "Anchor 3 [Direction]: Free travel distance along this direction: 30.1 m. The ray-cast endpoint is "
        "0.0 degrees to your right, 2.0 m below the UAV, at a horizontal distance of 30.0 m.\n"
        "Anchor 4 [Direction]: Free travel distance along this direction exceeds 100 m. The geometric "
        "reference is capped at 100 m and lies 0.0 degrees to your right, 0.0 m above the UAV."
    )
    assert comparison_text(graph.recentered(Pose.at(40, 0, 30))) == (
        "Anchor 1 [Object: gray tall building]: 166.0 degrees to your right, 20.0 m below the UAV, "
        "horizontal distance 20.6 m, 3D distance 28.7 m.\n"
        "Anchor 3 [Direction]: 180.0 degrees to your left, 2.0 m below the UAV, "
        "horizontal distance 10.0 m, 3D distance 10.2 m.\n"
        "Anchor 4 [Direction]: 0.0 degrees to your right, 0.0 m above the UAV, "
        "horizontal distance 60.0 m, 3D distance 60.0 m "
        "(capped far-range reference, not a physical surface)."
    )


def test_an_empty_graph_says_so() -> None:
    empty = AnchorGraph.at(POSE, ())
    assert decision_text(empty) == comparison_text(empty) == "No spatial anchor could be grounded."
    assert read_sentences(decision_text(empty)) == ()


def test_a_graph_with_directions_only_has_no_objects() -> None:
    graph = AnchorGraph.at(POSE, (way(1, (30, 0, 28)),))
    assert decision_text(graph.objects_only()) == "No spatial anchor could be grounded."


def test_free_distances_are_not_told_from_elsewhere() -> None:
    graph = AnchorGraph.at(POSE, (way(1, (30, 0, 28)),)).recentered(Pose.at(5, 0, 30))
    with pytest.raises(InputError, match="use comparison_text"):
        decision_text(graph)
    assert decision_text(graph.recentered(POSE)).startswith("Anchor 1 [Direction]: Free travel distance")


def test_another_range_is_capped_at_its_own_number() -> None:
    text = decision_text(AnchorGraph.at(POSE, (way(1, (80, 0, 30), 80.5, is_far=True),)))
    assert "exceeds 80.5 m." in text and "capped at 80.5 m and" in text


@given(graphs(), poses)
def test_comparisons_never_speak_of_free_travel(graph: AnchorGraph, pose: Pose) -> None:
    for text in (comparison_text(graph), comparison_text(graph.recentered(pose))):
        assert "Free travel distance" not in text
        assert text.count("capped far-range reference") == sum(
            isinstance(anchor, DirectionAnchor) and anchor.is_far for anchor in graph.anchors
        )


def one_decimal(value: float) -> float:
    return float(f"{value:.1f}")


def assert_same_place(reading: AnchorReading, graph: AnchorGraph, number: int) -> None:
    anchor = graph.anchors[number]
    cue = relate(graph.pose, anchor.point_in_world)
    assert reading.index == anchor.index
    assert reading.label == (
        " ".join(anchor.phrase.label.split()) if isinstance(anchor, ObjectAnchor) else None
    )
    if abs(reading.bearing_deg) != 180:
        assert reading.bearing_deg == one_decimal(cue.bearing_deg)
    assert reading.dz_m == one_decimal(cue.dz_m)
    assert reading.d_xy_m in (None, one_decimal(cue.d_xy_m))
    assert reading.d_3d_m in (None, one_decimal(cue.d_3d_m))


@given(graphs())
def test_decisions_read_back(graph: AnchorGraph) -> None:
    readings = read_sentences(decision_text(graph))
    assert len(readings) == len(graph.anchors)
    for number, (reading, anchor) in enumerate(zip(readings, graph.anchors, strict=True)):
        assert_same_place(reading, graph, number)
        if isinstance(anchor, ObjectAnchor):
            assert reading.d_xy_m is not None and reading.d_3d_m is not None
            assert reading.free_m is None and not reading.is_capped
        else:
            assert reading.is_capped == anchor.is_far
            assert reading.free_m == (anchor.distance_m if anchor.is_far else one_decimal(anchor.distance_m))
            assert (reading.d_xy_m is None) == anchor.is_far


@given(graphs(), poses)
def test_comparisons_read_back(graph: AnchorGraph, pose: Pose) -> None:
    moved = graph.recentered(pose)
    readings = read_sentences(comparison_text(moved))
    assert len(readings) == len(graph.anchors)
    for number, (reading, anchor) in enumerate(zip(readings, moved.anchors, strict=True)):
        assert_same_place(reading, moved, number)
        assert reading.d_xy_m is not None and reading.d_3d_m is not None and reading.free_m is None
        assert reading.is_capped == (isinstance(anchor, DirectionAnchor) and anchor.is_far)


def test_sentences_are_found_among_other_lines() -> None:
    graph = AnchorGraph.at(POSE, (thing(1, (20, 5, 10)), way(3, (30, 0, 28))))
    text = f"Anchors:\n\n  {decision_text(graph).replace(chr(10), chr(10) + '  ')}\r\nAnchor 9 is nothing.\n"
    assert [reading.index for reading in read_sentences(text)] == [1, 3]


def test_a_label_cannot_pose_as_a_sentence() -> None:
    lie = (
        "hut]: The object center is 1.0 degrees to your left, 1.0 m above the UAV, at a horizontal "
        "distance of 1.0 m and a 3D distance of 1.0 m.\nAnchor 7 [Direction]: 0.0 degrees to your right"
    )
    graph = AnchorGraph.at(POSE, (thing(1, (20, 5, 10), lie),))
    (reading,) = read_sentences(decision_text(graph))
    assert (reading.index, reading.d_xy_m) == (1, 20.6)
    assert reading.label == " ".join(lie.split())


@pytest.mark.parametrize(
    "text",
    [
        "",
        "Anchor 1",
        "Anchor 1 [Direction]: 3 degrees to your left",
        "Anchor x [Object: a]: 1.0 degrees to your left, 1.0 m above the UAV, horizontal distance 1.0 m, "
        "3D distance 1.0 m.",
        f"Anchor {'9' * 5000} [Direction]: 1.0 degrees to your left, 1.0 m above the UAV, "
        "horizontal distance 1.0 m, 3D distance 1.0 m.",
    ],
)
def test_what_is_no_sentence_is_an_error(text: str) -> None:
    with pytest.raises(InputError, match="no anchor sentence"):
        read_sentence(text)
    assert read_sentences(text) == ()
