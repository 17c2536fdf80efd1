"""Look out: of several sights the clear, near one that neighbouring views agree on is the landmark."""

import numpy as np
import pytest

from airanchor.embedded.ears.clause import Mention
from airanchor.embedded.eyes.reader import PictureDetection
from airanchor.embedded.rules.notes.track import LandmarkTrack
from airanchor.embedded.rules.space.expectation import Sector
from airanchor.embedded.rules.space.lookout import PanoramaPicture, look_out
from tests.airanchor.embedded.rules.desk import TOWER, PlantedScenes, image, senses_for, sight

EVERYWHERE = Sector(spread_deg=90.0)


def _look(
    views: dict[int, PictureDetection],
    sector: Sector = EVERYWHERE,
    least_score: float = 0.3,
    mention: Mention = TOWER,
) -> LandmarkTrack | None:
    """What is found where the views at these offsets show these sights and all others nothing."""
    greys = {offset: 10 + place for place, offset in enumerate(views)}
    scenes = PlantedScenes({greys[offset]: {"tower": seen} for offset, seen in views.items()})
    shown = [
        PanoramaPicture(offset, image(64, 64, greys.get(offset, 200))) for offset in range(-180, 180, 45)
    ]
    return look_out(mention, shown, sector, senses_for(scenes=scenes), least_score=least_score)


def _bearing_deg(track: LandmarkTrack | None) -> float:
    assert track is not None
    return track.bearing_deg


def test_neighbouring_views_that_agree_outweigh_a_single_sight() -> None:
    found = _look(
        {0: sight(25.0, 60.0, 64, 0.8), 45: sight(-20.0, 60.0, 64, 0.8), -90: sight(20.0, 60.0, 64, 0.9)}
    )
    assert _bearing_deg(found) == pytest.approx(25.0)


def test_the_nearer_of_two_alike_is_taken() -> None:
    found = _look({-45: sight(0.0, 90.0, 64, 0.8), 45: sight(0.0, 40.0, 64, 0.8)})
    assert _bearing_deg(found) == pytest.approx(45.0)


def test_a_weak_sight_behind_does_not_outweigh_one_ahead() -> None:
    found = _look({0: sight(0.0, 80.0, 64, 0.7), -180: sight(0.0, 60.0, 64, 0.75)})
    assert _bearing_deg(found) == pytest.approx(0.0)


def test_what_is_less_sure_than_asked_is_nothing() -> None:
    assert _look({90: sight(0.0, 30.0, 64, 0.5)}, least_score=0.6) is None


def test_a_sector_leaves_out_what_lies_elsewhere_and_prefers_its_middle() -> None:
    views = {0: sight(5.0, 60.0, 64, 0.9), 90: sight(0.0, 60.0, 64, 0.6)}
    assert _bearing_deg(_look(views, Sector(75.0, spread_deg=30.0))) == pytest.approx(90.0)
    assert _look(views, Sector(-90.0, 45.0, spread_deg=90.0)) is None


def test_the_second_is_the_second_nearest_of_those_alike() -> None:
    views = {-45: sight(0.0, 90.0, 64, 0.8), 45: sight(0.0, 40.0, 64, 0.8)}
    assert _bearing_deg(_look(views, mention=Mention("tower", ("red",), ordinal=2))) == pytest.approx(-45.0)
    assert _bearing_deg(_look(views, mention=Mention("tower", ("red",), ordinal=1))) == pytest.approx(45.0)


def test_what_is_far_away_has_a_bearing_alone() -> None:
    found = _look({45: sight(0.0, 400.0, 64, 0.95)})
    assert found is not None
    assert found.d_xy_m is None
    assert np.isclose(found.bearing_deg, 45.0)
