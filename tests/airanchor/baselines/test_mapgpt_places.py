"""MapGPT's map: numbers that stay, merging that settles, ways that lead both ways."""

import math

import pytest
from hypothesis import given
from hypothesis import strategies as st

from airanchor.baselines.mapgpt import MapGptConfig
from airanchor.baselines.mapgpt.places import Position, TopologicalMap
from airanchor.errors import InputError

COORDINATE = st.floats(-60, 60)
POSITIONS = st.lists(st.tuples(COORDINATE, COORDINATE, COORDINATE), min_size=1, max_size=25)


def chart() -> TopologicalMap:
    return TopologicalMap(merge_m=10.0, merge_height_m=4.0)


def grown(positions: list[Position]) -> TopologicalMap:
    """Arrives at every third position and sees the others."""
    built = chart()
    for step, position in enumerate(positions):
        if step % 3 == 0:
            built.arrive(position)
        else:
            built.see(position, step)
    return built


@given(POSITIONS)
def test_numbers_count_up_in_the_order_of_discovery_and_stay(positions: list[Position]) -> None:
    built, known = chart(), []
    for step, position in enumerate(positions):
        _ = built.arrive(position) if step % 3 == 0 else built.see(position, step)
        assert [(place.id, place.position) for place in built.places][: len(known)] == known
        known = [(place.id, place.position) for place in built.places]
    assert [id for id, _ in known] == list(range(len(known)))


@given(POSITIONS)
def test_merging_again_finds_nothing_new(positions: list[Position]) -> None:
    built = grown(positions)
    count = len(built.places)
    for position in positions:
        assert built.find(position) is not None
        built.see(position, 99)
    assert len(built.places) == count


@given(POSITIONS)
def test_two_places_are_never_one(positions: list[Position]) -> None:
    built = grown(positions)
    for one in built.places:
        for other in built.places[: one.id]:
            apart_m = math.dist(one.position[:2], other.position[:2])
            assert apart_m > 10.0 or abs(one.position[2] - other.position[2]) >= 4.0


@given(POSITIONS)
def test_ways_lead_both_ways_and_never_to_the_place_itself(positions: list[Position]) -> None:
    built = grown(positions)
    for place in built.places:
        near = built.neighbours(place.id)
        assert place.id not in near and list(near) == sorted(set(near))
        assert all(place.id in built.neighbours(other) for other in near)
    assert all(low < high for low, high in built.ways)


@given(POSITIONS)
def test_the_trajectory_is_a_path_of_ways(positions: list[Position]) -> None:
    built = grown(positions)
    for here, there in zip(built.trajectory, built.trajectory[1:], strict=False):
        assert here == there or there in built.neighbours(here)


def test_a_place_is_as_wide_as_the_settings_say_and_not_as_high() -> None:
    built = chart()
    here = built.arrive((0, 0, 30))
    assert built.find((6, 8, 30)) is here  # 10 m
    assert built.find((6, 8.1, 30)) is None
    assert built.find((0, 0, 33.9)) is here
    assert built.find((0, 0, 34)) is None


def test_the_nearest_of_two_places_is_meant_unless_the_other_was_flown_to() -> None:
    built = chart()
    built.arrive((0, 0, 30))
    near, far = built.see((20, 0, 30), 0), built.see((31, 0, 30), 0)
    assert near is not None and far is not None
    assert built.find((25, 0, 30)) is near
    assert built.arrive((25, 0, 30), meant=far.id) is far
    assert built.arrive((25, 0, 30)) is near
    assert built.trajectory == [0, 2, 1]


def test_a_place_that_was_not_reached_is_not_visited() -> None:
    built = chart()
    here = built.arrive((0, 0, 30))
    ahead = built.see((20, 0, 30), 0)
    assert ahead is not None
    assert built.arrive((5, 0, 30), meant=ahead.id) is here
    assert not ahead.is_visited and built.trajectory == [0, 0]


def test_a_sight_of_where_the_drone_is_is_no_place_to_go_to() -> None:
    built = chart()
    built.arrive((0, 0, 30))
    assert built.see((7, 0, 30), 0) is None
    assert len(built.places) == 1 and built.ways == ()


def test_a_closed_way_is_shown_no_longer() -> None:
    built = chart()
    built.arrive((0, 0, 30))
    built.see((20, 0, 30), 0)
    built.close(1, 0)
    assert built.neighbours(0) == built.neighbours(1) == () and built.is_closed(0, 1)


def test_the_settings_are_the_published_ones_where_a_city_allows() -> None:
    config = MapGptConfig()
    assert (config.stop_after, config.images, config.radius_m, config.views) == (3, 16, 20.0, 8)
    assert (config.merge_m, config.merge_height_m, config.climb_m) == (10.0, 4.0, 10.0)
    assert config.offsets_deg == (0, 45, -45, 90, -90, 135, -135, 180)


@pytest.mark.parametrize("views", [4, 6, 8, 12, 24])
def test_views_stand_evenly_around(views: int) -> None:
    offsets = MapGptConfig(views=views).offsets_deg
    assert sorted(offset % 360 for offset in offsets) == list(range(0, 360, 360 // views))
    assert all(-180 < offset <= 180 and offset % 15 == 0 for offset in offsets)


@pytest.mark.parametrize(
    ("wrong", "words"),
    [
        ({"views": 5}, "views = 5 must be 4, 6, 8, 12 or 24"),
        ({"views": 16}, "views = 16 must be 4, 6, 8, 12 or 24"),
        ({"calls": 0}, "calls = 0 must be from 1"),
        ({"merge_m": 20.0}, "radius_m = 20.0 must exceed merge_m = 20.0"),
        ({"climb_m": 3.0}, "climb_m = 3.0 must not be less"),
        ({"radius_m": float("nan")}, "radius_m = nan must be from"),
    ],
)
def test_a_setting_out_of_range_is_refused(wrong: dict[str, float], words: str) -> None:
    with pytest.raises(InputError, match=words):
        MapGptConfig(**wrong)  # type: ignore[arg-type]
