"""The table of anchors: numbers of the events, or what the sentences of an older recording tell."""

import json
from pathlib import Path

import pytest
from hypothesis import given

from airanchor.anchors import AnchorGraph, ObjectAnchor, comparison_text, decision_text
from airanchor.trace import AnchorRow, AnchorsEvent, ReflectionEvent, read_trace
from airanchor.viewer.anchor_cues import CuePair, cue_pairs
from airanchor.viewer.moments import ReplayStep
from airanchor.viewer.story import tell
from airanchor.viewer.story_json import story_json
from aircity.geometry import Pose
from tests.airanchor.anchors.graphs import graphs, thing
from tests.airanchor.viewer.traces import fly
from tests.aircity.geometry.strategies import poses

HASH = "0" * 64
NUMBERS = ("bearing_deg", "dz_m", "d_xy_m", "d_3d_m")


def moment(graph: AnchorGraph, later: AnchorGraph | None, *, has_numbers: bool) -> ReplayStep:
    """What is recorded of a graph, now or by a version that wrote sentences alone."""
    rows = [
        AnchorRow(
            index=anchor.index,
            asked="",
            fate="",
            label=anchor.phrase.label if isinstance(anchor, ObjectAnchor) else None,
            distance_m=None if isinstance(anchor, ObjectAnchor) else anchor.distance_m,
            is_far=None if isinstance(anchor, ObjectAnchor) else anchor.is_far,
            cue=graph.cues[anchor.index] if has_numbers else None,
        )
        for anchor in graph.anchors
    ]
    found = ReplayStep(0, 0, 0, 1)
    found.anchors = AnchorsEvent(iteration=1, overlay=HASH, graph=decision_text(graph), rows=tuple(rows))
    if later is not None:
        found.reflection = ReflectionEvent(
            iteration=1,
            status="ONGOING",
            progress="",
            plan="",
            after=HASH,
            graph_before=comparison_text(graph),
            graph_after=comparison_text(later),
            cues_before=graph.cues if has_numbers else None,
            cues_after=later.cues if has_numbers else None,
        )
    return found


@given(graphs(), poses)
def test_sentences_of_an_older_recording_tell_the_numbers_to_a_decimal(graph: AnchorGraph, pose: Pose):
    graph = graph.recentered(graph.seen_from)
    later = graph.recentered(pose)
    new, old = (cue_pairs(moment(graph, later, has_numbers=has)) for has in (True, False))
    assert [pair.index for pair in new] == [anchor.index for anchor in graph.anchors]
    assert [shape(pair) for pair in new] == [shape(pair) for pair in old]
    for exact, told in zip(new, old, strict=True):
        for one, other in ((exact.before, told.before), (exact.after, told.after)):
            for key in NUMBERS:
                off = abs(getattr(one, key) - getattr(other, key))
                assert min(off, abs(off - 360.0)) <= 0.0501


def shape(pair: CuePair) -> tuple[object, ...]:
    return pair.index, pair.label, pair.free_m, pair.is_capped


@pytest.mark.parametrize("has_numbers", [True, False])
def test_a_label_cannot_pose_as_a_sentence(has_numbers: bool):
    lie = "door]: 5.0 degrees to your left, 1.0 m above the UAV, horizontal distance 2.0 m"
    graph = AnchorGraph.at(Pose.at(0, 0, 30), (thing(1, (20, 5, 10), lie),))
    (pair,) = cue_pairs(moment(graph, None, has_numbers=has_numbers))
    assert pair.before.bearing_deg == pytest.approx(14.0, abs=0.05) and pair.after is None


def test_an_anchor_that_the_graph_does_not_hold_is_not_in_the_table():
    found = moment(
        AnchorGraph.at(Pose.at(0, 0, 30), (thing(2, (20, 5, 10), "kiosk"),)), None, has_numbers=True
    )
    lost = AnchorRow(index=1, asked="a <b>fountain</b>", fate="discarded")
    found.anchors = found.anchors.model_copy(update={"rows": (lost, *found.anchors.rows)})
    assert [pair.index for pair in cue_pairs(found)] == [2]


def test_a_recording_of_version_1_2_looks_as_one_of_today(tmp_path: Path):
    folder = fly(tmp_path / "trace", decisions=2)
    today = story_json(tell(read_trace(folder)))
    events = folder / "events.jsonl"
    lines = [json.loads(line) for line in events.read_text().splitlines()]
    for event in lines:
        event.pop("cues_before", None)
        event.pop("cues_after", None)
        for row in event.get("rows", ()):
            row.pop("cue", None)
    lines[0]["version"] = "1.2"
    events.write_text("".join(json.dumps(event) + "\n" for event in lines))
    older = story_json(tell(read_trace(folder)))
    assert older["format"] == "1.2"
    for new, old in zip(today["moments"], older["moments"], strict=True):
        assert [pair["label"] for pair in old["cues"]] == ["brick warehouse", "water tower", None]
        for now, then in zip(new["cues"], old["cues"], strict=True):
            for when in ("before", "after"):
                if then[when] is not None and then[when]["d_xy_m"] is not None:
                    assert then[when] == {key: pytest.approx(now[when][key], abs=0.0501) for key in NUMBERS}
