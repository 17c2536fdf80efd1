"""What the words let one expect of a leg: how far its landmark is, and how that weighs against its looks."""

from dataclasses import replace

import pytest

from airanchor.embedded.ears.clause import Clause, Manoeuvre, Mention
from airanchor.embedded.rules.config import RulebookConfig
from airanchor.embedded.rules.space.expectation import leads_to, range_weight, reach_weight, usual_m
from airanchor.embedded.rules.space.likelihood import measured_odds, sight_odds
from tests.airanchor.embedded.rules.desk import TOWER

CONFIG = RulebookConfig()
LEGS, ODDS = CONFIG.legs, CONFIG.odds


def test_what_is_right_here_is_hardly_the_landmark_of_a_leg() -> None:
    weights = [range_weight(metres, LEGS) for metres in (0.0, 15.0, 28.0, LEGS.near_m)]
    assert weights == sorted(weights)
    assert weights[0] < 0.1 < weights[2] < weights[3] == 1.0


def test_what_is_far_away_is_less_likely_but_never_ruled_out() -> None:
    weights = [range_weight(metres, LEGS) for metres in (LEGS.far_m, LEGS.far_m + 10, 500.0)]
    assert weights[0] == 1.0 > weights[1] > weights[2] > 0.5


@pytest.mark.parametrize(
    ("manoeuvre", "centre_m"), [(Manoeuvre.TO, 106.0), (Manoeuvre.PAST, 57.0), (Manoeuvre.BETWEEN, 64.0)]
)
def test_a_stated_length_tells_where_the_landmark_is(manoeuvre: Manoeuvre, centre_m: float) -> None:
    told = Clause(manoeuvre, (TOWER,), metres=80.0)
    assert reach_weight(told, centre_m, LEGS) == 1.0
    assert reach_weight(told, centre_m - 40, LEGS) < 0.2 > reach_weight(told, centre_m + 40, LEGS)


def test_how_far_legs_lead_is_a_setting() -> None:
    longer = replace(CONFIG, legs=replace(LEGS, past_m=120.0))
    past = Clause(Manoeuvre.PAST, (TOWER,))
    assert (usual_m(past, CONFIG), usual_m(past, longer)) == (90.0, 120.0)
    assert usual_m(replace(past, metres=40.0), longer) == 40.0


def test_only_legs_to_a_landmark_end_there() -> None:
    assert leads_to(Clause(Manoeuvre.PAST, (TOWER,)))
    assert not leads_to(Clause(Manoeuvre.AWAY, (TOWER,)))


def test_a_measurement_that_the_picture_bears_out_is_worth_most() -> None:
    assert measured_odds(0.9, ODDS) > measured_odds(0.0, ODDS) > sight_odds(0.3, ODDS)
    assert measured_odds(0.9, ODDS) > sight_odds(0.9, ODDS) > sight_odds(0.3, ODDS)


def test_the_third_of_a_kind_is_not_the_first_that_comes() -> None:
    third = Clause(Manoeuvre.PAST, (Mention("house", ordinal=3),))
    second = Clause(Manoeuvre.PAST, (Mention("house", ordinal=2),))
    assert reach_weight(third, 30.0, LEGS) < 0.1 < 0.7 < reach_weight(second, 30.0, LEGS)
    assert reach_weight(third, 70.0, LEGS) == reach_weight(second, 70.0, LEGS) == 1.0
