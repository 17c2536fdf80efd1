"""A flight over a real city, imported from open data, where nothing was made to be found.

It shows that the whole chain holds there: the city is imported, the instruction understood, the drone moves
with clearance, comes near the tower it was sent to, stops within its budget, and its recording can be shown.
"""

import numpy as np
import pytest

from airanchor.trace import StopEvent
from airanchor.viewer.page import build_page
from aircity.geometry import Pose
from tests.e2e.imported_flight import Flown, fly_over
from tests.e2e.path_checks import Thing
from tests.folders import SHARED_DATA

FILE = SHARED_DATA / "cities" / "manhattan_soho_les.geojson"
CONFUCIUS_PLAZA = Thing("building", 2312)
INSTRUCTION = (
    "Fly to the tall brown building ahead and pass it on its right. "
    "Then turn right and follow the street for 60 metres."
)
START = Pose.at(-470, 160, 60, 190)

pytestmark = [
    pytest.mark.slow,
    pytest.mark.xdist_group("manhattan"),
    pytest.mark.skipif(not FILE.exists(), reason="the open data of Manhattan are not here"),
]


@pytest.fixture(scope="module")
def flown(tmp_path_factory: pytest.TempPathFactory) -> Flown:
    folder = tmp_path_factory.mktemp("manhattan")
    return fly_over(FILE, INSTRUCTION, START, aim=CONFUCIUS_PLAZA, within_m=60, folder=folder)


def test_it_stops_within_its_budget_and_has_moved(flown: Flown) -> None:
    assert 1 <= flown.flight.iterations <= 20
    assert flown.flight.subtasks >= 2
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
    assert "tall brown building" in page
    assert page.count("</html>") == 1
