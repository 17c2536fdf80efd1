"""The seven real cities, read from beside the repository where they are present."""

import math
from functools import cache

import numpy as np
import pytest
import shapely
from shapely.geometry import Polygon

from aircity.city.imports import ImportedCity, import_city
from aircity.city.scene import SceneObject
from tests.folders import SHARED_DATA

CITIES = SHARED_DATA / "cities"

pytestmark = pytest.mark.skipif(not CITIES.is_dir(), reason="the real cities are not beside the repository")

DEN_HAAG = "denhaag_01.city.json"
DELFT = "delft_3dfier_multiclass_v20.city.json"
TU_DELFT = "tudelft_3dbag.city.json"
VIENNA = "vienna_102081.city.jsonl"
MIDTOWN = "manhattan_midtown.geojson"
SOHO = "manhattan_soho_les.geojson"
HELSINKI = "helsinki.geojson"
BUILT = {  # city: (buildings, north to south m, east to west m, tallest m)
    DEN_HAAG: (844, 672, 787, 27.392),
    DELFT: (160, 328, 524, 8),
    TU_DELFT: (429, 679, 649, 52),
    VIENNA: (149, 556, 524, 42.605),
    MIDTOWN: (1735, 1447, 1349, 443.2),
    SOHO: (3917, 1670, 1645, 250),
    HELSINKI: (446, 1660, 1000, 70),
}
SLOW = pytest.mark.slow


def every_city() -> list[object]:
    """Vienna each time; the others, which take seconds each, in the full run."""
    return [name if name == VIENNA else pytest.param(name, marks=SLOW) for name in BUILT]


@cache
def city_of(name: str) -> ImportedCity:
    return import_city(CITIES / name)


def buildings_of(city: ImportedCity) -> list[SceneObject]:
    nature = {"ground", "tree", "bridge"}
    return [
        item
        for item in city.scene.objects
        if item.category not in nature and item.attributes and item.z_max_m - item.z_min_m >= 1.0
    ]


def named(city: ImportedCity, name: str) -> list[SceneObject]:
    return [item for item in city.scene.objects if item.name == name]


@pytest.mark.parametrize("name", every_city())
def test_counts_extent_and_heights(name: str) -> None:
    city = city_of(name)
    count, north, east, tallest = BUILT[name]
    buildings, bounds = buildings_of(city), city.scene.bounds
    assert len(buildings) == pytest.approx(count, rel=0.03)
    assert bounds.x_max_m - bounds.x_min_m == pytest.approx(north, abs=45)
    assert bounds.y_max_m - bounds.y_min_m == pytest.approx(east, abs=45)
    assert max(item.z_max_m - item.z_min_m for item in buildings) == pytest.approx(tallest, abs=0.5)
    assert bounds.z_max_m >= max(120.0, max(item.z_max_m for item in buildings) + 59.9)


@pytest.mark.parametrize("name", every_city())
def test_meshes_are_sound(name: str) -> None:
    scene = city_of(name).scene
    mesh = scene.mesh
    assert np.isfinite(mesh.vertices).all() and np.isfinite(mesh.uv).all()
    assert np.allclose(np.linalg.norm(mesh.normals, axis=2), 1.0, atol=1e-3)
    ids = [item.id for item in scene.objects]
    assert len(ids) == len(set(ids)) and 0 not in ids
    assert set(np.unique(mesh.object_id).tolist()) <= set(ids)
    assert len(mesh) < 400_000
    drawn = np.bincount(mesh.object_id, minlength=max(ids) + 1)
    unseen = [item for item in scene.objects if not drawn[item.id]]
    assert len(unseen) <= 0.02 * len(ids)


@pytest.mark.parametrize("name", every_city())
def test_ground_truth_rings(name: str) -> None:
    for item in city_of(name).scene.objects:
        ring = Polygon(item.footprint)
        assert ring.exterior.is_ccw and ring.area > 0
        assert item.z_min_m <= item.z_max_m
        assert item.category == item.category.lower()


@pytest.mark.parametrize("name", every_city())
def test_the_median_ground_is_zero(name: str) -> None:
    feet = [item.z_min_m for item in buildings_of(city_of(name))]
    assert abs(float(np.median(feet))) < 1.0


@pytest.mark.slow
def test_the_tallest_of_midtown() -> None:
    city = city_of(MIDTOWN)
    tallest = max(city.scene.objects, key=lambda item: item.z_max_m)
    assert tallest.z_max_m == pytest.approx(443.2)
    assert "very tall" in tallest.attributes
    assert named(city, "Bank of America Tower")[0].z_max_m == pytest.approx(366.0)


@pytest.mark.slow
@pytest.mark.parametrize("name", [MIDTOWN, SOHO])
def test_manhattan_is_not_mirrored(name: str) -> None:
    """Avenues run north-north-east, and Broadway leans to the west of them."""
    city = city_of(name)
    heading = {}
    for street in ("Broadway", "5th Avenue" if name == MIDTOWN else "Bowery"):
        longest = max(named(city, street), key=lambda item: Polygon(item.footprint).length)
        box = np.asarray(Polygon(longest.footprint).minimum_rotated_rectangle.exterior.coords)
        sides = np.diff(box, axis=0)[:2]
        along = sides[np.argmax(np.linalg.norm(sides, axis=1))]
        north_up = along if along[0] > 0 else -along
        heading[street] = math.degrees(math.atan2(north_up[1], north_up[0]))
    if name == MIDTOWN:
        assert 20 < heading["5th Avenue"] < 38
        assert -35 < heading["Broadway"] < 12
    else:
        assert 15 < heading["Broadway"] < 45


@pytest.mark.slow
def test_known_neighbours_in_midtown() -> None:
    city = city_of(MIDTOWN)
    bank = Polygon(named(city, "Bank of America Tower")[0].footprint).centroid
    metlife = Polygon(named(city, "MetLife Building")[0].footprint).centroid
    penn = Polygon(named(city, "One Penn Plaza")[0].footprint).centroid
    assert metlife.y - bank.y > 500, "the MetLife Building stands east of the Bank of America Tower"
    assert bank.x - penn.x > 400, "which stands north of One Penn Plaza"


@pytest.mark.slow
def test_helsinki_has_water_parks_trees_trams_and_bridges() -> None:
    city = city_of(HELSINKI)
    kinds = city.report.objects
    assert kinds["tree"] >= 649 and kinds["tram track"] > 50 and kinds["bridge"] >= 5 and kinds["park"] == 12
    assert city.report.count("water known by a point only, outline guessed") == 3
    bay = max(
        (item for item in city.scene.objects if item.category == "water"),
        key=lambda item: Polygon(item.footprint).area,
    )
    assert Polygon(bay.footprint).area > 50_000
    park = Polygon(named(city, "Kaisaniemen puisto")[0].footprint)
    assert Polygon(bay.footprint).centroid.x > park.centroid.x, "the bay lies north of the park"
    assert named(city, "Hotelli Torni")[0].z_max_m == 70.0
    assert named(city, "Kampin kappeli")[0].z_max_m == pytest.approx(12.13)


def test_vienna_is_drawn_once() -> None:
    city = city_of(VIENNA)
    assert city.report.count("duplicate geometry") == 490
    assert city.report.format == "CityJSONSeq"


@pytest.mark.slow
def test_terrain_is_kept() -> None:
    city = city_of(DEN_HAAG)
    terrain = next(item for item in city.scene.objects if item.category == "ground")
    own = city.scene.mesh.vertices[city.scene.mesh.object_id == terrain.id]
    assert np.ptp(own[..., 2]) > 2.0
    up = np.cross(own[:, 1] - own[:, 0], own[:, 2] - own[:, 0])[:, 2]
    assert up[up > 0].sum() / 2 > 250_000, "it faces up"
    assert up[up < 0].sum() / 2 > -1.0


@pytest.mark.slow
def test_buildings_do_not_stand_in_each_other() -> None:
    outlines = [Polygon(item.footprint).buffer(0) for item in buildings_of(city_of(SOHO))]
    first, second = shapely.STRtree(outlines).query(outlines, predicate="intersects")
    pairs = first < second
    shared = shapely.area(
        shapely.intersection(np.array(outlines)[first[pairs]], np.array(outlines)[second[pairs]])
    )
    assert shared.sum() < 0.01 * sum(outline.area for outline in outlines)
