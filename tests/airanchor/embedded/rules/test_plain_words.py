"""Clauses in plain words: they read back as the same clauses."""

from dataclasses import replace

import pytest

from airanchor.embedded.ears import Clause, Manoeuvre, Mention, read_clauses
from airanchor.embedded.rules.words.plain_words import in_plain_words

M = Manoeuvre
MILL = Mention("mill", ("red", "with white sails"))
BARN = Mention("barn", ("grey",), ordinal=2, side="left")


def bare(clause: Clause) -> Clause:
    """Without its places in a text, which are of no one else's concern."""
    mentions = tuple(replace(one, span=(0, 0), head=(0, 0)) for one in clause.mentions)
    until = tuple(replace(one, span=(0, 0), head=(0, 0)) for one in clause.until)
    return replace(clause, mentions=mentions, until=until, span=(0, 0))


@pytest.mark.parametrize(
    ("clause", "said"),
    [
        (Clause(M.TO, (MILL,)), "Fly to the red mill with white sails."),
        (Clause(M.PAST, (BARN,)), "Fly past the second grey barn on your left."),
        (Clause(M.PAST, (MILL,), metres=40.0), "Fly past the red mill with white sails for 40 metres."),
        (Clause(M.OVER, (MILL,)), "Fly over the red mill with white sails."),
        (Clause(M.UNDER, (MILL,)), "Fly under the red mill with white sails."),
        (Clause(M.AROUND, (MILL,)), "Fly around the red mill with white sails."),
        (Clause(M.ACROSS, (MILL,)), "Fly across the red mill with white sails."),
        (Clause(M.THROUGH, (MILL,)), "Fly through the red mill with white sails."),
        (Clause(M.AWAY, (MILL,)), "Fly away from the red mill with white sails."),
        (Clause(M.FACE, (MILL,)), "Face the red mill with white sails."),
        (
            Clause(M.BETWEEN, (replace(BARN, side=None), Mention("tower", ("tall",)))),
            "Fly between the second grey barn and the tall tower.",
        ),
        (
            Clause(M.ALONG, (Mention("street"),), until=(MILL,)),
            "Follow the street to the red mill with white sails.",
        ),
        (Clause(M.FORWARD), "Go straight on."),
        (Clause(M.FORWARD, metres=60.0), "Go straight on for 60 metres."),
        (
            Clause(M.FORWARD, until=(MILL,)),
            "Go straight on until you reach the red mill with white sails.",
        ),
        (Clause(M.TURN_LEFT), "Turn left."),
        (Clause(M.TURN_RIGHT, degrees=75.0), "Turn right 75 degrees."),
        (Clause(M.TURN_AROUND), "Turn around."),
        (
            Clause(M.TURN_LEFT, (MILL,), degrees=110.0, relation="at"),
            "At the red mill with white sails, turn left 110 degrees.",
        ),
        (Clause(M.ASCEND), "Climb."),
        (Clause(M.ASCEND, metres=14.0), "Climb 14 metres."),
        (Clause(M.DESCEND, metres=12.0, is_absolute=True), "Descend to 12 metres."),
        (Clause(M.ASCEND, (MILL,), relation="above"), "Climb above the red mill with white sails."),
        (Clause(M.STOP), "Stop."),
        (Clause(M.STOP, (BARN,), relation="next to"), "Stop next to the second grey barn on your left."),
        (Clause(M.STOP, (MILL,), relation="in front of"), "Stop in front of the red mill with white sails."),
        (Clause(M.STOP, (MILL,), relation="above"), "Stop above the red mill with white sails."),
    ],
)
def test_a_clause_reads_back_as_itself(clause: Clause, said: str) -> None:
    assert in_plain_words([clause]) == said
    assert [bare(one) for one in read_clauses(said)] == [clause]


def test_clauses_follow_each_other() -> None:
    clauses = [Clause(M.ASCEND, metres=8.0), Clause(M.TURN_LEFT, degrees=45.0), Clause(M.OVER, (MILL,))]
    assert [bare(one) for one in read_clauses(in_plain_words(clauses))] == clauses
