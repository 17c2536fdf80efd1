"""The scene reader in a city it was not fitted to: floors that must hold."""

import numpy as np
import pytest

from airanchor.anchors.overlay import Mark, draw_marks
from airanchor.bench.grounding.phrases import choose_phrases
from airanchor.bench.grounding.views import TrueView, survey_views
from airanchor.drawing.arrows import draw_arrows
from airanchor.embedded.eyes.labels import read_labels, without_arrows
from airanchor.embedded.eyes.reader import SceneReader
from airanchor.perception import Phrase
from airanchor.perception.text import load_text_encoder

CLEAR_PX = 400


@pytest.fixture(scope="module")
def views() -> list[TrueView]:
    return list(survey_views(("practice-square",), 4, 2))


@pytest.fixture(scope="module")
def reader() -> SceneReader:
    return SceneReader(load_text_encoder())


def ask(reader: SceneReader, true: TrueView, rgb: np.ndarray) -> tuple[list[bool], list[bool]]:
    """Whether clearly visible things were found, and absent ones, too."""
    reading = reader.read(rgb)
    right, false = [], []
    for phrase in choose_phrases(true, np.random.default_rng(true.number)):
        answers = true.truth.answers(phrase)
        found = reading.find(phrase, 1)
        if not answers:
            false.append(bool(found))
        elif max(answers.values()) >= CLEAR_PX and not phrase.attributes:
            right.append(bool(found) and int(true.ids[found[0].pixel[1], found[0].pixel[0]]) in answers)
    return right, false


def test_most_visible_things_are_found_and_few_absent_ones(
    reader: SceneReader, views: list[TrueView]
) -> None:
    asked = [ask(reader, true, true.view.rgb) for true in views]
    right, false = (np.concatenate([pair[k] for pair in asked]) for k in (0, 1))
    assert len(right) >= 40 and right.mean() >= 0.7
    assert len(false) >= 15 and false.mean() <= 0.25


def test_marks_on_the_picture_cost_little(reader: SceneReader, views: list[TrueView]) -> None:
    marks = [
        Mark(1, (150, 300), True, (110, 270, 200, 360)),
        Mark(2, (300, 260), False),
        Mark(3, (420, 330), False),
    ]
    right = np.concatenate([ask(reader, true, draw_marks(true.view.rgb, marks))[0] for true in views])
    assert right.mean() >= 0.6


def test_arrows_that_are_painted_over_cost_little(reader: SceneReader, views: list[TrueView]) -> None:
    tips = {
        str(number): (256 + round(reach * np.cos(number)), 256 + round(reach * np.sin(number)))
        for number, reach in enumerate((180, 90, 140, 60, 200, 110, 160, 75), 1)
    }
    right = []
    for true in views:
        drawn = draw_arrows(true.view.rgb, tips, 15)
        right += ask(reader, true, without_arrows(drawn, read_labels(drawn)))[0]
    assert np.mean(right) >= 0.6


def test_ranges_of_buildings_are_roughly_right(reader: SceneReader, views: list[TrueView]) -> None:
    ratios = []
    for true in views:
        for found in reader.read(true.view.rgb).find(
            Phrase("building"), 4, assumed_height_m=true.view.pose.z_m
        ):
            u, v = found.pixel
            point = true.view.camera.back_project((u, v), float(true.view.depth_m[v, u]), true.view.pose)
            if np.isfinite(point).all() and found.range_m:
                ratios.append(found.range_m / np.hypot(*(point - true.view.pose.position)[:2]))
    assert len(ratios) >= 8 and np.median(np.abs(np.log(ratios))) < np.log(1.5)


def test_open_pixels_are_far_away(reader: SceneReader, views: list[TrueView]) -> None:
    candidates = ((80, 255), (255, 255), (430, 255), (255, 330))
    pixels = [
        (true, reader.read(true.view.rgb).open_pixel(candidate)) for true in views for candidate in candidates
    ]
    far = [true.view.depth_m[v, u] > 20 for true, (u, v) in pixels]
    assert np.mean(far) >= 0.9
