"""The field, rendered once, and a judge of flights in it."""

from collections.abc import Callable, Iterator
from pathlib import Path

import pytest

from airanchor.bench.diagnosis import FlightDiagnosis, judge
from airanchor.bench.diagnosis.flown import DiagnosedFlight
from airanchor.bench.diagnosis.ledger import AnchorLedger
from airanchor.bench.diagnosis.truth import SceneTruth
from aircity.city.render.renderer import Renderer
from tests.airanchor.bench.diagnosis.field import Script, episode, field_scene


@pytest.fixture(scope="package")
def truth() -> Iterator[SceneTruth]:
    """What is true of the field."""
    scene = field_scene()
    renderer = Renderer(scene, threads=1)
    yield SceneTruth(scene, renderer)
    renderer.close()


@pytest.fixture
def script(tmp_path: Path) -> Callable[..., Script]:
    """A new flight."""
    return lambda *given, **named: Script(tmp_path / "trace", *given, **named)


@pytest.fixture
def verdict(truth: SceneTruth) -> Callable[..., FlightDiagnosis]:
    """The verdict on a flight of the field's episode."""

    def of(flown: DiagnosedFlight, ledger: AnchorLedger | None = None, **facts: bool) -> FlightDiagnosis:
        return judge(flown, episode(**facts), truth, ledger or AnchorLedger())

    return of
