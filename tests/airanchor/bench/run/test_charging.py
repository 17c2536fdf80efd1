"""What a look around costs where it is charged."""

import math
from dataclasses import replace

import pytest

from airanchor.bench.report.verify import verify_run
from airanchor.bench.results import RunFolder
from airanchor.bench.run import fly_run, prepare_run
from airanchor.bench.run.panorama_charge import ChargedWorld, turns_of
from aircity.city.render.renderer import Renderer
from aircity.city.world import CityWorld
from aircity.geometry import Camera, Pose
from tests.airanchor.bench.small_town import small_town

pytestmark = pytest.mark.xdist_group("bench-run")
ONLY_LOOKS = 'agent.skills=["View Rotation"]'
AROUND_DEG = (0, 45, 90, 135, 180, -135, -90, -45)


@pytest.mark.parametrize(
    ("offsets_deg", "turns"), [(AROUND_DEG, 24), ((), 0), ((0,), 0), ((30,), 4), ((-45, 45), 12), ((20,), 4)]
)
def test_every_view_is_turned_to_and_the_first_heading_taken_again(offsets_deg, turns):
    assert turns_of([math.radians(one) for one in offsets_deg], math.radians(15)) == turns


def test_a_charged_world_shows_what_the_world_shows():
    scene = small_town()
    renderer = Renderer(scene, threads=1)
    plain, charged = (CityWorld(scene, camera=Camera.from_fov(16, 16), renderer=renderer) for _ in range(2))
    bill, offsets = ChargedWorld(charged), [math.radians(one) for one in AROUND_DEG]
    for world in (plain, bill):
        world.reset(Pose.at(-70, -60, 30, 0))
    views = zip(plain.panorama(offsets), bill.panorama(offsets), strict=True)
    assert all((one.rgb == other.rgb).all() and one.pose == other.pose for one, other in views)
    assert bill.turns == 24
    renderer.close()


def test_the_flag_adds_steps_and_nothing_else(order, tmp_path):
    turning = replace(order, rows=("airanchor",), subset="2", sets=("agent.iterations=1", ONLY_LOOKS))
    found = []
    for charge in (False, True):
        root = tmp_path / str(charge)
        prepare_run(root, replace(turning, charge_panoramas=charge))
        fly_run(root)
        found.append(RunFolder(root).results("airanchor"))
        verdict = verify_run(root)
        assert verdict.is_right, [str(one) for one in verdict.findings]
    for free, charged in zip(*found, strict=True):
        assert charged.scores.steps - free.scores.steps == 24 * free.skills.get("View Rotation", 0)
        assert replace(charged.scores, steps=free.scores.steps) == free.scores
    assert sum(one.skills.get("View Rotation", 0) for one in found[0]) == 2
