"""What the words let one expect of a leg: how far its landmark is, and how that weighs against its looks."""

import pytest

from airanchor.embedded.ears.clause import Clause, Manoeuvre
from airanchor.embedded.rules.space.expectation import FAR_M, NEAR_M, leads_to, range_weight, reach_weight
from airanchor.embedded.rules.space.likelihood import measured_odds, sight_odds
from tests.airanchor.embedded.rules.desk import TOWER


def test_what_is_right_here_is_hardly_the_landmark_of_a_leg() -> None:
    weights = [range_weight(metres) for metres in (0.0, 15.0, 28.0, NEAR_M)]
    assert weights == sorted(weights)
    assert weights[0] < 0.1 < weights[2] < weights[3] == 1.0


def test_what_is_far_away_is_less_likely_but_never_ruled_out() -> None:
    assert range_weight(FAR_M) == 1.0 > range_weight(FAR_M + 10) > range_weight(500.0) > 0.5


@pytest.mark.parametrize(
    ("manoeuvre", "centre_m"), [(Manoeuvre.TO, 106.0), (Manoeuvre.PAST, 57.0), (Manoeuvre.BETWEEN, 64.0)]
)
def test_a_stated_length_tells_where_the_landmark_is(manoeuvre: Manoeuvre, centre_m: float) -> None:
    told = Clause(manoeuvre, (TOWER,), metres=80.0)
    assert reach_weight(told, centre_m) == 1.0
    assert reach_weight(told, centre_m - 40) < 0.2 > reach_weight(told, centre_m + 40)


def test_only_legs_to_a_landmark_end_there() -> None:
    assert leads_to(Clause(Manoeuvre.PAST, (TOWER,)))
    assert not leads_to(Clause(Manoeuvre.AWAY, (TOWER,)))


def test_a_measurement_that_the_picture_bears_out_is_worth_most() -> None:
    assert measured_odds(0.9) > measured_odds(0.0) > sight_odds(0.3)
    assert measured_odds(0.9) > sight_odds(0.9) > sight_odds(0.3)
