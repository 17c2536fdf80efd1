"""Every city's pixels against the exact ray cast: ids, and depth to 2 mm."""

import numpy as np
import pytest

from aircity.city.catalogue import SCENES, load_scene
from aircity.city.imports import import_city
from aircity.city.scene import CityScene
from aircity.city.surveyor import CitySurveyor
from tests.aircity.city.exactness import measure
from tests.folders import SHARED_DATA

POSES = 5
REAL_CITIES = SHARED_DATA / "cities"


def check(scene: CityScene, pixels: int) -> None:
    surveyor = CitySurveyor(scene)
    highest_m = min(90.0, scene.bounds.z_max_m)
    poses = surveyor.sample_poses(POSES, np.random.default_rng(7), lowest_m=5.0, highest_m=highest_m)
    surveyor.close()
    found = measure(scene, 7, pixels, poses)
    assert found.same_id >= 0.999, found
    assert found.worst_error_m <= 0.002, found
    assert found.worst_relative_error <= 1e-5, found


def test_a_tuning_city_is_exact():
    check(load_scene("practice-square"), 1_000)


@pytest.mark.slow
@pytest.mark.parametrize("name", SCENES)
def test_every_city_is_exact(name):
    check(load_scene(name), 5_000)


@pytest.mark.slow
@pytest.mark.skipif(not REAL_CITIES.is_dir(), reason="the real cities are not on this machine")
@pytest.mark.parametrize("path", sorted(REAL_CITIES.glob("*")), ids=lambda path: path.name)
def test_every_real_city_is_exact(path):
    check(import_city(path).scene, 5_000)
