"""GeoJSON with OpenStreetMap tags: heights, parts, streets, water, names and every trap."""

import copy
import itertools
import json
import math
from collections.abc import Callable
from pathlib import Path
from typing import Any

import numpy as np
import pytest
import shapely
from shapely.geometry import Polygon

from aircity.city.cache import read_scene, save_scene
from aircity.city.imports import ImportedCity, import_city
from aircity.city.scene import SceneObject
from aircity.city.solids.materials import Material
from aircity.errors import InputError

FIXTURES = Path(__file__).parent / "fixtures"
Document = dict[str, Any]
Load = Callable[[Document], ImportedCity]


@pytest.fixture
def village() -> Document:
    document: Document = json.loads((FIXTURES / "village.geojson").read_text())
    return document


@pytest.fixture
def load(tmp_path: Path) -> Load:
    def write_and_import(document: Document) -> ImportedCity:
        path = tmp_path / "village.json"
        path.write_text(json.dumps(document))
        return import_city(path)

    return write_and_import


def named(city: ImportedCity, name: str) -> SceneObject:
    return next(item for item in city.scene.objects if item.name == name)


def triangles_of(city: ImportedCity, item: SceneObject) -> np.ndarray:
    return city.scene.mesh.vertices[city.scene.mesh.object_id == item.id].astype(float)


def feature_named(village: Document, name: str) -> Document:
    return next(item for item in village["features"] if item["properties"].get("name") == name)


def add(village: Document, geometry: Document | None, **tags: Any) -> None:
    village["features"].append({"type": "Feature", "properties": tags, "geometry": geometry})


def box(east: float, north: float, width: float, depth: float) -> list[list[float]]:
    """A ring in degrees, metres east and north of the village's origin."""
    corners = [(0, 0), (width, 0), (width, depth), (0, depth), (0, 0)]
    return [[5 + (east + x) / 68680, 52 + (north + y) / 111267] for x, y in corners]


def polygon(*rings: list[list[float]]) -> Document:
    return {"type": "Polygon", "coordinates": list(rings)}


def test_the_village_as_it_is(village: Document, load: Load) -> None:
    city = load(village)
    house = named(city, "Harbour House")
    assert house.category == "office building"
    assert house.z_max_m == 30.0 and "glass" in house.attributes
    assert Polygon(house.footprint).area == pytest.approx(240, rel=0.01)
    assert city.scene.attribution == "© OpenStreetMap contributors (ODbL)"
    assert city.report.objects["church"] == 1 and city.report.objects["tree"] == 1
    assert city.scene.bounds.z_min_m == 0.0
    for name in ("Long Street", "Cross Lane", "Green Park", "Duck Pond", "High Bridge", "Hotel Far View"):
        assert named(city, name)


def test_metres_north_and_east(village: Document, load: Load) -> None:
    city = load(village)
    house, hotel = (
        Polygon(named(city, name).footprint).centroid for name in ("Harbour House", "Hotel Far View")
    )
    assert hotel.y - house.y == pytest.approx(60, rel=0.01), "east"
    pond, street = Polygon(named(city, "Duck Pond").footprint), Polygon(named(city, "Long Street").footprint)
    assert pond.centroid.x - street.centroid.x == pytest.approx(52, rel=0.01), "north"
    assert pond.bounds[2] - pond.bounds[0] == pytest.approx(20, rel=0.01)


def test_feet_and_gables(village: Document, load: Load) -> None:
    city = load(village)
    church = next(item for item in city.scene.objects if item.category == "church")
    assert church.z_max_m == pytest.approx(40 * 0.3048, abs=0.01)
    corners = triangles_of(city, church).reshape(-1, 3)
    assert corners[:, 2].max() == pytest.approx(12.19, abs=0.01)
    ridge = corners[corners[:, 2] > 12.0]
    assert np.ptp(ridge[:, 1]) > 10 and np.ptp(ridge[:, 0]) < 0.1, "the ridge runs along the longer side"


def test_parts_replace_their_building(village: Document, load: Load) -> None:
    hotel = named(load(village), "Hotel Far View")
    assert hotel.category == "hotel" and hotel.z_max_m == 20.0
    city = load(village)
    corners = triangles_of(city, hotel)
    low = corners[(corners[..., 1].min(axis=1) > corners[..., 1].max() - 9)]
    assert low[..., 2].max() == pytest.approx(12.0) and low[..., 2].min() == pytest.approx(4.0), "raised part"


def test_part_linked_by_id(village: Document, load: Load) -> None:
    village["features"] = village["features"][:1]
    village["features"][0]["properties"]["id"] = 7
    add(village, polygon(box(100, 0, 10, 10)), kind="building_part", root_id=7, height=50, id=8)
    city = load(village)
    assert city.report.objects == {"ground": 1, "office building": 1}
    assert named(city, "Harbour House").z_max_m == 50.0


def test_unknown_heights_are_guessed_and_counted(village: Document, load: Load) -> None:
    report = load(village).report
    assert report.count("height guessed") == 1
    guessed = [item.example for item in report.findings if item.reason == "height guessed"]
    assert guessed == ["feature 5 (way/6)"]


def test_tiled_pieces_become_one_building(village: Document, load: Load) -> None:
    village["features"] = []
    for east in (0, 10):
        add(village, polygon(box(east, 0, 10, 12)), building="yes", height=9, id=5)
    city = load(village)
    assert city.report.objects["building"] == 1
    assert Polygon(city.scene.objects[0].footprint).area == pytest.approx(240, rel=0.02)


def test_stacked_parts_with_one_outline_stay(village: Document, load: Load) -> None:
    village["features"] = village["features"][:1]
    ring = village["features"][0]["geometry"]["coordinates"][0]
    for low, high in ((0, 10), (20, 30)):
        add(village, polygon(ring), **{"building:part": "yes", "min_height": low, "height": high})
    city = load(village)
    corners = triangles_of(city, named(city, "Harbour House"))
    levels = {round(float(z), 1) for z in np.unique(corners[..., 2])}
    assert {0.0, 10.0, 20.0, 30.0} <= levels


def test_closed_lines_that_repeat_areas_are_dropped(village: Document, load: Load) -> None:
    ring = village["features"][0]["geometry"]["coordinates"][0]
    line = {"type": "LineString", "coordinates": [*ring[2:-1], *ring[:3]]}
    add(village, line, **village["features"][0]["properties"])
    city = load(village)
    assert city.report.count("duplicate geometry") == 1
    assert city.report.objects["office building"] == 1


def test_a_closed_line_alone_is_a_building(village: Document, load: Load) -> None:
    ring = village["features"][0]["geometry"]["coordinates"][0]
    village["features"][0]["geometry"] = {"type": "LineString", "coordinates": ring}
    assert named(load(village), "Harbour House").z_max_m == 30.0


def test_courtyards_stay_open(village: Document, load: Load) -> None:
    village["features"] = []
    add(village, polygon(box(0, 0, 40, 40), box(10, 10, 20, 20)), building="yes", height=5)
    city = load(village)
    roof = triangles_of(city, city.scene.objects[0])
    up = np.cross(roof[:, 1] - roof[:, 0], roof[:, 2] - roof[:, 0])
    assert up[up[:, 2] > 0.1][:, 2].sum() / 2 == pytest.approx(1600 - 400, rel=0.01)


@pytest.mark.parametrize(
    ("geometry", "reason"),
    [
        (polygon(box(0, 60, 5, 5)[:-1]), "unclosed ring, closed"),
        (
            polygon([[5, 52.001], [5.0002, 52.0012], [5.0002, 52.001], [5, 52.0012], [5, 52.001]]),
            "self-intersecting outline repaired",
        ),
        (polygon([[5, 52.001], [5.0001, 52.001], [5.0002, 52.001], [5, 52.001]]), "zero-area outline"),
        (polygon([[5, 52.001], [5.0001, 52.001]]), "geometry with too few positions"),
        (polygon([]), "geometry with too few positions"),
        (None, "feature without a usable geometry"),
        ({"type": "Polygon"}, "feature without a usable geometry"),
        ({"type": "Blob", "coordinates": []}, "feature without a usable geometry"),
        (polygon([[5, None], *box(0, 60, 5, 5)]), "position that is not two finite numbers"),
        (polygon([[float("nan"), 52], *box(0, 60, 5, 5)]), "position that is not two finite numbers"),
        (polygon([[1e300, 52], *box(0, 60, 5, 5)]), "position that is not two finite numbers"),
        (polygon([[0, 0], [0, 0.1], [0.1, 0.1], [0, 0]]), "feature far from the city"),
    ],
)
def test_broken_shapes_are_repaired_or_counted(
    village: Document, load: Load, geometry: Document | None, reason: str
) -> None:
    add(village, geometry, building="yes", height=4)
    city = load(village)
    assert city.report.count(reason) == 1
    assert named(city, "Harbour House")
    assert city.scene.bounds.x_max_m - city.scene.bounds.x_min_m < 400


def test_deeply_nested_collections_end(village: Document, load: Load) -> None:
    nested: Document = polygon(box(0, 60, 5, 5))
    for _ in range(20):
        nested = {"type": "GeometryCollection", "geometries": [nested]}
    add(village, nested, building="yes")
    assert load(village).report.count("feature without a usable geometry") == 1


def test_multi_geometries_and_collections(village: Document, load: Load) -> None:
    before = load(village).report.objects
    add(
        village,
        {"type": "MultiPoint", "coordinates": [box(-20, 30, 1, 1)[0], box(-15, 30, 1, 1)[0]]},
        natural="tree",
    )
    line = {"type": "MultiLineString", "coordinates": [box(110, 0, 5, 40)[1:3], box(120, 0, 5, 40)[1:3]]}
    add(village, {"type": "GeometryCollection", "geometries": [line]}, highway="service")
    after = load(village).report.objects
    assert after["tree"] == before["tree"] + 2
    assert after["service road"] == 2


def test_projected_metres_are_taken_as_they_are(load: Load) -> None:
    ring = [
        [500_000, 4_649_776],
        [500_020, 4_649_776],
        [500_020, 4_649_786],
        [500_000, 4_649_786],
        [500_000, 4_649_776],
    ]
    village: Document = {"type": "FeatureCollection", "features": []}
    add(village, polygon(ring), building="yes", height=4)
    city = load(village)
    assert city.report.count("coordinates are not degrees, taken as metres") == 1
    assert Polygon(city.scene.objects[0].footprint).area == pytest.approx(200)


def test_overlapping_buildings_share_no_roof(village: Document, load: Load) -> None:
    village["features"] = []
    add(village, polygon(box(0, 0, 20, 20)), building="yes", height=8, name="One")
    add(village, polygon(box(10, 0, 20, 20)), building="yes", height=8, name="Two")
    add(village, polygon(box(2, 2, 4, 4)), building="yes", height=5, name="Inside")
    city = load(village)
    one, two = (Polygon(named(city, name).footprint) for name in ("One", "Two"))
    assert one.intersection(two).area < 0.1 and one.union(two).area == pytest.approx(600, rel=0.02)
    assert city.report.count("hidden inside another building") == 1


def test_names_of_places(village: Document, load: Load) -> None:
    city = load(village)
    assert "Corner Café" not in {item.name for item in city.scene.objects}, "the building has its own name"
    del feature_named(village, "Harbour House")["properties"]["name"]
    renamed = named(load(village), "Corner Café")
    assert renamed.category == "office building", "a café does not make a building one"


def test_roads_are_marked_and_named(village: Document, load: Load) -> None:
    city = load(village)
    mesh, street = city.scene.mesh, named(city, "Long Street")
    own = mesh.object_id == street.id
    surfaces = [mesh.surfaces[index] for index in np.unique(mesh.surface[own])]
    assert {surface.material for surface in surfaces} == {Material.ROAD, Material.ASPHALT}
    road = next(surface for surface in surfaces if surface.material == Material.ROAD)
    assert road.scale == (13.2, 4.0)
    marked = own & (mesh.surface == mesh.surfaces.index(road))
    assert np.abs(mesh.uv[marked][..., 1]).max() == pytest.approx(6.6, abs=0.01), "v is 0 on the centre line"
    assert np.ptp(mesh.uv[own][..., 0]) == pytest.approx(np.ptp(mesh.vertices[own][..., 1]), abs=0.1)


def test_level_layers_never_coincide(village: Document, load: Load) -> None:
    add(village, polygon(box(-20, 40, 60, 25)), landuse="grass")
    add(
        village,
        {"type": "LineString", "coordinates": [box(-30, 24, 130, 20)[0], box(-30, 24, 130, 20)[2]]},
        highway="path",
    )
    city = load(village)
    mesh = city.scene.mesh
    level = np.ptp(mesh.vertices[..., 2], axis=1) < 1e-6
    heights = np.round(mesh.vertices[level][:, 0, 2].astype(float), 3)
    assert (np.diff(np.unique(heights[heights < 1.0])) >= 0.03 - 1e-9).all()
    for z in np.unique(heights):
        chosen = np.flatnonzero(level)[heights == z]
        plans = {
            int(id_): shapely.union_all(
                shapely.polygons(mesh.vertices[chosen[mesh.object_id[chosen] == id_]][..., :2].astype(float)),
                grid_size=0.001,
            )
            for id_ in np.unique(mesh.object_id[chosen])
        }
        for one, two in itertools.combinations(plans, 2):
            assert plans[one].intersection(plans[two]).area < 0.05, f"objects {one} and {two} share z = {z}"


def test_bridges_rise_over_what_they_cross(village: Document, load: Load) -> None:
    city = load(village)
    bridge = named(city, "High Bridge")
    assert bridge.category == "bridge" and bridge.z_max_m > 5.8
    corners = triangles_of(city, bridge)
    deck = corners[(corners[..., 2] > 5.5).all(axis=1)]
    lane = Polygon(named(city, "Cross Lane").footprint).centroid.y
    assert deck[..., 1].min() < lane < deck[..., 1].max()


def test_a_declared_box_is_the_extent(village: Document, load: Load) -> None:
    ring = box(-40, -70, 200, 160)
    village["bbox"] = [*ring[0], *ring[2]]
    bounds = load(village).scene.bounds
    assert bounds.x_max_m - bounds.x_min_m == pytest.approx(160, rel=0.01)
    assert bounds.y_max_m - bounds.y_min_m == pytest.approx(200, rel=0.01)
    village["bbox"] = ["a", 1, None, 2]
    assert load(village).scene.bounds.x_max_m != bounds.x_max_m


def test_underground_things_are_not_drawn(village: Document, load: Load) -> None:
    assert load(village).report.count("underground, not drawn") == 1


def test_water_named_only_at_a_point_fills_the_open_space(village: Document, load: Load) -> None:
    for east, north in ((-300, -300), (300, 300), (-300, 300), (300, -300)):
        for step in range(3):
            add(village, polygon(box(east + 20 * step, north, 10, 10)), building="yes", height=6)
    add(village, {"type": "Point", "coordinates": box(200, 0, 1, 1)[0]}, natural="bay", name="Wide Bay")
    city = load(village)
    assert city.report.count("water known by a point only, outline guessed") == 1
    assert Polygon(named(city, "Wide Bay").footprint).area > 2500


def test_trees_rows_and_woods(village: Document, load: Load) -> None:
    add(
        village,
        {"type": "LineString", "coordinates": [box(-20, 0, 1, 1)[0], box(-20, 40, 1, 1)[0]]},
        natural="tree_row",
    )
    add(village, polygon(box(60, 30, 36, 36)), natural="wood")
    city = load(village)
    trees = [item for item in city.scene.objects if item.category == "tree"]
    assert len(trees) > 15
    assert min(abs(item.z_max_m - 8.0) for item in trees) < 1e-6, "the tree with a height has it"


@pytest.mark.parametrize(
    "shape",
    ["flat", "gabled", "hipped", "pyramidal", "dome", "round", "skillion", "gambrel", "mansard", "quadruple"],
)
def test_roofs_reach_the_tagged_height_and_close(village: Document, load: Load, shape: str) -> None:
    village["features"] = []
    add(
        village,
        polygon(box(0, 0, 20, 12)),
        building="yes",
        height=12,
        **{"roof:shape": shape, "roof:height": 4},
    )
    city = load(village)
    corners = triangles_of(city, city.scene.objects[0])
    assert corners[..., 2].max() == pytest.approx(12.0, abs=0.01)
    volume = np.einsum("ni,ni->n", corners[:, 0], np.cross(corners[:, 1], corners[:, 2])).sum() / 6
    assert 240 * 7.9 < volume < 240 * 12.1, "outward and closed but for the floor"
    up = np.cross(corners[:, 1] - corners[:, 0], corners[:, 2] - corners[:, 0])[:, 2]
    assert up[up > 0].sum() / 2 == pytest.approx(240, rel=0.02), "the roof covers the plan once"


def test_tagged_colours_are_used(village: Document, load: Load) -> None:
    feature_named(village, "Harbour House")["properties"] |= {
        "building:colour": "#aa2211",
        "building:material": "brick",
    }
    assert {"red", "brick"} <= set(named(load(village), "Harbour House").attributes)


def test_hostile_tags_do_no_harm(village: Document, load: Load) -> None:
    for index, item in enumerate(village["features"]):
        item["properties"] |= {
            "height": ["x"],
            "name": {"a": 1},
            "layer": "∞",
            "lanes": "-9",
            "width": "1e999",
        }
        item["properties"]["roof:shape"] = index
    city = load(village)
    assert city.report.objects["office building"] == 1
    assert all(math.isfinite(item.z_max_m) for item in city.scene.objects)


def test_only_points_of_interest_is_an_error(village: Document, load: Load) -> None:
    village["features"] = [copy.deepcopy(feature_named(village, "Corner Café"))]
    with pytest.raises(InputError, match="nothing to draw"):
        load(village)


def house_at(longitude: float) -> Document:
    corners = [(0, 0), (1e-4, 0), (1e-4, 1e-4), (0, 1e-4), (0, 0)]
    ring = [[longitude + x if abs(longitude + x) <= 180 else longitude + x - 360, 10 + y] for x, y in corners]
    return {"type": "Feature", "properties": {"building": "yes"}, "geometry": polygon(ring)}


@pytest.mark.parametrize("longitudes", [(179.9998, -179.9999), (-179.9999, 179.99995), (179.99995, 179.9996)])
def test_a_city_across_the_date_line_is_one_city(
    load: Load, tmp_path: Path, longitudes: tuple[float, ...]
) -> None:
    city = load({"type": "FeatureCollection", "features": [house_at(value) for value in longitudes]})
    assert city.report.objects["building"] == 2
    assert city.scene.bounds.y_max_m - city.scene.bounds.y_min_m < 120
    east = [max(y for _, y in item.footprint) for item in city.scene.objects if item.category == "building"]
    assert 10 < abs(east[0] - east[1]) < 60
    save_scene(tmp_path / "a.npz", city.scene)
    read_scene(tmp_path / "a.npz")


def test_cities_a_continent_apart_are_refused(load: Load) -> None:
    with pytest.raises(InputError, match="far from all others"):
        load({"type": "FeatureCollection", "features": [house_at(5.0), house_at(60.0)]})


def test_a_hole_far_away_leaves_its_feature_out(village: Document, load: Load) -> None:
    add(village, polygon(box(0, 0, 5, 5), box(9e6, 0, 50, 50)), building="yes")
    assert load(village).report.count("feature far from the city") == 1
