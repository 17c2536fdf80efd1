"""The scene reader: any picture is read, the same way each time, and what it says fits the picture."""

import math

import numpy as np
import pytest
from numpy.typing import NDArray

from airanchor.embedded.eyes.reader import SceneReader
from airanchor.embedded.eyes.reader.names import NAMES
from airanchor.errors import InputError
from airanchor.perception import Phrase
from airanchor.perception.text import load_text_encoder

Picture = NDArray[np.uint8]

SKY, GRASS, ROAD = (120, 165, 225), (95, 140, 60), (70, 72, 76)


@pytest.fixture(scope="module")
def reader() -> SceneReader:
    return SceneReader(load_text_encoder())


def plain_view(height_px: int = 512, width_px: int = 512) -> Picture:
    """Sky over grass with a road that runs away to the horizon."""
    picture = np.empty((height_px, width_px, 3), np.uint8)
    middle = height_px // 2
    picture[:middle], picture[middle:] = SKY, GRASS
    for v in range(middle, height_px):
        half = int((v - middle) * 0.35) + 1
        picture[v, max(width_px // 2 - half, 0) : width_px // 2 + half] = ROAD
    grain = np.random.default_rng(0).integers(-3, 4, picture.shape)
    return np.clip(picture + grain, 0, 255).astype(np.uint8)


@pytest.mark.parametrize("shape", [(1, 1), (2, 3), (7, 300), (120, 160), (512, 2048), (1080, 720)])
def test_any_size_of_picture_is_read(reader: SceneReader, shape: tuple[int, int]) -> None:
    reading = reader.read(plain_view(*shape))
    assert reading.size_px == (shape[1], shape[0])
    assert reading.openness().shape == (shape[1],)
    u, v = reading.open_pixel((shape[1] - 1, shape[0] - 1))
    assert 0 <= u < shape[1] and 0 <= v < shape[0]
    for detection in (
        *reading.find(Phrase("road"), least_score=0.0),
        *(one.detection for one in reading.objects()),
    ):
        assert detection.mask.shape == shape
        assert detection.mask[detection.pixel[1], detection.pixel[0]]
    assert reading.caption()


@pytest.mark.parametrize("level", [0, 255])
def test_a_blank_picture_says_little_but_something(reader: SceneReader, level: int) -> None:
    reading = reader.read(np.full((256, 256, 3), level, np.uint8))
    assert reading.caption() and len(reading.objects()) <= 8
    assert reading.find(Phrase("lighthouse")) == ()


def test_noise_is_read_without_error(reader: SceneReader) -> None:
    noise = np.random.default_rng(1).integers(0, 256, (512, 512, 3), dtype=np.uint8)
    reading = reader.read(noise)
    assert np.isfinite(reading.height_m) and np.isfinite(reading.openness()).all()


@pytest.mark.parametrize(
    "picture", [np.zeros((8, 8), np.uint8), np.zeros((8, 8, 4), np.uint8), np.zeros((8, 8, 3), np.float32)]
)
def test_what_is_no_picture_is_refused(reader: SceneReader, picture: Picture) -> None:
    with pytest.raises(InputError, match="uint8"):
        reader.read(picture)


def test_a_picture_is_read_once_and_alike(reader: SceneReader) -> None:
    picture = plain_view()
    first = reader.read(picture)
    assert reader.read(picture.copy()) is first
    other = SceneReader(load_text_encoder()).read(picture)
    assert other.caption() == first.caption() and other.height_m == first.height_m
    ours, theirs = (one.find(Phrase("road"), least_score=0.0) for one in (first, other))
    assert [(one.box_px, one.score) for one in ours] == [(one.box_px, one.score) for one in theirs]


def test_the_plain_view_is_road_on_grass_under_sky(reader: SceneReader) -> None:
    """A flat gray wedge is hardly a road to a network that knows textures, so its score is low."""
    reading = reader.read(plain_view())
    road = reading.find(Phrase("road"), least_score=0.0)[0]
    assert abs(road.bearing_deg) < 5 and road.mask[500, 256] and not road.mask[500, 20]
    grass = reading.find(Phrase("grass"))[0]
    assert (
        grass.mask[grass.pixel[1], grass.pixel[0]]
        and tuple(plain_view()[grass.pixel[1], grass.pixel[0]])[1] > 100
    )
    assert reading.openness().min() > 0.9
    assert "street" in reading.caption()


def test_open_pixels_follow_the_wish(reader: SceneReader) -> None:
    reading = reader.read(plain_view())
    for candidate in ((40, 250), (256, 256), (470, 240)):
        u, v = reading.open_pixel(candidate)
        assert math.hypot(u - candidate[0], v - candidate[1]) < 40


def test_ranges_scale_with_the_height_that_is_assumed(reader: SceneReader) -> None:
    reading = reader.read(plain_view())
    low = reading.find(Phrase("road"), 1, assumed_height_m=10.0, least_score=0.0)[0]
    high = reading.find(Phrase("road"), 1, assumed_height_m=40.0, least_score=0.0)[0]
    assert low.range_m is not None and high.range_m == pytest.approx(4 * low.range_m)


def test_results_are_sorted_limited_and_above_the_least_score(reader: SceneReader) -> None:
    reading = reader.read(plain_view())
    found = reading.find(Phrase("grass"), 2, least_score=0.1)
    assert len(found) <= 2
    scores = [one.score for one in found]
    assert scores == sorted(scores, reverse=True) and all(0.1 <= score <= 1 for score in scores)


def test_words_without_meaning_find_nothing_by_force(reader: SceneReader) -> None:
    assert reader.read(plain_view()).find(Phrase("\x00 %%% \u202e"), limit=3) is not None


def test_a_word_belongs_to_one_name() -> None:
    words = [word for one in NAMES for word in one.all_words]
    assert len({one.name for one in NAMES}) == len(NAMES)
    assert words.count("mosque") == words.count("obelisk") == words.count("harbour crane") == 1


def test_a_picture_that_was_drawn_on_is_read_again(reader: SceneReader) -> None:
    picture = plain_view()
    first = reader.read(picture)
    assert reader.read(picture.copy()) is first
    picture[1, 1] = 255 - picture[1, 1]  # a pixel that no sample holds
    assert reader.read(picture) is not first


def test_fewer_things_are_the_first_of_more(reader: SceneReader) -> None:
    few = [one.label for one in reader.read(plain_view()).objects(limit=1)]
    many = [one.label for one in reader.read(plain_view()).objects(limit=8)]
    assert few == many[:1]
