"""Sentences of a newcomer, flown in a real city: by the compass, back home, and all around a landmark."""

import cmath
import math
from collections.abc import Iterator
from itertools import pairwise

import pytest

from airanchor.assembly import Stack, load_stack
from airanchor.config import load_settings
from airanchor.flight import Ending, Flight
from aircity.city.city import City
from aircity.cli.worlds import open_city
from aircity.geometry import Pose
from tests.e2e.flight_plan import FlightPlan
from tests.e2e.test_missions import fly_agent

SCENE = "trial-green"
RADIO_TOWER = complex(58, -157)

pytestmark = pytest.mark.xdist_group(SCENE)


@pytest.fixture(scope="module")
def stack() -> Stack:
    return load_stack(load_settings("embedded"))


@pytest.fixture(scope="module")
def city() -> Iterator[City]:
    with open_city(SCENE) as opened:
        yield opened


def _fly(text: str, start: Pose, stack: Stack, city: City) -> Flight:
    plan = FlightPlan(
        name="spoken", scene=SCENE, start=start, instruction=text, length_m=100.0, checks=(), shows=()
    )
    flight = fly_agent(plan, stack, city, "oracle")
    assert flight.ending is Ending.COMPLETED
    return flight


def test_a_course_by_the_compass_and_the_way_home(stack: Stack, city: City) -> None:
    start = Pose.at(0, 0, 35, 180)
    there = _fly("Fly north 60 m.", start, stack, city).trajectory[-1]
    assert math.dist((there.x_m, there.y_m), (60, 0)) < 10
    back = _fly("Fly north 60 m and come back to where you started.", start, stack, city)
    assert max(pose.x_m for pose in back.trajectory) > 50
    assert back.trajectory[-1].distance_m(start) < 10


@pytest.mark.slow
def test_a_tower_is_circled(stack: Stack, city: City) -> None:
    flight = _fly("Circle the radio tower once.", Pose.at(0, -100, 40, 300), stack, city)
    places = [complex(pose.x_m, pose.y_m) - RADIO_TOWER for pose in flight.trajectory]
    swept = sum(cmath.phase(other / one) for one, other in pairwise(places))
    assert abs(math.degrees(swept)) > 330
    assert min(map(abs, places)) > 10
