"""A real AirSim, Colosseum or Cosys-AirSim build: AIRANCHOR_AIRSIM=HOST:PORT, with docs/airsim.md's settings.

AIRANCHOR_AIRSIM_START may say where: NORTH,EAST,UP[,HEADING] with 8 m of free air around; else where it is.
"""

import math
import os
from collections.abc import Iterator

import numpy as np
import pytest

from aircity.airsim import AirSimWorld, open_airsim
from aircity.cli.check_command import examine_build
from aircity.cli.worlds import parse_pose
from aircity.geometry import Pose
from aircity.world import Action, advance

PLACE = os.environ.get("AIRANCHOR_AIRSIM", "")
START = os.environ.get("AIRANCHOR_AIRSIM_START", "")

pytestmark = [
    pytest.mark.slow,
    pytest.mark.xdist_group("airsim_build"),
    pytest.mark.skipif(not PLACE, reason="needs a running AirSim build: AIRANCHOR_AIRSIM=HOST:PORT"),
]


@pytest.fixture
def world() -> Iterator[AirSimWorld]:
    opened = open_airsim(f"airsim://{PLACE}")
    yield opened
    opened.close()


def start_in(world: AirSimWorld) -> Pose:
    return parse_pose(START) if START else world.where()


def test_views_have_colours_and_metres(world: AirSimWorld) -> None:
    view = world.reset(start_in(world))
    assert view.rgb.shape == (*view.depth_m.shape, 3) and view.rgb.std() > 1
    seen = view.depth_m[np.isfinite(view.depth_m)]
    assert seen.size and len(np.unique(seen)) > 256, "depth of 8 bits is no measure"


def test_steps_lead_where_they_must_and_the_build_agrees(world: AirSimWorld) -> None:
    here = world.reset(start_in(world)).pose
    for action in (Action.GO_UP, Action.TURN_RIGHT, Action.TURN_RIGHT, Action.GO_DOWN):
        target = advance(here, action)
        result = world.step(action)
        assert result.pose == target and result.moved
        reported = world.where()
        assert reported.distance_m(target) < 0.1
        assert abs(math.remainder(reported.heading_rad - target.heading_rad, math.tau)) < math.radians(1)
        here = target


def test_the_build_breaks_no_rule_of_the_contract(world: AirSimWorld) -> None:
    report = examine_build(f"airsim://{PLACE}", start_in(world), "airvln")
    print(report)
    assert not report.broken, str(report)
