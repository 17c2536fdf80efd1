"""The page in a real browser: keys, panels, sizes, themes, no complaint and no request."""

import itertools

import pytest

from airanchor.trace import Keep, TraceWriter, read_trace
from airanchor.viewer.live import LiveView
from airanchor.viewer.page import build_page
from tests.airanchor.viewer.props import HOSTILE, INSTRUCTION
from tests.airanchor.viewer.traces import Flight, fly, tour

WHERE = "document.querySelector('.where strong').textContent"


@pytest.fixture(scope="module")
def page_file(tmp_path_factory):
    folder = tmp_path_factory.mktemp("flight")
    file = folder / "replay.html"
    file.write_text(build_page(read_trace(fly(folder / "trace"))), encoding="utf-8")
    return file


SIZES = list(itertools.product(((1280, 900), (390, 844)), (False, True)))


@pytest.mark.parametrize(("size", "is_dark"), SIZES)
def test_it_can_be_scrubbed_and_read_at_every_size(browser, page_file, size, is_dark):
    page = browser.open(page_file.as_uri(), width=size[0], height=size[1], is_dark=is_dark)
    try:
        assert page.value(WHERE) == "Decision 1"
        page.press("ArrowRight")
        page.press("ArrowRight")
        page.press("ArrowLeft")
        assert page.value(WHERE) == "Decision 2"
        page.press("End")
        assert page.value(WHERE) == "Decision 6"
        page.press("ArrowRight")
        assert page.value(WHERE) == "Decision 6"
        page.press("Home")
        page.press("ArrowRight")
        page.value("document.querySelectorAll('.question summary')[1].click()")
        page.wait("document.querySelectorAll('.question[open] .message').length >= 3")
        assert "Could not be used" in page.value("document.querySelector('.question[open]').textContent")
        assert page.value("document.documentElement.scrollWidth") <= size[0]
        paper = page.value("getComputedStyle(document.body).backgroundColor")
        assert (paper == "rgb(20, 24, 28)") == is_dark
        assert page.value("window.broken") is None
        assert page.value("document.querySelector('h1').textContent").startswith(INSTRUCTION[:40])
        assert page.value("[...document.images].every((image) => image.complete && image.naturalWidth > 0)")
        assert page.complaints == []
        assert page.requests == [page_file.as_uri()]
    finally:
        page.close()


def test_space_plays_and_pauses_and_pictures_can_be_chosen(browser, page_file):
    page = browser.open(page_file.as_uri())
    try:
        page.press(" ")
        page.wait(f"{WHERE} === 'Decision 2'")
        page.press(" ")
        assert page.value("flight.timer") is None
        seen = []
        for button in range(3):
            page.value(f"document.querySelectorAll('#view-modes button')[{button}].click()")
            seen.append(page.value("document.querySelector('.picture img').src"))
        assert len(set(seen)) == 3
        page.value("document.querySelectorAll('.mark')[3].click()")
        assert "blocked by an object" in page.value(
            "document.querySelector('#decision .failure').textContent"
        )
        assert "automatic" in page.value("document.querySelector('.decided').textContent")
    finally:
        page.close()


def test_the_map_zooms_and_shows_where_things_are(browser, page_file):
    page = browser.open(page_file.as_uri())
    try:
        page.press("ArrowRight")
        count = "document.querySelectorAll('#map {}').length".format
        assert page.value(count(".footprint")) == 1
        assert page.value(count(".priors line")) == 1
        assert page.value(count(".anchor")) == 3
        assert page.value(count(".goal")) == 1
        before = page.value("chart.scale")
        page.value("document.querySelector('#map-tools button').click()")
        assert page.value("chart.scale") > before
        north = page.value("mapY(10) < mapY(0) && mapX(10) > mapX(0)")
        assert north
        assert page.complaints == []
    finally:
        page.close()


def test_every_control_has_a_name_and_marks_of_direction_are_shown(browser, page_file):
    page = browser.open(page_file.as_uri())
    try:
        unnamed = page.value(
            "[...document.querySelectorAll('button, input, img, svg[role=img]')].filter((node) => "
            "!(node.getAttribute('aria-label') || node.textContent.trim() || node.alt)).length"
        )
        assert unnamed == 0
        assert "⟨U+202E⟩" in page.value("document.querySelector('h1').textContent")
        assert "\u202e" in HOSTILE and "\u202e" not in page.value("document.body.innerText")
    finally:
        page.close()


@pytest.mark.parametrize("kind", ["tour", "empty", "no images", "cut off"])
def test_odd_recordings_are_shown_without_complaint(browser, tmp_path, kind):
    folder = tmp_path / "trace"
    if kind == "tour":
        tour(folder)
    elif kind == "empty":
        TraceWriter(folder).close()
    else:
        fly(folder, decisions=3, keep=Keep.NONE if kind == "no images" else Keep.EXACT)
    if kind == "cut off":
        data = (folder / "events.jsonl").read_bytes()
        (folder / "events.jsonl").write_bytes(data[: len(data) * 2 // 3])
    (tmp_path / "page.html").write_text(build_page(read_trace(folder)), encoding="utf-8")
    page = browser.open((tmp_path / "page.html").as_uri())
    try:
        for key in ("ArrowRight", "End", " ", "Home"):
            page.press(key)
        assert page.value("document.querySelector('h1').textContent.length") > 0
        assert page.complaints == []
    finally:
        page.close()


def test_a_live_page_follows_the_flight_and_keeps_open_panels_open(browser, tmp_path):
    with LiveView(tmp_path / "trace") as view, TraceWriter(tmp_path / "trace") as writer:
        flight = Flight(writer)
        flight.begin()
        page = browser.open(view.url)
        try:
            flight.subtask(1)
            flight.decide(1, 1)
            page.wait(f"document.querySelector('.where') && {WHERE} === 'Decision 1'")
            page.wait("document.querySelector('.picture img')?.naturalWidth")
            flight.decide(2, 1)
            page.wait(f"{WHERE} === 'Decision 2'")
            page.press("Home")
            page.value("document.querySelector('.question summary').click()")
            page.wait("document.querySelector('.question[open] .message')")
            flight.decide(3, 1)
            page.wait("document.querySelectorAll('.mark').length === 3")
            assert page.value(WHERE) == "Decision 1"
            assert page.value("document.querySelectorAll('.question[open]').length") == 1
            assert page.complaints == []
        finally:
            page.close()
