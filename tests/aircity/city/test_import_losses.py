"""What an import leaves out is counted and named, by kind and reason: nothing vanishes without a word."""

import json
from pathlib import Path
from typing import Any

import numpy as np
import pytest

from aircity.city.imports import ImportReport, import_city
from tests.aircity.city.city_files import encode, make_cityjson, make_geojson

METRE = 1 / 111_000


def box(east: float, north: float, side: float) -> list[list[list[float]]]:
    corners = [(0, 0), (side, 0), (side, side), (0, side), (0, 0)]
    return [[[24.9 + 2 * METRE * (east + x), 60.1 + METRE * (north + y)] for x, y in corners]]


def feature(kind: str, coordinates: Any, **tags: Any) -> dict[str, Any]:
    return {"type": "Feature", "properties": tags, "geometry": {"type": kind, "coordinates": coordinates}}


def town(*others: dict[str, Any]) -> dict[str, Any]:
    """Twelve houses, which decide the built area, and other features."""
    houses = [
        feature("Polygon", box(60 * column, 60 * row, 20), building="yes", height=9)
        for row in range(3)
        for column in range(4)
    ]
    return {"type": "FeatureCollection", "features": [*houses, *others]}


def report_of(document: dict[str, Any], folder: Path) -> ImportReport:
    path = folder / "town.json"
    path.write_text(json.dumps(document))
    return import_city(path).report


LOST = [
    (feature("Polygon", box(900, 900, 80), leisure="park"), "park", "outside the built area"),
    (feature("LineString", box(900, 0, 50)[0][:2], highway="primary"), "road", "outside the built area"),
    (feature("Point", box(0, 900, 1)[0][0], natural="tree"), "natural=tree", "outside the built area"),
    (feature("Polygon", box(30, 30, 0.7), leisure="garden"), "garden", "too small"),
    (feature("LineString", box(30, 30, 0.2)[0][:2], highway="footway"), "footpath", "too small"),
    (feature("Polygon", box(30, 30, 9), power="substation"), "power=substation", "unknown kind"),
    (feature("Point", box(30, 30, 1)[0][0], amenity="bench"), "amenity=bench", "unknown kind"),
    (feature("Point", box(30, 30, 1)[0][0]), "no telling tag", "unknown kind"),
    (
        feature("Point", box(30, 30, 1)[0][0], leisure="park"),
        "park",
        "line or point, where an area is needed",
    ),
    (
        feature("Point", box(5, 5, 1)[0][0], amenity="cafe", name="Corner"),
        "amenity=cafe",
        "place that only names its building",
    ),
    (
        feature("Point", box(30, 30, 1)[0][0], building="yes"),
        "building",
        "line or point, where an area is needed",
    ),
]


@pytest.mark.parametrize(("lost", "kind", "reason"), LOST)
def test_each_loss_has_its_kind_and_reason(
    lost: dict[str, Any], kind: str, reason: str, tmp_path: Path
) -> None:
    report = report_of(town(lost), tmp_path)
    found = [item for item in report.findings if item.outcome == "left out" and item.kind != "triangle"]
    assert [(item.kind, item.reason, item.count) for item in found] == [(kind, reason, 1)]
    assert found[0].example == "feature 12"
    assert (report.features, report.drawn) == (13, 12)


def test_a_town_that_is_drawn_whole_has_no_losses(tmp_path: Path) -> None:
    report = report_of(town(feature("Polygon", box(30, 30, 9), leisure="park")), tmp_path)
    assert [item for item in report.findings if item.outcome == "left out"] == []
    assert (report.features, report.drawn) == (13, 13)


def test_repaired_rings_are_told_from_losses(tmp_path: Path) -> None:
    ring = box(30, 30, 9)[0][:-1]
    report = report_of(town(feature("Polygon", [ring], leisure="park")), tmp_path)
    assert [(item.reason, item.outcome) for item in report.findings] == [
        ("unclosed ring, closed", "repaired")
    ]


@pytest.mark.parametrize("make", [make_geojson, make_cityjson])
@pytest.mark.parametrize("seed", range(6))
def test_every_thing_is_drawn_or_accounted_for(make: Any, seed: int, tmp_path: Path) -> None:
    path = tmp_path / "made.json"
    path.write_bytes(encode([make(np.random.default_rng(seed))]))
    report = import_city(path).report
    lost = sum(
        item.count for item in report.findings if item.outcome == "left out" and item.kind != "triangle"
    )
    assert report.features - report.drawn <= lost


def test_cityjson_objects_without_geometry_are_named(tmp_path: Path) -> None:
    document = make_cityjson(np.random.default_rng(1))
    document["CityObjects"]["ghost"] = {"type": "Building"}
    report = report_of(document, tmp_path)
    found = next(item for item in report.findings if item.reason == "object without a geometry")
    assert (found.kind, found.example, found.count) == ("Building", "ghost", 1)
