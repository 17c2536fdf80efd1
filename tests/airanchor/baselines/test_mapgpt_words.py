"""MapGPT's options and map in words, and which pictures a question shows."""

import math

import numpy as np
import pytest
from hypothesis import given
from hypothesis import strategies as st

from airanchor.baselines.mapgpt import MapGptConfig
from airanchor.baselines.mapgpt.letters import index_of, letter_of
from airanchor.baselines.mapgpt.options import direction_words, lettered
from airanchor.baselines.mapgpt.pictures import remembered_places, shown_views
from airanchor.baselines.mapgpt.places import TopologicalMap
from airanchor.baselines.mapgpt.surroundings import MapView, PlaceCandidate, free_ahead_m, survey
from airanchor.baselines.mapgpt.words import (
    NOTHING,
    connection_words,
    history_words,
    supplement_words,
    trajectory_words,
)
from airanchor.planning import PlanningConfig
from aircity.geometry import Pose
from tests.contract.box_world import BoxWorld

CONFIG, PLANNING = MapGptConfig(), PlanningConfig(lateral_clearance_m=0.5)


class Flight:
    """A drone in the world of boxes with its map."""

    def __init__(self, start: Pose, config: MapGptConfig = CONFIG) -> None:
        self.world, self.config, self.step = BoxWorld(), config, -1
        self.chart = TopologicalMap(config.merge_m, config.merge_height_m)
        self.views: tuple[MapView, ...] = ()
        self.candidates: tuple[PlaceCandidate, ...] = ()
        self.at(start)

    def at(self, pose: Pose) -> None:
        self.pose, self.step = pose, self.step + 1
        self.world.reset(pose)
        self.chart.arrive((pose.x_m, pose.y_m, pose.z_m))
        around = self.world.panorama([math.radians(offset) for offset in self.config.offsets_deg])
        self.views, self.candidates = survey(
            self.chart, pose, around, self.step, config=self.config, planning=PLANNING
        )


@given(st.integers(0, 100_000))
def test_letters_and_numbers_belong_together(index: int) -> None:
    assert index_of(letter_of(index)) == index


def test_letters_go_on_after_z() -> None:
    assert [letter_of(index) for index in (0, 25, 26, 27, 701, 702)] == ["A", "Z", "AA", "AB", "ZZ", "AAA"]
    assert len({letter_of(index) for index in range(1000)}) == 1000


@pytest.mark.parametrize("wrong", ["", "a", "1", "A B", "Ä", "AAAAAAA"])
def test_what_is_no_letter_is_refused(wrong: str) -> None:
    with pytest.raises(ValueError, match="is no letter of an option"):
        index_of(wrong)


def test_in_open_air_there_are_eight_places_around_and_one_above_and_below() -> None:
    flight = Flight(Pose.at(0, -100, 40, 30))
    assert [one.place.id for one in flight.candidates] == list(range(1, 11))
    assert [one.offset_deg for one in flight.candidates[:8]] == list(CONFIG.offsets_deg)
    assert {one.distance_m for one in flight.candidates[:8]} == {20.0}
    assert [one.climb_m for one in flight.candidates[8:]] == [10.0, -10.0]
    ahead = flight.candidates[0].place.position
    assert ahead == pytest.approx((20 * math.cos(math.radians(30)), -100 + 20 * 0.5, 40))


def test_a_wall_brings_a_place_nearer_or_takes_it_away() -> None:
    assert Flight(Pose.at(-10, 0, 12, 0)).candidates[0].distance_m == 17.5  # a box stands from 9.5 on
    near = Flight(Pose.at(0, 0, 12, 0))
    assert near.views[0].place is None and near.views[0].free_m == 7.5
    assert 0 not in [one.offset_deg for one in near.candidates if not one.climb_m]


def test_the_margin_of_planning_is_kept_before_a_wall() -> None:
    world = BoxWorld()
    world.reset(Pose.at(-10, 0, 12, 0))
    view = world.observe()
    for margin_m in (0.0, 2.0, 6.0):
        free_m = free_ahead_m(view, 50.0, PlanningConfig(safety_margin_m=margin_m))
        assert 0 <= 19.5 - margin_m - free_m <= 0.5


def test_the_way_back_leads_to_the_place_one_came_from() -> None:
    flight = Flight(Pose.at(0, -100, 40, 0))
    flight.at(Pose.at(19, -99, 40, 0))
    assert flight.chart.trajectory == [0, 1]
    back = next(one for one in flight.candidates if one.offset_deg == 180)
    assert back.place.id == 0 and back.place.image is not None
    assert lettered((back,), {0}, offers_stop=False)[0].words == (
        "turn around to the right by 180 degrees and go 20.0 m to Place 0, which is shown in Image 0, "
        "at the same height (you were there)"
    )


def test_stop_is_the_first_letter_once_it_is_offered() -> None:
    flight = Flight(Pose.at(0, -100, 40, 0))
    early, late = (lettered(flight.candidates, range(9), offers_stop=one) for one in (False, True))
    assert [option.letter for option in early] == list("ABCDEFGHIJ")
    assert [option.letter for option in late] == list("ABCDEFGHIJK")
    assert late[0].candidate is None and late[0].words == "stop"
    assert [option.words for option in late[1:]] == [option.words for option in early]
    assert early[0].words == "go forward 20.0 m to Place 1, which is shown in Image 1, at the same height"
    assert [option.words for option in early[8:]] == ["go up 10.0 m to Place 9", "go down 10.0 m to Place 10"]


def test_with_all_views_letters_go_beyond_z() -> None:
    flight = Flight(Pose.at(0, -100, 40, 0), MapGptConfig(views=24, merge_m=4.0))
    options = lettered(flight.candidates, (), offers_stop=True)
    assert len(options) == 27 and options[-1].letter == "AA"


@pytest.mark.parametrize(
    ("offset_deg", "words"),
    [
        (0, "go forward"),
        (45, "turn right by 45 degrees and go"),
        (-90, "turn left by 90 degrees and go"),
        (-135, "turn around to the left by 135 degrees and go"),
    ],
)
def test_directions_are_told_as_turns(offset_deg: int, words: str) -> None:
    assert direction_words(offset_deg) == words


def test_the_map_is_told_by_what_was_visited() -> None:
    flight = Flight(Pose.at(0, -100, 40, 0))
    flight.at(Pose.at(20, -100, 40, 0))
    assert trajectory_words(flight.chart) == "Place 0 1"
    lines = connection_words(flight.chart).split("\n")
    assert lines[0] == "Place 0 is connected with Places 1, 2, 3, 4, 5, 6, 7, 8, 9, 10"
    assert lines[1].startswith("Place 1 is connected with Places 0, 2, 3, ") and len(lines) == 2


def test_what_was_seen_beside_the_way_is_told_with_where_it_lies() -> None:
    flight = Flight(Pose.at(0, -100, 40, 0))
    adjacent = [one.place.id for one in flight.candidates]
    assert supplement_words(flight.chart, flight.pose, adjacent, 40) == NOTHING
    flight.at(Pose.at(20, -100, 40, 0))
    adjacent = [one.place.id for one in flight.candidates]
    told = supplement_words(flight.chart, flight.pose, adjacent, 40).split("\n")
    assert told[-1] == "Place 10, seen at step 0, 20 m away, 180 degrees to the left, 10 m lower"
    assert len(supplement_words(flight.chart, flight.pose, adjacent, 2).split("\n")) == 2


def test_the_history_says_when_it_has_not_begun() -> None:
    assert history_words([]) == "The flight has just begun."
    assert history_words(["one", "two"]) == "step 0: one\nstep 1: two"


@given(st.integers(1, 30))
def test_pictures_are_those_of_now_and_then_the_newest(limit: int) -> None:
    flight = FLOWN
    shown = shown_views(flight.views, limit, with_blocked=True)
    others = remembered_places(flight.chart, flight.pose, shown, limit)
    assert len(shown) == min(limit, 8) and len(shown) + len(others) <= limit
    assert [view.offset_deg for view in shown] == list(CONFIG.offsets_deg[:limit])
    assert not {view.place for view in shown} & set(others)
    kept = {place.id for place in others}
    left_out = [
        place
        for place in flight.chart.places
        if place.image is not None and place.id not in kept and place not in {v.place for v in shown}
    ]
    oldest = min((place.last_seen for place in others), default=flight.step)
    assert all(place.last_seen <= oldest for place in left_out) or not others


FLOWN = Flight(Pose.at(0, -100, 40, 0))
for _x_m in (20.0, 40.0, 60.0):
    FLOWN.at(Pose.at(_x_m, -100, 40, 0))


def test_a_blocked_view_is_shown_only_where_it_is_wanted() -> None:
    near = Flight(Pose.at(0, 0, 12, 0))
    everything = shown_views(near.views, 16, with_blocked=True)
    places_only = shown_views(near.views, 16, with_blocked=False)
    assert len(everything) == 8 and 0 < len(places_only) < 8
    assert all(view.place is not None for view in places_only)


def test_a_way_that_could_not_be_flown_is_offered_only_when_no_other_is_left() -> None:
    flight = Flight(Pose.at(0, -100, 40, 0))
    flight.chart.close(0, 1)
    flight.at(flight.pose)
    assert 1 not in [one.place.id for one in flight.candidates]
    for id in range(2, 11):
        flight.chart.close(0, id)
    flight.at(flight.pose)
    assert [one.place.id for one in flight.candidates] == list(range(1, 11))


def test_a_place_seen_twice_at_a_step_is_led_to_by_the_view_nearer_to_ahead() -> None:
    flight = Flight(Pose.at(0, -100, 40, 0), MapGptConfig(views=24, merge_m=10.0))
    ids = [one.place.id for one in flight.candidates]
    assert len(ids) == len(set(ids)) < 26
    for one in flight.candidates:
        offsets = [view.offset_deg for view in flight.views if view.place is one.place]
        assert one.climb_m or abs(one.offset_deg) == min(map(abs, offsets))
        assert one.climb_m or np.array_equal(
            one.place.image,  # type: ignore[arg-type]
            next(v for v in flight.views if v.offset_deg == one.offset_deg).observation.rgb,
        )
