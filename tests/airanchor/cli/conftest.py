"""A command line to type on, with its own folders, and a small city to use it on."""

import json
from pathlib import Path

import pytest

from tests.airanchor.cli.command import Command


@pytest.fixture
def command(monkeypatch, capfd, tmp_path) -> Command:
    """The command line, keeping its files under the test's own folder."""
    monkeypatch.setenv("XDG_DATA_HOME", str(tmp_path / "data"))
    monkeypatch.setenv("COLUMNS", "200")
    monkeypatch.chdir(tmp_path)
    return Command(monkeypatch, capfd)


@pytest.fixture
def small_city(tmp_path) -> Path:
    """A GeoJSON file with twelve houses around a crossing."""
    metre = 1 / 111_000
    houses = [
        {
            "type": "Feature",
            "properties": {"building": "yes", "height": str(12 + 3 * (row + column))},
            "geometry": {"type": "Polygon", "coordinates": [_square(column * 60, row * 60, 24, metre)]},
        }
        for row in range(3)
        for column in range(4)
    ]
    path = tmp_path / "Small Town.geojson"
    path.write_text(json.dumps({"type": "FeatureCollection", "features": houses}))
    return path


def _square(east: float, north: float, side: float, metre: float) -> list[list[float]]:
    corners = [(0, 0), (side, 0), (side, side), (0, side), (0, 0)]
    return [[24.9 + (east + x) * metre * 2, 60.1 + (north + y) * metre] for x, y in corners]
