"""The folder of a path: what a writer gets, and what a reader does not."""

import itertools
import math
from dataclasses import replace

import numpy as np
import pytest
from PIL import Image

from airanchor.bench.episodes.paths.scout import Scout
from airanchor.bench.episodes.splits import untold
from aircity.city.library import open_scene
from aircity.city.render.renderer import Renderer
from aircity.world.action import Action
from benchmarks.measure.path_facts import bends, departure, facts_of, flown, legs_of
from benchmarks.measure.path_pictures import COLUMNS, VIEW_PX, views_of, write_path


@pytest.fixture(scope="module")
def path():
    return untold("hard")[0]


@pytest.fixture(scope="module")
def scout(path):
    scene = open_scene(path.scene_id)
    renderer = Renderer(scene)
    yield Scout(scene, renderer)
    renderer.close()


def test_a_strip_looks_both_ways_before_the_turn_and_then_ahead_to_the_end(path):
    actions, poses = flown(path)
    for number, leg in enumerate(legs_of(path), start=1):
        left, ahead, right, *rest = views_of(leg, number, actions, poses)
        assert ahead.pose == poses[leg.first]
        assert right.pose.heading_rad - left.pose.heading_rad == pytest.approx(math.pi)
        assert rest[0].pose == poses[departure(actions, leg)] and rest[-1].pose == poses[leg.last]
        steps = [math.dist(a.pose.position, b.pose.position) for a, b in itertools.pairwise(rest)]
        assert max(steps) <= 35.0


def test_bends_are_counted_in_degrees_after_metres():
    ahead, right, left = Action.MOVE_FORWARD, Action.TURN_RIGHT, Action.TURN_LEFT
    assert bends([ahead, ahead, right, right, ahead, left, ahead]) == [(10, 30), (15, -15)]


def test_facts_tell_every_leg_and_its_landmark(path, scout):
    text = facts_of(path, scout)
    legs = legs_of(path)
    parts = text.split("\nLEG ")[1:]
    assert len(parts) == len(legs)
    for part, leg in zip(parts, legs, strict=True):
        assert f"about: {scout.landmarks[leg.landmark].thing.category.upper()} (" in part
        assert f"fly {leg.length_m} m" in part
        assert not leg.turn_deg or f"{abs(leg.turn_deg)} degrees" in part


def test_only_names_that_can_be_read_are_told(scout):
    path = next(one for one in untold("hard") if one.trajectory_id == "hard-lantern-canals-005")
    text = facts_of(path, scout)
    assert 'that reads "FUEL 24"' in text and "Street Bridge" not in text


@pytest.mark.parametrize("is_reader", [False, True])
def test_a_reader_has_the_pictures_and_no_facts(path, scout, tmp_path, is_reader):
    last = replace(path, facts={"legs": path.facts["legs"][-1:]})
    write_path(last, scout, tmp_path, is_reader=is_reader)
    names = {file.name for file in tmp_path.iterdir()}
    assert names == {"map.png", "strip-01.png"} | (set() if is_reader else {"facts.txt"})
    strip = Image.open(tmp_path / "strip-01.png")
    assert strip.width == COLUMNS * VIEW_PX[0] and np.asarray(strip).std() > 20
