"""Tests of tagged legs as clauses."""

import pytest

from airanchor.embedded.ears.net.clauses import clauses_of
from airanchor.embedded.ears.net.tagger import Span, TaggedLeg
from tests.airanchor.embedded.ears.readback import told

TEXT = "Bear off and fly to the church."


def leg(turn_deg: int, *spans: Span) -> TaggedLeg:
    start = TEXT.index("the church")
    return TaggedLeg(
        0,
        len(TEXT),
        (Span("main", start, start + len("the church")), *spans),
        relation="toward",
        side="",
        turn_deg=turn_deg,
        climb="",
        thing="church",
        sureness={"relation": 1.0, "side": 1.0, "turn": 0.5, "climb": 1.0, "thing": 1.0},
    )


@pytest.mark.parametrize(
    ("heard", "wanted"),
    [
        (leg(15), ["to church"]),
        (leg(-15), ["to church"]),
        (leg(15, Span("turn", 0, 8)), ["turn right by 15 degrees", "to church"]),
        (leg(30), ["turn right by 30 degrees", "to church"]),
        (leg(0, Span("turn", 0, 8)), ["to church"]),
    ],
)
def test_a_turn_of_one_step_is_made_only_where_words_say_it(heard: TaggedLeg, wanted: list[str]) -> None:
    assert [told(clause) for clause in clauses_of(heard, TEXT)] == wanted
