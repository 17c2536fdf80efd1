"""Priors as evidence: odds that add up at one place, and what a glance makes of them."""

from functools import partial

import pytest

from airanchor.embedded.rules.config import prior_odds
from airanchor.embedded.rules.notes.track import LandmarkTrack, PlaceSource
from airanchor.embedded.rules.space.cues import RememberedCue
from airanchor.embedded.rules.space.lookout import PanoramaPicture
from airanchor.embedded.rules.space.remembered import (
    at_a_glance,
    chance,
    remembered_place,
    unless_elsewhere,
    with_remembered,
)
from tests.airanchor.embedded.rules.desk import TOWER, PlantedScenes, image, senses_for, sight

SENSES = senses_for(scenes=PlantedScenes({10: {"tower": sight(20.0, 60.0)}}))


def place(bearing_deg, d_xy_m, source=PlaceSource.MEASURED):
    return LandmarkTrack("red tower", bearing_deg, d_xy_m, 0.0, source)


def test_what_is_measured_where_something_is_remembered_has_the_odds_of_both():
    here, other = place(0.0, 50.0), place(40.0, 50.0)
    remembered = (3.0, place(2.0, 55.0, PlaceSource.REMEMBERED))
    found = with_remembered([(1.0, here), (2.0, other)], remembered, same_m=25.0, same_deg=12.0)
    assert found == [(4.0, here), (2.0, other)], "of two look-alikes the remembered one is the likelier"


def test_what_is_remembered_elsewhere_is_one_place_more():
    other, remembered = place(40.0, 50.0), (3.0, place(-40.0, 55.0, PlaceSource.REMEMBERED))
    assert with_remembered([(2.0, other)], remembered, same_m=25.0, same_deg=12.0) == [
        (2.0, other),
        remembered,
    ]
    assert with_remembered([(2.0, other)], None, same_m=25.0, same_deg=12.0) == [(2.0, other)]


@pytest.mark.parametrize(
    ("bearing_deg", "d_xy_m", "setting"),
    [
        (20.0, 60.0, "shown"),
        (-20.0, 60.0, "unseen"),
        (120.0, 60.0, None),
        (-20.0, 10.0, None),
        (-20.0, 150.0, None),
    ],
)
def test_a_glance_bears_out_refutes_or_tells_nothing(bearing_deg, d_xy_m, setting):
    views = (PanoramaPicture(0.0, image(512, 512, 10)),)
    wanted = 1.0 if setting is None else getattr(SENSES.config.remembered, setting)
    assert at_a_glance(place(bearing_deg, d_xy_m), TOWER, views, SENSES) == wanted


def test_the_prior_whose_name_agrees_is_taken():
    cue = RememberedCue(10.0, 0.0, 50.0, 0.8)
    found = remembered_place(
        TOWER, (("church", RememberedCue(90.0, 0.0, 9.0, 0.9)), ("red tower", cue)), SENSES
    )
    assert found is not None and (found.track.bearing_deg, found.reliability) == (10.0, 0.8)
    assert remembered_place(TOWER, (), SENSES) is None


def test_even_odds_are_a_chance_of_a_half():
    assert (chance(0.0), chance(1.0), chance(3.0)) == (0.0, 0.5, 0.75)


def test_a_memory_is_doubted_where_all_of_the_name_is_found_elsewhere():
    odds, told = prior_odds("remembered_far"), (3.0, place(0.0, 60.0))
    weigh = partial(unless_elsewhere, told, odds=odds, same_m=30.0, same_deg=12.5)
    assert weigh([]) == weigh([None]) == told
    assert weigh([place(90.0, 60.0), place(5.0, 60.0)]) == told
    assert weigh([None, place(90.0, 60.0)]) == (3.0 * odds.elsewhere, told[1])
