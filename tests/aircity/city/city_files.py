"""Small valid city files, made anew from a seed: the stock that mutations start from."""

import json
from typing import Any

import numpy as np

Document = dict[str, Any]
_DEGREE_M = 111_000.0
_EAST, _NORTH = 24.93, 60.17


def make_file(kind: str, rng: np.random.Generator) -> list[Document]:
    """The documents of one file: one for GeoJSON and CityJSON, a line each for CityJSONSeq."""
    if kind == "geojson":
        return [make_geojson(rng)]
    if kind == "cityjson":
        return [make_cityjson(rng)]
    whole = make_cityjson(rng)
    header = {key: whole[key] for key in ("type", "version", "transform", "geometry-templates")}
    lines = [{**header, "CityObjects": {}, "vertices": []}]
    for id_, thing in whole["CityObjects"].items():
        lines.append(
            {
                "type": "CityJSONFeature",
                "id": id_,
                "CityObjects": {id_: thing},
                "vertices": whole["vertices"],
            }
        )
    return lines


def encode(documents: list[Document]) -> bytes:
    """The bytes of a file with these documents, one to a line."""
    return "\n".join(json.dumps(document) for document in documents).encode()


def make_geojson(rng: np.random.Generator) -> Document:
    """A few streets with buildings, a part, a bridge, water known in three ways, trees and places."""
    features = [_building(rng, index) for index in range(int(rng.integers(2, 7)))]
    features += [_street(rng, index) for index in range(int(rng.integers(1, 5)))]
    at = rng.uniform(-60, 60, (8, 2))
    features += [
        _feature("Polygon", [_box(at[0], 40, 30)], leisure="park", name="Green"),
        _feature("Polygon", [_box(at[1], 30, 30), _box(at[1], 8, 8)], natural="water"),
        _feature("Polygon", [_box(at[2], 9, 9)], **{"building:part": "yes", "height": "30 m"}),
        _feature("MultiPolygon", [[_box(at[3], 20, 9)], [_box(at[3] + 40, 9, 9)]], natural="wood"),
        _feature("LineString", _degrees([at[4], at[5]]), waterway="river"),
        _feature("LineString", _degrees([at[5], at[6]]), natural="tree_row"),
        _feature("LineString", _degrees([at[6], at[7]]), highway="primary", bridge="yes", layer=1),
        _feature("Point", _degrees([at[7]])[0], natural="tree", height=9),
        _feature("Point", _degrees([at[6]])[0], natural="bay", name="The Bay"),
        _feature("Point", _degrees([at[0]])[0], amenity="library", name="Library"),
    ]
    return {"type": "FeatureCollection", "features": features}


def _building(rng: np.random.Generator, index: int) -> Document:
    ring = _box(rng.uniform(-80, 80, 2), *rng.uniform(6, 30, 2))
    shape = str(rng.choice(["flat", "gabled", "hipped", "dome", "pyramidal", "skillion", "onion"]))
    tags = {"building": "yes", "height": float(rng.uniform(4, 40)), "roof:shape": shape, "id": f"b{index}"}
    return _feature("Polygon", [ring], **tags)


def _street(rng: np.random.Generator, index: int) -> Document:
    kind = str(rng.choice(["residential", "primary", "footway", "service"]))
    line = _degrees(rng.uniform(-90, 90, (int(rng.integers(2, 6)), 2)))
    rail = {"railway": "tram"} if index == 3 else {"highway": kind, "lanes": "2"}
    return _feature("LineString", line, name=f"Street {index % 2}", **rail)


def _feature(kind: str, coordinates: Any, **tags: Any) -> Document:
    return {"type": "Feature", "properties": tags, "geometry": {"type": kind, "coordinates": coordinates}}


def _box(middle: Any, width_m: float, depth_m: float) -> list[list[float]]:
    east, north = float(middle[0]), float(middle[1])
    a, b = width_m / 2, depth_m / 2
    corners = [(east - a, north - b), (east + a, north - b), (east + a, north + b), (east - a, north + b)]
    return _degrees([*corners, corners[0]])


def _degrees(points_m: Any) -> list[list[float]]:
    return [[_EAST + float(p[0]) / _DEGREE_M * 2, _NORTH + float(p[1]) / _DEGREE_M] for p in points_m]


def make_cityjson(rng: np.random.Generator) -> Document:
    """Solids with parts and meaning, a terrain, a road, water, a bridge and a tree from a template."""
    vertices: list[list[int]] = []
    objects: Document = {}
    for index in range(int(rng.integers(2, 6))):
        solid = _solid(vertices, rng.integers(0, 90_000, 2), rng.integers(5000, 25_000, 3))
        objects[f"b{index}"] = {"type": "Building", "attributes": {"name": f"B{index}"}, "geometry": [solid]}
    part = _solid(vertices, rng.integers(0, 90_000, 2), rng.integers(5000, 9000, 3))
    objects["part"] = {"type": "BuildingPart", "parents": ["b0"], "geometry": [part]}
    objects["b0"]["children"] = ["part"]
    for id_, kind in (("ground", "TINRelief"), ("road", "Road"), ("pond", "WaterBody"), ("deck", "Bridge")):
        objects[id_] = {"type": kind, "geometry": [_sheet(vertices, rng, id_ == "ground")]}
    vertices.append([40_000, 40_000, 0])
    objects["tree"] = {"type": "SolitaryVegetationObject", "geometry": [_instance(len(vertices) - 1)]}
    return {
        "type": "CityJSON",
        "version": "2.0",
        "transform": {"scale": [0.001, 0.001, 0.001], "translate": [85_000.0, 446_000.0, 1.0]},
        "metadata": {"title": "Hamlet"},
        "CityObjects": objects,
        "vertices": vertices,
        "geometry-templates": {
            "templates": [
                {"type": "MultiSurface", "lod": "2", "boundaries": [[[0, 1, 2]], [[0, 2, 3]], [[0, 3, 1]]]}
            ],
            "vertices-templates": [[0, 0, 5], [2, 0, 0], [-1, 2, 0], [-1, -2, 0]],
        },
    }


def _solid(vertices: list[list[int]], corner: Any, size: Any) -> Document:
    base = len(vertices)
    (x, y), (w, d, h) = (int(v) for v in corner), (int(v) for v in size)
    for z in (0, h):
        vertices += [[x, y, z], [x + w, y, z], [x + w, y + d, z], [x, y + d, z]]
    faces = [(0, 3, 2, 1), (4, 5, 6, 7), (0, 1, 5, 4), (1, 2, 6, 5), (2, 3, 7, 6), (3, 0, 4, 7)]
    return {
        "type": "Solid",
        "lod": "2.2",
        "boundaries": [[[[base + index for index in face]] for face in faces]],
        "semantics": {
            "surfaces": [{"type": "GroundSurface"}, {"type": "RoofSurface"}, {"type": "WallSurface"}],
            "values": [[0, 1, 2, 2, 2, 2]],
        },
    }


def _sheet(vertices: list[list[int]], rng: np.random.Generator, large: bool) -> Document:
    base, step = len(vertices), 25_000 if large else 6000
    x, y = (0, 0) if large else (int(v) for v in rng.integers(0, 80_000, 2))
    for row in range(4):
        for column in range(4):
            vertices.append([x + row * step, y + column * step, int(rng.integers(-300, 300))])
    quads = [base + 4 * row + column for row in range(3) for column in range(3)]
    rings = [ring for a in quads for ring in ([[a, a + 4, a + 5]], [[a, a + 5, a + 1]])]
    return {"type": "CompositeSurface", "lod": 1, "boundaries": rings}


def _instance(anchor: int) -> Document:
    matrix = [1.0, 0, 0, 0, 0, 1, 0, 0, 0, 0, 1, 0, 0, 0, 0, 1]
    return {
        "type": "GeometryInstance",
        "template": 0,
        "boundaries": [anchor],
        "transformationMatrix": matrix,
    }
