"""Maps: north is up, bars have round lengths, names find room."""

import pytest
from hypothesis import given
from hypothesis import strategies as st

from airanchor.drawing import MapFrame, Stroke, TakenRoom, Words, north_arrow, scale_bar

spans_m = st.floats(1.0, 50_000.0)
metres = st.floats(-5_000.0, 5_000.0)


@given(metres, metres, spans_m)
def test_a_square_map_shows_its_span_around_its_middle(north_m: float, east_m: float, span_m: float):
    frame = MapFrame.square(300.0, (north_m, east_m), span_m)
    assert frame.at((north_m, east_m)) == pytest.approx((150.0, 150.0))
    assert frame.at((north_m + span_m / 2, east_m + span_m / 2)) == pytest.approx((300.0, 0.0), abs=1e-6)
    assert frame.span_m == pytest.approx(span_m)


@given(st.lists(st.tuples(metres, metres), min_size=1, max_size=9))
def test_all_places_are_in_a_frame_around_them(places):
    left, top, width, height = box = (10.0, 20.0, 200.0, 100.0)
    for x, y in MapFrame.around(places, box).line(places):
        assert left - 1e-6 <= x <= left + width + 1e-6 and top - 1e-6 <= y <= top + height + 1e-6


@given(spans_m)
def test_a_scale_bar_is_as_long_as_it_says_and_round(span_m: float):
    frame = MapFrame.square(300.0, (0.0, 0.0), span_m)
    marks = scale_bar(frame)
    (bar,) = {mark.points for mark in marks if isinstance(mark, Stroke)}
    (words,) = (mark.text for mark in marks if isinstance(mark, Words))
    length_m = float(words.removesuffix(" m"))
    assert bar[2][0] - bar[1][0] == pytest.approx(length_m * frame.points_per_m)
    assert f"{length_m:e}"[0] in "125" and span_m / 3.5 / 2.5 - 1e-9 <= length_m <= span_m / 3.5 + 1e-9


def test_the_arrow_points_up_to_the_north():
    line, *_ = (
        mark.points for mark in north_arrow(MapFrame.square(300.0, (0, 0), 100.0)) if isinstance(mark, Stroke)
    )
    (x0, y0), (x1, y1) = line
    assert x0 == x1 and y1 < y0


def test_room_is_free_until_it_is_taken():
    room = TakenRoom([(0.0, 0.0, 10.0, 10.0)])
    assert not room.is_free((5.0, 5.0, 10.0, 10.0)) and not room.is_free((2.0, 2.0, 1.0, 1.0))
    assert room.is_free((10.0, 0.0, 5.0, 5.0)) and room.is_free((20.0, 20.0, 5.0, 5.0))
    room.take((20.0, 20.0, 5.0, 5.0))
    assert not room.is_free((22.0, 22.0, 9.0, 9.0))
    assert TakenRoom().is_free((0.0, 0.0, 1.0, 1.0))
