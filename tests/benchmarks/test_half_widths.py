"""Half widths are measured as they are named."""

from dataclasses import replace

import pytest

from airanchor.embedded.rules.words.names import Names
from airanchor.perception.text import load_text_encoder
from aircity.city.library import open_scene
from benchmarks.fit.half_widths import by_kind, half_m


def test_the_half_width_is_from_the_near_edge_to_the_middle() -> None:
    square = ((0.0, 0.0), (20.0, 0.0), (20.0, 20.0), (0.0, 20.0))
    thing = replace(open_scene("proving-ground").objects[0], footprint=square)
    assert half_m(thing, -30.0, 10.0) == pytest.approx(10.0)
    assert half_m(thing, -30.0, -30.0) == pytest.approx(10.0 * 2**0.5)


def test_kinds_are_known_by_the_eyes_names_and_towers_left_out() -> None:
    found = [("smokestack", 6.0), ("smokestack", 8.0), ("flag", 1.0), ("skyscraper", 16.0), ("building", 9.0)]
    assert by_kind(found, Names(load_text_encoder())) == {"flag": 1.0, "chimney": 7.0}
