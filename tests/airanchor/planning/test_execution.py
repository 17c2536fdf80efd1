"""Flying plans in worlds: what is reported when a step is blocked, and that planned steps are not."""

from collections.abc import Iterator

import numpy as np
import pytest

from airanchor.planning import ActionPlan, PlanningConfig, execute, plan_altitude, plan_pixel, retrace
from aircity.city.world import CityWorld
from aircity.geometry import Camera, Pose
from aircity.world import Action, Obstacle, Simulator
from tests.airanchor.planning.views import assert_sound
from tests.contract.box_world import BODY_RADIUS_M, BoxWorld
from tests.contract.small_city import small_city

STARTS = [Pose.at(0, 0, 12, 20), Pose.at(-30, 30, 9, -60), Pose.at(5, -25, 20, 75), Pose.at(50, 40, 6, 200)]
BODY = PlanningConfig(lateral_clearance_m=BODY_RADIUS_M)


def test_a_run_ends_at_the_first_blocked_step() -> None:
    world = BoxWorld()
    world.reset(Pose.at(0, 0, 12, 0))  # a wall stands 9.5 m ahead
    run = execute([Action.MOVE_FORWARD] * 5 + [Action.GO_UP], world)
    assert (run.asked, run.blocked_after, run.collisions, len(run.steps)) == (6, 1, 1, 2)
    assert run.steps[-1].blocked_by is Obstacle.OBJECT
    assert run.words == "blocked after 1 of 6"
    assert run.poses[-1] == run.poses[0] == Pose.at(5, 0, 12, 0)


def test_a_run_to_the_end_is_not_blocked() -> None:
    world = BoxWorld()
    world.reset(Pose.at(0, 0, 60, 0))
    run = execute([Action.MOVE_FORWARD, Action.TURN_LEFT, Action.MOVE_RIGHT], world)
    assert (run.asked, run.blocked_after, run.collisions, len(run.steps)) == (3, None, 0, 3)
    assert run.words == ""


def test_stop_ends_a_run() -> None:
    world = BoxWorld()
    world.reset(Pose.at(0, 0, 60, 0))
    run = execute([Action.STOP, Action.MOVE_FORWARD], world)
    assert [step.stopped for step in run.steps] == [True]
    assert run.blocked_after is None


@pytest.fixture(params=["boxes", "city"])
def world(request: pytest.FixtureRequest) -> Iterator[Simulator]:
    camera = Camera.from_fov(192, 192)
    opened = BoxWorld(camera) if request.param == "boxes" else CityWorld(small_city(), camera=camera)
    yield opened
    opened.close()


@pytest.mark.parametrize("start", STARTS)
def test_plans_with_the_bodys_clearance_are_flown_to_their_end(world: Simulator, start: Pose) -> None:
    rng, planned = np.random.default_rng(7), 0
    view = world.reset(start)
    for u, v, distance_m in rng.uniform([0, 0, 5], [192, 192, 50], (25, 3)):
        plan = plan_pixel(view, (int(u), int(v)), distance_m, config=BODY)
        if not isinstance(plan, ActionPlan):
            continue
        planned += 1
        assert_sound(plan, view, BODY)
        world.reset(start)
        run = execute(plan.actions, world)
        assert run.blocked_after is None, (u, v, distance_m, run.words)
        assert run.poses == plan.poses[1:]
        assert execute(retrace(plan.poses, 0).actions, world).blocked_after is None
    assert planned >= 10


@pytest.mark.parametrize("start", STARTS)
@pytest.mark.parametrize("climb_m", [12.0, -30.0])
def test_climbs_with_the_bodys_clearance_are_flown_to_their_end(
    world: Simulator, start: Pose, climb_m: float
) -> None:
    world.reset(start)
    plan = plan_altitude(world.look_up() if climb_m > 0 else world.look_down(), climb_m, config=BODY)
    assert isinstance(plan, ActionPlan)
    assert execute(plan.actions, world).blocked_after is None


def test_the_front_view_does_not_decide_a_climb() -> None:
    world = BoxWorld()
    world.reset(Pose.at(8, 0, 12, 0))  # 1.5 m before a wall
    assert not isinstance(plan_pixel(world.observe(), (48, 48), 10), ActionPlan)
    assert isinstance(plan_altitude(world.look_up(), 10), ActionPlan)
