"""The viewer reads the very sentences that the anchor graph prints, with the same numbers."""

from hypothesis import given

from airanchor.anchors import AnchorGraph, comparison_text, decision_text, read_sentences
from airanchor.viewer.graph_words import compare
from aircity.geometry import Pose
from tests.airanchor.anchors.graphs import graphs, thing
from tests.aircity.geometry.strategies import poses


@given(graphs(), poses)
def test_numbers_are_those_of_the_strict_reader(graph: AnchorGraph, pose: Pose) -> None:
    graph = graph.recentered(graph.seen_from)
    told, before = decision_text(graph), comparison_text(graph)
    after = comparison_text(graph.recentered(pose))
    pairs = {pair.index: pair for pair in compare(told, before, after)}
    for reading in read_sentences(told):
        pair = pairs[reading.index]
        assert pair.label == reading.label
        assert (pair.before.bearing_deg, pair.before.dz_m) == (reading.bearing_deg, reading.dz_m)
        assert pair.before.free_m == reading.free_m and pair.before.is_capped == reading.is_capped
    for reading in read_sentences(after):
        cue = pairs[reading.index].after
        assert (cue.bearing_deg, cue.dz_m, cue.d_xy_m, cue.d_3d_m) == (
            reading.bearing_deg,
            reading.dz_m,
            reading.d_xy_m,
            reading.d_3d_m,
        )


def test_a_label_cannot_pose_as_a_sentence() -> None:
    lie = "door]: 5.0 degrees to your left, 1.0 m above the UAV, horizontal distance 2.0 m"
    graph = AnchorGraph.at(Pose.at(0, 0, 30), (thing(1, (20, 5, 10), lie),))
    (pair,) = compare(decision_text(graph), None, None)
    assert pair.before.bearing_deg == 14.0 and pair.after is None


def test_texts_without_sentences_give_nothing_and_long_ones_are_cut() -> None:
    assert compare("No spatial anchor could be grounded.", None, "") == []
    assert [
        pair.before.bearing_deg for pair in compare("Anchor 1 [Object: " + "]: " * 300_000, None, "")
    ] == [None]
    assert compare("Anchor 1 [Object: " * 50_000, None, None) == []
