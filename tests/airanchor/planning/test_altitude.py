"""Climbs: from the view up or down, along its central ray, in whole steps."""

import math

import numpy as np
import pytest

from airanchor.errors import InputError
from airanchor.planning import ActionPlan, FailureCause, Infeasible, PlanningConfig, plan_altitude
from airanchor.planning.altitude import central_depth_m
from aircity.geometry import Camera
from aircity.world import Action, Observation
from tests.airanchor.planning.views import START, view_of


def looking(side: str, center_m: float, around_m: float = 0.5, size_px: int = 64) -> Observation:
    """A vertical view that is `center_m` deep in its four central pixels."""
    depth = np.full((size_px, size_px), around_m)
    middle = size_px // 2
    depth[middle - 1 : middle + 1, middle - 1 : middle + 1] = center_m
    pitch_rad = math.pi / 2 if side == "up" else -math.pi / 2
    return view_of(depth, START, Camera.from_fov(size_px, size_px).pitched(pitch_rad))


@pytest.mark.parametrize(
    ("climb_m", "depth_m", "steps"),
    [
        (10, np.inf, 5),
        (9, np.inf, 4),  # a tie goes toward zero
        (9.1, np.inf, 5),
        (1.1, np.inf, 1),
        (-30, 9.9, 3),
        (-30, 10, 4),
        (45, 200, 15),
    ],
)
def test_climbs_in_whole_steps(climb_m: float, depth_m: float, steps: int) -> None:
    plan = plan_altitude(looking("up" if climb_m > 0 else "down", depth_m), climb_m)
    assert isinstance(plan, ActionPlan)
    assert plan.actions == (Action.GO_UP if climb_m > 0 else Action.GO_DOWN,) * steps
    assert plan.end.z_m == pytest.approx(START.z_m + math.copysign(2 * steps, climb_m))
    assert (plan.end.x_m, plan.end.y_m, plan.end.heading_rad) == (START.x_m, START.y_m, START.heading_rad)


@pytest.mark.parametrize(
    ("climb_m", "depth_m", "cause"),
    [
        (-10, 3.9, FailureCause.TOO_CLOSE),
        (-10, 0.0, FailureCause.NO_DEPTH),
        (-10, np.nan, FailureCause.NO_DEPTH),
        (1.0, 50, FailureCause.ZERO_TRANSLATION),
        (0.0, 50, FailureCause.ZERO_TRANSLATION),
    ],
)
def test_no_climb_has_a_cause(climb_m: float, depth_m: float, cause: FailureCause) -> None:
    plan = plan_altitude(looking("up" if climb_m >= 0 else "down", depth_m), climb_m)
    assert isinstance(plan, Infeasible)
    assert plan.cause is cause


def test_the_nearest_of_the_four_central_pixels_decides() -> None:
    view = looking("up", 50)
    view.depth_m[32, 31] = 8.0
    assert central_depth_m(view) == 8.0


def test_a_camera_with_a_central_pixel_uses_that_one() -> None:
    depth = np.full((63, 63), 3.0)
    depth[31, 31] = 20.0
    view = view_of(depth, START, Camera.from_fov(63, 63).pitched(math.pi / 2))
    assert central_depth_m(view) == 20.0


def test_without_clamping_a_climb_too_long_is_infeasible() -> None:
    plan = plan_altitude(looking("up", 10), 20, config=PlanningConfig(altitude_clamp=False))
    assert isinstance(plan, Infeasible)
    assert plan.cause is FailureCause.OUT_OF_FREE_SPACE
    assert isinstance(
        plan_altitude(looking("up", 10), 8, config=PlanningConfig(altitude_clamp=False)), ActionPlan
    )


def test_a_ledge_beside_the_column_stops_a_wide_body() -> None:
    view = looking("down", 60, around_m=60, size_px=256)
    view.depth_m[:, 132:] = 15.0  # 0.5 m to the right at 15 m
    assert len(planned(view, 0.0).actions) == 15
    assert len(planned(view, 0.3).actions) == 15
    assert len(planned(view, 1.0).actions) == 6  # the ball must stop 14 m down


def planned(view: Observation, clearance_m: float) -> ActionPlan:
    plan = plan_altitude(view, -30, config=PlanningConfig(lateral_clearance_m=clearance_m))
    assert isinstance(plan, ActionPlan)
    return plan


def test_the_view_must_look_where_the_drone_will_go() -> None:
    with pytest.raises(
        InputError, match=r"-6 m needs the view straight down, but this camera is pitched by 90"
    ):
        plan_altitude(looking("up", 50), -6)
    with pytest.raises(InputError, match="must be a finite number"):
        plan_altitude(looking("up", 50), math.inf)
