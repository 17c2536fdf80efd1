"""The overlay: the right numbers in the right places on a copy, legible whatever lies below."""

import numpy as np
import pytest
from hypothesis import given
from hypothesis import strategies as st

from airanchor.anchors import AnchorGraph, draw_anchors, draw_anchors_again
from airanchor.anchors.disc import DIRECTION_COLOR, OBJECT_COLOR, numbered_disc
from airanchor.anchors.overlay import Mark, draw_marks, marks_in, marks_of
from aircity.geometry import Camera, Pose
from aircity.world import Observation
from tests.airanchor.anchors.graphs import graphs, thing, way
from tests.airanchor.anchors.views import view_of

RADIUS_PX = 12
"""Of the disc on an image of 512 pixels."""


def background(kind: str, size_px: int = 512) -> np.ndarray:
    if kind == "noise":
        return np.random.default_rng(0).integers(0, 256, (size_px, size_px, 3), dtype=np.uint8)
    color = {
        "black": (0, 0, 0),
        "white": (255, 255, 255),
        "object": OBJECT_COLOR,
        "direction": DIRECTION_COLOR,
    }[kind]
    return np.full((size_px, size_px, 3), color, dtype=np.uint8)


def read_number(picture: np.ndarray, center: tuple[int, int], color: tuple[int, int, int]) -> int:
    """The number whose disc is most like what is seen here, judged by its opaque middle."""
    u, v = center
    seen = picture[v - RADIUS_PX : v + RADIUS_PX + 1, u - RADIUS_PX : u + RADIUS_PX + 1].astype(float)
    across, down = np.meshgrid(*[np.arange(-RADIUS_PX, RADIUS_PX + 1)] * 2)
    middle = np.hypot(across, down) < RADIUS_PX - 3

    def difference(number: int) -> float:
        disc = np.asarray(numbered_disc(number, color, RADIUS_PX))[..., :3].astype(float)
        return float(np.abs(disc - seen)[middle].mean())

    return min(range(1, 13), key=difference)


@pytest.mark.parametrize("kind", ["black", "white", "noise", "object", "direction"])
def test_numbers_can_be_read_on_any_background(kind: str) -> None:
    rgb = background(kind)
    marks = [Mark(index, (40 * index, 200), index % 2 == 0) for index in range(1, 13)]
    picture = draw_marks(rgb, marks)
    for mark in marks:
        color = OBJECT_COLOR if mark.is_object else DIRECTION_COLOR
        assert read_number(picture, mark.pixel, color) == mark.index
        u, v = mark.pixel
        around = picture[v - RADIUS_PX : v + RADIUS_PX + 1, u - RADIUS_PX : u + RADIUS_PX + 1].astype(int)
        darkness = around.sum(axis=-1)
        assert darkness.min() < 150 and darkness.max() > 620, "a dark outline and a white rim"


def test_the_image_itself_stays() -> None:
    rgb = background("noise")
    before = rgb.copy()
    picture = draw_anchors(rgb, AnchorGraph.at(Pose(0, 0, 0), (thing(1, (9, 9, 9)), way(2, (1, 1, 1)))))
    assert (rgb == before).all()
    assert not np.shares_memory(picture, rgb)
    assert (picture != before).any()


def test_without_marks_the_copy_is_equal() -> None:
    rgb = background("noise")
    picture = draw_marks(rgb, [])
    assert (picture == rgb).all()
    assert not np.shares_memory(picture, rgb)


def test_an_image_that_may_not_be_written_can_be_drawn() -> None:
    rgb = background("black")
    rgb.flags.writeable = False
    assert draw_marks(rgb, [Mark(1, (100, 100), False)]).any()


def test_marks_carry_the_numbers_and_places_of_the_graph() -> None:
    graph = AnchorGraph.at(Pose(0, 0, 0), (thing(1, (9, 9, 9)), way(3, (1, 1, 1))))
    assert marks_of(graph) == (Mark(1, (30, 30), True, (10, 10, 50, 50)), Mark(3, (40, 20), False))


def test_drawing_stays_around_the_mark() -> None:
    rgb = background("noise")
    changed = (draw_marks(rgb, [Mark(1, (300, 100), False)]) != rgb).any(axis=-1)
    rows, columns = np.nonzero(changed)
    assert changed[100, 300]
    assert abs(columns - 300).max() <= RADIUS_PX and abs(rows - 100).max() <= RADIUS_PX


def test_a_box_frames_its_object_and_covers_none_of_it() -> None:
    rgb = background("noise")
    box = (100, 100, 300, 250)
    changed = (draw_marks(rgb, [Mark(1, (200, 180), True, box)]) != rgb).any(axis=-1)
    assert changed[99, 100:300].mean() > 0.9 and changed[100:250, 300].mean() > 0.9
    inside = changed[100:250, 100:300].copy()
    inside[80 - 13 : 80 + 14, 100 - 13 : 100 + 14] = False
    assert not inside.any()


def test_a_small_object_is_not_hidden_by_its_own_number() -> None:
    rgb = background("noise")
    box = (250, 250, 270, 262)
    changed = (draw_marks(rgb, [Mark(1, (260, 256), True, box)]) != rgb).any(axis=-1)
    assert changed[256, 260], "the dot is on the object"
    assert changed[250:262, 250:270].mean() < 0.5
    assert changed[:240].sum() > 300, "the disc is above it"


def test_neighbours_do_not_cover_each_other() -> None:
    marks = [Mark(index, (250 + index, 250), False) for index in range(1, 5)]
    picture = draw_marks(background("white"), marks)
    numbers = set()
    for v in range(170, 330):
        for u in range(170, 330):
            if tuple(picture[v, u - RADIUS_PX + 4]) == DIRECTION_COLOR:
                numbers.add(read_number(picture, (u, v), DIRECTION_COLOR))
    assert {1, 2, 3, 4} <= numbers


@pytest.mark.parametrize("pixel", [(0, 0), (511, 0), (0, 511), (511, 511), (0, 256)])
def test_at_the_border_the_whole_number_is_seen(pixel: tuple[int, int]) -> None:
    picture = draw_marks(background("black"), [Mark(8, pixel, False)])
    center = tuple(min(max(value, RADIUS_PX), 511 - RADIUS_PX) for value in pixel)
    assert read_number(picture, center, DIRECTION_COLOR) == 8  # type: ignore[arg-type]


@given(st.integers(1, 40), st.integers(1, 40), st.data())
def test_small_images_and_wild_boxes_can_be_drawn(width: int, height: int, data: st.DataObject) -> None:
    rgb = np.zeros((height, width, 3), dtype=np.uint8)
    corner = st.integers(-50, 80)
    marks = [
        Mark(
            index,
            (data.draw(st.integers(0, width - 1)), data.draw(st.integers(0, height - 1))),
            True,
            data.draw(st.none() | st.tuples(corner, corner, corner, corner)),
        )
        for index in range(1, 4)
    ]
    assert draw_marks(rgb, marks).shape == rgb.shape
    assert not rgb.any()


def test_later_the_same_numbers_are_where_their_points_appear() -> None:
    camera = Camera.from_fov(512, 512)
    graph = AnchorGraph.at(
        Pose(0, 0, 10),
        (thing(1, (20, 10, 5)), way(2, (-20, 1, 10)), way(4, (30, 0, 10)), way(5, (5, 20, 10))),
    )
    view = view_of(np.full((512, 512), 9.0), pose=Pose(0, 0, 10), camera=camera)
    assert marks_in(view, graph) == (Mark(1, (384, 320), True), Mark(4, (256, 256), False))
    turned = Observation(view.rgb, view.depth_m, Pose.at(0, 0, 10, 90), camera)
    assert marks_in(turned, graph) == (Mark(5, (192, 256), False),)
    assert (draw_anchors_again(view, graph) != view.rgb).any(axis=-1)[320, 384]


@given(graphs(), st.floats(-20, 20))
def test_marks_of_a_later_view_are_on_the_image(graph: AnchorGraph, heading_rad: float) -> None:
    view = view_of(np.full((48, 64), 9.0), pose=Pose(0, 0, 0, heading_rad))
    for mark in marks_in(view, graph):
        assert 0 <= mark.pixel[0] < 64 and 0 <= mark.pixel[1] < 48
