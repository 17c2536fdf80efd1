"""Views of a city: from above with north up and east right, and ahead as a world itself sees them."""

import numpy as np
import pytest

from airanchor.scenery import CityPainter, look_down
from aircity.city.city import rendered
from aircity.city.conditions import Conditions
from aircity.geometry import Camera
from tests.airanchor.bench.run.town import ROUND
from tests.airanchor.bench.small_town import small_town
from tests.airanchor.viewer.town_flight import START, town


@pytest.fixture(scope="module")
def city():
    with town() as opened:
        yield opened


def test_north_is_up_east_is_right_and_metres_are_pixels(city):
    picture = look_down(city.renderer, (-60.0, -60.0, 60.0, 120.0), 180).astype(float)
    assert picture.shape == (120, 180, 3)
    lawn = picture[2, 2]
    for north, east in ((-40, -40), (40, 40), (0, 40), (40, -40)):
        roof = picture[60 - north - 4 : 60 - north + 4, 60 + east - 4 : 60 + east + 4].mean(axis=(0, 1))
        assert np.abs(roof - lawn).max() > 15, (north, east)
    assert np.abs(picture[60 - 20, 60 + 20] - lawn).max() < 12  # between the houses


def test_views_are_those_of_the_world(city):
    camera = Camera.from_fov(64, 64)
    views = list(CityPainter(city).views([(0.0, START), (1.0, START.turned(1.0))], camera))
    world = city.world(64)
    assert np.array_equal(views[0], world.reset(START).rgb)
    assert np.array_equal(views[1], world.panorama([1.0])[0].rgb)


@pytest.mark.slow
def test_traffic_is_where_it_was_by_then():
    from dataclasses import replace

    from aircity.city.scene import TrafficWay
    from aircity.world import Action

    scene = replace(small_town(), ways=(TrafficWay("road", ROUND, 4.0),))
    with rendered(scene, Conditions(traffic=3, seed=1)) as city:
        world = city.world(96)
        seen = [world.reset(START).rgb]
        for _ in range(3):
            world.step(Action.TURN_RIGHT)
        seen.append(world.observe().rgb)
        pose = world.observe().pose
        views = list(CityPainter(city).views([(0.0, START), (3.0, pose)], world.camera))
    assert np.array_equal(views[0], seen[0]) and np.array_equal(views[1], seen[1])
