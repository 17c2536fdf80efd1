"""Figures: both formats from one layout, any recording, hostile texts, and the steps that were asked for."""

import xml.etree.ElementTree as ElementTree

import pytest

from airanchor.drawing import (
    PRINT_DPI,
    Dot,
    MapFrame,
    Photo,
    draw_png,
    draw_svg,
)
from airanchor.errors import InputError
from airanchor.trace import Keep, TraceWriter, read_trace
from airanchor.viewer.figures.case import draw_case
from airanchor.viewer.figures.map import draw_drone
from airanchor.viewer.figures.places import draw_places
from airanchor.viewer.figures.steps import best_graph, best_prior, key_moments
from airanchor.viewer.figures.strip import draw_strip
from airanchor.viewer.pictures import images_of
from airanchor.viewer.story import tell
from aircity.geometry import Pose
from tests.airanchor.viewer.method_traces import METHOD_FLIGHTS, arrow_flight, map_flight
from tests.airanchor.viewer.traces import fly, tour

SVG = "{http://www.w3.org/2000/svg}"


@pytest.fixture(scope="module")
def folder(tmp_path_factory):
    return fly(tmp_path_factory.mktemp("flight") / "trace")


@pytest.fixture(scope="module")
def story(folder):
    return tell(read_trace(folder))


def test_a_case_is_sound_svg_with_its_three_panels(story, folder):
    root = ElementTree.fromstring(draw_svg(draw_case(story, images_of(folder))))
    texts = [node.text for node in root.iter(f"{SVG}text")]
    assert {"(a)", "(b)", "(c)"} <= set(texts)
    assert len(list(root.iter(f"{SVG}image"))) == 6 + 1
    assert {node.tag for node in root.iter()} <= {
        SVG + name
        for name in ["svg", "defs", "clipPath", "rect", "g", "text", "polyline", "polygon", "circle", "image"]
    }


def test_a_case_shows_the_decision_at_the_step_that_is_asked_for(story, folder):
    assert best_graph(story, 7).path_at == 6
    assert best_prior(story, 12).path_at == 12
    assert best_prior(story, 0).path_at == 3  # the first decision had no prior
    svg = draw_svg(draw_case(story, images_of(folder), graph_step=7, prior_step=12))
    assert "Anchor graph at step 6" in svg and "Landmark prior at step 12" in svg


def test_a_step_that_was_never_flown_is_refused(story, folder):
    with pytest.raises(InputError, match="steps 0 to 18"):
        draw_case(story, images_of(folder), graph_step=99)


def test_both_formats_have_the_same_proportions_and_print_resolution(story, folder):
    sheet = draw_case(story, images_of(folder))
    picture = draw_png(sheet)
    assert picture.width == pytest.approx(sheet.width / 72 * PRINT_DPI, abs=1)
    assert picture.height == pytest.approx(sheet.height / 72 * PRINT_DPI, abs=1)
    assert picture.info["dpi"] == (PRINT_DPI, PRINT_DPI)


def test_figures_are_the_same_every_time(story, folder):
    first, second = (draw_svg(draw_case(story, images_of(folder))) for _ in range(2))
    assert first == second


def test_a_strip_has_one_row_per_flight(story, folder, tmp_path):
    other = tour(tmp_path / "tour")
    one = draw_strip([(story, images_of(folder))])
    two = draw_strip([(story, images_of(folder)), (tell(read_trace(other)), images_of(other))])
    assert two.height > 1.9 * one.height
    ElementTree.fromstring(draw_svg(two))
    with pytest.raises(InputError):
        draw_strip([])


def test_flights_without_images_or_decisions_are_drawn_or_refused_in_words(tmp_path):
    bare = fly(tmp_path / "bare", decisions=2, keep=Keep.NONE)
    sheet = draw_case(tell(read_trace(bare)), images_of(bare))
    assert not [mark for mark in sheet.marks if isinstance(mark, Photo)]
    views = tour(tmp_path / "tour")
    assert [mark.text for mark in draw_case(tell(read_trace(views)), images_of(views)).marks[:1]] == [
        "“tour”"
    ]
    TraceWriter(tmp_path / "empty").close()
    with pytest.raises(InputError, match="nothing to draw"):
        draw_case(tell(read_trace(tmp_path / "empty")), images_of(tmp_path / "empty"))


def test_key_moments_hold_first_last_and_every_new_subtask(story):
    assert [moment.index for moment in key_moments(story, 4)] == [0, 2, 4, 5]
    assert len(key_moments(story, 99)) == 6


def test_north_is_up_and_east_is_right():
    frame = MapFrame.around([(0.0, 0.0), (100.0, 100.0)], (0.0, 0.0, 200.0, 200.0))
    middle, north, east = (frame.at(place) for place in ((50.0, 50.0), (90.0, 50.0), (50.0, 90.0)))
    assert north[1] < middle[1] and north[0] == middle[0]
    assert east[0] > middle[0] and east[1] == middle[1]
    body = draw_drone(frame, Pose.at(50, 50, 0, heading_deg=90))[1]
    assert body.points[0][0] > middle[0] and body.points[0][1] == pytest.approx(middle[1])


@pytest.mark.parametrize("kind", METHOD_FLIGHTS)
def test_flights_of_other_methods_are_drawn_and_named(tmp_path, kind):
    folder = METHOD_FLIGHTS[kind](tmp_path)
    method = tell(read_trace(folder)), images_of(folder)
    ElementTree.fromstring(draw_svg(draw_case(*method)))
    strip = draw_svg(draw_strip([method]))
    ElementTree.fromstring(strip)
    assert method[0].navigator in strip


def test_a_case_of_arrows_shows_what_was_drawn_last(tmp_path):
    folder = arrow_flight(tmp_path)
    sheet = draw_case(tell(read_trace(folder)), images_of(folder))
    assert "At step 0: arrows 3 of 3" in draw_svg(sheet)
    assert len([mark for mark in sheet.marks if isinstance(mark, Photo)]) == 2 + 1


def test_a_case_of_places_has_them_on_its_map(tmp_path):
    folder = map_flight(tmp_path)
    story = tell(read_trace(folder))
    frame = MapFrame.around([(0.0, 0.0), (100.0, 100.0)], (0.0, 0.0, 200.0, 200.0))
    dots = [mark for mark in draw_places(story, frame) if isinstance(mark, Dot)]
    assert [dot.at for dot in dots] == [frame.at((12.0 * n, 9.0 * (n % 3))) for n in range(8)]
    assert len({dot.fill for dot in dots}) == 2
