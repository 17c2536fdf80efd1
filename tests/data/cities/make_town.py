"""Writes two made-up places with the awkward things that real files have, and walks through the first.

The town's streets are a grid turned 25 degrees clockwise, so that a mirrored or swapped axis shows; a road
leans to the west across it. Run as: python tests/data/cities/make_town.py
"""

import json
import math
from pathlib import Path

LAT, LON = 47.0, 11.0
NORTH_DEG, EAST_DEG = 1 / 111_174.0, 1 / 76_056.0  # a metre there
TURN_RAD = math.radians(25.0)


def placed(along, across):
    """Metres along the avenues and across them, to the right, as [longitude, latitude]."""
    north = along * math.cos(TURN_RAD) - across * math.sin(TURN_RAD)
    east = along * math.sin(TURN_RAD) + across * math.cos(TURN_RAD)
    return [round(LON + east * EAST_DEG, 8), round(LAT + north * NORTH_DEG, 8)]


def ring(along, across, long_m, wide_m):
    a, b = long_m / 2, wide_m / 2
    corners = [(-a, -b), (-a, b), (a, b), (a, -b), (-a, -b)]
    return [placed(along + p, across + q) for p, q in corners]


def feature(kind, coordinates, **tags):
    tags = {name.replace("__", ":"): value for name, value in tags.items()}
    geometry = {"type": kind, "coordinates": coordinates} if kind else None
    return {"type": "Feature", "properties": tags, "geometry": geometry}


def house(along, across, long_m=20, wide_m=14, **tags):
    return feature("Polygon", [ring(along, across, long_m, wide_m)], **{"building": "yes", **tags})


ODD_HEIGHTS = ["12", "9.5 m", "31 ft", "12,5", "7 metres", "three storeys", "", "-4", "1e9", None]
ROOFS = ["flat", "gabled", "hipped", "pyramidal", "skillion", "half-hipped", "onion", "sawtooth?"]


def blocks():
    """Thirty houses on the grid, each with another way of stating its height, its roof and its use."""
    for row in range(5):
        for column in range(6):
            number = 6 * row + column
            tags = {"building": ["residential", "house", "retail", "yes", "garage"][number % 5]}
            height = ODD_HEIGHTS[number % len(ODD_HEIGHTS)]
            if height is not None:
                tags["height"] = height
            if number % 3 == 0:
                tags["building:levels"] = ["2", "3.5", "4;5"][number % 9 // 3]
            if number % 4 == 0:
                tags["roof:shape"] = ROOFS[number // 4 % len(ROOFS)]
            if number % 7 == 0:
                tags["building:colour"] = ["#a03020", "white", "greyish", "rgb(9,9,9)", "peru"][number // 7]
            yield house(60 * row - 120, 50 * column - 125, **tags)


def landmarks():
    """What has a name or a shape of its own; the middle of the town is at (0, 0)."""
    yield house(
        150, 0, 30, 30, building="office", height="95", name="Beacon Tower", building__colour="#7a4a2a"
    )
    hall = [ring(-30, 0, 40, 40), ring(-30, 0, 16, 16)[::-1]]
    yield feature("Polygon", hall, building="civic", height="18 m", name="Town Hall")
    yield house(-90, 60, 40, 18, building="church", name="St. Odo's Church")
    yield house(-96, 60, 28, 18, building__part="yes", height="12", roof__shape="gabled", building=None)
    yield house(-76, 60, 12, 12, building__part="yes", height="35", roof__shape="pyramidal", building=None)
    yield house(-150, -60, 24, 20, height="14", name="West Store")
    yield house(-146, -54, 24, 20, height="10", name="East Store")  # stands half in its neighbour
    twin = ring(30, 60, 14, 14)
    yield feature("Polygon", [twin], building="yes", height="11", name="Twice Drawn")
    yield feature("LineString", twin, building="yes", height="11", name="Twice Drawn")
    pair = [[ring(30, -60, 12, 12)], [ring(50, -60, 12, 12)]]
    yield feature("MultiPolygon", pair, building="yes", height="8", name="Two Halls")
    a, b, c, d = ring(90, 60, 20, 20)[:4]
    yield feature("Polygon", [[a, c, b, d, a]], building="yes", height="6", name="Bow Tie")
    yield house(90, -60, 16, 16, building="roof", height="5", min_height="3.5", name="Market Roof")
    yield house(300, -140, height="16", building="industrial", name="Upper Mill")
    yield house(300, 120, height="13", building="industrial", name="Lower Mill")
    yield house(-240, -140, height="5", building="farm")
    yield house(-240, 140, height="5", building="barn")
    yield feature("Point", placed(-30, 12), amenity="townhall", name="Registry")
    yield feature("Point", placed(150, 5), tourism="viewpoint", name="Sky Deck")


def broken():
    """What no reader can draw, and must not fall over."""
    yield feature(None, None, building="yes", height="10")
    yield feature("Polygon", [[placed(0, 0)] * 4], building="yes", height="10")
    yield feature("Polygon", [ring(20, 20, 5, 5)[:2]], building="yes")
    yield feature("Polygon", [], building="yes")
    yield {"type": "Feature", "properties": None, "geometry": {"type": "Point", "coordinates": placed(1, 1)}}
    yield house(0, 90, 14, 14, location="underground", height="4")


def ways():
    for column in range(7):
        line = [placed(-160, 50 * column - 150), placed(0, 50 * column - 150), placed(190, 50 * column - 150)]
        kind = "primary" if column == 3 else "residential"
        yield feature("LineString", line, highway=kind, name=f"Avenue {column + 1}", lanes="2")
    for row in range(4):
        line = [placed(60 * row - 90, -160), placed(60 * row - 90, 160)]
        yield feature("LineString", line, highway="tertiary", name=f"Cross Street {row + 1}")
    yield feature(
        "LineString", [placed(-150, 150), placed(180, -150)], highway="unclassified", name="Old Road"
    )
    yield feature("LineString", [placed(195, -160), placed(195, 160)], railway="tram")
    yield feature("LineString", [placed(-160, 25), placed(190, 25)], highway="footway")
    yield feature(
        "LineString", [placed(-100, 0), placed(-20, 0)], highway="service", tunnel="yes", layer="-1"
    )
    over = [placed(190, -25), placed(300, -25)]
    yield feature("LineString", over, highway="secondary", bridge="yes", layer="1", name="Mill Bridge")


def nature():
    river = [ring(245, 0, 50, 360), ring(245, 90, 14, 40)[::-1]]  # with an island
    yield feature("MultiPolygon", [river], natural="water", name="The Aune")
    yield feature("Polygon", [ring(-190, 90, 50, 90)], leisure="park", name="Lime Park")
    yield feature("Polygon", [ring(-190, -90, 40, 60)], natural="wood")
    yield feature("LineString", [placed(205, -150), placed(205, 150)], natural="tree_row")
    for number in range(12):
        yield feature("Point", placed(-180 - 2 * number, 60 + 5 * number), natural="tree", height="9")
    yield feature("Point", placed(300, 150), natural="bay", name="Sand Bay")


def geojson():
    features = [*blocks(), *landmarks(), *broken(), *ways(), *nature()]
    for number, one in enumerate(features):
        one["id"] = f"way/{number + 1}"
        tags = one["properties"]
        if tags is not None:
            one["properties"] = {name: value for name, value in tags.items() if value is not None}
    return {"type": "FeatureCollection", "features": features}


ROUTES = [
    ("Walk up Avenue 2 past the shops and stop where the tram runs.", [(-90, -100), (0, -100), (195, -100)]),
    ("Go down Avenue 6 to the second crossing and turn left there.", [(150, 100), (30, 100), (30, 150)]),
    ("From the western corner follow the street to the Town Hall.", [(-30, -150), (-30, -90), (-30, -40)]),
    ("Round the block, keeping the houses on your right.", [(-30, 100), (30, 100), (30, 150), (-30, 150)]),
    ("Take Old Road until you come to the second avenue.", [(20, -5), (60, -41), (110, -86)]),
    ("Over Mill Bridge and to the far bank.", [(150, -25), (190, -25), (290, -25)]),
    ("Straight through the Town Hall, if they let you.", [(-30, -50), (-30, 50)]),
    ("Start in the tower, then walk out of it.", [(150, 0), (195, 0)]),
    ("Leave the town and keep going.", [(0, 0), (4000, 0)]),
    ("Stay where you are.", [(0, 0)]),
]
"""What somebody says, and the corners on the map in metres along and across the avenues."""


def routes():
    for number, (text, corners) in enumerate(ROUTES):
        yield {"id": number, "text": text, "latlon": [placed(*corner)[::-1] for corner in corners]}


class Shell:
    """Vertices and surfaces of a CityJSON file, in whole centimetres."""

    def __init__(self):
        self.vertices = []

    def add(self, *points):
        self.vertices += [[round(100 * number) for number in point] for point in points]
        return list(range(len(self.vertices) - len(points), len(self.vertices)))

    def box(self, x, y, wide, deep, low, high):
        corners = [(x, y), (x + wide, y), (x + wide, y + deep), (x, y + deep)]
        b = self.add(*((*one, low) for one in corners), *((*one, high) for one in corners))
        faces = [(3, 2, 1, 0), (4, 5, 6, 7), (0, 1, 5, 4), (1, 2, 6, 5), (2, 3, 7, 6), (3, 0, 4, 7)]
        return [[[b[index] for index in face]] for face in faces]


MEANING = {
    "surfaces": [{"type": "GroundSurface"}, {"type": "RoofSurface"}, {"type": "WallSurface"}],
    "values": [[0, 1, 2, 2, 2, 2]],
}
STEP = 30.0


def ground(x, y):
    """A hillside: it rises by a tenth to the north and waves a little to the east."""
    return 0.1 * y + 1.5 * math.sin(x / 40.0)


def terrain(shell):
    size = 9
    grid = [[(STEP * i, STEP * j) for i in range(size)] for j in range(size)]
    rows = [shell.add(*((x, y, ground(x, y)) for x, y in row)) for row in grid]
    faces = []
    for j in range(size - 1):
        for i in range(size - 1):
            a, b, c, d = rows[j][i], rows[j][i + 1], rows[j + 1][i + 1], rows[j + 1][i]
            faces += [[[a, b, c]], [[a, d, c]] if (i + j) % 5 == 0 else [[a, c, d]]]  # some face down
    return faces


def solid(faces, lod="2.2", semantics=MEANING):
    made = {"type": "Solid", "lod": lod, "boundaries": [faces]}
    return made if semantics is None else {**made, "semantics": semantics}


def courtyard(shell, x, y, low, high):
    """A block around a yard: floor and roof have a hole, the yard has walls of its own."""
    outer = [(x, y), (x + 30, y), (x + 30, y + 30), (x, y + 30)]
    inner = [(x + 10, y + 10), (x + 20, y + 10), (x + 20, y + 20), (x + 10, y + 20)]
    o, p = (shell.add(*((*one, z) for z in (low, high) for one in side)) for side in (outer, inner))
    faces = [[o[3::-1], p[:4]], [o[4:], p[:3:-1]]]
    for i in range(4):
        j = (i + 1) % 4
        faces += [[[o[i], o[j], o[j + 4], o[i + 4]]], [[p[j], p[i], p[i + 4], p[j + 4]]]]
    return faces


def surface(kind, boundaries, lod="1"):
    return {"type": kind, "lod": lod, "boundaries": boundaries}


def thing(kind, *geometry, **more):
    return {"type": kind, "geometry": list(geometry), **more}


def houses(shell):
    for number in range(16):
        x, y = 20.0 + 55 * (number % 4), 20.0 + 55 * (number // 4)
        low, high = ground(x, y) - 1.0, ground(x, y) + 6.0 + number
        faces = shell.box(x, y, 14, 12, low, high)
        geometry = [solid(faces)]
        if number == 3:  # open surfaces that say nothing of what they are
            geometry = [surface("MultiSurface", faces[1:], lod=2)]
        if number == 5:  # a coarser copy beside the fine one
            geometry.insert(0, solid(shell.box(x - 1, y - 1, 16, 14, low, high + 3), "1", None))
        if number == 6:  # inside out
            geometry = [solid([[ring[::-1] for ring in face] for face in faces])]
        attributes = {"name": f"House {number}", "roofType": ["1000", "slanted", 7, None][number % 4]}
        yield f"house-{number}", thing("Building", *geometry, attributes=attributes)


def sights(shell):
    yard = courtyard(shell, 75, 95, ground(75, 95) - 1, ground(75, 95) + 15)
    yield "yard", thing("Building", solid(yard, semantics=None), attributes={"name": "The Yard"})
    tower = solid(shell.box(150, 100, 12, 12, ground(150, 100) - 1, ground(150, 100) + 48))
    yield "abbey", thing("Building", tower, attributes={"name": "The Abbey"}, children=["abbey-1"])
    yield "abbey-1", thing("BuildingPart", tower, parents=["abbey"])  # the same again
    flat = shell.add((0, 240, 21), (240, 240, 21), (240, 225, 21), (0, 225, 21))
    yield "mere", thing("WaterBody", surface("MultiSurface", [[flat[::-1]]]))
    yield "span", thing("Bridge", solid(shell.box(100, 215, 8, 25, 24, 25), semantics=None))
    foot = ground(205, 30)
    yield "odd", thing("+Obelisk", solid(shell.box(205, 30, 3, 3, foot, foot + 12), semantics=None))
    yield "empty", thing("Building", attributes={"name": "Never Drawn"})
    yield "torn", thing("Building", surface("MultiSurface", [[[0, 1, 999999]]], "2"))


def trees(shell):
    for number in range(5):
        x, y = 45.0 + 40 * number, 60.0
        instance = {
            "type": "GeometryInstance",
            "template": 0,
            "boundaries": shell.add((x, y, ground(x, y))),
            "transformationMatrix": [1, 0, 0, 0, 0, 1, 0, 0, 0, 0, 1 + 0.1 * number, 0, 0, 0, 0, 1],
        }
        yield f"tree-{number}", thing("SolitaryVegetationObject", instance)


def cityjson():
    shell = Shell()
    objects = {"hill": thing("TINRelief", surface("CompositeSurface", terrain(shell)))}
    objects.update([*houses(shell), *sights(shell), *trees(shell)])
    cone = [[[0, 1, 2]], [[0, 2, 3]], [[0, 3, 1]]]
    return {
        "type": "CityJSON",
        "version": "2.0",
        "metadata": {"title": "A made-up hillside", "referenceSystem": "urn:ogc:def:crs:EPSG::7415"},
        "transform": {"scale": [0.01, 0.01, 0.01], "translate": [91_000.0, 437_000.0, 120.0]},
        "CityObjects": objects,
        "vertices": shell.vertices,
        "geometry-templates": {
            "templates": [surface("MultiSurface", cone, "2")],
            "vertices-templates": [[0, 0, 7], [2, 0, 1], [-1, 2, 1], [-1, -2, 1]],
        },
    }


def compact(value):
    return json.dumps(value, separators=(",", ":"))


def lines(document, key):
    """JSON with one part of `key` to a line, so that a change can be read."""
    parts = document[key]
    if isinstance(parts, dict):
        rows, (start, end) = [f"{compact(name)}:{compact(part)}" for name, part in parts.items()], "{}"
    else:
        rows, (start, end) = [compact(part) for part in parts], "[]"
    others = {name: value for name, value in document.items() if name != key}
    return compact(others)[:-1] + f",{compact(key)}:{start}\n" + ",\n".join(rows) + f"\n{end}}}\n"


def main():
    here = Path(__file__)
    here.with_name("town.geojson").write_text(lines(geojson(), "features"), encoding="utf-8")
    walks = "".join(f"{compact(route)}\n" for route in routes())
    here.with_name("town_routes.jsonl").write_text(walks, encoding="utf-8")
    here.with_name("hill.city.json").write_text(lines(cityjson(), "CityObjects"), encoding="utf-8")


if __name__ == "__main__":
    main()
