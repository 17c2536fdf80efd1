"""A flight over its city: ground, view from above and frames in the page; another city is not shown."""

import base64
import io
import json
import re

import numpy as np
import pytest
from PIL import Image

from airanchor.drawing import draw_svg
from airanchor.trace import Keep, read_trace
from airanchor.viewer.figures.case import draw_case
from airanchor.viewer.figures.strip import draw_strip
from airanchor.viewer.page import OTHER_CITY, build_page
from airanchor.viewer.pictured_city import city_json, flight_box, frames_json, is_city_of, shown_box
from airanchor.viewer.pictures import images_of, open_picture
from airanchor.viewer.story import FlownAction, tell
from aircity.geometry import Pose
from tests.airanchor.viewer.town_flight import ACTIONS, fly_through, other_town, painter, town


@pytest.fixture(scope="module")
def flown(tmp_path_factory):
    folder = tmp_path_factory.mktemp("flight")
    with town() as city:
        fly_through(city, folder / "kept")
        fly_through(city, folder / "bare", Keep.NONE)
        yield folder, painter(city)


def document(page: str) -> dict:
    return json.loads(re.search(r'id="story">(.*?)</script>', page)[1])


def test_the_page_holds_the_ground_the_view_from_above_and_frames_of_the_whole_way(flown):
    folder, city = flown
    page = build_page(read_trace(folder / "kept"), city)
    told = document(page)
    assert {layer[0] for layer in told["city"]["layers"]} >= {"green", "landmark", "middle"}
    assert ["church", -40.0, 0.0, 36.0] in told["city"]["names"]
    at, uris = told["frames"]["at"], told["frames"]["uris"]
    assert len(at) == len(uris) and at[0] == 0.0 and at[-1] == len(ACTIONS)
    assert 25 < len(at) <= 180
    assert len(page) < 6_000_000


def test_rings_are_told_in_steps_of_decimetres_that_lead_around_the_thing(flown):
    _, city = flown
    told = city_json(city, (-200.0, -200.0, 200.0, 200.0))
    rings, heights = next((rings, heights) for kind, rings, heights in told["layers"] if kind == "middle")
    assert heights[0] == [0.0, 20.0] and all(not flat for kind, _, flat in told["layers"] if kind == "green")
    corners = np.cumsum(np.array(rings[0]).reshape(-1, 2), axis=0) / 10
    assert sorted(map(tuple, corners.tolist())) == [(-48, -48), (-48, -32), (-32, -48), (-32, -32)]


def test_a_frame_shows_what_the_drone_saw_there(flown):
    folder, city = flown
    trace = read_trace(folder / "kept")
    story = tell(trace)
    frames = frames_json(city, story)
    first = Image.open(io.BytesIO(base64.b64decode(frames["uris"][0].partition(",")[2])))
    seen = open_picture(images_of(trace.folder), story.moments[0].pictures["raw"])
    unlike = np.abs(np.asarray(first.resize(seen.size), float) - np.asarray(seen, float)).mean()
    assert unlike < 12


def test_another_city_of_the_same_name_is_not_shown(flown):
    folder, own = flown
    trace = read_trace(folder / "kept")
    assert is_city_of(own, tell(trace), images_of(trace.folder))
    with town(other_town()) as other:
        assert not is_city_of(painter(other), tell(trace), images_of(trace.folder))
        told = document(build_page(trace, painter(other)))
    assert told["city"] is None and told["frames"] is None and told["no_city"] == OTHER_CITY


def test_without_kept_views_the_city_is_taken_at_its_word(flown):
    folder, city = flown
    bare = read_trace(folder / "bare")
    assert is_city_of(city, tell(bare), images_of(bare.folder))
    assert document(build_page(bare, city))["frames"]["uris"]
    assert document(build_page(bare, no_city="nowhere to be found"))["no_city"] == "nowhere to be found"


def test_figures_have_the_ground_under_their_maps_and_say_what_its_colours_mean(flown):
    folder, city = flown
    story, images = tell(read_trace(folder / "kept")), images_of(folder / "kept")
    with_city = draw_svg(draw_case(story, images, ground=city.ground))
    without = draw_svg(draw_case(story, images))
    for words in ("street", "landmark", "water", "goal, 20 m around it", "start"):
        assert f">{words}</text>" in with_city
    assert ">landmark</text>" not in without and ">start</text>" in without
    assert with_city.count("<polygon") > without.count("<polygon") + 5
    strip = draw_svg(draw_strip([(story, images)], [city.ground]))
    assert ">landmark</text>" in strip and "12.0 m" in strip


def test_a_flight_that_was_never_in_the_city_asks_for_no_more_than_the_city(flown):
    folder, city = flown
    story = tell(read_trace(folder / "bare"))
    assert shown_box(story, city)[0] == pytest.approx(-210.0)
    for far_m in (1e4, 1e9):
        story.path = [
            FlownAction(Pose(far_m, far_m, 30.0), ""),
            FlownAction(Pose(2 * far_m, far_m, 30.0), ""),
        ]
        story.evaluation = None
        assert shown_box(story, city) == city.ground.box
    story.path.append(FlownAction(Pose(-1e9, -1e9, 30.0), ""))
    assert shown_box(story, city) == (-240.0, -240.0, 240.0, 240.0)


def test_the_box_of_a_flight_holds_its_path_and_goal(flown):
    folder, _ = flown
    south, west, north, east = flight_box(tell(read_trace(folder / "kept")), margin_m=10.0)
    assert south == pytest.approx(-80.0) and west == pytest.approx(-70.0)
    assert north >= -10.0 and east >= 0.0
