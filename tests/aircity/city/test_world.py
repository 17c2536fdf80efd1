"""The city as a world: exact steps, honest obstacles, and errors that help."""

import math
from collections.abc import Iterator
from dataclasses import replace

import numpy as np
import pytest
from hypothesis import HealthCheck, given, settings
from hypothesis import strategies as st

from aircity.city.render.renderer import Renderer
from aircity.city.surveyor import CitySurveyor
from aircity.city.world import CityWorld
from aircity.errors import InputError, SimulatorError
from aircity.geometry import Camera, Pose
from aircity.world import Action, Obstacle, Simulator, advance
from aircity.world.survey import Surveyor
from tests.contract.box_world import BODY_RADIUS_M, clearance_m
from tests.contract.small_city import START, small_city

SCENE = small_city()
CAMERA = Camera.from_fov(32, 32)
MOVES = [action for action in Action if action is not Action.STOP]


@pytest.fixture(scope="module")
def renderer() -> Iterator[Renderer]:
    shared = Renderer(SCENE)
    yield shared
    shared.close()


@pytest.fixture(scope="module")
def world(renderer: Renderer) -> CityWorld:
    return CityWorld(SCENE, camera=CAMERA, renderer=renderer)


@pytest.fixture(scope="module")
def surveyor(renderer: Renderer) -> CitySurveyor:
    return CitySurveyor(SCENE, renderer=renderer)


def test_is_a_simulator_and_leads_to_no_ground_truth(world: CityWorld) -> None:
    assert isinstance(world, Simulator)
    public = {name for name in dir(world) if not name.startswith("_")}
    contract = {name for name in dir(Simulator) if not name.startswith("_")}
    assert public == contract
    assert not isinstance(world, Surveyor)
    view = world.reset(START)
    assert set(type(view).__dataclass_fields__) == {"rgb", "depth_m", "pose", "camera"}


@settings(max_examples=30, deadline=None, suppress_health_check=[HealthCheck.function_scoped_fixture])
@given(actions=st.lists(st.sampled_from(MOVES), max_size=25))
def test_flights_never_enter_a_solid_and_steps_are_exact(world: CityWorld, actions: list[Action]) -> None:
    here = world.reset(START).pose
    for action in actions:
        result = world.step(action)
        target = advance(here, action)
        if result.moved:
            assert result.pose == target
            assert result.blocked_by is None
            assert clearance_m(target.position) >= BODY_RADIUS_M - 1e-3
        else:
            assert result.pose == here
            assert result.blocked_by is not None
            assert result.collided == (result.blocked_by is Obstacle.OBJECT)
        here = result.pose


def test_wall_stops_the_body_not_only_its_centre(world: CityWorld) -> None:
    world.reset(Pose.at(4.2, 0, 12, 0))  # the wall is 5.3 m ahead, a step is 5 m, the body 0.5 m
    result = world.step(Action.MOVE_FORWARD)
    assert (result.moved, result.collided, result.blocked_by) == (False, True, Obstacle.OBJECT)
    world.reset(Pose.at(3.9, 0, 12, 0))
    assert world.step(Action.MOVE_FORWARD).moved


def test_ground_stops_a_descent(world: CityWorld) -> None:
    world.reset(Pose.at(50, -50, 2.2))
    result = world.step(Action.GO_DOWN)
    assert (result.pose.z_m, result.collided, result.blocked_by) == (2.2, True, Obstacle.OBJECT)


def test_turning_beside_a_wall_is_free(world: CityWorld) -> None:
    world.reset(Pose.at(8.9, 0, 12, 0))
    assert world.step(Action.TURN_RIGHT).moved


@pytest.mark.parametrize("collision", ["solid", "airvln"])
def test_boundary_stops_without_a_collision(renderer: Renderer, collision: str) -> None:
    world = CityWorld(SCENE, camera=CAMERA, renderer=renderer, collision=collision)  # type: ignore[arg-type]
    for start, action in ((Pose.at(198, 0, 100), Action.MOVE_FORWARD), (Pose.at(0, 0, 119), Action.GO_UP)):
        world.reset(start)
        result = world.step(action)
        assert (result.pose, result.moved, result.collided) == (start, False, False)
        assert result.blocked_by is Obstacle.BOUNDARY


def test_airvln_teleports_and_tells_by_depth(renderer: Renderer) -> None:
    world = CityWorld(SCENE, camera=CAMERA, renderer=renderer, collision="airvln")
    world.reset(Pose.at(4.2, 0, 12, 0))
    close = world.step(Action.MOVE_FORWARD)
    assert close.moved
    assert close.collided
    view = world.observe()
    assert view.pose == close.pose
    assert (view.depth_m < 0.4).mean() > 0.1
    inside = world.step(Action.MOVE_FORWARD)
    assert inside.moved
    assert inside.pose.x_m == pytest.approx(14.2)


@pytest.mark.parametrize(
    ("start", "message"),
    [
        (Pose.at(500, 0, 10), r"\(500, 0, 10\) m is outside the scene; valid are x -200 to 200"),
        (Pose.at(0, 0, -1), "z 0 to 120"),
        (Pose.at(14, 0, 12), "free above it from z = 47 m"),
        (Pose.at(9.2, 0, 12), r"closer to it than 0\.5 m; free above it from z = 47 m"),
        (Pose.at(0, 0, 0.2), "free above it from z = 1 m"),
    ],
)
def test_bad_starts_are_refused_with_advice(world: CityWorld, start: Pose, message: str) -> None:
    with pytest.raises(InputError, match=message):
        world.reset(start)


def test_advice_can_be_followed(world: CityWorld) -> None:
    assert world.reset(Pose.at(14, 0, 47)).pose.z_m == 47


def test_bad_settings_are_refused(renderer: Renderer) -> None:
    with pytest.raises(InputError, match="valid are solid, airvln"):
        CityWorld(SCENE, renderer=renderer, collision="soft")  # type: ignore[arg-type]
    with pytest.raises(InputError, match="body_radius_m"):
        CityWorld(SCENE, renderer=renderer, body_radius_m=math.nan)


def test_nothing_works_before_reset(renderer: Renderer) -> None:
    fresh = CityWorld(SCENE, camera=CAMERA, renderer=renderer)
    for call in (
        fresh.observe,
        fresh.look_up,
        lambda: fresh.panorama([0.0]),
        lambda: fresh.step(Action.GO_UP),
    ):
        with pytest.raises(SimulatorError, match="call reset"):
            call()


def test_nothing_works_after_close(renderer: Renderer) -> None:
    closed = CityWorld(SCENE, camera=CAMERA, renderer=renderer)
    closed.reset(START)
    closed.close()
    for call in (lambda: closed.reset(START), closed.observe, lambda: closed.step(Action.GO_UP)):
        with pytest.raises(SimulatorError, match="world is closed"):
            call()


def test_the_renderer_of_another_scene_is_refused(renderer: Renderer) -> None:
    for make in (CityWorld, CitySurveyor):
        with pytest.raises(InputError, match="made for another scene"):
            make(small_city(), renderer=renderer)


def test_advice_in_a_scene_without_a_ceiling(renderer: Renderer) -> None:
    for ceiling_m in (1e15, math.inf):
        tall = replace(SCENE, bounds=replace(SCENE.bounds, z_max_m=ceiling_m))
        with pytest.raises(InputError, match="free above it from z = 47 m"):
            CityWorld(tall, renderer=renderer).reset(Pose.at(14, 0, 12))
        with pytest.raises(InputError, match="nothing within 1000 m above it"):
            CityWorld(tall, renderer=renderer, body_radius_m=5000).reset(Pose.at(14, 0, 12))


def test_panorama_of_nothing_and_of_nonsense(world: CityWorld) -> None:
    world.reset(START)
    assert world.panorama([]) == ()
    with pytest.raises(InputError, match="not a finite number"):
        world.panorama([math.inf])


def test_looking_again_shows_the_place_and_not_what_was_drawn(world: CityWorld, renderer: Renderer) -> None:
    first = world.reset(START)
    seen = first.rgb.copy()
    first.rgb[:], first.depth_m[:] = 0, 0
    again, right = world.panorama([0.0, math.pi / 2])
    assert (again.rgb == seen).all() and (again.depth_m > 0).all()
    assert (right.rgb == renderer.render(right.pose, right.camera).rgb).all()
    moved = world.step(Action.GO_UP)
    assert moved.moved
    assert (world.observe().rgb == renderer.render(moved.pose, world.camera).rgb).all()


def test_closing_leaves_a_shared_renderer_open(renderer: Renderer) -> None:
    CityWorld(SCENE, camera=CAMERA, renderer=renderer).close()
    assert CityWorld(SCENE, camera=CAMERA, renderer=renderer).reset(START).rgb.any()


def test_surveyed_poses_are_free_seeded_and_in_the_band(surveyor: CitySurveyor, world: CityWorld) -> None:
    assert isinstance(surveyor, Surveyor)
    poses = surveyor.sample_poses(40, np.random.default_rng(3), lowest_m=5, highest_m=20, clearance_m=2)
    assert poses == surveyor.sample_poses(
        40, np.random.default_rng(3), lowest_m=5, highest_m=20, clearance_m=2
    )
    assert poses != surveyor.sample_poses(
        40, np.random.default_rng(4), lowest_m=5, highest_m=20, clearance_m=2
    )
    for pose in poses:
        assert 5 <= pose.z_m <= 20
        assert clearance_m(pose.position) >= 2 - 1e-3
        assert world.reset(pose).pose == pose


def test_survey_sees_what_the_world_sees(surveyor: CitySurveyor, world: CityWorld) -> None:
    flown = world.reset(START)
    (surveyed,) = surveyor.views([START], CAMERA)
    assert surveyed.rgb.tobytes() == flown.rgb.tobytes()
    assert surveyed.depth_m.tobytes() == flown.depth_m.tobytes()


def test_survey_that_cannot_be_made_says_why(surveyor: CitySurveyor) -> None:
    rng = np.random.default_rng(0)
    with pytest.raises(InputError, match="altitude band 50 to 20 m"):
        surveyor.sample_poses(1, rng, lowest_m=50, highest_m=20)
    with pytest.raises(SimulatorError, match="found only 0 of 2 poses with 30 m"):
        surveyor.sample_poses(2, rng, lowest_m=1, highest_m=2, clearance_m=30)
