"""Two whole places of our own making, with what makes real files hard: a turned town and a hillside.

They hold in every clone what test_import_real_cities.py holds of seven real cities where those are present.
"""

import math
import runpy
from collections import Counter
from functools import cache
from pathlib import Path

import numpy as np
import pytest
import shapely
from shapely.geometry import Point, Polygon

from aircity.city.imports import ImportedCity, import_city
from aircity.city.render.renderer import Renderer
from aircity.city.scene import SceneObject
from aircity.city.surveyor import CitySurveyor
from tests.aircity.city.exactness import measure
from tests.folders import OWN_DATA

CITIES = OWN_DATA / "cities"
TOWN, HILL = "town.geojson", "hill.city.json"
NATURE = {"ground", "tree", "bridge", "object", "road", "footpath", "tram track", "park", "wood", "water"}


@cache
def city_of(name: str) -> ImportedCity:
    return import_city(CITIES / name)


def buildings_of(name: str) -> list[SceneObject]:
    return [item for item in city_of(name).scene.objects if item.category not in NATURE]


def named(name: str, label: str) -> SceneObject:
    (found,) = (item for item in city_of(name).scene.objects if item.name == label)
    return found


def middle(name: str, label: str) -> Point:
    return Polygon(named(name, label).footprint).centroid


def losses(name: str) -> Counter[str]:
    found: Counter[str] = Counter()
    for finding in city_of(name).report.findings:
        found[finding.reason] += finding.count
    return found


def test_the_files_are_what_their_script_writes(tmp_path: Path) -> None:
    script = tmp_path / "make_town.py"
    script.write_bytes((CITIES / "make_town.py").read_bytes())
    runpy.run_path(str(script), run_name="__main__")
    for name in (TOWN, HILL, "town_routes.jsonl"):
        assert (tmp_path / name).read_bytes() == (CITIES / name).read_bytes()


@pytest.mark.parametrize(
    ("name", "count", "north_m", "east_m", "tallest_m"),
    [(TOWN, 43, 648, 504, 95.0), (HILL, 18, 240, 240, 49.0)],
)
def test_counts_extent_and_heights(
    name: str, count: int, north_m: float, east_m: float, tallest_m: float
) -> None:
    bounds, buildings = city_of(name).scene.bounds, buildings_of(name)
    assert len(buildings) == count
    assert bounds.x_max_m - bounds.x_min_m == pytest.approx(north_m, abs=1)
    assert bounds.y_max_m - bounds.y_min_m == pytest.approx(east_m, abs=1)
    assert max(item.z_max_m - item.z_min_m for item in buildings) == pytest.approx(tallest_m, abs=0.05)
    assert bounds.z_max_m >= max(120.0, max(item.z_max_m for item in buildings) + 59.9)


@pytest.mark.parametrize("name", [TOWN, HILL])
def test_meshes_and_ground_truth_are_sound(name: str) -> None:
    scene = city_of(name).scene
    mesh = scene.mesh
    assert np.isfinite(mesh.vertices).all() and np.isfinite(mesh.uv).all()
    assert np.allclose(np.linalg.norm(mesh.normals, axis=2), 1.0, atol=1e-3)
    ids = [item.id for item in scene.objects]
    assert len(ids) == len(set(ids)) and 0 not in ids
    assert set(np.unique(mesh.object_id).tolist()) == set(ids), "each object is drawn, and nothing else"
    for item in scene.objects:
        ring = Polygon(item.footprint)
        assert ring.exterior.is_ccw and ring.area > 0
        assert item.z_min_m <= item.z_max_m
        assert item.category == item.category.lower()


@pytest.mark.parametrize("name", [TOWN, HILL])
def test_the_median_ground_is_near_zero(name: str) -> None:
    assert abs(float(np.median([item.z_min_m for item in buildings_of(name)]))) < 4.0


@pytest.mark.parametrize("name", [TOWN, HILL])
def test_pixels_are_exact(name: str) -> None:
    scene = city_of(name).scene
    surveyor = CitySurveyor(scene)
    poses = surveyor.sample_poses(5, np.random.default_rng(7), lowest_m=5.0, highest_m=90.0)
    surveyor.close()
    found = measure(scene, 7, 1000, poses)
    assert found.same_id >= 0.999, found
    assert found.worst_error_m <= 0.002, found
    assert found.worst_relative_error <= 1e-5, found


def test_every_feature_of_the_town_is_drawn_or_accounted_for() -> None:
    """Five of the file's oddities each cost only themselves."""
    found = losses(TOWN)
    assert found["height guessed"] == 10
    assert found["self-intersecting outline repaired"] == 2
    assert found["duplicate geometry"] == 1
    assert found["zero-area outline"] == 1
    assert found["underground, not drawn"] == 2
    assert found["feature without a usable geometry"] == 3
    assert city_of(TOWN).report.features == 87
    kinds = city_of(TOWN).report.objects
    assert [kinds[kind] for kind in ("road", "tram track", "bridge", "park", "wood", "water")] == [
        12,
        1,
        1,
        1,
        1,
        1,
    ]
    assert kinds["tree"] > 12 + 25, "twelve points, and a row and a wood full of more"


def test_the_turned_town_is_not_mirrored() -> None:
    """Avenues run 25 degrees east of north, and Old Road leans to the west of north."""
    heading_deg = {}
    for street in ("Avenue 4", "Old Road"):
        box = np.asarray(Polygon(named(TOWN, street).footprint).minimum_rotated_rectangle.exterior.coords)
        sides = np.diff(box, axis=0)[:2]
        along = sides[np.argmax(np.linalg.norm(sides, axis=1))]
        north_up = along if along[0] > 0 else -along
        heading_deg[street] = math.degrees(math.atan2(north_up[1], north_up[0]))
    assert heading_deg["Avenue 4"] == pytest.approx(25.0, abs=1.0)
    assert heading_deg["Old Road"] == pytest.approx(-17.3, abs=2.0)


def test_neighbours_lie_where_the_map_has_them() -> None:
    tower, hall = middle(TOWN, "Beacon Tower"), middle(TOWN, "Town Hall")
    assert tower.distance(hall) == pytest.approx(180.0, abs=1.0)
    assert tower.x - hall.x == pytest.approx(180 * math.cos(math.radians(25)), abs=1.0)
    assert middle(TOWN, "Lower Mill").y - middle(TOWN, "Upper Mill").y > 200
    assert middle(TOWN, "The Aune").x > middle(TOWN, "Lime Park").x + 300, "the river lies north of the park"


def test_heights_and_parts_are_as_tagged() -> None:
    church, roof = named(TOWN, "St. Odo's Church"), named(TOWN, "Market Roof")
    assert (church.z_max_m, church.category) == (35.0, "church")
    assert (roof.z_min_m, roof.z_max_m) == (3.5, 5.0)
    assert "brown" in named(TOWN, "Beacon Tower").attributes
    assert {item.z_max_m for item in buildings_of(TOWN)} >= {12.0, 9.5, 12.5}
    assert any(item.z_max_m == pytest.approx(31 * 0.3048, abs=0.01) for item in buildings_of(TOWN))
    assert max(item.z_max_m for item in buildings_of(TOWN)) == 95.0, "no billion metres were believed"


@pytest.mark.parametrize(("name", "label"), [(TOWN, "Town Hall"), (HILL, "The Yard")])
def test_courtyards_stay_open(name: str, label: str) -> None:
    scene, item = city_of(name).scene, named(name, label)
    ring = Polygon(item.footprint)
    yard, wing = ring.centroid, ring.buffer(-5.0).exterior.interpolate(3.0)
    renderer = Renderer(scene)
    above = [[place.x, place.y, item.z_max_m + 20.0] for place in (yard, wing)]
    fall_m = renderer.raycast(above, [[0.0, 0.0, -1.0]] * 2, 200.0).distance_m
    renderer.close()
    assert fall_m[0] > item.z_max_m - item.z_min_m + 17.0, "down to the ground"
    assert 19.0 < fall_m[1] < 22.0, "down to the roof"


def test_buildings_of_the_town_do_not_stand_in_each_other() -> None:
    outlines = [Polygon(item.footprint).buffer(0) for item in buildings_of(TOWN)]
    first, second = shapely.STRtree(outlines).query(outlines, predicate="intersects")
    pairs = first < second
    shared = shapely.area(
        shapely.intersection(np.array(outlines)[first[pairs]], np.array(outlines)[second[pairs]])
    )
    assert shared.sum() < 0.01 * sum(outline.area for outline in outlines)


def test_what_the_hill_repeats_is_drawn_once_and_what_is_torn_is_told() -> None:
    found = losses(HILL)
    assert found["duplicate object"] == 1
    assert found["lower level of detail"] == 1
    assert found["vertex index out of range"] == 1
    assert found["object without a geometry"] == 1
    assert found["unknown object type, drawn plain"] == 1
    assert named(HILL, "House 5").z_max_m - named(HILL, "House 5").z_min_m == pytest.approx(12.0, abs=0.05)


def test_the_slope_is_kept_and_faces_up() -> None:
    scene = city_of(HILL).scene
    slope = max((item for item in scene.objects if item.category == "ground"), key=lambda item: item.z_max_m)
    own = scene.mesh.vertices[scene.mesh.object_id == slope.id]
    assert np.ptp(own[..., 2]) > 20.0
    up = np.cross(own[:, 1] - own[:, 0], own[:, 2] - own[:, 0])[:, 2]
    assert up[up > 0].sum() / 2 == pytest.approx(240 * 240, rel=0.01)
    assert up[up < 0].sum() / 2 > -1.0
    feet = {label: named(HILL, label).z_min_m for label in ("House 0", "House 12")}
    assert feet["House 12"] - feet["House 0"] == pytest.approx(16.5, abs=0.1), "it rises to the north"
