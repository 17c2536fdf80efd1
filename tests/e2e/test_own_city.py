"""A flight over a town of our own making, read from a map file as real cities are; in every clone."""

import numpy as np
import pytest

from airanchor.trace import StopEvent
from airanchor.viewer.page import build_page
from aircity.geometry import Pose
from tests.e2e.imported_flight import Flown, fly_over
from tests.e2e.path_checks import Thing
from tests.folders import OWN_DATA

FILE = OWN_DATA / "cities" / "town.geojson"
BEACON_TOWER = Thing("office building", 31)
INSTRUCTION = "Fly to the very tall brown tower ahead and stop in front of it."
START = Pose.at(20, 20, 40, 20)

pytestmark = pytest.mark.xdist_group("own town")


@pytest.fixture(scope="module")
def flown(tmp_path_factory: pytest.TempPathFactory) -> Flown:
    folder = tmp_path_factory.mktemp("town")
    return fly_over(FILE, INSTRUCTION, START, aim=BEACON_TOWER, within_m=25, folder=folder)


def test_it_stops_within_its_budget_and_has_moved(flown: Flown) -> None:
    assert 1 <= flown.flight.iterations <= 20
    assert flown.flight.path_length_m > 50
    assert sum(isinstance(event, StopEvent) for event in flown.trace.events) == 1


def test_it_flies_with_clearance_and_hits_nothing(flown: Flown) -> None:
    assert flown.flight.collisions == 0
    assert flown.is_clear
    steps = np.diff([pose.position for pose in flown.flight.trajectory], axis=0)
    assert np.linalg.norm(steps, axis=1).max() <= 5.0 + 1e-6


def test_it_comes_near_the_tower_it_was_sent_to(flown: Flown) -> None:
    assert flown.towards is None, flown.towards


def test_its_recording_can_be_read_and_shown(flown: Flown) -> None:
    page = build_page(flown.trace)
    assert "very tall brown tower" in page
    assert page.count("</html>") == 1
