"""Pages over a city in a real browser: it is drawn, the drone flies smoothly, late viewers catch up."""

import random

import pytest

from airanchor.bench.board import fill_board
from airanchor.bench.board.flights import OUTCOMES
from airanchor.trace import Keep, TraceWriter, read_trace
from airanchor.viewer.live import LiveView
from airanchor.viewer.page import build_page
from tests.airanchor.viewer.props import HOSTILE
from tests.airanchor.viewer.town_flight import fly_through, painter, town
from tests.airanchor.viewer.traces import Flight

WHERE = "document.querySelector('.where strong').textContent"
COLOUR = "[...ground.canvas.getContext('2d').getImageData({}, {}, 1, 1).data].slice(0, 3).join()"
DRONE = "document.querySelector('.drone').getAttribute('transform')"


@pytest.fixture(scope="module")
def pages(tmp_path_factory):
    folder = tmp_path_factory.mktemp("pages")
    with town() as city:
        for keep in (Keep.VIEWING, Keep.NONE):
            trace = read_trace(fly_through(city, folder / f"trace-{keep}", keep))
            (folder / f"{keep}.html").write_text(build_page(trace, painter(city)), encoding="utf-8")
    (folder / "plain.html").write_text(build_page(trace, no_city="it is not here"), encoding="utf-8")
    return folder


@pytest.mark.parametrize("is_dark", [False, True])
def test_the_city_is_drawn_where_it_is_with_names_and_a_key(browser, pages, is_dark):
    page = browser.open((pages / f"{Keep.VIEWING}.html").as_uri(), is_dark=is_dark)
    try:
        page.wait("ground.above.complete && ground.above.naturalWidth")
        page.value("zoomMap(0.6)")
        church = COLOUR.format("Math.round(mapX(0))", "Math.round(mapY(-40))")
        lawn = COLOUR.format("Math.round(mapX(-20))", "Math.round(mapY(-20))")
        assert page.value(church) != page.value(lawn)
        texts = page.value("[...document.querySelectorAll('.names text')].map((one) => one.textContent)")
        assert "church" in texts
        key = page.value("document.getElementById('map-key').textContent")
        assert all(words in key for words in ("start", "stopped", "goal, 20 m", "landmark", "water"))
        before = page.value(church)
        page.value("document.querySelectorAll('#map-ground button')[1].click()")
        assert page.value(church) != before and page.value("ground.mode") == "above"
        assert [one for one in page.complaints if "getImageData" not in one] == []  # which only a test reads
    finally:
        page.close()


def test_playing_moves_the_drone_smoothly_along_its_recorded_poses(browser, pages):
    page = browser.open((pages / f"{Keep.VIEWING}.html").as_uri())
    try:
        page.value("seek(0.75)")
        middle = page.value("poseNow()")
        legs = page.value("flight.story.path")
        assert legs[0][0] < middle[0] < legs[4][0] and page.value("stepNow()") % 1 > 0
        places = [page.value(f"(seek({time}), {DRONE})") for time in (0.7, 0.75, 0.8, 0.85)]
        assert len(set(places)) == 4
        page.wait("player.canvas && player.canvas.width > 0")
        page.press("Home")
        assert page.value("stepNow()") is None and page.value(
            "Boolean(document.querySelector('.picture img'))"
        )
        page.value("nudge(1)")
        assert page.value("Math.round(stepNow())") == 1
        page.value("nudge(-1)")
        page.press(" ")
        page.wait("stepNow() > 1.2")
        page.press(" ")
        assert page.value("flight.timer") is None
        page.value("seek(99)")
        end = page.value("poseNow()")
        assert end[:3] == pytest.approx(legs[-1][:3], abs=0.01)
        assert page.complaints == [] and len(page.requests) == 1
    finally:
        page.close()


def test_the_city_can_be_looked_at_from_any_side(browser, pages):
    page = browser.open((pages / f"{Keep.VIEWING}.html").as_uri())
    try:
        page.value("document.querySelectorAll('#map-ground button')[2].click()")
        assert page.value("space.bodies.length") == 9, "the houses; a lawn does not stand"
        assert page.value("document.querySelectorAll('#map .drone').length") == 0
        ups = page.value("((view) => [view.at(0, 0, 30)[1], view.at(0, 0, 0)[1]])(spaceView(1))")
        assert ups[0] < ups[1], "up is up"
        page.value("turnSpace({ turn: 0, tilt: 1.5 }, 0, 0)")
        near, far = page.value("((view) => [view.at(-50, 0, 0), view.at(50, 0, 0)])(spaceView(1))")
        assert (
            far[1] < near[1]
            and far[0] == pytest.approx(near[0])
            and page.value("Math.abs(northAngle())") == 0
        )
        seen = []
        for turn in (0.0, 0.8):
            page.value(f"turnSpace({{ turn: {turn}, tilt: 0.8 }}, 0, 0)")
            seen.append(page.value("ground.canvas.toDataURL()"))
        page.value("seek(0.8)")
        seen.append(page.value("ground.canvas.toDataURL()"))
        assert len(set(seen)) == 3
        assert page.complaints == []
    finally:
        page.close()


def test_where_no_picture_was_kept_the_view_is_rendered_again_and_said_so(browser, pages):
    page = browser.open((pages / f"{Keep.NONE}.html").as_uri())
    try:
        page.wait("player.canvas && player.canvas.width > 0")
        blue = "[...player.canvas.getContext('2d').getImageData(20, 10, 1, 1).data]"
        page.wait(f"{blue}[3] === 255 && {blue}[2] > 60")
        assert "Rendered again" in page.value("document.getElementById('view').textContent")
    finally:
        page.close()


def test_without_a_city_the_map_is_plain_and_says_why(browser, pages):
    page = browser.open((pages / "plain.html").as_uri())
    try:
        assert page.value("document.querySelectorAll('#map .grid line').length") > 0
        assert page.value("document.querySelector('#map canvas')") is None
        assert "A map without the city: it is not here." in page.value(
            "document.getElementById('map-key').textContent"
        )
    finally:
        page.close()


def test_who_opens_a_live_page_in_mid_flight_sees_all_up_to_now(browser, tmp_path):
    with (
        town() as city,
        TraceWriter(tmp_path / "trace") as writer,
        LiveView(tmp_path / "trace", city=painter(city)) as view,
    ):
        flight = Flight(writer)
        flight.begin()
        flight.subtask(1)
        for iteration in (1, 2, 3):
            flight.decide(iteration, 1)
        page = browser.open(view.url)
        try:
            assert page.value(WHERE) == "Decision 3"
            assert page.value("document.querySelectorAll('.mark').length") == 3
            assert page.value("flight.story.path.length") == 10
            flight.decide(4, 1)
            page.wait(f"{WHERE} === 'Decision 4'")
            assert page.value("ground.layers.length") > 0, "the city is told once and stays"
            assert page.complaints == []
        finally:
            page.close()


def board(count: int) -> dict:
    """Flights of a run as read_board tells them, so many that a page must not draw them all."""
    draw = random.Random(3)
    flights = [
        {
            "row": "airanchor", "episode": f"e{number}", "scene": draw.choice(("harbour", "abbey")),
            "style": "old-town", "voice": "", "instruction": draw.choice(("Fly to the church.", "Turn.")),
            "outcome": draw.choice([*OUTCOMES]), "ending": "completed", "error_m": draw.uniform(0, 200),
            "path_m": 100.0, "reference_m": 90.0, "steps": 30, "decisions": 9, "collisions": 0, "ndtw": 0.4,
            "cause": draw.choice(("unseen", "wrong motion")), "why": HOSTILE, "trace": number % 2 == 0,
        }
        for number in range(count)
    ]  # fmt: skip
    flights[0]["instruction"] = HOSTILE
    return {
        "run": "a run", "facts": [["command", "airanchor bench run"]], "titles": {"airanchor": "AirAnchor"},
        "flights": flights, "outcomes": OUTCOMES, "causes": {"unseen": "was in no view"}, "has_traces": True,
    }  # fmt: skip


@pytest.mark.parametrize(("width", "is_dark"), [(1280, False), (1280, True), (390, False)])
def test_a_board_filters_searches_sorts_and_opens_thousands_of_flights(browser, tmp_path, width, is_dark):
    file = tmp_path / "board.html"
    file.write_text(fill_board(board(5000)), encoding="utf-8")
    page = browser.open(file.as_uri(), width=width, height=900, is_dark=is_dark)
    rows = "document.querySelectorAll('.flight').length"
    try:
        assert 100 <= page.value(rows) < 1000
        took_ms = page.value(
            "(() => { const begin = performance.now(); redraw(); return performance.now() - begin; })()"
        )
        assert took_ms < 3000
        page.value("(chosen.words = 'church fly', redraw())")
        churches = page.value("table.flights.length")
        assert 2000 < churches < 3000
        page.value("(chosen.cause = 'unseen', chosen.scene = 'abbey', chosen.outcome = 'missed', redraw())")
        told = page.value("table.flights.map((one) => one.cause + one.scene + one.outcome)")
        assert 0 < len(told) < churches and set(told) == {"unseenabbeymissed"}
        assert f"{len(told)} of 5000 flights" in page.value("document.getElementById('count').textContent")
        page.value("(clearAll(), sortBy('error_m'))")
        errors = page.value("table.flights.map((one) => one.error_m)")
        assert errors == sorted(errors) and len(errors) == 5000
        page.value("(sortBy('error_m'), sortBy('error_m'))")
        page.value("document.querySelectorAll('.flight')[0].click()")
        assert "window.broken" in page.value("document.querySelector('.detail').textContent")
        assert "airanchor view" in page.value("document.querySelector('.detail').textContent")
        assert page.value("window.broken") is None and page.complaints == []
        assert page.value("document.documentElement.scrollWidth") <= width
    finally:
        page.close()
