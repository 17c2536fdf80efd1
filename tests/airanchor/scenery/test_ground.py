"""A city's ground as a map has it: kinds by what things are, low things below high, names of landmarks."""

from dataclasses import replace

from airanchor.scenery import ground_of
from aircity.city.scene import SceneObject
from tests.airanchor.bench.small_town import small_town


def thing(number: int, category: str, top_m: float, name: str | None = None) -> SceneObject:
    ring = ((0.0, 0.0), (10.0, 0.0), (10.0, 10.0), (0.0, 10.0))
    return SceneObject(number, category, (), ring, 0.0, top_m, name)


def kinds(*things: SceneObject) -> list[str]:
    return [area.kind for area in ground_of(replace(small_town(), objects=things)).areas]


def test_low_things_lie_under_high_ones_and_blocks_over_the_streets_around_them():
    assert kinds(
        thing(1, "tree", 9.0),
        thing(2, "lawn", 0.2),
        thing(3, "pavement", 0.15),
        thing(4, "road", 0.0),
        thing(5, "river", 0.0),
        thing(6, "house", 8.0),
    ) == ["water", "street", "paved", "green", "low", "tree"]


def test_buildings_are_told_by_height_and_rare_ones_are_landmarks():
    found = kinds(thing(1, "house", 6.0), thing(2, "apartment building", 20.0), thing(3, "building", 60.0))
    assert found == ["low", "middle", "high"]
    assert kinds(thing(1, "castle", 25.0)) == ["landmark"]
    assert kinds(thing(1, "street lamp", 6.0), thing(2, "car", 1.5)) == []


def test_signs_of_generated_cities_are_no_names_and_names_of_real_ones_are():
    sign = thing(1, "supermarket", 8.0, "MEGAMARKET")
    made, real = (replace(small_town(), objects=(sign,), seed=seed) for seed in (3, None))
    assert [name.words for name in ground_of(made).names] == ["supermarket"]
    assert [name.words for name in ground_of(real).names] == ["MEGAMARKET"]


def test_the_ground_of_a_town_has_all_its_houses_and_its_bounds():
    ground = ground_of(small_town())
    assert ground.box == (-100.0, -100.0, 100.0, 100.0) and len(ground.areas) == 10
    near = ground.within((-50.0, -50.0, -30.0, -30.0))
    assert [area.kind for area in near.areas] == ["green", "middle"] and near.names == ()
