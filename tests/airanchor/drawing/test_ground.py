"""The ground of a map: boxes around places, what reaches into them, and a legend that fits its width."""

from hypothesis import given
from hypothesis import strategies as st

from airanchor.drawing import (
    GROUND_COLOURS,
    GROUND_KINDS,
    Area,
    CityGround,
    GroundArea,
    GroundName,
    MapFrame,
    Words,
    box_around,
    draw_ground,
    frame_box,
    ground_legend,
    text_width,
)

SQUARE = ((0.0, 0.0), (10.0, 0.0), (10.0, 10.0), (0.0, 10.0))
GROUND = CityGround(
    "here",
    (-50.0, -50.0, 50.0, 50.0),
    (
        GroundArea("green", ((-50.0, -50.0), (50.0, -50.0), (50.0, 50.0), (-50.0, 50.0))),
        GroundArea("landmark", SQUARE),
    ),
    (GroundName("church", (5.0, 5.0), 30.0),),
)
places = st.lists(st.tuples(st.floats(-500, 500), st.floats(-500, 500)), min_size=1, max_size=20)


@given(places, st.floats(0, 100))
def test_a_box_holds_its_places_and_the_margin(points, margin_m):
    south, west, north, east = box_around(points, margin_m)
    for x, y in points:
        assert south + margin_m <= x + 1e-6 and x - 1e-6 <= north - margin_m
        assert west + margin_m <= y + 1e-6 and y - 1e-6 <= east - margin_m


def test_only_what_reaches_into_a_box_is_kept():
    assert [area.kind for area in GROUND.within((-40, -40, -30, -30)).areas] == ["green"]
    near = GROUND.within((5, 5, 6, 6))
    assert [area.kind for area in near.areas] == ["green", "landmark"] and len(near.names) == 1
    assert GROUND.within((60, 60, 70, 70)).areas == ()


def test_every_kind_has_a_colour_and_the_ground_is_drawn_from_below():
    assert set(GROUND_COLOURS) == set(GROUND_KINDS)
    frame = MapFrame.square(100.0, (0.0, 0.0), 100.0)
    assert frame_box(frame) == (-50.0, -50.0, 50.0, 50.0)
    fills = [mark.fill for mark in draw_ground(GROUND, frame) if isinstance(mark, Area)]
    assert fills == [GROUND_COLOURS[kind] for kind in ("land", "green", "landmark")]


@given(st.floats(120, 600), st.floats(5, 14))
def test_a_legend_stays_within_its_width(width, size):
    marks, height = ground_legend((7.0, 3.0), size, width)
    words = [mark for mark in marks if isinstance(mark, Words)]
    assert {"street", "water", "landmark"} <= {mark.text for mark in words}
    rows = {mark.at[1] for mark in words}
    assert height >= len(rows) * size
    for mark in words:
        is_first = mark.at[0] <= 7.0 + 4 * size
        assert is_first or mark.at[0] + text_width(mark.text, size) <= 7.0 + width + 1e-6
