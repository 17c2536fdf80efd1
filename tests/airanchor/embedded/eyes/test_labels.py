"""Reading labelled discs: every one is found with its label, on any background, and none where none is."""

import io

import numpy as np
import pytest
from hypothesis import given, settings
from hypothesis import strategies as st
from PIL import Image

from airanchor.bench.grounding.views import survey_views
from airanchor.drawing.arrows import Pixel, border_places, draw_arrows
from airanchor.embedded.eyes.labels import read_labels, without_arrows

SIZE = (512, 512)


def random_tips(rng: np.random.Generator, radius_px: int, size_px: Pixel = SIZE) -> dict[str, Pixel]:
    """Up to fifteen discs that do not touch."""
    taken = list(border_places(size_px, radius_px).values())
    for _ in range(int(rng.integers(1, 16))):
        place = tuple(int(rng.integers(radius_px + 1, length - radius_px - 1)) for length in size_px)
        if all(np.hypot(place[0] - u, place[1] - v) >= 2 * radius_px + 3 for u, v in taken):
            taken.append(place)
    return {str(number): place for number, place in enumerate(taken[3:], 1)}


@pytest.fixture(scope="module")
def pictures() -> list[np.ndarray]:
    return [true.view.rgb for true in survey_views(("practice-square",), 25, 5)]


def test_every_disc_of_two_hundred_city_pictures_is_read(pictures: list[np.ndarray]) -> None:
    rng = np.random.default_rng(3)
    for number in range(200):
        radius_px = int(rng.choice([10, 12, 15, 15, 20, 26]))
        tips = random_tips(rng, radius_px)
        drawn = draw_arrows(pictures[number % len(pictures)], tips, radius_px)
        labels = read_labels(drawn)
        assert labels.radius_px == radius_px
        assert labels.places == {**tips, **border_places(SIZE, radius_px)}
        assert labels.tips == tips


def test_nothing_is_read_where_nothing_was_drawn(pictures: list[np.ndarray]) -> None:
    assert not any(read_labels(rgb).places for rgb in pictures)
    assert read_labels(np.zeros((5, 7, 3), np.uint8)).places == {}


@settings(max_examples=25, deadline=None)
@given(
    seed=st.integers(0, 10_000),
    kind=st.sampled_from(["noise", "white", "black", "checks"]),
    radius_px=st.integers(10, 30),
)
def test_any_background_will_do(seed: int, kind: str, radius_px: int) -> None:
    rng = np.random.default_rng(seed)
    width, height = (int(rng.integers(300, 700)) for _ in range(2))
    rows, columns = np.mgrid[:height, :width]
    rgb = {
        "noise": rng.integers(0, 256, (height, width, 3), np.uint8),
        "white": np.full((height, width, 3), 255, np.uint8),
        "black": np.zeros((height, width, 3), np.uint8),
        "checks": np.repeat(((rows // 7 + columns // 5) % 2 * 255).astype(np.uint8)[..., None], 3, axis=2),
    }[kind]
    tips = random_tips(rng, radius_px, (width, height))
    places = read_labels(draw_arrows(rgb, tips, radius_px)).places
    assert places == {**tips, **border_places((width, height), radius_px)}


def test_a_lossy_picture_is_read_too(pictures: list[np.ndarray]) -> None:
    rng = np.random.default_rng(8)
    for rgb in pictures[:10]:
        tips = random_tips(rng, 15)
        file = io.BytesIO()
        Image.fromarray(draw_arrows(rgb, tips, 15)).save(file, "JPEG", quality=85)
        places = read_labels(np.array(Image.open(file))).places
        assert places == {**tips, **border_places(SIZE, 15)}


def test_arrows_are_painted_over(pictures: list[np.ndarray]) -> None:
    rng = np.random.default_rng(4)
    for rgb in pictures[:5]:
        drawn = draw_arrows(rgb, random_tips(rng, 15), 15)
        cleaned = without_arrows(drawn, read_labels(drawn))
        wrong, cleaned_wrong = (np.abs(one.astype(float) - rgb).max(axis=2) > 60 for one in (drawn, cleaned))
        assert cleaned_wrong.sum() < wrong.sum() / 4
        assert read_labels(cleaned).places == {}
    assert without_arrows(rgb, read_labels(rgb)) is rgb
