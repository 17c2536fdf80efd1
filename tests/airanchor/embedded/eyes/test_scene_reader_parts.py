"""The parts of the scene reader: angles, comparison, marks, patches, joining, perceptrons, traits."""

import math

import numpy as np
import pytest
from hypothesis import given
from hypothesis import strategies as st

from airanchor.anchors.disc import DIRECTION_COLOR, OBJECT_COLOR
from airanchor.anchors.overlay import Mark, draw_marks
from airanchor.embedded.eyes.reader import (
    PictureDetection,
    bearing_deg,
    column_of_bearing,
    compare,
    elevation_deg,
    ground_range_m,
    pixel_of_bearing,
)
from airanchor.embedded.eyes.reader.model import model_from_json, stored_model
from airanchor.embedded.eyes.reader.regions.cells import blur, make_cells
from airanchor.embedded.eyes.reader.regions.joints import join
from airanchor.embedded.eyes.reader.regions.marks import INKS, without_marks
from airanchor.embedded.eyes.reader.regions.perceptron import Perceptron, perceptron_from_json, softmax
from airanchor.embedded.eyes.reader.regions.pieces import cut_pieces
from airanchor.embedded.eyes.reader.regions.regions import measure_regions
from airanchor.embedded.eyes.reader.traits import has_trait, normal_trait
from airanchor.errors import InputError
from aircity.geometry import Camera, Pose


@given(u=st.integers(0, 511), v=st.integers(0, 511))
def test_angles_are_those_of_the_camera(u: int, v: int) -> None:
    x, y, z = Camera.from_fov(512, 512).rays_in_world((u, v), Pose(0, 0, 0, 0))
    assert bearing_deg(u, 512) == pytest.approx(math.degrees(math.atan2(y, x)))
    assert elevation_deg((u, v), (512, 512)) == pytest.approx(math.degrees(math.asin(z)))


@given(u=st.integers(0, 639), v=st.integers(0, 479), fov=st.floats(0.5, 2.2))
def test_a_pixel_comes_back_from_its_angles(u: int, v: int, fov: float) -> None:
    size = (640, 480)
    there = pixel_of_bearing(bearing_deg(u, 640, fov), elevation_deg((u, v), size, fov), size, fov)
    assert there == (u, v)


def test_bearings_outside_the_image_take_its_border() -> None:
    assert column_of_bearing(80, 512) == 511 and column_of_bearing(-180, 512) == 0
    assert pixel_of_bearing(0, 89.9, (512, 512)) == (256, 0)


@pytest.mark.parametrize(("width_px", "fov"), [(0, 1.0), (512, 0.0), (512, 4.0)])
def test_impossible_cameras_are_refused(width_px: int, fov: float) -> None:
    with pytest.raises(InputError, match="field of view"):
        bearing_deg(0, width_px, fov)


@given(ahead_m=st.floats(15, 400), aside=st.floats(-0.9, 0.9), height_m=st.floats(5, 60))
def test_ground_rows_give_ranges(ahead_m: float, aside: float, height_m: float) -> None:
    u, v = 255.5 + 256 * aside, 255.5 + 256 * height_m / ahead_m
    expected_m = ahead_m * math.hypot(1, aside)
    assert ground_range_m((u, v), (512, 512), height_m=height_m) == pytest.approx(expected_m)


def test_no_range_at_or_above_the_horizon() -> None:
    assert ground_range_m((255.5, 255.5), (512, 512), height_m=20) is None
    assert ground_range_m((255.5, 100), (512, 512), height_m=20) is None
    assert ground_range_m((255.5, 255.6), (512, 512), height_m=20) is None


def detection(box: tuple[int, int, int, int], *, touches_border: bool = False) -> PictureDetection:
    middle = (box[0] + box[2] - 1) / 2
    return PictureDetection(
        box_px=box,
        pixel=(int(middle), box[1]),
        mask=np.zeros((512, 512), bool),
        score=0.9,
        bearing_deg=bearing_deg(middle, 512),
        elevation_deg=0.0,
        range_m=None,
        base_px=None,
        touches_border=touches_border,
    )


def test_a_thing_twice_as_large_is_twice_as_near() -> None:
    approach = compare(detection((100, 100, 120, 140)), detection((300, 80, 340, 160)))
    assert approach.size_ratio == pytest.approx(2) and approach.is_certain
    assert approach.bearing_change_deg > 0


def test_a_cut_thing_is_compared_by_the_side_that_grew_more() -> None:
    approach = compare(
        detection((0, 100, 20, 140), touches_border=True), detection((0, 80, 20, 160), touches_border=True)
    )
    assert approach.size_ratio == pytest.approx(2) and not approach.is_certain


def test_marks_are_painted_over() -> None:
    rng = np.random.default_rng(2)
    picture = np.clip(rng.normal((110, 150, 90), 3, (512, 512, 3)), 0, 255).astype(np.uint8)
    marks = [Mark(1, (200, 200), True, (150, 150, 260, 270)), Mark(12, (400, 300), False)]
    marked = draw_marks(picture, marks)
    cleaned = without_marks(marked)
    assert np.abs(marked.astype(int) - picture).max() > 80
    assert np.percentile(np.abs(cleaned.astype(int) - picture).max(axis=-1), 99.9) < 40
    assert set(INKS) == {OBJECT_COLOR, DIRECTION_COLOR}
    assert without_marks(picture) is picture


@given(radius=st.integers(0, 9), seed=st.integers(0, 99))
def test_blur_is_the_mean_of_a_window(radius: int, seed: int) -> None:
    values = np.random.default_rng(seed).random((11, 13, 2), np.float32)
    blurred = blur(values, radius)
    i, j = seed % 11, seed % 13
    window = values[max(i - radius, 0) : i + radius + 1, max(j - radius, 0) : j + radius + 1]
    assert blurred[i, j] == pytest.approx(window.mean(axis=(0, 1)), abs=1e-5)


def test_regions_add_up() -> None:
    picture = np.zeros((512, 512, 3), np.uint8)
    picture[:256], picture[256:] = (120, 165, 225), (95, 140, 60)
    picture[150:400, 200:260] = (190, 60, 50)
    model = stored_model()
    cells = make_cells(picture, math.pi / 2)
    pieces = cut_pieces(cells, model.layout.read(cells))
    assert pieces.size.sum() == 256 * 256 and np.array_equal(
        pieces.rows.sum(axis=1), pieces.columns.sum(axis=1)
    )
    assert pieces.kinds.sum(axis=1) == pytest.approx(1, abs=1e-3)
    members, together = join(pieces, model.joining)
    regions = measure_regions(cells, pieces, members, together)
    assert np.array_equal(regions.size, members @ pieces.size)
    assert (regions.fill <= 1.05).all() and (regions.isolation >= -1e-5).all()
    red = [k for k in range(len(members)) if regions.paint[k, 1] > 40]
    assert red and min(abs(regions.box[red, 0] - (200 - 256) / 256)) < 0.03


def test_a_perceptron_comes_back_from_json() -> None:
    rng = np.random.default_rng(3)
    layers = [
        (rng.random((4, 6), np.float32), rng.random(6, np.float32)),
        (rng.random((6, 2), np.float32), rng.random(2, np.float32)),
    ]
    one = Perceptron(np.zeros(4, np.float32), np.ones(4, np.float32), layers)
    other = perceptron_from_json(one.to_json())
    inputs = rng.random((5, 4), np.float32)
    assert other.run(inputs) == pytest.approx(one.run(inputs), rel=1e-2)
    assert softmax(one.run(inputs)).sum(axis=1) == pytest.approx(1)


@pytest.mark.parametrize("width", [2, 8, 13, 101])
def test_softmax_adds_up_as_numpy_does(width: int) -> None:
    scores = (9 * np.random.default_rng(width).normal(size=(200, width))).astype(np.float32)
    parts = np.exp(scores - scores.max(axis=1, keepdims=True))
    assert np.array_equal(softmax(scores), parts / parts.sum(axis=1, keepdims=True))


def test_a_model_for_other_names_is_refused() -> None:
    data = stored_model().to_json()
    data["names"] = {"unicorn": [0.1, 0, 1], **data["names"]}
    with pytest.raises(InputError, match="unicorn"):
        model_from_json(data)


def test_traits_are_read_as_people_say_them() -> None:
    assert normal_trait("Dark  Grey") == "dark gray" and normal_trait("slender") == "narrow"
    assert has_trait("gray", ("dark grey",)) and has_trait("gray-roofed", ("dark gray-roofed",))
    assert not has_trait("dark gray", ("gray",)) and not has_trait("low", ("yellow",))
