"""The replays of other methods in a real browser: what they drew and noted, and no empty panel."""

import itertools

import numpy as np
import pytest

from airanchor.flight import Mission, PolicyFlyer
from airanchor.trace import Keep, NoteEvent, PictureEvent, TraceWriter, read_trace
from airanchor.trace.recording_world import RecordingWorld
from airanchor.viewer.live import LiveView
from airanchor.viewer.page import build_page
from aircity.world import Action
from tests.airanchor.viewer.method_traces import METHOD_FLIGHTS, PROGRAM, MethodFlight, places
from tests.airanchor.viewer.props import HOSTILE
from tests.airanchor.viewer.town_flight import START, town
from tests.airanchor.viewer.traces import fly

SHOWN = (
    "[...document.querySelectorAll('main section')].filter((card) => card.offsetParent)"
    ".map((card) => card.className.split('area-')[1])"
)
ALWAYS = {"view", "map", "decision", "prompts", "work"}
PANELS = {
    "spf": ALWAYS,
    "pivot": ALWAYS | {"notes"},
    "typefly": ALWAYS | {"notes"},
    "mapgpt": ALWAYS | {"notes", "context"},
    "finecog": ALWAYS | {"notes", "context"},
}
HUGE = "All work and no play. " * 5000


def written(folder, trace):
    file = folder / "replay.html"
    file.write_text(build_page(read_trace(trace)), encoding="utf-8")
    return file.as_uri()


@pytest.fixture(scope="module")
def pages(tmp_path_factory):
    """The address of each method's page."""
    folders = {kind: tmp_path_factory.mktemp(kind) for kind in METHOD_FLIGHTS}
    return {kind: written(folder, METHOD_FLIGHTS[kind](folder / "trace")) for kind, folder in folders.items()}


def text_of(page, selector):
    return page.value(f"document.querySelector({selector!r}).textContent")


def count_of(page, selector):
    return page.value(f"document.querySelectorAll({selector!r}).length")


@pytest.mark.parametrize(("kind", "width"), list(itertools.product(METHOD_FLIGHTS, (1280, 390))))
def test_a_page_shows_who_flew_and_only_what_there_is(browser, pages, kind, width):
    page = browser.open(pages[kind], width=width)
    try:
        assert set(page.value(SHOWN)) == PANELS[kind]
        names = {"spf": "SPF", "pivot": "PIVOT", "finecog": "FineCog-Nav", "mapgpt": "MapGPT"}
        assert text_of(page, ".flown-by") == f"flown by {names.get(kind, 'TypeFly')}"
        assert count_of(page, "#view-modes button") == 0
        assert "None was recorded" not in text_of(page, "#decision")
        assert "of 0" not in text_of(page, "main")
        page.press("End")
        assert page.value("document.documentElement.scrollWidth") <= width
        assert page.complaints == []
    finally:
        page.close()


def test_airanchors_own_page_keeps_its_panels(browser, tmp_path):
    page = browser.open(written(tmp_path, fly(tmp_path / "trace", decisions=2)))
    try:
        assert set(page.value(SHOWN)) == ALWAYS | {"context", "anchors", "memory"}
        assert count_of(page, "#view-modes button") == 3
        assert text_of(page, ".flown-by") == "flown by AirAnchor"
    finally:
        page.close()


def test_pictures_of_a_decision_can_be_chosen_and_stay_chosen(browser, pages):
    page = browser.open(pages["pivot"])
    try:
        titles = "[...document.querySelectorAll('.strip-title')].map((node) => node.textContent)"
        assert page.value(titles) == ["view", "arrows 1 of 3", "arrows 2 of 3", "arrows 3 of 3"]
        pressed = "document.querySelector('.strip-item[aria-pressed=true] .strip-title').textContent"
        assert page.value(pressed) == "arrows 3 of 3"
        seen = set()
        for number in range(4):
            page.value(f"document.querySelectorAll('.strip-item')[{number}].click()")
            seen.add(page.value("document.querySelector('.picture img').src"))
        assert len(seen) == 4
        page.value("document.querySelectorAll('.strip-item')[1].click()")
        page.press("ArrowRight")
        assert page.value(pressed) == "arrows 1 of 3"
        assert "arrows 1 of 3" in page.value("document.querySelector('.picture img').alt")
        page.wait("document.querySelector('.picture img').complete")
        assert count_of(page, ".view-marks .cross") == 1
    finally:
        page.close()


def test_the_chosen_one_of_many_pictures_is_in_sight(browser, tmp_path):
    with TraceWriter(tmp_path / "trace") as writer:
        flight = MethodFlight(writer, "pivot-robust")
        flight.begin()
        flight.decide(1)
        for number in range(20):
            flight.draw(1, f"arrows {number}", number)
    page = browser.open(written(tmp_path, tmp_path / "trace"))
    in_sight = (
        "(() => { const strip = document.querySelector('.strip').getBoundingClientRect(); "
        "const item = document.querySelector('.strip-item[aria-pressed=true]').getBoundingClientRect(); "
        "return item.left >= strip.left && item.right <= strip.right; })()"
    )
    try:
        for number in (20, 3, 12, 0):
            assert page.value(in_sight)
            page.value(f"document.querySelectorAll('.strip-item')[{number}].click()")
        assert page.value(in_sight)
        assert page.value("document.documentElement.scrollWidth") <= 1280
    finally:
        page.close()


def test_a_pointed_pixel_is_marked_on_the_view(browser, pages):
    page = browser.open(pages["spf"])
    try:
        at = "document.querySelector('.view-marks .cross').getAttribute('transform')"
        assert page.value(at).startswith("translate(10 30)")
        page.press("ArrowRight")
        assert page.value(at).startswith("translate(20 30)")
        assert "Pixel (10, 30)" not in text_of(page, "#decision")
        assert "Pixel (20, 30), Depth 4, Stop no" in text_of(page, "#decision")
    finally:
        page.close()


def test_a_cross_is_not_put_on_a_picture_of_another_form(browser, tmp_path):
    with TraceWriter(tmp_path / "trace") as writer:
        flight = MethodFlight(writer, "pivot")
        flight.begin()
        flight.decide(1)
        camera_px, flight.size_px = flight.size_px, 20
        flight.draw(1, "view of the same form")
        flight.size_px = camera_px
        wide = writer.save_rgb(np.zeros((20, 90, 3), np.uint8))
        writer.write(PictureEvent(iteration=1, title="a picture of another form", image=wide))
        flight.act(1, "Arrow", {"pixel": [30, 20]})
    page = browser.open(written(tmp_path, tmp_path / "trace"))
    try:
        page.wait("document.querySelector('.picture img').naturalWidth === 90")
        page.wait("document.querySelectorAll('.view-marks').length === 0")
        page.value("document.querySelectorAll('.strip-item')[1].click()")
        page.wait("document.querySelector('.picture img').naturalWidth === 20")
        assert count_of(page, ".view-marks .cross") == 1
    finally:
        page.close()


def test_a_map_of_places_is_drawn_with_what_is_here_and_what_was_chosen(browser, pages):
    page = browser.open(pages["mapgpt"])
    try:
        page.press("ArrowRight")
        assert count_of(page, "#map .place") == 6
        assert count_of(page, "#map .place.is-visited") == 3
        assert count_of(page, "#map .place.is-seen") == 3
        assert text_of(page, "#map .place.is-current text") == "2"
        assert text_of(page, "#map .place.is-chosen text") == "4"
        assert text_of(page, "#map .place.is-chosen .letter") == "B"
        assert count_of(page, "#map .way") == 6 and count_of(page, "#map .way.is-chosen") == 1
        assert "chosen" in text_of(page, "#map-key")
        assert "Trajectory: 2" in text_of(page, "#notes")
        inside = "chart.scale * 84 < chart.height"
        assert page.value(inside)
        assert page.complaints == []
    finally:
        page.close()


def test_a_program_stands_in_a_block_of_its_own_and_once(browser, pages):
    page = browser.open(pages["typefly"])
    try:
        assert text_of(page, "pre.note-text.is-program") == PROGRAM
        assert "Dialect paper" in text_of(page, "#notes")
        assert "iv(" not in text_of(page, "#decision")
    finally:
        page.close()


def test_sentences_that_nobody_judged_are_not_called_undone(browser, pages):
    page = browser.open(pages["finecog"])
    try:
        page.press("End")
        assert count_of(page, ".subtask.is-past") == 1 and count_of(page, ".subtask.is-undone") == 0
        assert "Achieved yes" in text_of(page, "#notes") and "a wall is near" in text_of(page, "#notes")
    finally:
        page.close()


def hostile(folder):
    """Markup in every text, data of every wrong shape, and far too much of all."""
    with TraceWriter(folder) as writer:
        flight = MethodFlight(writer, f"pivot-{HOSTILE}", order=f"Fly. {HOSTILE}")
        flight.begin()
        flight.draw(0, HOSTILE)
        flight.note(f"before {HOSTILE}", HOSTILE)
        for iteration in range(1, 5):
            flight.decide(iteration, plan=HOSTILE)
            flight.draw(iteration, f"{HOSTILE} {HUGE}")
            flight.note(f"program {HOSTILE}", HOSTILE, **{HOSTILE: HOSTILE, "deep": {"a": [[HOSTILE]]}})
            flight.note("memory", HUGE, rows=[HUGE], empty=None, blank="")
            writer.write(NoteEvent(text="odd", data={"text": {"text": HOSTILE}, "places": 3, "edges": []}))
        flight.note("map", HOSTILE, places=[{"id": HOSTILE[:30], "position": [1, 2]}], edges=[[1, 2]])
        flight.note("__proto__", "constructor", constructor="x", __proto__=[1])
        flight.act(4, HOSTILE, {"pixel": ["<b>", 2], HOSTILE: HOSTILE, "plan": HUGE, "place": {}})
        flight.decide(5)
        many = [{**one, "words": HOSTILE} for one in places(900)]
        ways = [[one, (one * 7) % 900] for one in range(900)]
        flight.note("map", "", places=many, edges=ways, current=HOSTILE, options=[])
        offered = [{"letter": HOSTILE[:30], "place": 4, "words": HOSTILE}]
        flight.note("map", "", places=many, edges=ways, current=3, options=offered)
        flight.act(5, "constructor", {"pixel": [1e9, -1e9]})
        flight.finish()
    return folder


@pytest.mark.parametrize("has_images", [True, False])
def test_hostile_and_huge_notes_stay_text_and_odd_ones_are_survived(browser, tmp_path, has_images):
    trace = hostile(tmp_path / "trace")
    if not has_images:
        for file in (trace / "images").iterdir():
            file.unlink()
    page = browser.open(written(tmp_path, trace))
    try:
        for _ in range(5):
            page.value("document.querySelectorAll('.strip-item').forEach((item) => item.click())")
            page.value("document.querySelectorAll('details').forEach((item) => { item.open = true; })")
            assert page.value("document.documentElement.scrollWidth") <= 1280
            page.press("ArrowRight")
        assert count_of(page, "#map .place") == 900
        page.press("Home")
        assert page.value("window.broken") is None
        assert count_of(page, "main script") == 0 and count_of(page, "#notes img") == 0
        assert "<script>window.broken=1</script>" in text_of(page, "#notes")
        assert "more characters are in the recording" in text_of(page, "#notes")
        assert ("not kept" in text_of(page, "#view-strip")) is not has_images
        assert page.complaints == []
    finally:
        page.close()


def test_a_recording_that_keeps_no_pictures_is_shown(browser, tmp_path):
    with TraceWriter(tmp_path / "trace", keep=Keep.NONE) as writer:
        flight = MethodFlight(writer, "pivot")
        flight.begin()
        flight.decide(1)
        flight.draw(1, "arrows")
    page = browser.open(written(tmp_path, tmp_path / "trace"))
    try:
        assert "not in the recording" in text_of(page, "#view")
        assert page.complaints == []
    finally:
        page.close()


def test_a_live_page_shows_pictures_and_notes_as_they_come(browser, tmp_path):
    with LiveView(tmp_path / "trace") as view, TraceWriter(tmp_path / "trace") as writer:
        flight = MethodFlight(writer, "pivot")
        flight.begin()
        page = browser.open(view.url)
        try:
            flight.decide(1)
            page.wait("document.querySelector('.picture img')?.naturalWidth")
            assert "notes" not in page.value(SHOWN)
            flight.draw(1, "arrows 1 of 2")
            flight.note("arrows 1 of 2", "Chosen: 3.")
            page.wait("document.querySelectorAll('.strip-item').length === 2")
            page.wait("document.querySelector('.picture img').naturalWidth")
            assert "notes" in page.value(SHOWN) and "Chosen: 3." in text_of(page, "#notes")
            flight.draw(1, "arrows 2 of 2", 5)
            page.wait("document.querySelectorAll('.strip-item').length === 3")
            page.wait("[...document.images].every((image) => image.complete && image.naturalWidth > 0)")
            assert page.complaints == []
        finally:
            page.close()


def test_a_policy_shows_the_action_of_every_step(browser, tmp_path):
    actions = iter((Action.MOVE_FORWARD, Action.TURN_LEFT, Action.GO_UP))
    with town() as city, TraceWriter(tmp_path / "trace", {"world": "city"}, keep=Keep.VIEWING) as writer:
        flyer = PolicyFlyer("own", lambda view, mission: next(actions), actions=3)
        flown = flyer.fly(Mission("Look.", "town", START), RecordingWorld(city.world(64), writer), writer)
    assert flown.words == "Its 3 actions were used up."
    page = browser.open(written(tmp_path, tmp_path / "trace"))
    try:
        marks = page.value(
            "[...document.querySelectorAll('.mark')].map((mark) => mark.textContent + mark.title)"
        )
        told = ("↑View 2 · move forward · step 0", "↺View 3 · turn left", "⇧View 4 · go up, stop")
        assert all(any(mark.startswith(words) for mark in marks) for words in told), marks
        page.press("End")
        assert "go up" in text_of(page, "#decision") and set(page.value(SHOWN)) == ALWAYS - {"prompts"}
        assert page.complaints == []
    finally:
        page.close()
