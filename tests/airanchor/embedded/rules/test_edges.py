"""Near edges of flat things, from a picture with a drawn mask."""

from dataclasses import replace

import numpy as np
import pytest

from airanchor.embedded.ears.clause import Mention
from airanchor.embedded.eyes.reader import PictureDetection
from airanchor.embedded.rules.notes.track import LandmarkTrack, PlaceSource
from airanchor.embedded.rules.space.edges import near_edge_m
from airanchor.embedded.rules.words.flat_things import is_flat
from tests.airanchor.embedded.rules.desk import sight

HIGH_M = 20.0
POOL = LandmarkTrack("pool", 0.0, 60.0, -HIGH_M, PlaceSource.MEASURED)


def _drawn(near_m: float, far_m: float) -> PictureDetection:
    """A pool straight ahead between two distances, as a drone at that height sees it."""
    rows = [255.5 + 256 * HIGH_M / distance_m for distance_m in (far_m, near_m)]
    mask = np.zeros((512, 512), bool)
    mask[round(rows[0]) : round(rows[1]) + 1, 200:312] = True
    return replace(sight(0.0, 60.0), mask=mask, top_deg=-10.0)


@pytest.mark.parametrize("near_m", [25.0, 40.0, 55.0])
def test_the_near_edge_is_as_far_as_it_was_drawn(near_m: float) -> None:
    assert near_edge_m(POOL, _drawn(near_m, 80.0), same_deg=12.0) == pytest.approx(near_m, rel=0.05)


def test_what_is_not_seen_there_or_not_below_has_no_edge() -> None:
    pool = _drawn(40.0, 80.0)
    assert near_edge_m(POOL, None, same_deg=12.0) is None
    assert near_edge_m(replace(POOL, bearing_deg=30.0), pool, same_deg=12.0) is None
    assert near_edge_m(replace(POOL, dz_m=2.0), pool, same_deg=12.0) is None
    assert near_edge_m(POOL, replace(pool, top_deg=3.0), same_deg=12.0) is None
    assert near_edge_m(POOL, sight(0.0, 60.0), same_deg=12.0) is None


def test_flat_things_are_known_by_the_last_word_of_their_name() -> None:
    assert is_flat(Mention("tennis court")) and is_flat(Mention("car park")) and is_flat(Mention("Plaza"))
    assert (
        not is_flat(Mention("courthouse")) and not is_flat(Mention("park bench")) and not is_flat(Mention(""))
    )
