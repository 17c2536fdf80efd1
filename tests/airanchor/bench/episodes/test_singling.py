"""Singling out: the fewest true words that leave no doubt, or none at all."""

import pytest
import shapely

from airanchor.bench.episodes.paths.landmarks import kinds, landmark_of
from airanchor.bench.episodes.telling.distinction import single_out
from airanchor.bench.episodes.telling.traits import looks_like
from aircity.city.scene import SceneObject
from aircity.geometry import Pose

HERE = Pose(0, 0, 20, 0)


def landmark(number, category, *attributes, at=(50.0, 0.0), z_max_m=20.0, name=None):
    outline = tuple(shapely.box(at[0] - 4, at[1] - 4, at[0] + 4, at[1] + 4).exterior.coords)[:-1]
    return landmark_of(
        SceneObject(number, category, attributes, outline, 0.0, z_max_m, name), kinds()[category]
    )


def singled(one, *others, side=None, last=None):
    return single_out(one, [one, *others], HERE, passing_side=side, last_named=last)


def test_a_thing_alone_needs_no_more_than_its_noun():
    church = landmark(1, "church", "white")
    assert singled(church, landmark(2, "barn", "white")).traits == ()


def test_colour_tells_two_of_a_kind_apart():
    assert singled(landmark(1, "church", "white"), landmark(2, "church", "brown")).traits == ("white",)


def test_colours_that_look_alike_do_not():
    one, other = (
        landmark(1, "church", "white", "red roof"),
        landmark(2, "church", "cream", "brown roof", at=(50, 9)),
    )
    assert singled(one, other).traits == ("red roof",)
    assert looks_like("grey", ("dark gray",)) and not looks_like("grey", ("red",))


def test_a_sign_is_read_before_colours():
    one = landmark(1, "hotel", "pink", name="GRAND HOTEL")
    assert singled(one, landmark(2, "hotel", "pink", name="HOTEL RIVA")).traits == ("name",)


def test_buildings_of_other_kinds_are_rivals_if_about_as_high():
    office = landmark(1, "office building", "red", "brick", z_max_m=30)
    assert singled(office, landmark(2, "apartment building", "red", "plaster", z_max_m=28)).traits == (
        "brick",
    )
    assert singled(office, landmark(2, "house", "red", "brick", z_max_m=8)).traits == ()


@pytest.mark.parametrize(
    ("at", "mark"),
    [
        ((90.0, 10.0), "nearest"),
        ((20.0, 3.0), "farther"),
        ((48.0, 28.0), "left-hand"),
        ((48.0, -28.0), "right-hand"),
    ],
)
def test_twins_are_told_by_where_they_stand(at, mark):
    assert singled(landmark(1, "statue", "gold"), landmark(2, "statue", "gold", at=at)).mark == mark


def test_twins_side_by_side_or_in_a_crowd_cannot_be_told():
    one = landmark(1, "statue", "gold")
    assert singled(one, landmark(2, "statue", "gold", at=(52.0, 3.0))) is None
    crowd = [landmark(n, "statue", "gold", at=(50.0, 10.0 * n)) for n in (2, 3)]
    assert singled(one, *crowd) is None


def test_the_second_on_a_side_is_counted_on_that_side_only():
    one = landmark(1, "statue", "gold", at=(80.0, 6.0))
    before, across = (
        landmark(2, "statue", "gold", at=(40.0, 8.0)),
        landmark(3, "statue", "gold", at=(60.0, -20.0)),
    )
    found = singled(one, before, across, side="right")
    assert (found.mark, found.ordinal) == ("ordinal", 2)


def test_the_other_is_the_one_not_just_named():
    one, last = landmark(1, "flag", "red"), landmark(2, "flag", "red", at=(0.0, 5.0))
    assert singled(one, last, last=2).mark == "other"
