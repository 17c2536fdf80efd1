"""Judging a memory against the truth, on maps small enough to check by hand."""

import shapely
from shapely.geometry import LineString, Point, box

from airanchor.bench.memory_study.truth import GroundMap, JudgedObservation, compose
from aircity.city.scene import SceneObject


def _square(object_id: int, category: str, x_m: float) -> SceneObject:
    ring = ((x_m, 0.0), (x_m + 10, 0.0), (x_m + 10, 10.0), (x_m, 10.0))
    return SceneObject(object_id, category, (), ring, 0.0, 5.0)


GROUND = GroundMap([_square(1, "house", 0.0), _square(2, "house", 10.0), _square(3, "church", 100.0)])
HOUSE = frozenset({"house"})


def test_an_instance_is_the_object_it_lies_on() -> None:
    assert GROUND.object_of(box(1, 1, 9, 9), HOUSE) == 1
    assert GROUND.object_of(box(4, 1, 22, 9), HOUSE) == 2


def test_places_and_walls_have_no_area_and_are_judged_all_the_same() -> None:
    assert GROUND.object_of(Point(15.0, 5.0), HOUSE) == 2
    assert GROUND.object_of(LineString([(100.0, 0.0), (110.0, 0.0)]), frozenset({"church"})) == 3


def test_another_category_or_too_little_on_it_is_no_object() -> None:
    assert GROUND.object_of(box(1, 1, 9, 9), frozenset({"church"})) is None
    assert GROUND.object_of(box(5, -30, 10, 10), HOUSE) is None
    assert GROUND.object_of(Point(60.0, 5.0), HOUSE) is None


def test_invalid_footprints_of_the_truth_do_no_harm() -> None:
    bow = SceneObject(9, "house", (), ((0.0, 0.0), (10.0, 10.0), (10.0, 0.0), (0.0, 10.0)), 0.0, 1.0)
    assert shapely.is_valid(GroundMap([bow])._shapes).all()


def test_counts_of_a_memory_with_one_of_each_mistake() -> None:
    observed = [
        JudgedObservation("house", 1, "O1"),
        JudgedObservation("house", 1, "O1"),
        JudgedObservation("home", 1, "O2"),  # a split: object 1 twice
        JudgedObservation("house", 2, "O1"),  # a false merge: object 2 within O1
        JudgedObservation("church", 3, "O3"),
    ]
    counts = compose({"O1": 1, "O2": 1, "O3": None}, observed)
    assert (counts.stored, counts.correct_unique, counts.duplicates, counts.incorrect) == (3, 1, 1, 1)
    assert counts.false_merges == 1
    assert (counts.pairs_right, counts.pairs_stored, counts.pairs_true) == (1, 3, 3)
