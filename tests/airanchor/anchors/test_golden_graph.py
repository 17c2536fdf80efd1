"""The text of an anchor graph as prompts hold it, word by word, for every kind of anchor and of place.

After a wanted change rewrite tests/golden/graph.txt with
    AIRANCHOR_UPDATE_GOLDENS=1 python -m pytest tests/airanchor/anchors/test_golden_graph.py
and read the difference before it is committed.
"""

import os

from airanchor.anchors import AnchorGraph, comparison_text, decision_text, read_sentences
from aircity.geometry import Pose, cue_words, relate
from tests.airanchor.anchors.graphs import thing, way
from tests.folders import ROOT

GOLDEN = ROOT / "tests" / "golden" / "graph.txt"
START, LATER = Pose.at(100, -50, 30, 90), Pose.at(100, -10, 42, 135)
GRAPH = AnchorGraph.at(
    START,
    (
        thing(1, (99, -20, 30), "fountain"),
        thing(2, (130.04, -20, 12.5), "office building", ("gray", "tall")),
        thing(3, (60, -50, 80), "church", ("white", "with a green spire")),
        thing(4, (101, -80, 29.96), "water tower", ("silver",)),
        way(5, (100.5, -12.3, 28), 37.8),
        way(6, (170.7, 20.7, 30), 100.0, is_far=True),
        way(7, (99.8, -49, 60), 30.0),
    ),
)


def texts() -> dict[str, str]:
    after = GRAPH.recentered(LATER)
    places = [anchor.extent.center for anchor in GRAPH.objects_only().anchors]
    return {
        "decision": decision_text(GRAPH),
        "comparison before": comparison_text(GRAPH),
        "comparison after": comparison_text(after),
        "objects only": decision_text(GRAPH.objects_only()),
        "nothing": decision_text(AnchorGraph.at(START, ())),
        "priors": "\n".join(cue_words(relate(START, place)) for place in places),
    }


def test_the_text_of_a_graph_is_as_it_was_read() -> None:
    text = "".join(f"== {name}\n{part}\n" for name, part in texts().items())
    if os.environ.get("AIRANCHOR_UPDATE_GOLDENS"):
        GOLDEN.write_text(text, encoding="utf-8")
    assert text == GOLDEN.read_text(encoding="utf-8")


def test_what_is_told_before_a_decision_can_be_read_back() -> None:
    assert [reading.index for reading in read_sentences(decision_text(GRAPH))] == [1, 2, 3, 4, 5, 6, 7]
