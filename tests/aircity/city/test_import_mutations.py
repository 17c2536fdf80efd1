"""Files that errors or attackers damaged end in a sound scene, or in one error that names the file."""

import json
from collections.abc import Callable
from pathlib import Path
from typing import Any

import numpy as np
import pytest

from aircity.city.imports import documents as reading
from aircity.city.imports import import_city
from aircity.city.imports import repair as mending
from aircity.city.imports.geojson import document as geojson
from aircity.errors import InputError
from tests.aircity.city.city_files import make_cityjson, make_geojson
from tests.aircity.city.mutations import mutated_file
from tests.aircity.city.test_import_fuzz import check_survives

Write = Callable[[Any], Path]
BLOCK = 20


@pytest.fixture
def write(tmp_path: Path) -> Write:
    def write_document(document: Any) -> Path:
        path = tmp_path / "city.json"
        path.write_text(json.dumps(document))
        return path

    return write_document


def survive(first: int, folder: Path) -> None:
    for seed in range(first, first + BLOCK):
        path = folder / f"damaged-{seed}.json"
        path.write_bytes(mutated_file(seed))
        check_survives(path)


@pytest.mark.parametrize("first", [0, BLOCK])
def test_damaged_files(first: int, tmp_path: Path) -> None:
    survive(first, tmp_path)


@pytest.mark.slow
@pytest.mark.parametrize("first", range(2 * BLOCK, 32 * BLOCK, BLOCK))
def test_many_damaged_files(first: int, tmp_path: Path) -> None:
    survive(first, tmp_path)


def test_the_same_seed_damages_in_the_same_way() -> None:
    assert mutated_file(7) == mutated_file(7) != mutated_file(10)


def line(*points_m: tuple[float, float], **tags: Any) -> dict[str, Any]:
    places = [[24.93 + 2 * x / 111_000, 60.17 + y / 111_000] for x, y in points_m]
    geometry = {"type": "LineString", "coordinates": places}
    return {"type": "Feature", "properties": tags, "geometry": geometry}


def test_a_single_short_way_is_left_out(write: Write) -> None:
    document = make_geojson(np.random.default_rng(0))
    document["features"].append(line((0, 0), (0.1, 0.1), highway="tertiary"))
    report = import_city(write(document)).report
    assert ("road", "too small") in {(item.kind, item.reason) for item in report.findings}


def test_a_transform_beyond_all_numbers_is_set_aside(write: Write) -> None:
    document = make_cityjson(np.random.default_rng(0))
    document["transform"]["scale"] = [10**400] * 3
    document["CityObjects"]["tree"]["geometry"][0]["transformationMatrix"][0] = 10**400
    report = import_city(write(document)).report
    assert report.count("broken transform, vertices taken as metres") >= 1
    assert report.count("geometry instance without a usable template") == 1


def test_a_line_that_crosses_itself_without_end_is_left_out(write: Write) -> None:
    document = make_geojson(np.random.default_rng(0))
    tangle = [(50 * np.cos(2.4 * k), 50 * np.sin(2.4 * k)) for k in range(2000)]
    document["features"] += [line(*tangle, highway="primary"), line(*tangle, building="yes")]
    assert import_city(write(document)).report.count("outline or line that crosses itself too often") == 2


def test_copies_without_end_are_refused(write: Write, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(mending, "MOST_PAIRS", 400)
    document = make_geojson(np.random.default_rng(0))
    document["features"] += [line((0, k / 9), (90, k / 7), highway="primary", name=f"{k}") for k in range(30)]
    with pytest.raises(InputError, match=r"city\.json.*streets overlap more than 400 times; remove copies"):
        import_city(write(document))


def test_deep_nesting_is_refused_before_parsing(write: Write) -> None:
    document: Any = make_geojson(np.random.default_rng(0))
    for _ in range(reading.DEEPEST):
        document = [document]
    with pytest.raises(InputError, match=r"city\.json nests its lists \d+ deep"):
        import_city(write(document))


def test_brackets_in_names_nest_nothing(write: Write) -> None:
    document = make_geojson(np.random.default_rng(0))
    document["features"][0]["properties"]["name"] = '"\\' + "[" * 500
    assert import_city(write(document)).report.triangles > 0


@pytest.mark.parametrize(
    ("module", "limit", "words"),
    [
        (reading, "MOST_VALUES", "values; at most 3"),
        (reading, "MAX_FILE_BYTES", "bytes; at most 3"),
        (geojson, "MOST_FEATURES", "features; at most 3"),
        (geojson, "MOST_POSITIONS", "more than 3 positions, up to feature 0"),
    ],
)
def test_what_is_too_large_is_refused(
    module: Any, limit: str, words: str, write: Write, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(module, limit, 3)
    with pytest.raises(InputError, match=rf"city\.json.*{words}"):
        import_city(write(make_geojson(np.random.default_rng(0))))


def test_errors_name_the_file(write: Write) -> None:
    for document in ({"type": "FeatureCollection", "features": []}, {"type": "CityJSON", "CityObjects": {}}):
        with pytest.raises(InputError, match=r"city\.json"):
            import_city(write(document))
