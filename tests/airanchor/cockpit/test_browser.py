"""The page in a real browser: choose, say, watch, take over, save; no word of anybody becomes markup."""

import json
from collections.abc import Iterator
from pathlib import Path

import pytest

from airanchor.cockpit.options import CockpitOptions
from airanchor.cockpit.server import CockpitServer
from tests.airanchor.viewer.browser import Browser, Page, find_browser

EXECUTABLE = find_browser()
pytestmark = [
    pytest.mark.slow,
    pytest.mark.skipif(EXECUTABLE is None, reason="no Chromium on this machine"),
]
MARKUP = 'Climb 4 metres <img src=x onerror="window.hit=1">.'


@pytest.fixture(scope="module")
def browser(tmp_path_factory: pytest.TempPathFactory) -> Iterator[Browser]:
    assert EXECUTABLE is not None
    opened = Browser(EXECUTABLE, tmp_path_factory.mktemp("profile"))
    yield opened
    opened.close()


@pytest.fixture(scope="module")
def url(tmp_path_factory: pytest.TempPathFactory) -> Iterator[str]:
    with CockpitServer(CockpitOptions(out=tmp_path_factory.mktemp("out"), speed=4.0)) as served:
        yield served.url


def status(page: Page, words: str) -> None:
    page.wait(f"document.getElementById('status').textContent === {json.dumps(words)}")


def say(page: Page, text: str) -> None:
    page.value(
        f"document.getElementById('sentence').value = {json.dumps(text)};"
        "document.getElementById('say').requestSubmit()"
    )


def key(page: Page, letter: str) -> None:
    named = {"key": letter, "code": f"Key{letter.upper()}"}
    page.call("Input.dispatchKeyEvent", type="keyDown", text=letter, **named)
    page.call("Input.dispatchKeyEvent", type="keyUp", **named)


def test_a_city_is_chosen_flown_in_and_talked_to(browser: Browser, url: str, tmp_path: Path) -> None:
    page = browser.open(url, width=1280, height=800)
    page.wait("document.querySelectorAll('.city img').length >= 20")
    page.value("document.querySelectorAll('.city')[18].click()")
    status(page, "ready")
    box = "document.querySelector('#controls select').getBoundingClientRect().right"
    assert page.value(f"{box} <= innerWidth")
    page.wait("document.querySelectorAll('.try').length > 2")
    say(page, MARKUP)
    page.wait("document.querySelector('.ended')")
    status(page, "ready")
    assert page.value("document.querySelector('.said').textContent") == MARKUP
    assert page.value("window.hit === undefined && document.querySelectorAll('.talk img').length === 0")
    page.wait("document.getElementById('view').getContext('2d').getImageData(400, 100, 1, 1).data[3] === 255")
    key(page, "w")
    status(page, "by hand")
    page.wait("!document.getElementById('pad').hidden")
    labels = page.value(
        "[...document.querySelectorAll('#pad button')].map((one) => one.title + one.innerText)"
    )
    assert len(labels) == 7 and any(one.startswith("Turn left 15° (A or ←)←") for one in labels)
    assert page.value("document.getElementById('sentence').offsetHeight") < 50  # one line
    page.wait("document.getElementById('hud').textContent.includes('5 m')")
    key(page, "t")
    status(page, "ready")
    page.wait("document.querySelectorAll('.ended').length === 2")
    page.value("[...document.querySelectorAll('.ended button')].at(-1).focus()")
    page.press("Enter")  # of the last turn, which nothing draws again
    page.wait("document.activeElement.closest('.export')")
    page.value("document.querySelector('.export textarea').value ||= 'Ahead.'")
    page.value("document.querySelector('.export').requestSubmit()")
    page.wait("document.querySelector('.acts a[href=\"/episodes\"]')")
    page.call("Page.reload")
    page.wait("document.querySelectorAll('.ended').length === 2")
    status(page, "ready")
    page.value("document.getElementById('home').click()")
    page.wait("document.body.dataset.screen === 'start'")
    assert page.value("document.getElementById('hud').textContent") == ""  # nothing of the city that was left
    assert page.value("document.querySelectorAll('.session .flown button').length") == 2
    page.value("document.querySelector('.session .flown button').click()")
    page.wait("document.activeElement.closest('.session .export')")
    page.value("document.querySelector('.export').requestSubmit()")
    page.wait("document.getElementById('episodes').textContent.startsWith('2 episodes')")
    assert not page.complaints
    assert all(address.startswith((url, url.replace("http", "ws"))) for address in page.requests)
    page.close()


@pytest.mark.parametrize(("width", "is_dark"), [(390, False), (1600, True)])
def test_nothing_is_wider_than_the_window(browser: Browser, url: str, width: int, is_dark: bool) -> None:
    page = browser.open(url, width=width, height=844, is_dark=is_dark)
    page.wait("document.body.dataset.screen !== 'wait'")
    assert page.value("document.documentElement.scrollWidth <= innerWidth")
    assert not page.complaints
    page.close()


def test_a_broken_city_file_is_told_on_its_card(browser: Browser, url: str) -> None:
    page = browser.open(url, width=1280, height=800)
    page.wait("document.querySelector('.drop')")
    drop = """{
        const held = new DataTransfer();
        held.items.add(new File(['{"type": '], 'broken.json'));
        const dropped = new DragEvent('drop', { dataTransfer: held, cancelable: true });
        document.getElementById('start').dispatchEvent(dropped);
        document.getElementById('not-brought').textContent
    }"""
    for _ in range(2):  # the same file again says the same again
        assert page.value(drop) == ""
        page.wait("document.getElementById('not-brought').textContent.startsWith('broken.json is not')")
        page.wait("document.getElementById('loading').hidden && !document.getElementById('toast').hidden")
    assert not page.complaints
    page.close()
