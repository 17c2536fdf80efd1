"""Ways through the free air, and flying them by primitives only."""

import math

import numpy as np
import pytest

from airanchor.bench.episodes.paths.airways import find_way, length_m
from airanchor.bench.episodes.paths.landmarks import nameable
from airanchor.bench.episodes.paths.pilot import Pilot
from airanchor.bench.episodes.paths.relief import Relief, measure_relief
from aircity.city.render.renderer import Renderer
from aircity.geometry import Pose
from aircity.world.action import Action, advance
from tests.airanchor.bench.small_town import small_town


def wall(gap=None):
    """A wall of 30 m across a field, with a gap if wanted."""
    top = np.zeros((60, 60))
    top[30, :] = 30.0
    if gap is not None:
        top[30, gap : gap + 6] = 0.0
    return Relief(0.0, 0.0, top, np.maximum(top, np.maximum(np.roll(top, 1, 0), np.roll(top, -1, 0))))


def test_a_free_way_is_straight():
    assert find_way(wall(), (10, 75), (140, 75), 40.0) == [(140, 75)]


def test_a_wall_is_flown_around_through_its_gap_or_not_at_all():
    assert find_way(wall(), (10, 75), (140, 75), 20.0) is None
    corners = find_way(wall(gap=40), (10, 75), (140, 75), 20.0)
    assert corners[-1] == (140, 75) and length_m((10, 75), corners) > 130.0
    assert any(100 <= y <= 115 for _, y in corners)


@pytest.fixture(scope="module")
def town():
    scene = small_town()
    renderer = Renderer(scene, threads=1)
    yield scene, renderer
    renderer.close()


def test_the_relief_knows_roofs_and_lawns(town):
    scene, renderer = town
    relief = measure_relief(scene, renderer)
    assert relief.top_m[relief.cell(0, 0)] == pytest.approx(20.0)
    assert relief.top_m[relief.cell(20, 20)] == pytest.approx(0.0, abs=0.1)
    assert relief.is_clear((-90, 20), (90, 20), 10.0)
    assert not relief.is_clear((-90, 0), (90, 0), 10.0)
    assert relief.is_clear((-90, 0), (90, 0), 23.0)


def test_a_pilot_reaches_corners_by_legal_steps_only(town):
    scene, renderer = town
    pilot = Pilot(Pose(-80, 20, 10, 1.0), renderer, scene.bounds)
    pilot.face((60, 20))
    assert pilot.follow([(-20, 20), (-20, 60), (40, 60)])
    here = pilot.here
    assert math.hypot(here.x_m - 40, here.y_m - 60) < 5.0
    pose = pilot.poses[0]
    for action, there in zip(pilot.actions, pilot.poses[1:], strict=True):
        pose = advance(pose, action)
        assert pose == there
    assert {Action.MOVE_FORWARD, Action.TURN_RIGHT, Action.TURN_LEFT} >= set(pilot.actions)


def test_a_pilot_stops_before_walls_and_bounds(town):
    scene, renderer = town
    pilot = Pilot(Pose(-80, 0, 10, 0.0), renderer, scene.bounds)
    assert not pilot.follow([(80, 0)])
    assert pilot.here.x_m < -48
    assert not pilot.rise(200)
    pilot.forget_after(0)
    assert (pilot.here.x_m, pilot.actions) == (-80, [])


def test_a_town_has_its_landmarks_and_the_lawn_is_none(town):
    found = nameable(town[0])
    assert len(found) == 9
    church = next(one for one in found.values() if one.thing.category == "church")
    assert church.distance_m(church.x_m + 18, church.y_m) == pytest.approx(10.0)
    assert church.reach_m(0.0) == pytest.approx(8.0)
