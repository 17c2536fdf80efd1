"""NavGPT's observation: directions, places from boxes and depth, and the text in both directions."""

import math

import numpy as np
import pytest
from hypothesis import given
from hypothesis import strategies as st

from airanchor.baselines.navgpt.config import NavGptConfig
from airanchor.baselines.navgpt.looking import DescribedView, surroundings
from airanchor.baselines.navgpt.measuring import free_distance_m, ground_below_m, place_of_box
from airanchor.reasoner.roles.peers.navgpt.directions import Octant, direction_of
from airanchor.reasoner.roles.peers.navgpt.observation import (
    MAX_CAPTION,
    DirectionBlock,
    ObjectCue,
    ToldSurroundings,
    plain_name,
    read_surroundings,
    surroundings_words,
)
from aircity.geometry import Camera, Pose
from aircity.world import Observation

CAMERA = Camera.from_fov(64, 64, 90.0)
HERE = Pose.at(10.0, -20.0, 30.0, 40.0)
CONFIG = NavGptConfig()


def view(depth_m: float | np.ndarray, offset_deg: float = 0.0) -> Observation:
    depths = np.broadcast_to(np.asarray(depth_m, np.float32), (64, 64))
    return Observation(np.zeros((64, 64, 3), np.uint8), depths, HERE.turned(math.radians(offset_deg)), CAMERA)


def wall(planar_m: float) -> np.ndarray:
    """The depth image of a wall across the view."""
    return CAMERA.ray_from_planar(CAMERA.pixel_grid, np.full((64, 64), planar_m))


def test_the_directions_are_the_published_eight_in_their_order() -> None:
    told = [(direction.value, direction.range_words) for direction in Octant]
    assert told == [
        ("Front", "left 22.5 to right 22.5"),
        ("Front Right", "right 22.5 to right 67.5"),
        ("Right", "right 67.5 to right 112.5"),
        ("Rear Right", "right 112.5 to right 157.5"),
        ("Rear", "right 157.5 to left 157.5"),
        ("Rear Left", "left 157.5 to left 112.5"),
        ("Left", "left 112.5 to left 67.5"),
        ("Front Left", "left 67.5 to left 22.5"),
    ]


@given(st.floats(-720, 720))
def test_every_bearing_lies_in_the_direction_whose_middle_is_nearest(bearing_deg: float) -> None:
    def aside_deg(direction: Octant) -> float:
        return abs((bearing_deg - direction.offset_deg + 180) % 360 - 180)

    assert aside_deg(direction_of(bearing_deg)) <= min(map(aside_deg, Octant)) + 1e-6


@given(st.sampled_from(list(Octant)), st.integers(0, 55), st.integers(0, 55), st.floats(1.0, 90.0))
def test_a_box_is_placed_where_its_point_lies(direction: Octant, left: int, top: int, depth_m: float) -> None:
    seen = view(depth_m, direction.offset_deg)
    place = place_of_box((left, top, left + 8, top + 8), seen, HERE, 100.0)
    point = CAMERA.back_project((left + 3.5, top + 3.5), float(np.float32(depth_m)), seen.pose)
    assert place.distance_m == pytest.approx(math.hypot(*(point - HERE.position)[:2]), abs=1e-3)
    assert place.dz_m == pytest.approx(point[2] - HERE.z_m, abs=1e-3)
    u_deg = math.degrees(math.atan((left + 3.5 - CAMERA.cx_px) / CAMERA.fx_px))
    expected_deg = (direction.offset_deg + u_deg + 180) % 360 - 180
    assert math.remainder(place.bearing_deg - expected_deg, 360) == pytest.approx(0, abs=1e-6)


def test_the_middle_of_a_box_counts_and_not_its_rim() -> None:
    depths = np.full((64, 64), 90.0, np.float32)
    depths[24:40, 24:40] = 20.0
    place = place_of_box((16, 16, 48, 48), view(depths), HERE, 100.0)
    assert place.distance_m == pytest.approx(20.0, abs=0.01)


@pytest.mark.parametrize("depth_m", [0.0, 101.0, math.inf])
def test_a_box_without_reliable_depth_has_a_bearing_alone(depth_m: float) -> None:
    place = place_of_box((0, 20, 8, 40), view(depth_m), HERE, 100.0)
    assert place.distance_m is None and place.dz_m is None
    assert -45 < place.bearing_deg < -35


def test_a_box_of_one_pixel_can_be_placed() -> None:
    assert place_of_box((63, 0, 64, 1), view(20.0), HERE, 100.0).distance_m is not None


def test_a_direction_is_free_up_to_what_stands_in_its_tunnel() -> None:
    assert free_distance_m(view(wall(30.0)), 1.5) == pytest.approx(30.0, rel=1e-4)
    depths = wall(60.0)
    depths[:, :20] = 3.0  # far to the left of the line at that distance
    assert free_distance_m(view(depths), 0.5) == pytest.approx(60.0, rel=1e-4)
    assert free_distance_m(view(math.inf), 1.5) == math.inf
    assert free_distance_m(view(0.0), 1.5) is None


def test_the_ground_is_as_far_below_as_steep_rays_fall() -> None:
    rays = CAMERA.rays(CAMERA.pixel_grid)
    with np.errstate(divide="ignore"):
        depths = np.where(rays[..., 1] > 0, 25.0 / np.maximum(rays[..., 1], 1e-9), np.inf)
    assert ground_below_m(view(depths)) == pytest.approx(25.0, rel=1e-4)
    assert ground_below_m(view(math.inf)) is None


def test_an_object_in_two_pictures_is_told_once_in_the_direction_it_lies_in() -> None:
    # at 22 degrees: right of the middle ahead, left of the middle in the next picture
    ahead = DescribedView(Octant.FRONT, view(20.0), "a road", (("red tower", (40, 20, 48, 44)),))
    aside = DescribedView(Octant.FRONT_RIGHT, view(20.0, 45.0), "a park", (("Red Tower", (16, 20, 24, 44)),))
    seen = surroundings([aside, ahead], HERE, CONFIG, 100.0)
    assert [block.direction for block in seen.blocks] == [Octant.FRONT, Octant.FRONT_RIGHT]
    assert sum(len(block.objects) for block in seen.blocks) == 1


def test_things_beyond_the_range_have_an_angle_alone() -> None:
    boxes = (("near shop", (20, 20, 28, 28)), ("far tower", (36, 20, 44, 28)))
    depths = np.full((64, 64), 10.0, np.float32)
    depths[:, 32:] = 80.0
    near_sighted = NavGptConfig(object_range_m=50.0)
    seen = surroundings([DescribedView(Octant.FRONT, view(depths), "", boxes)], HERE, near_sighted, 100.0)
    near, far = seen.blocks[0].objects
    assert near.distance_m is not None and far.distance_m is None
    assert "far tower [right 14.0, more than 50 m away]" in surroundings_words(seen, 50.0)


def test_of_too_many_objects_those_named_first_are_told() -> None:
    boxes = tuple((f"thing {number}", (30, 8 * number, 34, 8 * number + 4)) for number in range(7))
    seen = surroundings([DescribedView(Octant.FRONT, view(9.0), "", boxes)], HERE, CONFIG, 100.0)
    assert {cue.name for cue in seen.blocks[0].objects} == {f"thing {number}" for number in range(5)}


def test_the_text_of_an_observation() -> None:
    cues = (ObjectCue("red tower", -12.34, 42.5, 3.0), ObjectCue("pond", 5.0, 20.0, -29.96))
    blocks = (
        DirectionBlock(Octant.FRONT, "a street  between\nhouses", cues, 35.21),
        DirectionBlock(Octant.REAR, "open sky", (), 100.0, is_capped=True),
    )
    assert surroundings_words(ToldSurroundings(blocks, 28.04), 50.0) == (
        "Front (left 22.5 to right 22.5): a street between houses\n"
        "Objects: red tower [left 12.3, 42.5 m away, 3.0 m above]; "
        "pond [right 5.0, 20.0 m away, 30.0 m below]\n"
        "Free: 35.2 m\n"
        "Rear (right 157.5 to left 157.5): open sky\n"
        "Objects: none\n"
        "Free: more than 100.0 m\n"
        "Ground: 28.0 m below."
    )


TENTHS = st.integers(0, 9999).map(lambda tenths: tenths / 10)
NAMES = st.text(max_size=80)
CUES = st.builds(
    lambda name, bearing, away, high: ObjectCue(name, bearing / 10, away, None if away is None else high),
    NAMES,
    st.integers(-1800, 1799),
    st.none() | TENTHS,
    TENTHS,
)
BLOCKS = st.builds(
    lambda direction, caption, objects, free, capped: DirectionBlock(
        direction, caption, tuple(objects), free, is_capped=capped and free is not None
    ),
    st.sampled_from(list(Octant)),
    st.text(max_size=300),
    st.lists(CUES, max_size=4),
    st.none() | TENTHS,
    st.booleans(),
)


@given(st.lists(BLOCKS, max_size=8), st.none() | TENTHS)
def test_what_is_told_is_read_back_whatever_names_and_captions_hold(
    blocks: list[DirectionBlock], ground_m: float | None
) -> None:
    read = read_surroundings(surroundings_words(ToldSurroundings(tuple(blocks), ground_m), 50.0))
    assert read.ground_m == ground_m
    assert [block.direction for block in read.blocks] == [block.direction for block in blocks]
    for told, back in zip(blocks, read.blocks, strict=True):
        assert (back.free_m, back.is_capped) == (told.free_m, told.is_capped)
        assert len(back.caption) <= MAX_CAPTION
        assert [(one.name, one.bearing_deg, one.distance_m, one.dz_m) for one in back.objects] == [
            (plain_name(one.name), one.bearing_deg, one.distance_m, one.dz_m) for one in told.objects
        ]


@given(st.text(max_size=400))
def test_any_text_can_be_read(text: str) -> None:
    assert isinstance(read_surroundings(text), ToldSurroundings)


@given(st.integers(0, 2**32 - 1), st.floats(0.1, 20.0))
def test_the_free_distance_is_that_of_all_points_in_the_tunnel(seed: int, corridor_m: float) -> None:
    rng = np.random.default_rng(seed)
    depths = rng.exponential(60.0, (64, 64)).astype(np.float32)
    depths[rng.random((64, 64)) < 0.3] = rng.choice([0.0, np.inf, np.nan])
    points = CAMERA.rays(CAMERA.pixel_grid) * np.where(np.isfinite(depths), depths, 0.0)[..., None]
    reach_m = np.maximum(corridor_m, points[..., 2] / CAMERA.fx_px)
    inside = np.isfinite(depths) & (depths > 0) & (np.abs(points[..., :2]) <= reach_m[..., None]).all(axis=-1)
    wanted = float(points[..., 2][inside].min()) + CAMERA.forward_offset_m if inside.any() else math.inf
    assert free_distance_m(view(depths), corridor_m) == wanted
