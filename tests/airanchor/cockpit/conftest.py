"""One cockpit over a small city for all tests of the room."""

from collections.abc import Iterator
from pathlib import Path

import pytest

from airanchor.cockpit.options import CockpitOptions
from airanchor.cockpit.server import CockpitServer
from tests.airanchor.cockpit.client import CockpitClient

CITY = "practice-square"


@pytest.fixture(scope="package")
def out(tmp_path_factory: pytest.TempPathFactory) -> Path:
    return tmp_path_factory.mktemp("cockpit")


@pytest.fixture(scope="package")
def cockpit(out: Path) -> Iterator[CockpitServer]:
    with CockpitServer(CockpitOptions(out=out, scene=CITY, speed=0.0)) as served:
        yield served


@pytest.fixture
def client(cockpit: CockpitServer) -> Iterator[CockpitClient]:
    """A browser over the open city, in which nothing is flown."""
    with CockpitClient(cockpit.url) as joined:
        joined.wait(lambda state: "phase" in state)
        if joined.state["phase"] == "flying":
            joined.do("stop")
        if joined.state["phase"] == "choose" and not joined.state.get("city"):
            joined.wait(lambda state: state["phase"] != "starting")
        joined.wait(lambda state: state["phase"] == "ready" and state.get("city"))
        yield joined
