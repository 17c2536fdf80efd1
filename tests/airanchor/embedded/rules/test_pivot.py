"""PIVOT by rule: the discs nearest to what the text names, a turn or an arrow aside in a search, stop."""

from typing import Any

import numpy as np
import pytest
from numpy.typing import NDArray

from airanchor.bench.grounding.views import TrueView, survey_views
from airanchor.drawing.arrows import Pixel, draw_arrows
from airanchor.embedded.eyes.reader import SceneReader
from airanchor.embedded.rules.peers import pivot
from airanchor.embedded.rules.peers.glance import Wish
from airanchor.embedded.rules.transport import RulebookChat
from airanchor.perception.text import load_text_encoder
from airanchor.reasoner import Reasoner
from airanchor.reasoner.prompts.reader import Prompt
from airanchor.reasoner.roles.peers.pivot import PIVOT_ARROWS, ArrowsRequest
from tests.airanchor.embedded.rules.desk import senses_for

TIPS: dict[str, Pixel] = {
    "1": (100, 300),
    "2": (180, 250),
    "3": (256, 260),
    "4": (330, 240),
    "5": (440, 262),
    "6": (250, 70),
    "7": (260, 450),
}


def answer(monkeypatch: pytest.MonkeyPatch, wish: Wish, count: int, tips: dict[str, Pixel] = TIPS) -> Any:
    """The rule's answer when a glance comes to this wish."""
    monkeypatch.setattr(pivot, "glance", lambda instruction, image, senses, kept_px: wish)
    image = draw_arrows(np.full((512, 512, 3), 120, np.uint8), tips, 15)
    values = {"instruction": "go", "count": str(count), "travel": "15"}
    prompt = Prompt("pivot_arrows", values, (image,), ())
    return pivot.choose_arrows(prompt, senses_for())["choices"]


def test_the_nearest_discs_come_first(monkeypatch: pytest.MonkeyPatch) -> None:
    wish = Wish((295, 250), 30.0, "tower")
    assert answer(monkeypatch, wish, 3) == ["4", "3"]  # the others lie too far off to be chosen
    assert answer(monkeypatch, wish, 1) == ["4"]
    assert answer(monkeypatch, Wish((500, 400), 30.0, "tower"), 3) == ["5"]


def test_stop_comes_before_all_arrows_where_it_has_arrived(monkeypatch: pytest.MonkeyPatch) -> None:
    wish = Wish((90, 300), 8.0, "tower", is_near=True, is_last=True)
    assert answer(monkeypatch, wish, 2) == ["0", "1"]


def test_it_stops_rather_than_fly_past_the_last_landmark(monkeypatch: pytest.MonkeyPatch) -> None:
    # What is 6 m to be flown to is 14 m away: a flight ends 8 m before a thing.
    assert answer(monkeypatch, Wish((90, 300), 6.0, "tower", is_last=True), 1) == ["0"]
    assert answer(monkeypatch, Wish((90, 300), 7.0, "tower", is_last=True), 1) == ["1"]
    assert answer(monkeypatch, Wish((90, 300), 6.0, "church"), 1) == ["1"]


def test_what_discs_may_hide_is_kept_to(monkeypatch: pytest.MonkeyPatch) -> None:
    gathered = {"1": (100, 300), "2": (160, 250), "3": (152, 310), "4": (110, 380)}
    assert answer(monkeypatch, Wish((470, 256), 0.0, "look on", is_seen=False), 1, gathered) == ["3"]


@pytest.mark.parametrize(("u", "arrow", "turn"), [(470, "5", "R"), (40, "1", "L")])
def test_a_search_follows_an_arrow_far_aside_or_turns(
    monkeypatch: pytest.MonkeyPatch, u: int, arrow: str, turn: str
) -> None:
    wish = Wish((u, 256), 0.0, "look on", is_seen=False)
    assert answer(monkeypatch, wish, 3) == [arrow]
    middle = {
        "1": (250, 60),
        "2": (300, 460),
        "3": (200, 250),
        "4": (320, 260),
        "5": (380, 60),
        "6": (110, 440),
    }
    assert answer(monkeypatch, wish, 3, middle) == [turn]


class FixedScenes:
    """Reads pictures as the scene reader does, and keeps what it was given."""

    def __init__(self) -> None:
        self.seen: list[NDArray[np.uint8]] = []
        self._reader = SceneReader(load_text_encoder())

    def read(self, rgb: NDArray[np.uint8]) -> Any:
        self.seen.append(rgb)
        return self._reader.read(rgb)


@pytest.fixture(scope="module")
def views() -> list[TrueView]:
    return list(survey_views(("practice-square",), 4, 2))


def test_the_scene_is_read_without_discs_and_arrows(views: list[TrueView]) -> None:
    scenes = FixedScenes()
    reasoner = Reasoner(RulebookChat(load_text_encoder(), scenes))
    for true in views:
        rgb = true.view.rgb
        drawn = draw_arrows(rgb, TIPS, 15)
        request = ArrowsRequest(drawn, "Fly to the church.", (*TIPS, "L", "R", "0"), 3, 10.0, 90.0)
        choices = reasoner.ask(PIVOT_ARROWS, request).reply.choices
        assert choices and set(choices) <= set(request.labels)
        (read,) = {id(one): one for one in scenes.seen}.values()
        scenes.seen.clear()
        off, marked = (np.abs(one.astype(int) - rgb).max(axis=2) > 60 for one in (read, drawn))
        assert off.sum() < marked.sum() / 3
