"""Imported files are untrusted: whatever is done to a good file, import succeeds or says why not."""

import json
from pathlib import Path
from typing import Any

import numpy as np
import pytest
from hypothesis import HealthCheck, given, settings
from hypothesis import strategies as st

from aircity.city.cache import read_scene, save_scene
from aircity.city.imports import import_city
from aircity.errors import InputError

FIXTURES = Path(__file__).parent / "fixtures"
FILES = ("hamlet.city.json", "village.geojson")

JUNK = st.one_of(
    st.none(),
    st.booleans(),
    st.integers(-(10**30), 10**30),
    st.floats(allow_nan=True, allow_infinity=True),
    st.text(max_size=8),
    st.sampled_from(
        ["", "Solid", "Polygon", "Point", "GeometryCollection", "12 m", "-", "\x00", "yes", "2.2"]
    ),
    st.lists(st.integers(-3, 60), max_size=4),
    st.lists(st.lists(st.floats(-200, 200), max_size=3), max_size=5),
    st.dictionaries(
        st.sampled_from(["type", "coordinates", "geometry", "lod"]), st.text(max_size=4), max_size=2
    ),
)


def paths_of(node: Any, path: tuple[Any, ...] = ()) -> list[tuple[Any, ...]]:
    """Every place in a JSON document."""
    found = [path] if path else []
    items = node.items() if isinstance(node, dict) else enumerate(node) if isinstance(node, list) else ()
    for key, value in items:
        found += paths_of(value, (*path, key))
    return found


def check_survives(path: Path) -> None:
    try:
        city = import_city(path)
    except InputError as error:
        assert str(error)
        return
    save_scene(path.with_suffix(".npz"), city.scene)
    assert len(read_scene(path.with_suffix(".npz")).mesh) == city.report.triangles, "it can be opened again"
    mesh = city.scene.mesh
    assert len(mesh) == city.report.triangles > 0
    assert np.isfinite(mesh.vertices).all() and np.isfinite(mesh.normals).all() and np.isfinite(mesh.uv).all()
    ids = {item.id for item in city.scene.objects}
    assert set(np.unique(mesh.object_id).tolist()) <= ids
    for item in city.scene.objects:
        assert len(item.footprint) >= 3 and item.z_min_m <= item.z_max_m
        assert item.name is None or (item.name.isprintable() and len(item.name) <= 80)


@pytest.mark.parametrize("name", FILES)
@settings(max_examples=120, suppress_health_check=[HealthCheck.function_scoped_fixture, HealthCheck.too_slow])
@given(data=st.data())
def test_any_value_may_be_junk(name: str, data: st.DataObject, tmp_path: Path) -> None:
    document = json.loads((FIXTURES / name).read_text())
    places = paths_of(document)
    for _ in range(data.draw(st.integers(1, 3))):
        *way, last = data.draw(st.sampled_from(places))
        node = document
        try:
            for key in way:
                node = node[key]
            if data.draw(st.booleans()):
                node[last] = data.draw(JUNK)
            elif isinstance(node, dict):
                del node[last]
            else:
                node.insert(last, data.draw(JUNK))
        except (LookupError, TypeError, AttributeError):
            continue  # an earlier change removed this place
    target = tmp_path / "junk.json"
    target.write_text(json.dumps(document))
    check_survives(target)


@pytest.mark.parametrize("name", ["hamlet.city.json", "hamlet.city.jsonl", "village.geojson"])
@settings(max_examples=60, suppress_health_check=[HealthCheck.function_scoped_fixture, HealthCheck.too_slow])
@given(data=st.data())
def test_any_bytes_may_be_lost_or_wrong(name: str, data: st.DataObject, tmp_path: Path) -> None:
    raw = bytearray((FIXTURES / name).read_bytes())
    if data.draw(st.booleans()):
        raw = raw[: data.draw(st.integers(0, len(raw)))]
    for position in data.draw(st.lists(st.integers(0, len(raw) - 1), max_size=3)) if raw else []:
        raw[position] = data.draw(st.integers(0, 255))
    target = tmp_path / "broken.json"
    target.write_bytes(bytes(raw))
    check_survives(target)
