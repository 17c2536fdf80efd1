"""Surveys: four headings per place, true names, anchors that lie on what they show."""

import math

import numpy as np
import pytest

from airanchor.bench.survey.scene_survey import (
    NOISY,
    OracleSpotter,
    SensorNoise,
    Survey,
    spoiled,
    stream,
    survey_scene,
)
from aircity.city.render.renderer import Renderer
from aircity.geometry import Camera, Pose
from aircity.world import Observation
from tests.airanchor.bench.small_town import MeanColours, small_town


def _survey(seed: int = 1, noise: SensorNoise | None = None) -> Survey:
    scene = small_town()
    renderer = Renderer(scene, threads=1)
    spotter = OracleSpotter(scene, stream(scene.name, seed, "names"))
    try:
        return survey_scene(scene, renderer, spotter, MeanColours(), seed=seed, places=3, noise=noise)
    finally:
        renderer.close()


@pytest.fixture(scope="module")
def survey() -> Survey:
    return _survey()


def test_every_place_is_seen_in_four_headings(survey: Survey) -> None:
    assert len(survey.poses) == 12
    headings = [round(pose.heading_deg) % 360 for pose in survey.poses]
    assert headings == [0, 90, 180, 270] * 3
    assert len({(pose.x_m, pose.y_m, pose.z_m) for pose in survey.poses}) == 3


def test_anchors_lie_on_the_objects_they_show(survey: Survey) -> None:
    objects = {one.id: one for one in small_town().objects}
    assert survey.seen
    for one in survey.seen:
        ring = np.array(objects[one.object_id].footprint)
        corners = one.anchor.extent.footprint.vertices
        assert (corners >= ring.min(axis=0) - 0.05).all() and (corners <= ring.max(axis=0) + 0.05).all()
        assert objects[one.object_id].category != "lawn"


def test_at_most_three_names_per_view_and_all_are_accounted_for(survey: Survey) -> None:
    assert all(len(members) <= 3 for _, members in survey.frames())
    assert sum(survey.fates.values()) == survey.named
    assert survey.fates["object"] == len(survey.seen)


def test_the_same_seed_gives_the_same_survey_and_another_does_not(survey: Survey) -> None:
    again, other = _survey(), _survey(seed=2)
    assert [one.anchor.phrase for one in again.seen] == [one.anchor.phrase for one in survey.seen]
    assert again.poses == survey.poses != other.poses


def test_noise_moves_anchors_but_names_stay() -> None:
    clean, noisy = _survey(), _survey(noise=NOISY)
    assert [one.object_id for one in noisy.seen] == [one.object_id for one in clean.seen]
    assert noisy.seen[0].anchor.extent != clean.seen[0].anchor.extent


def test_spoiled_views_have_the_noise_that_was_asked_for() -> None:
    depth_m = np.full((64, 64), 50.0, np.float32)
    view = Observation(
        np.zeros((64, 64, 3), np.uint8), depth_m, Pose(0.0, 0.0, 10.0), Camera.from_fov(64, 64)
    )
    rng = np.random.default_rng(0)
    assert spoiled(view, SensorNoise(), rng) is view
    noisy = spoiled(view, SensorNoise(depth_relative=0.01, dropout=0.1), rng)
    read = noisy.depth_m > 0
    assert math.isclose(1 - read.mean(), 0.1, abs_tol=0.03)
    assert math.isclose(float(noisy.depth_m[read].std()), 0.5, rel_tol=0.1)
