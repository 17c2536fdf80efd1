"""Words and numbers as mappers write them."""

import pytest
from hypothesis import given
from hypothesis import strategies as st

from aircity.city.imports.geojson.tags import flatten_tags, foot_of, is_underground, layer_of, top_of
from aircity.city.imports.words import clean_text, colour_word, first_metres, is_yes, metres, parse_colour


@pytest.mark.parametrize(
    ("written", "expected"),
    [
        (12, 12.0),
        (12.5, 12.5),
        ("12.13 m", 12.13),
        ("12.13m", 12.13),
        ("12,5", 12.5),
        ("40'", 12.192),
        ("40 ft", 12.192),
        ("5'6\"", 1.6764),
        ("1200 cm", 12.0),
        ("about ten", None),
        ("", None),
        (None, None),
        (True, None),
        ([12], None),
        (float("nan"), None),
        ("12 parsecs", None),
    ],
)
def test_lengths_in_many_spellings(written: object, expected: float | None) -> None:
    found = metres(written)
    assert found == (None if expected is None else pytest.approx(expected, abs=1e-6))


def test_absurd_heights_are_not_believed() -> None:
    assert first_metres({"height": "99999", "building:height": "12"}, "height", "building:height") == 12.0
    assert first_metres({"height": "-5"}, "height") is None


@pytest.mark.parametrize(
    ("tags", "top"),
    [
        ({"height": "30"}, 30.0),
        ({"building:height": "30 m"}, 30.0),
        ({"render_height": 30}, 30.0),
        ({"building:levels": "4"}, 12.0),
        ({"building_levels": 4}, 12.0),
        ({"building:levels": "4", "roof:levels": "2"}, 15.0),
        ({"building:levels": "9999"}, None),
        ({}, None),
    ],
)
def test_tops(tags: dict[str, object], top: float | None) -> None:
    assert top_of(flatten_tags(tags)) == top


def test_feet() -> None:
    assert foot_of({"min_height": "4.5 m"}) == 4.5
    assert foot_of({"building:min_level": "2"}) == 6.0
    assert foot_of({"min_height": "none"}) == 0.0


def test_tables_of_tiles_are_understood() -> None:
    assert flatten_tags({"kind": "building", "kind_detail": "hotel"})["building"] == "hotel"
    assert flatten_tags({"layer": "building_part"})["building:part"] == "yes"
    assert flatten_tags({"layer": "road", "fclass": "primary"})["highway"] == "primary"
    assert flatten_tags({"tags": {"highway": "service"}})["highway"] == "service"


def test_what_is_underground() -> None:
    assert layer_of({"layer": "road"}) == 0
    assert is_underground({"layer": "-1"})
    assert is_underground({"tunnel": "T"})
    assert not is_underground({"tunnel": "F", "layer": "building"})
    assert not is_yes("no") and is_yes("viaduct")


def test_colours() -> None:
    assert parse_colour("#FFF") == (1.0, 1.0, 1.0)
    assert parse_colour("#cd7f32") == pytest.approx((205 / 255, 127 / 255, 50 / 255))
    assert parse_colour("Light Blue") == parse_colour("blue") is not None
    assert parse_colour("javascript:alert(1)") is None
    assert colour_word((0.9, 0.9, 0.9)) == "white"
    assert colour_word((0.7, 0.15, 0.1)) == "red"
    assert colour_word((0.2, 0.3, 0.7)) == "blue"


@given(st.text(max_size=400))
def test_names_are_printable_and_short(text: str) -> None:
    name = clean_text(text)
    assert name is None or (name.isprintable() and 0 < len(name) <= 80 and name == name.strip())


def test_names_lose_line_breaks_and_escapes() -> None:
    assert clean_text("Old\nTown\x1b[31m Hall\u202e") == "Old Town [31m Hall"
    assert clean_text({"a": 1}) is None
