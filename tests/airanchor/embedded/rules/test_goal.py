"""The goal: which parts of a subtask are legs of their own."""

import pytest

from airanchor.embedded.ears.clause import Clause, Manoeuvre
from airanchor.embedded.rules.goal import read_goal
from tests.airanchor.embedded.rules.desk import CHURCH, TOWER, senses_for, to

GO_ON = Clause(Manoeuvre.FORWARD)


@pytest.mark.parametrize("leg", [to(TOWER), Clause(Manoeuvre.PAST, (CHURCH,))])
def test_going_on_to_a_landmark_is_one_leg(leg: Clause) -> None:
    assert read_goal({}, senses_for(GO_ON, leg)).clauses == (leg,)


@pytest.mark.parametrize(
    "clauses",
    [
        (GO_ON,),
        (GO_ON, Clause(Manoeuvre.STOP)),
        (GO_ON, Clause(Manoeuvre.TURN_LEFT, until=(TOWER,))),
        (Clause(Manoeuvre.FORWARD, metres=60.0), to(TOWER)),
        (Clause(Manoeuvre.FORWARD, until=(CHURCH,)), to(TOWER)),
    ],
)
def test_going_on_is_a_leg_where_it_leads_to_no_landmark_or_has_an_end(clauses: tuple[Clause, ...]) -> None:
    assert read_goal({}, senses_for(*clauses)).clauses == clauses


@pytest.mark.parametrize("manoeuvre", [Manoeuvre.TO, Manoeuvre.OVER, Manoeuvre.PAST, Manoeuvre.ACROSS])
def test_the_way_to_a_landmark_and_the_stop_at_it_are_one_stop(manoeuvre: Manoeuvre) -> None:
    stop = Clause(Manoeuvre.STOP, (TOWER,), relation="above")
    (one,) = read_goal({}, senses_for(Clause(manoeuvre, (TOWER,), metres=80.0), stop)).clauses
    assert (one.manoeuvre, one.relation, one.metres) == (Manoeuvre.STOP, "above", 80.0)


def test_a_stop_at_another_landmark_or_at_none_is_a_part_of_its_own() -> None:
    over = Clause(Manoeuvre.OVER, (TOWER,))
    for stop in (Clause(Manoeuvre.STOP, (CHURCH,)), Clause(Manoeuvre.STOP)):
        assert read_goal({}, senses_for(over, stop)).clauses == (over, stop)
