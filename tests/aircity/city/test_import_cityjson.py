"""CityJSON: versions, geometry types and every trap, each shown to be repaired or counted."""

import copy
import json
from collections.abc import Callable
from pathlib import Path
from typing import Any

import numpy as np
import pytest
from shapely.geometry import Polygon

from aircity.city.cache import read_scene, save_scene
from aircity.city.imports import ImportedCity, capped, import_city
from aircity.city.scene import SceneObject
from aircity.city.solids.materials import Material
from aircity.errors import InputError

FIXTURES = Path(__file__).parent / "fixtures"
Document = dict[str, Any]
Load = Callable[[Document], ImportedCity]


@pytest.fixture
def hamlet() -> Document:
    document: Document = json.loads((FIXTURES / "hamlet.city.json").read_text())
    return document


@pytest.fixture
def load(tmp_path: Path) -> Load:
    def write_and_import(document: Document) -> ImportedCity:
        path = tmp_path / "city.json"
        path.write_text(json.dumps(document))
        return import_city(path)

    return write_and_import


def object_of(city: ImportedCity, category: str) -> SceneObject:
    return next(item for item in city.scene.objects if item.category == category)


def triangles_of(city: ImportedCity, item: SceneObject) -> np.ndarray:
    return city.scene.mesh.vertices[city.scene.mesh.object_id == item.id].astype(float)


def volume_of(triangles: np.ndarray) -> float:
    """Volume above z = 0, where the floor and all below is not counted; positive if normals point out."""
    above = triangles[(triangles[..., 2] > -0.01).all(axis=1)]
    return float(np.einsum("ni,ni->n", above[:, 0], np.cross(above[:, 1], above[:, 2])).sum() / 6)


def office_geometry(hamlet: Document) -> Document:
    geometry: Document = hamlet["CityObjects"]["office"]["geometry"][0]
    return geometry


def test_the_hamlet_as_it_is(hamlet: Document, load: Load) -> None:
    city = load(hamlet)
    assert city.report.objects == {
        "building": 1,
        "field": 1,
        "ground": 1,
        "office building": 1,
        "road": 1,
        "water": 1,
    }
    assert city.report.findings == ()
    assert city.scene.attribution == "A made-up hamlet"
    office = object_of(city, "office building")
    assert office.name == "Harbour House"
    assert (office.z_min_m, office.z_max_m) == (0.0, 30.0)
    assert Polygon(office.footprint).area == pytest.approx(240.0)
    assert Polygon(office.footprint).exterior.is_ccw
    farm = object_of(city, "building")
    assert Polygon(farm.footprint).area == pytest.approx(160 + 48), "both parts, one object"
    assert farm.z_max_m == pytest.approx(8.0)
    assert city.scene.bounds.z_max_m == 120.0


def test_x_is_north_and_y_is_east(hamlet: Document, load: Load) -> None:
    city = load(hamlet)
    office, farm = object_of(city, "office building"), object_of(city, "building")
    road, pond = object_of(city, "road"), object_of(city, "water")
    assert Polygon(farm.footprint).centroid.y > Polygon(office.footprint).centroid.y + 30, "the farm is east"
    assert Polygon(pond.footprint).centroid.x > Polygon(road.footprint).centroid.x + 20, "the pond is north"


def test_walls_face_out_and_roofs_up(hamlet: Document, load: Load) -> None:
    city = load(hamlet)
    office = object_of(city, "office building")
    assert volume_of(triangles_of(city, office)) == pytest.approx(20 * 12 * 30, rel=1e-4)
    mesh = city.scene.mesh
    roofs = [i for i, surface in enumerate(mesh.surfaces) if surface.material == Material.ROOF_FLAT]
    assert (mesh.normals[np.isin(mesh.surface, roofs)][..., 2] > 0.99).all()


def test_windows_fit_the_walls(hamlet: Document, load: Load) -> None:
    city = load(hamlet)
    mesh, office = city.scene.mesh, object_of(city, "office building")
    facades = (Material.FACADE, Material.BRICK, Material.CURTAIN)
    for index, surface in enumerate(mesh.surfaces):
        chosen = (mesh.surface == index) & (mesh.object_id == office.id)
        if surface.material in facades and chosen.any():
            uv = mesh.uv[chosen]
            assert uv[..., 1].min() == pytest.approx(0, abs=0.01) and uv[..., 1].max() == pytest.approx(
                30, abs=0.01
            )
            bays = np.unique(np.round(uv[..., 0] / surface.scale[0], 3))
            assert (bays == np.round(bays)).all(), "corners fall between bays"
            break
    else:
        pytest.fail("the office has no facade")


def test_pitched_roofs_are_tiled_and_flat_ones_not(hamlet: Document, load: Load) -> None:
    city = load(hamlet)
    mesh, farm = city.scene.mesh, object_of(city, "building")
    used = {mesh.surfaces[index].material for index in mesh.surface[mesh.object_id == farm.id]}
    assert {Material.ROOF_TILE, Material.ROOF_FLAT} <= used


@pytest.mark.parametrize("version", ["0.8", "0.9", "1.0", "1.1", "2.0"])
def test_versions(hamlet: Document, load: Load, version: str) -> None:
    hamlet["version"] = version
    if version < "1.0":
        for item in hamlet["CityObjects"].values():
            if "parents" in item:
                item["parent"] = item.pop("parents")[0]
            for geometry in item.get("geometry", []):
                geometry["lod"] = float(geometry["lod"])
    report = load(hamlet).report
    assert report.version == version and report.findings == ()
    assert report.objects["building"] == 1


def test_unknown_version_is_tried_and_counted(hamlet: Document, load: Load) -> None:
    hamlet["version"] = "9.7"
    assert load(hamlet).report.count("unknown version, read as 2.0") == 1


def test_sequence_equals_the_document() -> None:
    whole = import_city(FIXTURES / "hamlet.city.json")
    lines = import_city(FIXTURES / "hamlet.city.jsonl")
    assert whole.report.objects == lines.report.objects
    assert len(whole.scene.mesh) == len(lines.scene.mesh)
    assert object_of(lines, "office building").z_max_m == 30.0


@pytest.mark.parametrize("lods", [(1, 2), ("1.2", "2.2"), (2.2, 1.3), (0, "1")])
def test_highest_level_of_detail_wins(hamlet: Document, load: Load, lods: tuple[Any, Any]) -> None:
    low, high = sorted(lods, key=float)
    fine = office_geometry(hamlet)
    coarse = copy.deepcopy(fine)
    fine["lod"], coarse["lod"] = high, low
    coarse["boundaries"] = [[[[0, 1, 2]]]]
    hamlet["CityObjects"]["office"]["geometry"] = [coarse, fine] if lods[0] == low else [fine, coarse]
    city = load(hamlet)
    assert city.report.count("lower level of detail") == 1
    assert volume_of(triangles_of(city, object_of(city, "office building"))) == pytest.approx(7200, rel=1e-3)


def test_duplicate_geometry_is_drawn_once_with_its_semantics(hamlet: Document, load: Load) -> None:
    plain = load(hamlet)
    twin = copy.deepcopy(office_geometry(hamlet))
    del twin["semantics"]
    hamlet["CityObjects"]["office"]["geometry"].insert(0, twin)
    city = load(hamlet)
    assert city.report.count("duplicate geometry") == 1
    assert len(city.scene.mesh) == len(plain.scene.mesh)


def test_duplicate_objects_are_drawn_once(hamlet: Document, load: Load) -> None:
    hamlet["CityObjects"]["copy"] = copy.deepcopy(hamlet["CityObjects"]["office"])
    report = load(hamlet).report
    assert report.count("duplicate object") == 1 and report.objects["office building"] == 1


def test_flat_outline_gives_way_to_the_parts(hamlet: Document, load: Load) -> None:
    outline = {"type": "MultiSurface", "lod": "0", "boundaries": [[[0, 1, 2, 3]]]}
    hamlet["CityObjects"]["farm"]["geometry"] = [outline]
    assert load(hamlet).report.count("lower level of detail") == 1


@pytest.mark.parametrize("kind", ["MultiSurface", "CompositeSurface", "MultiSolid", "CompositeSolid"])
def test_all_surface_geometries(hamlet: Document, load: Load, kind: str) -> None:
    geometry = office_geometry(hamlet)
    geometry["type"] = kind
    shells, values = geometry["boundaries"], geometry["semantics"]["values"]
    geometry["boundaries"] = [shells] if "Solid" in kind else shells[0]
    geometry["semantics"]["values"] = [values] if "Solid" in kind else values[0]
    city = load(hamlet)
    assert volume_of(triangles_of(city, object_of(city, "office building"))) == pytest.approx(7200, rel=1e-3)


def test_geometry_instances_are_placed(hamlet: Document, load: Load) -> None:
    matrix = [2, 0, 0, 0, 0, 2, 0, 0, 0, 0, 2, 0, 0, 0, 0, 1]
    hamlet["geometry-templates"] = {
        "templates": [{"type": "MultiSurface", "lod": "2", "boundaries": [[[0, 1, 2]], [[0, 2, 3]]]}],
        "vertices-templates": [[0, 0, 0], [1, 0, 0], [1, 0, 3], [0, 0, 3]],
    }
    lamp = {"type": "GeometryInstance", "template": 0, "boundaries": [0], "transformationMatrix": matrix}
    hamlet["CityObjects"]["lamp"] = {"type": "CityFurniture", "geometry": [lamp]}
    hamlet["CityObjects"]["lost"] = {"type": "CityFurniture", "geometry": [{**lamp, "template": 7}]}
    city = load(hamlet)
    assert object_of(city, "street furniture").z_max_m == pytest.approx(6.0)
    assert city.report.count("geometry instance without a usable template") == 1


def test_points_and_lines_are_counted(hamlet: Document, load: Load) -> None:
    hamlet["CityObjects"]["tree"] = {
        "type": "SolitaryVegetationObject",
        "geometry": [{"type": "MultiPoint", "lod": "1", "boundaries": [0]}],
    }
    assert load(hamlet).report.count("geometry of type MultiPoint") == 1


def test_huge_coordinates_lose_nothing(hamlet: Document, load: Load) -> None:
    near = load(hamlet)
    hamlet["transform"]["translate"] = [2_700_000.0, 6_100_000.0, 800.0]
    far = load(hamlet)
    assert np.abs(far.scene.mesh.vertices - near.scene.mesh.vertices).max() < 1e-3


def test_missing_transform_means_metres(hamlet: Document, load: Load) -> None:
    hamlet["vertices"] = [[c / 1000 for c in vertex] for vertex in hamlet["vertices"]]
    del hamlet["transform"]
    city = load(hamlet)
    assert city.report.count("missing transform, vertices taken as metres") == 1
    assert object_of(city, "office building").z_max_m == 30.0


@pytest.mark.parametrize(
    "transform",
    [
        {},
        {"scale": [0, 1, 1], "translate": [0, 0, 0]},
        {"scale": "x", "translate": 1},
        {"scale": [-1, 1, 1], "translate": [0, 0, 0]},
    ],
)
def test_broken_transform(hamlet: Document, load: Load, transform: Document) -> None:
    hamlet["vertices"] = [[c / 1000 for c in vertex] for vertex in hamlet["vertices"]]
    hamlet["transform"] = transform
    assert load(hamlet).report.count("broken transform, vertices taken as metres") >= 1


def test_reversed_solids_are_turned_out(hamlet: Document, load: Load) -> None:
    geometry = office_geometry(hamlet)
    geometry["boundaries"] = [
        [[ring[::-1] for ring in face] for face in shell] for shell in geometry["boundaries"]
    ]
    city = load(hamlet)
    assert volume_of(triangles_of(city, object_of(city, "office building"))) == pytest.approx(7200, rel=1e-4)


@pytest.mark.parametrize("face", range(6))
def test_a_single_reversed_face_is_turned_back(hamlet: Document, load: Load, face: int) -> None:
    shell = office_geometry(hamlet)["boundaries"][0]
    shell[face] = [ring[::-1] for ring in shell[face]]
    city = load(hamlet)
    assert volume_of(triangles_of(city, object_of(city, "office building"))) == pytest.approx(7200, rel=1e-4)


def test_holes_stay_open(hamlet: Document, load: Load) -> None:
    city = load(hamlet)
    field = triangles_of(city, object_of(city, "field"))
    field = field[np.ptp(field[..., 2], axis=1) < 1e-6]  # without the skirts below its border
    area = np.linalg.norm(np.cross(field[:, 1] - field[:, 0], field[:, 2] - field[:, 0]), axis=1).sum() / 2
    assert area == pytest.approx(100 * 44 - 240 - 160 - 48 - 20 * 14, rel=1e-4)


def test_long_rings(hamlet: Document, load: Load) -> None:
    first = len(hamlet["vertices"])
    turn = np.linspace(0, 2 * np.pi, 1100, endpoint=False)
    ring = [[int(20000 + 9000 * np.cos(a)), int(70000 + 9000 * np.sin(a)), 1000] for a in turn]
    hamlet["vertices"] += ring
    surface = [list(range(first, first + len(ring)))]
    hamlet["CityObjects"]["lake"] = {
        "type": "WaterBody",
        "geometry": [{"type": "MultiSurface", "lod": "1", "boundaries": [surface]}],
    }
    city = load(hamlet)
    lake = [item for item in city.scene.objects if item.category == "water"][-1]
    assert Polygon(lake.footprint).area == pytest.approx(np.pi * 81, rel=0.01)


def spoil(hamlet: Document, face: Any) -> None:
    office_geometry(hamlet)["boundaries"][0].append(face)


@pytest.mark.parametrize(
    ("face", "reason"),
    [
        ([[0, 1, 0]], "ring with fewer than three corners"),
        ([[0, 1]], "ring with fewer than three corners"),
        ([[]], "ring with fewer than three corners"),
        ([[0, 1, 99999]], "vertex index out of range"),
        ([[0, 1, -2]], "vertex index out of range"),
        ([[0, 1, "2"]], "ring that is not a list of indices"),
        ([[0, 1, True]], "ring that is not a list of indices"),
        ("face", "ring that is not a list of indices"),
        ([[0, 1, [2, [3]]]], "ring that is not a list of indices"),
    ],
)
def test_broken_faces_are_counted(hamlet: Document, load: Load, face: Any, reason: str) -> None:
    spoil(hamlet, face)
    city = load(hamlet)
    assert city.report.count(reason) == 1
    assert city.report.findings[0].example == "office"
    assert volume_of(triangles_of(city, object_of(city, "office building"))) == pytest.approx(7200, rel=1e-3)


def test_zero_area_faces_are_counted(hamlet: Document, load: Load) -> None:
    start = len(hamlet["vertices"])
    hamlet["vertices"] += [[0, 0, 1000], [5000, 0, 1000], [9000, 0, 1000]]
    spoil(hamlet, [[start, start + 1, start + 2]])
    assert load(hamlet).report.count("zero-area surface") == 1


def test_self_crossing_faces_are_repaired(hamlet: Document, load: Load) -> None:
    start = len(hamlet["vertices"])
    hamlet["vertices"] += [[0, 60000, 1000], [10000, 70000, 1000], [10000, 60000, 1000], [0, 75000, 1000]]
    hamlet["CityObjects"]["bow"] = {
        "type": "WaterBody",
        "geometry": [
            {"type": "MultiSurface", "lod": "1", "boundaries": [[[start, start + 1, start + 2, start + 3]]]}
        ],
    }
    assert load(hamlet).report.count("self-intersecting surface repaired") == 1


@pytest.mark.parametrize("bad", ["NaN", "Infinity", "null", '"x"', "[]", "1e400"])
def test_broken_vertices_cost_only_their_faces(hamlet: Document, tmp_path: Path, bad: str) -> None:
    text = json.dumps(hamlet)
    first = json.dumps(hamlet["vertices"][0])
    path = tmp_path / "city.json"
    path.write_text(text.replace(f'"vertices": [{first}', f'"vertices": [[0, {bad}, 0]'))
    report = import_city(path).report
    assert report.count("vertex that is not three finite numbers") == 1
    assert report.count("surface with a broken vertex") == 4
    assert report.objects["office building"] == 1


def test_a_corner_at_the_origin_of_the_grid_is_left_out(hamlet: Document, load: Load) -> None:
    start = len(hamlet["vertices"])
    hamlet["vertices"].append([-85_000_000, -447_000_000, 0])
    spoil(hamlet, [[0, 1, start]])
    city = load(hamlet)
    assert city.report.count("surface far from the city") == 1
    assert city.scene.bounds.x_max_m - city.scene.bounds.x_min_m < 60


def test_a_corner_far_below_is_raised(hamlet: Document, load: Load) -> None:
    hamlet["vertices"] = [
        [x, y, -15000] if i == 0 else [x, y, z] for i, (x, y, z) in enumerate(hamlet["vertices"])
    ]
    city = load(hamlet)
    assert city.report.count("corner far below the city, raised") == 2, "two objects share it"
    assert city.scene.mesh.vertices[..., 2].min() > -3.0


def test_unknown_types_are_drawn_plain(hamlet: Document, load: Load) -> None:
    hamlet["CityObjects"]["lane"]["type"] = "+Hovercraft"
    report = load(hamlet).report
    assert report.count("unknown object type, drawn plain") == 1 and report.objects["object"] == 1


def test_parents_in_a_circle(hamlet: Document, load: Load) -> None:
    hamlet["CityObjects"]["farm"]["parents"] = ["farm-1"]
    assert load(hamlet).report.objects["building"] >= 1


def test_names_pass_a_filter(hamlet: Document, load: Load) -> None:
    hamlet["CityObjects"]["office"]["attributes"]["name"] = "A\x00B\n" + "x" * 500
    name = object_of(load(hamlet), "office building").name
    assert name is not None and name.startswith("A B x") and len(name) == 80


def test_own_ground_is_not_covered(hamlet: Document, load: Load) -> None:
    city = load(hamlet)
    mesh = city.scene.mesh
    ground, field = object_of(city, "ground"), object_of(city, "field")
    x_min, y_min = np.array(field.footprint).min(axis=0)
    x_max, y_max = np.array(field.footprint).max(axis=0)
    middles = mesh.vertices[mesh.object_id == ground.id].mean(axis=1)
    inside = (
        (middles[:, 0] > x_min) & (middles[:, 0] < x_max) & (middles[:, 1] > y_min) & (middles[:, 1] < y_max)
    )
    assert inside.any() and middles[inside, 2].max() < -0.03


def test_the_border_of_the_ground_reaches_what_is_below(hamlet: Document, load: Load) -> None:
    city = load(hamlet)
    road = triangles_of(city, object_of(city, "road"))
    skirts = road[np.ptp(road[..., 2], axis=1) > 0.1]
    south = skirts[(skirts[..., 0] < city.scene.bounds.x_min_m + 0.01).all(axis=1)]
    assert len(south) and south[..., 2].min() < -0.6 and south[..., 2].max() == pytest.approx(0.0, abs=1e-6)
    normals = np.cross(south[:, 1] - south[:, 0], south[:, 2] - south[:, 0])
    assert (normals[:, 0] < 0).all(), "they face away from the ground"


def test_ground_drawn_face_down_is_turned_up(hamlet: Document, load: Load) -> None:
    surfaces = hamlet["CityObjects"]["green"]["geometry"][0]["boundaries"]
    surfaces[0] = [ring[::-1] for ring in surfaces[0]]
    field = triangles_of(city := load(hamlet), object_of(city, "field"))
    level = field[np.ptp(field[..., 2], axis=1) < 1e-6]
    assert (np.cross(level[:, 1] - level[:, 0], level[:, 2] - level[:, 0])[:, 2] > 0).all()


def test_feet_on_a_slope_stand_on_ground(hamlet: Document, load: Load) -> None:
    for id_ in ("lane", "green", "pond"):
        del hamlet["CityObjects"][id_]
    hamlet["vertices"] = [[x, y, z + x // 10] for x, y, z in hamlet["vertices"]]
    city = load(hamlet)
    farm, office = object_of(city, "building"), object_of(city, "office building")
    assert farm.z_min_m - office.z_min_m == pytest.approx(4.0, abs=0.01)
    mesh = city.scene.mesh
    ground = mesh.vertices[mesh.object_id == object_of(city, "ground").id]
    for item in (farm, office):
        middle = np.array(Polygon(item.footprint).centroid.coords[0])
        near = ground[np.hypot(*(ground.mean(axis=1)[:, :2] - middle).T).argsort()[:4]]
        assert near[..., 2].mean() == pytest.approx(item.z_min_m, abs=1.5)


def test_nothing_usable_is_an_error(hamlet: Document, load: Load) -> None:
    hamlet["vertices"] = []
    with pytest.raises(InputError, match="nothing can be drawn"):
        load(hamlet)


def test_a_ring_that_runs_in_circles_is_left_out(hamlet: Document, load: Load) -> None:
    ring = hamlet["CityObjects"]["lane"]["geometry"][0]["boundaries"][0][0]
    copies = []
    for corner in ring * 3000:
        copies.append(len(hamlet["vertices"]))
        hamlet["vertices"].append(hamlet["vertices"][corner])
    hamlet["CityObjects"]["lane"]["geometry"][0]["boundaries"] += [[ring * 3000], [copies]]
    city = load(hamlet)
    assert city.report.count("ring that visits a corner too often") == 2
    assert city.report.objects["road"] == 1, "its other surface stays"


def test_a_surface_with_too_many_corners_is_left_out(hamlet: Document, load: Load) -> None:
    start = len(hamlet["vertices"])
    hamlet["vertices"] += [[index, index % 7, 0] for index in range(20_001)]
    hamlet["CityObjects"]["lane"]["geometry"][0]["boundaries"].append([list(range(start, start + 20_001))])
    assert load(hamlet).report.count("surface with too many corners") == 1


def test_a_small_file_cannot_make_a_huge_scene(
    hamlet: Document, load: Load, monkeypatch: pytest.MonkeyPatch
) -> None:
    wanted = load(hamlet).report.triangles
    for limit in (10, wanted - 1):
        monkeypatch.setattr(capped, "MOST_TRIANGLES", limit)
        with pytest.raises(InputError, match=rf"makes \d+ triangles or more; at most {limit}"):
            load(hamlet)


def test_instances_count_as_often_as_they_stand(
    hamlet: Document, load: Load, monkeypatch: pytest.MonkeyPatch
) -> None:
    fan = [[[0, 1, 2]]] * 1000
    hamlet["geometry-templates"] = {
        "templates": [{"type": "MultiSurface", "lod": "2", "boundaries": fan}],
        "vertices-templates": [[0, 0, 0], [1, 0, 0], [0, 1, 1]],
    }
    for index in range(60):
        instance = {"type": "GeometryInstance", "template": 0, "boundaries": [index % 4]}
        hamlet["CityObjects"][f"t{index}"] = {"type": "SolitaryVegetationObject", "geometry": [instance]}
    monkeypatch.setattr(capped, "MOST_TRIANGLES", 50_000)
    with pytest.raises(InputError, match="at most 50000"):
        load(hamlet)


@pytest.mark.parametrize("scale", [[0.001, 0.001, 1e5], [1e5, 1e5, 0.001], [1e5, 1e5, 1e5], [1e-9, 1, 1]])
def test_what_import_keeps_can_be_opened_again(
    hamlet: Document, load: Load, tmp_path: Path, scale: list[float]
) -> None:
    hamlet["transform"]["scale"] = scale
    try:
        city = load(hamlet)
    except InputError as error:
        assert str(error)
        return
    save_scene(tmp_path / "a.npz", city.scene)
    assert len(read_scene(tmp_path / "a.npz").mesh) == city.report.triangles


def test_surfaces_out_of_reach_are_counted(hamlet: Document, load: Load) -> None:
    hamlet["transform"]["scale"][2] = 1e5
    city = load(hamlet)
    assert city.report.count("surface far from the city") > 0
    assert city.scene.bounds.z_max_m <= 1e5


def test_a_geometry_type_cannot_steer_a_terminal(hamlet: Document, load: Load) -> None:
    hamlet["CityObjects"]["lane"]["geometry"].append({"type": "\x1b[2Jgone\x07", "boundaries": []})
    city = load(hamlet)
    assert city.report.count("geometry of type [2Jgone") == 1
    assert "\x1b" not in city.report.summary() and "\x07" not in city.report.summary()
