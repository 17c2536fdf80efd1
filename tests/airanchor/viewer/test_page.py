"""The page holds everything, safely: inert data, a strict policy, pictures inside, whatever was recorded."""

import base64
import hashlib
import html.parser
import json
import re

import pytest

from airanchor.drawing.pages import inert
from airanchor.trace import Keep, TraceWriter, read_trace
from airanchor.viewer import pictures
from airanchor.viewer.page import build_page, fill_page
from tests.airanchor.viewer.props import HOSTILE, INSTRUCTION
from tests.airanchor.viewer.traces import fly, tour


class Elements(html.parser.HTMLParser):
    """The elements of a page as a browser's parser sees them, with the text of scripts and styles."""

    def __init__(self, page: str) -> None:
        super().__init__()
        self.found: list[tuple[str, dict[str, str | None]]] = []
        self.texts: dict[str, list[str]] = {}
        self.feed(page)

    def handle_starttag(self, tag, attrs):
        self.found.append((tag, dict(attrs)))

    def handle_data(self, data):
        if self.found and self.found[-1][0] in ("script", "style"):
            self.texts.setdefault(self.found[-1][0], []).append(data)


@pytest.fixture(scope="module")
def folder(tmp_path_factory):
    return fly(tmp_path_factory.mktemp("flight") / "trace")


def story_in(page: str) -> dict:
    data = re.search(r'<script type="application/json" id="story">(.*?)</script>', page, re.DOTALL)
    return json.loads(data[1])


def test_hostile_texts_stay_data(folder):
    page = build_page(read_trace(folder))
    elements = Elements(page)
    assert [tag for tag, _ in elements.found].count("script") == 2
    assert "img" not in [tag for tag, _ in elements.found]
    assert not [name for _, attrs in elements.found for name in attrs if name.startswith("on")]
    assert HOSTILE not in page
    assert story_in(page)["mission"]["instruction"] == INSTRUCTION


def test_policy_allows_exactly_the_script_and_style_of_the_page(folder):
    page = build_page(read_trace(folder))
    elements = Elements(page)
    (policy,) = [
        a["content"] for tag, a in elements.found if a.get("http-equiv") == "Content-Security-Policy"
    ]
    style = re.search(r"<style>(.*?)</style>", page, re.DOTALL)[1]
    script = re.search(r"<script>(.*?)</script>", page, re.DOTALL)[1]
    for text, kind in ((script, "script-src"), (style, "style-src")):
        digest = base64.b64encode(hashlib.sha256(text.encode()).digest()).decode()
        assert f"{kind} 'sha256-{digest}'" in policy
    assert "default-src 'none'" in policy and "connect-src 'none'" in policy
    assert "unsafe" not in policy and "http:" not in policy


def test_page_asks_for_nothing_from_elsewhere(folder):
    page = build_page(read_trace(folder))
    outside = re.findall(r"""(?:src|href|url\()\s*=?\s*["']?(?:https?:)?//[^"')\s]+""", page)
    assert outside == []


def test_scripts_never_make_markup_from_text(folder):
    script = re.search(r"<script>(.*?)</script>", build_page(read_trace(folder)), re.DOTALL)[1]
    for way in ("innerHTML", "outerHTML", "insertAdjacentHTML", "document.write", "eval(", "new Function"):
        assert way not in script


def test_inert_json_has_no_markup_and_reads_back():
    document = {"text": HOSTILE, "<!--": ["]]>", "\u2028"]}
    text = inert(document)
    assert not set("<>&\u2028") & set(text)
    assert json.loads(text) == document


def test_pictures_are_inside_as_raster_images(folder):
    images = story_in(build_page(read_trace(folder)))["images"]
    assert images
    assert all(re.match(r"data:image/(jpeg|webp);base64,", uri) for uri in images.values())


def test_a_recording_without_images_makes_a_page(tmp_path):
    page = build_page(read_trace(fly(tmp_path / "trace", decisions=2, keep=Keep.NONE)))
    assert story_in(page)["images"] == {}


def test_jpegs_kept_for_viewing_are_embedded_as_they_are(tmp_path):
    page = build_page(read_trace(fly(tmp_path / "trace", decisions=1, keep=Keep.VIEWING)))
    assert all(uri.startswith("data:image/jpeg") for uri in story_in(page)["images"].values())


def test_damaged_images_are_left_out(tmp_path):
    folder = fly(tmp_path / "trace", decisions=1)
    for file in (folder / "images").iterdir():
        file.write_bytes(b"<svg onload=alert(1)>")
    assert story_in(build_page(read_trace(folder)))["images"] == {}


def test_a_page_that_would_grow_too_large_says_what_it_left_out(folder, monkeypatch):
    monkeypatch.setattr(pictures, "PAGE_BYTES", 1000)
    story = story_in(build_page(read_trace(folder)))
    assert len(story["images"]) > 0 and story["images_left_out"] > 0


@pytest.mark.parametrize("keep_bytes", [0.2, 0.5, 0.9, 0.999])
def test_a_flight_cut_off_in_an_event_makes_a_page(tmp_path, folder, keep_bytes):
    data = (folder / "events.jsonl").read_bytes()
    (tmp_path / "events.jsonl").write_bytes(data[: int(len(data) * keep_bytes)])
    assert story_in(build_page(read_trace(tmp_path)))["is_cut_off"]


def test_nearly_empty_recordings_make_pages(tmp_path):
    TraceWriter(tmp_path / "header").close()
    assert story_in(build_page(read_trace(tmp_path / "header")))["moments"] == []
    assert len(story_in(build_page(read_trace(tour(tmp_path / "tour"))))["moments"]) == 3


def test_a_live_page_may_ask_its_own_server_only():
    page = fill_page({"moments": []}, is_live=True)
    assert "connect-src 'self'" in page and "img-src data: 'self'" in page and 'data-mode="live"' in page
