"""The judges of the missions are judged: each accepts a path made for it and refuses one made against it."""

import math

import pytest

from aircity.city.scene import Bounds, CityScene, SceneObject
from aircity.city.solids.mesh import MeshBuilder
from aircity.geometry import Pose
from tests.e2e import path_checks as checks
from tests.e2e.path_checks import Check, Thing


def box(number: int, category: str, north_m: float, east_m: float, top_m: float) -> SceneObject:
    ring = ((-5.0, -5.0), (5.0, -5.0), (5.0, 5.0), (-5.0, 5.0))
    footprint = tuple((north_m + x, east_m + y) for x, y in ring)
    return SceneObject(number, category, (), footprint, 0.0, top_m)


TOWER, HALL = Thing("tower", 1), Thing("hall", 2)
SCENE = CityScene(
    name="plain",
    style="plain",
    mesh=MeshBuilder().build(),
    objects=(box(1, "tower", 50, 20, 30), box(2, "hall", 50, -20, 10)),
    bounds=Bounds(-100, -100, 100, 100),
)


def path(*points: tuple[float, float, float]) -> list[Pose]:
    return [Pose.at(*point, 0) for point in points]


NORTH = path((0, 0, 20), (25, 0, 20), (50, 0, 20), (100, 0, 20))
EAST_OF_TOWER = path((0, 40, 20), (50, 40, 20), (100, 40, 20))
OVER_TOWER = path((0, 20, 40), (50, 20, 40), (100, 20, 40))
LOW_TO_TOWER = path((0, 20, 20), (30, 20, 20))
UP_AND_DOWN = path((0, 0, 10), (0, 0, 30), (0, 0, 5))


@pytest.mark.parametrize(
    ("check", "flown", "against"),
    [
        (checks.ends_near(TOWER), LOW_TO_TOWER, NORTH),
        (checks.ends_near(TOWER, up_m=(0, 25)), LOW_TO_TOWER, [*LOW_TO_TOWER, *path((30, 20, 40))]),
        (checks.ends_at(100, 0, 20), NORTH, UP_AND_DOWN),
        (checks.comes_near(TOWER, within_m=15), NORTH, path((0, 0, 20), (0, 90, 20))),
        (checks.passes(TOWER, side="right", within_m=25), NORTH, EAST_OF_TOWER),
        (checks.passes(TOWER, side="left", within_m=25), EAST_OF_TOWER, NORTH),
        (checks.passes(TOWER, side="right", within_m=10), path((0, 12, 20), (90, 12, 20)), NORTH),
        (checks.flies_over(TOWER), OVER_TOWER, path((0, 20, 20), (50, 20, 20))),
        (checks.flies_between(TOWER, HALL), NORTH, EAST_OF_TOWER),
        (checks.climbs_by(15, 25), UP_AND_DOWN, NORTH),
        (checks.sinks_by(20), UP_AND_DOWN, NORTH),
        (checks.leaves_towards(0), NORTH, path((0, 0, 20), (0, 50, 20))),
        (checks.keeps_to(TOWER, within_m=10), path((50, 20, 40), (60, 20, 40)), NORTH),
        (checks.in_order(HALL, TOWER, within_m=5), path((50, -20, 40), (50, 20, 40)), OVER_TOWER),
    ],
)
def test_a_check_tells_a_right_path_from_a_wrong_one(
    check: Check, flown: list[Pose], against: list[Pose]
) -> None:
    assert check(flown, SCENE) is None
    assert check(against, SCENE)


def test_order_counts() -> None:
    there_and_back = path((50, 20, 40), (50, -20, 40))
    assert checks.in_order(HALL, TOWER, within_m=5)(there_and_back, SCENE)


def test_a_path_of_one_pose_is_judged_too() -> None:
    (only,) = path((0, 0, 20))
    assert checks.passes(TOWER, side="left", within_m=math.inf)([only], SCENE) == "never moved"
    assert checks.comes_near(TOWER, within_m=5)([only], SCENE)


def test_a_thing_that_is_no_longer_what_it_was_is_noticed() -> None:
    with pytest.raises(AssertionError, match="is a tower"):
        Thing("castle", 1).find(SCENE)
