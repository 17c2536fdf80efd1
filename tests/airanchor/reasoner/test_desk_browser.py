"""The desk in a real browser: forms from schemas, clicks in pictures, answers that a flight takes."""

import json
from pathlib import Path

import numpy as np
import pytest

from airanchor.cli.reasoner.briefed_examples import briefed_example
from airanchor.cli.reasoner.role_examples import EXAMPLES
from airanchor.reasoner import PixelConvention
from airanchor.reasoner.chat import Author, ChatRequest, ImagePart, Message, TextPart
from airanchor.reasoner.desk.server import AnswerDesk
from airanchor.reasoner.mailbox.letter import Letter, Mailbox
from airanchor.reasoner.roles import NAVIGATION, ROLES
from tests.airanchor.reasoner.test_desk import posted, posted_briefed
from tests.airanchor.viewer.browser import Browser, Page, find_browser

EXECUTABLE = find_browser()
pytestmark = pytest.mark.skipif(EXECUTABLE is None, reason="no Chromium on this machine")

CTRL = 2
ANSWERS = {
    "decomposition": {
        "subtasks": [
            {
                "text": "Fly past the red brick tower.",
                "subgoals": ["reach it", "pass it"],
                "landmarks": [{"category": "tower", "attributes": ["red", "brick"]}],
            },
            {"text": "Stop in front of the church.", "subgoals": ["stop"], "landmarks": []},
        ],
        "not_understood": ["whistle"],
    },
    "anchor_query": {
        "anchors": [
            {"category": "tower", "attributes": ["red"], "type": "object"},
            {"type": "direction", "pixel": [256, 200]},
            {"type": "direction", "pixel": [0, 511]},
        ]
    },
    "landmark_selection": {"matches": [{"landmark_id": "L1", "instance_id": None, "reason": "too far"}]},
    "navigation": {
        "skill": "Altitude Adjustment",
        "parameters": {"delta_h_m": -3.5},
        "reason": "",
        "scene_caption": "roofs",
    },
    "panorama": {"turning_direction": "around", "yaw_delta_deg": -170, "reason": "behind"},
    "backtracking": {"node_id": 1},
    "reflection": {"progress": "Passed it.", "status": "COMPLETED", "next_plan": ""},
    "object_survey": {"objects": [{"category": "fountain", "attributes": []}]},
    "action": {"action": "GO_UP", "progress": "Higher.", "plan": "", "reason": ""},
}


@pytest.fixture(scope="module")
def browser(tmp_path_factory):
    browser = Browser(EXECUTABLE, tmp_path_factory.mktemp("profile"))
    yield browser
    browser.close()


def opened(browser: Browser, desk: AnswerDesk, **size: int) -> Page:
    page = browser.open(desk.url, **size)
    page.wait("!document.getElementById('desk').hidden")
    page.wait("[...document.images].every((image) => image.complete)")
    return page


def click(page: Page, selector: str, at: tuple[float, float] = (0.5, 0.5)) -> None:
    """A real click at a share of an element's width and height."""
    node = f"document.querySelector({json.dumps(selector)})"
    page.value(f"{node}.scrollIntoView({{block: 'nearest'}})")
    left, top, width, height = page.value(
        f"(({{left, top, width, height}}) => [left, top, width, height])({node}.getBoundingClientRect())"
    )
    where = {"x": left + at[0] * width, "y": top + at[1] * height, "button": "left", "clickCount": 1}
    page.call("Input.dispatchMouseEvent", type="mousePressed", **where)
    page.call("Input.dispatchMouseEvent", type="mouseReleased", **where)


def type_into(page: Page, selector: str, text: str) -> None:
    page.value(f"document.querySelector({json.dumps(selector)}).focus()")
    page.call("Input.insertText", text=text)


def send(page: Page) -> None:
    """Ctrl+Enter."""
    key = {"key": "Enter", "code": "Enter", "windowsVirtualKeyCode": 13, "modifiers": CTRL}
    page.call("Input.dispatchKeyEvent", type="keyDown", **key)
    page.call("Input.dispatchKeyEvent", type="keyUp", **key)


def given(letter: Letter) -> dict:
    return json.loads(letter.answer())


@pytest.mark.parametrize("zoom", [None, "2×"])
def test_a_navigation_question_is_answered_with_a_click_and_the_keyboard(browser, tmp_path, zoom):
    letter = posted(tmp_path, "navigation")
    with AnswerDesk(tmp_path) as desk:
        page = opened(browser, desk, width=1366, height=768)
        try:
            assert page.value("document.activeElement.type") == "radio"
            if zoom:
                tools = "[...document.querySelectorAll('.tools button')]"
                page.value(f"{tools}.find((one) => one.textContent === '{zoom}').click()")
                page.value("document.querySelector('.stage').scrollLeft = 231")
            target = (300, 180)
            click(page, ".frame img", tuple((one + 0.5) / 512 for one in target))
            assert (
                page.value("document.querySelector('.choice:has(:checked)').textContent")
                == "Pixel Navigation"
            )
            cross = page.value(
                "[...document.querySelectorAll('.cross .hair')].map((line) => line.x1.baseVal.value)"
            )
            assert min(cross) < 300.5 < max(cross)
            send(page)
            page.wait("document.querySelectorAll('.problems li').length")
            assert (
                page.value("document.querySelector('.problems').textContent")
                == "Parameters › Distance (m) is missing"
            )
            type_into(page, ".number-row .number", "35")
            type_into(page, ".kind-text textarea", "the street is free")
            assert json.loads(page.value("desk.raw.value"))["parameters"] == {
                "pixel": [300, 180],
                "distance_m": 35,
            }
            send(page)
            page.wait("document.getElementById('desk').hidden")
            assert "1 answered · 0 waiting" in page.value("document.getElementById('counts').textContent")
            assert page.complaints == []
        finally:
            page.close()
    decision = NAVIGATION.check(NAVIGATION.coerce(given(letter), None), EXAMPLES["navigation"]())
    assert decision.parameters.pixel == (300, 180) and decision.reason == "the street is free"


@pytest.mark.parametrize("role", sorted(ANSWERS))
def test_the_form_of_every_role_holds_a_whole_answer(browser, tmp_path, role):
    letter, known = posted(tmp_path, role), next(one for one in ROLES if one.name == role)
    with AnswerDesk(tmp_path) as desk:
        page = opened(browser, desk)
        try:
            assert page.value("check()") == (role == "object_survey")  # which may name nothing
            page.value(f"(desk.raw.value = {json.dumps(json.dumps(ANSWERS[role]))}, onRaw())")
            assert page.value("desk.rawNote.textContent") == ""
            page.value("onChange()")
            assert json.loads(page.value("desk.raw.value")) == ANSWERS[role]
            send(page)
            page.wait("document.getElementById('desk').hidden")
            assert page.complaints == []
        finally:
            page.close()
    request = EXAMPLES[role]()
    assert known.check(
        known.convert(known.coerce(given(letter), request), request, PixelConvention()), request
    )


BRIEFED_ANSWERS = {
    "anchor_query": {
        "anchors": [
            {"category": "tower", "attributes": [], "type": "object"},
            {"category": "tower", "attributes": ["red"], "type": "object", "pixel": [3, 4]},
            {"type": "direction", "pixel": [256, 200]},
        ]
    },
    "navigation": {
        "skill": "Pixel Navigation",
        "parameters": {"pixel": [300, 180], "distance_m": 30, "keep_heading": True},
        "reason": "free",
        "scene_caption": "roofs",
        "then": [{"skill": "View Rotation", "parameters": {"yaw_delta_deg": -90}}],
        "wrong": [1],
        "anchors": [{"category": "church", "attributes": [], "type": "object"}],
    },
    "panorama": {"turning_direction": "right", "yaw_delta_deg": 0, "reason": "right already"},
    "reflection": {
        "progress": "Passed it.",
        "status": "COMPLETED",
        "next_plan": "",
        "next": {
            "skill": "View Rotation",
            "parameters": {},
            "reason": "",
            "scene_caption": "roofs",
            "then": [{"skill": "Altitude Adjustment", "parameters": {"delta_h_m": -3}}],
        },
        "anchors": [
            {"category": "church", "attributes": [], "type": "object", "pixel": [400, 10], "view": "right"}
        ],
        "wrong": [1],
    },
}


@pytest.mark.parametrize("role", sorted(BRIEFED_ANSWERS))
def test_the_form_of_a_question_that_tells_more_holds_a_whole_answer(browser, tmp_path, role):
    letter = posted_briefed(tmp_path, role)
    known, request = briefed_example(next(one for one in ROLES if one.name == role))
    answer = BRIEFED_ANSWERS[role]
    with AnswerDesk(tmp_path) as desk:
        page = opened(browser, desk)
        try:
            page.value(f"(desk.raw.value = {json.dumps(json.dumps(answer))}, onRaw())")
            assert page.value("desk.rawNote.textContent") == ""
            page.value("onChange()")
            assert json.loads(page.value("desk.raw.value")) == answer
            assert "Parameters" not in page.value(
                "[...document.querySelectorAll('.choice')].map((one) => one.textContent).join()"
            )
            send(page)
            page.wait("document.getElementById('desk').hidden")
            assert page.complaints == []
        finally:
            page.close()
    assert known.check(
        known.convert(known.coerce(given(letter), request), request, PixelConvention()), request
    )


def choose(page: Page, title: str) -> None:
    """The last choice of that title."""
    page.value(
        "[...document.querySelectorAll('.choice')].filter((one) => "
        f"one.textContent === {json.dumps(title)}).at(-1).querySelector('input').click()"
    )


def problems(page: Page) -> str:
    page.value("check()")
    return page.value("document.querySelector('.problems').textContent")


def test_a_turn_whose_angle_was_forgotten_is_no_look_around(browser, tmp_path):
    posted_briefed(tmp_path, "navigation")
    with AnswerDesk(tmp_path) as desk:
        page = opened(browser, desk)
        try:
            assert problems(page) == "The answer needs a skill"
            choose(page, "View Rotation by an angle")
            assert problems(page) == "Parameters › Yaw delta (°) is missing"
            type_into(page, ".number-row .number", "200")
            assert problems(page) == "Parameters › Yaw delta (°) must be -180 to 180"
            choose(page, "View Rotation after a look around")
            assert problems(page) == ""
        finally:
            page.close()


def notice(page: Page) -> str:
    return page.value("document.getElementById('notice').textContent")


def picture_shown(page: Page) -> str:
    return page.value("document.querySelector('.stage img').alt")


def given_now(page: Page) -> dict:
    return json.loads(page.value("desk.raw.value"))


def test_a_click_in_another_picture_becomes_no_pixel(browser, tmp_path):
    posted_briefed(tmp_path, "navigation")
    with AnswerDesk(tmp_path) as desk:
        page = opened(browser, desk)
        try:
            assert picture_shown(page) == "View ahead"
            page.value("pane.choose(1)")
            click(page, ".stage img", (0.3, 0.5))
            assert notice(page) == "This pixel lies in “View ahead”: click there."
            assert "parameters" not in given_now(page)
            page.value("pane.choose(0)")
            click(page, ".stage img", (0.5, 0.5))
            assert given_now(page)["skill"] == "Pixel Navigation"
            taken = given_now(page)["parameters"]["pixel"]
            page.value("pane.choose(1)")
            click(page, ".stage img", (0.3, 0.5))
            assert given_now(page)["parameters"]["pixel"] == taken
        finally:
            page.close()


def test_a_thing_is_pointed_at_where_it_is_seen(browser, tmp_path):
    posted_briefed(tmp_path, "reflection")
    with AnswerDesk(tmp_path) as desk:
        page = opened(browser, desk)
        try:
            assert picture_shown(page) == "View ahead now"
            choose(page, "nothing yet: measure first, or the flight ends")
            choose(page, "these, or none:")
            click(page, "[aria-label='Things to measure'] .add")
            choose(page, "thing to the right")
            assert picture_shown(page) == "Views to the left and to the right now"
            click(page, ".stage img", (0.3, 0.5))
            assert notice(page).startswith("This lies in the other part of the picture: u is 256 to 511")
            click(page, ".stage img", (0.75, 0.5))
            (anchor,) = given_now(page)["anchors"]
            assert anchor["view"] == "right" and anchor["pixel"] == [384, 128]
            page.value("pane.choose(0)")
            click(page, ".stage img", (0.75, 0.5))
            assert notice(page).startswith("This pixel lies in “Views to the left and to the right now”")
            assert given_now(page)["anchors"] == [anchor]
        finally:
            page.close()


def test_the_page_goes_on_to_the_next_question_and_shows_the_earlier_ones(browser, tmp_path):
    first = posted(tmp_path, "backtracking")
    with AnswerDesk(tmp_path) as desk:
        page = opened(browser, desk)
        try:
            click(page, ".choice:nth-child(2)")
            send(page)
            page.wait("document.getElementById('waiting').textContent.startsWith('All answered')")
            second = posted(tmp_path, "panorama")
            page.wait("document.getElementById('title').textContent.startsWith('2')")
            click(page, ".thumb:nth-child(3) .fill")
            page.wait("document.querySelector('.number-row .number').value === '90'")
            click(page, "#earlier-button")
            click(page, "#earlier li:last-child button")
            page.wait("document.querySelector('.sent')")
            assert json.loads(page.value("document.querySelector('.sent').textContent")) == {"node_id": 1}
            click(page, "#send-bar button")
            page.wait("document.querySelector('.number-row .number')?.value === '90'")  # the draft was kept
            send(page)
            page.wait("document.getElementById('desk').hidden")
        finally:
            page.close()
    assert given(first) == {"node_id": 1}
    assert given(second) == {"turning_direction": "right", "yaw_delta_deg": 90}


def test_a_question_that_a_flight_waits_for_comes_first(browser, tmp_path):
    posted(tmp_path, "backtracking")
    with AnswerDesk(tmp_path) as desk:
        page = opened(browser, desk)
        try:
            assert page.value("desk.liveness.textContent") == "no flight waits for this one"
            click(page, ".choice:nth-child(2)")
            live = posted(tmp_path, "panorama")
            live.await_answer()
            page.wait("document.getElementById('title').textContent.startsWith('2')")
            assert page.value("desk.liveness.textContent") == ""
            assert "1 waiting · 1 that no flight waits for" in page.value(
                "document.getElementById('counts').textContent"
            )
            click(page, "#earlier-button")
            listed = page.value("[...document.querySelectorAll('#earlier li')].map((one) => one.innerText)")
            assert "a flight waits" in listed[0] and "no flight waits for this one" in listed[1]
            click(page, "#earlier li:nth-child(2) button")
            page.wait("document.getElementById('title').textContent.startsWith('1')")
            page.value("follow()")
            assert page.value("document.getElementById('title').textContent").startswith("1")
            assert given_now(page) == {"node_id": 1}  # the draft
            send(page)
            page.wait("document.getElementById('title').textContent.startsWith('2')")
            assert page.complaints == []
        finally:
            page.close()


HOSTILE = '<img src=x onerror="window.broken=1"></script><script>window.broken=1</script>\u202e'


def test_hostile_texts_stay_text(browser, tmp_path):
    system = Message(Author.SYSTEM, (TextPart(f"# {NAVIGATION.title}\n{HOSTILE}"),))
    told = f"Skills: <skills>\nView Rotation\n{HOSTILE}\n</skills>\n<subtask>{HOSTILE}</subtask> {HOSTILE}:\n"
    user = Message(Author.USER, (TextPart(told), ImagePart(np.zeros((40, 60, 3), np.uint8))))
    schema = {
        "type": "object",
        "title": HOSTILE,
        "properties": {HOSTILE: {"type": "string", "description": HOSTILE}},
    }
    schema["properties"]["x"] = {"enum": [HOSTILE]}
    repair = (Message(Author.ASSISTANT, (TextPart(HOSTILE),)), Message(Author.USER, (TextPart(HOSTILE),)))
    Mailbox(tmp_path).post(ChatRequest((system, user, *repair), schema=schema))
    with AnswerDesk(tmp_path) as desk:
        page = opened(browser, desk)
        try:
            page.value("document.querySelectorAll('details').forEach((one) => (one.open = true))")
            assert page.value("document.body.innerText").count("onerror=") >= 6
            assert page.value("document.querySelectorAll('img[src=x], img[onerror]').length") == 0
            assert page.value("window.broken") is None
            assert "⟨U+202E⟩" in page.value("document.getElementById('told').textContent")
            assert all(url.startswith(desk.url) for url in page.requests)
            assert page.complaints == []
        finally:
            page.close()


def test_new_kinds_of_fields_get_a_form_without_being_known(browser, tmp_path):
    schema = {
        "$defs": {
            "Spot": {
                "type": "object",
                "properties": {"pixel": pair(), "sure": {"type": "boolean"}},
                "required": ["pixel"],
            },
            "Grade": {"enum": ["low", "high"], "type": "string"},
        },
        "type": "object",
        "properties": {
            "spots": {"type": "array", "items": {"$ref": "#/$defs/Spot"}, "default": []},
            "grade": {"allOf": [{"$ref": "#/$defs/Grade"}], "default": "low"},
            "height_m": {"anyOf": [{"type": "number", "maximum": 9}, {"type": "null"}], "default": None},
            "remark": {"type": ["string", "null"]},
            "is_lost": {"type": "boolean"},
            "best": {"$ref": "#/$defs/Spot"},
            "anything": {},
        },
        "required": ["remark", "is_lost"],
    }
    user = Message(Author.USER, (TextPart("?"), ImagePart(np.zeros((40, 60, 3), np.uint8))))
    letter = Mailbox(tmp_path).post(ChatRequest((user,), schema=schema))
    answer = {
        "spots": [{"pixel": [1, 2], "sure": False}],
        "grade": "high",
        "height_m": 4.5,
        "remark": None,
        "is_lost": True,
        "best": {"pixel": [3, 4]},
        "anything": [1, {"a": 2}],
    }
    with AnswerDesk(tmp_path) as desk:
        page = opened(browser, desk)
        try:
            page.value("check()")
            missing = page.value("document.querySelector('.problems').textContent")
            assert missing == "Remark is missingIs lost is missing"
            page.value(f"(desk.raw.value = {json.dumps(json.dumps(answer))}, onRaw())")
            assert page.value("desk.rawNote.textContent") == ""
            page.value("onChange()")
            assert json.loads(page.value("desk.raw.value")) == answer
            for bad in (
                {**answer, "height_m": 10},
                {**answer, "grade": "x"},
                {**answer, "spots": [{"pixel": [1]}]},
            ):
                page.value(f"(desk.raw.value = {json.dumps(json.dumps(bad))}, onRaw())")
                assert not page.value("check()")
            page.value(f"(desk.raw.value = {json.dumps(json.dumps(answer))}, onRaw())")
            send(page)
            page.wait("document.getElementById('desk').hidden")
            assert page.complaints == []
        finally:
            page.close()
    assert given(letter) == answer


def pair() -> dict:
    return {
        "type": "array",
        "prefixItems": [{"type": "integer"}, {"type": "integer"}],
        "minItems": 2,
        "maxItems": 2,
    }


@pytest.mark.parametrize("size", [(1280, 720), (390, 844)])
def test_nothing_runs_out_of_the_window(browser, tmp_path: Path, size):
    posted(tmp_path, "panorama")
    with AnswerDesk(tmp_path) as desk:
        page = opened(browser, desk, width=size[0], height=size[1])
        try:
            assert page.value("document.documentElement.scrollWidth") <= size[0]
            unnamed = page.value(
                "[...document.querySelectorAll('button, input, textarea, img:not([alt])')].filter((node) => "
                "!(node.ariaLabel || node.ariaHidden || node.textContent.trim() "
                "|| node.closest('label')?.textContent.trim())).length"
            )
            assert unnamed == 0
        finally:
            page.close()
