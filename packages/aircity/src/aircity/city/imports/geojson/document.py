"""GeoJSON feature collections: checked shapes in local metres with their tags.

Longitude and latitude become metres on the plane that touches the WGS84 ellipsoid at the city's centre
(equirectangular: right to a few centimetres over two kilometres); x is north and y is east. Coordinates that
cannot be degrees are taken as metres, x east and y north, as projected files have them.
"""

import math
from collections.abc import Iterator, Mapping
from dataclasses import dataclass, replace
from typing import Any

import numpy as np
import shapely
from numpy.typing import NDArray
from shapely.geometry import LineString, MultiPolygon, Point, Polygon, box
from shapely.geometry.base import BaseGeometry

from aircity.city.imports.geojson.tags import flatten_tags, looks_like_osm
from aircity.city.imports.relief import HORIZON_M
from aircity.city.imports.repair import crosses_too_often, mend
from aircity.city.imports.report import Tally
from aircity.city.imports.words import COORDINATE_LIMIT, clean_text, number
from aircity.city.limits import FARTHEST_M
from aircity.errors import InputError

Floats = NDArray[np.float64]
OSM_CREDIT = "© OpenStreetMap contributors (ODbL)"
MIN_REACH_M = 3000.0
MAX_REACH_M = FARTHEST_M / 2 - HORIZON_M
MIN_AREA_M2 = 0.05
MOST_FEATURES = 300_000
MOST_POSITIONS = 5_000_000
_NESTING = 6
_POSITIONS_NEEDED = {"Point": 1, "LineString": 2, "Polygon": 3}


@dataclass(frozen=True, slots=True, eq=False)
class Feature:
    """One shape and what is known about it."""

    id: str
    shape: BaseGeometry
    tags: Mapping[str, Any]


@dataclass(frozen=True, slots=True, eq=False)
class Features:
    """All usable features of a file."""

    items: tuple[Feature, ...]
    attribution: str
    declared: Polygon | None
    """The box the file says it covers, if it says so."""


@dataclass(frozen=True, slots=True, eq=False)
class _Raw:
    id: str
    tags: Mapping[str, Any]
    kind: str
    """"Point", "LineString" or "Polygon"."""
    rings: tuple[Floats, ...]  # each (n, 2) as written


def read_features(document: Mapping[str, Any], tally: Tally) -> Features:
    """Every feature with a usable geometry, around the city's centre."""
    entries = document.get("features")
    if not isinstance(entries, list):
        raise InputError("the GeoJSON file has no list of features; a FeatureCollection is needed")
    raw = _read_pieces(entries, tally)
    if not raw:
        raise InputError(
            f"none of the file's {len(entries)} features has a usable geometry; nothing can be drawn"
        )
    tally.features = len(entries)
    plane = _plane(raw, tally)
    items: list[Feature] = []
    grouped: dict[str, list[Polygon]] = {}
    owners: dict[str, _Raw] = {}
    for piece in raw:
        local = [_to_local(ring, plane) for ring in piece.rings]
        if max(float(np.abs(ring).max()) for ring in local) > plane.reach_m:
            tally.add("feature far from the city", piece.id)
        elif crosses_too_often(local):
            tally.add("outline or line that crosses itself too often", piece.id)
        elif piece.kind == "Polygon":
            for polygon in _polygons(local, piece.id, tally):
                grouped.setdefault(piece.id, []).append(polygon)
                owners[piece.id] = piece
        else:
            shape = Point(local[0][0]) if piece.kind == "Point" else LineString(local[0])
            items.append(Feature(piece.id, shape, piece.tags))
    for id_, polygons in grouped.items():
        whole = polygons[0] if len(polygons) == 1 else MultiPolygon(polygons)
        items.append(Feature(id_, whole, owners[id_].tags))
    if not items:
        raise InputError("every feature of the file is broken or far from all others; nothing can be drawn")
    credit = clean_text(document.get("attribution"), 200) or clean_text(document.get("copyright"), 200)
    if not credit and any(looks_like_osm(item.tags) for item in items):
        credit = OSM_CREDIT
    return Features(tuple(items), credit or "", _declared(document.get("bbox"), plane))


def _read_pieces(entries: list[Any], tally: Tally) -> list[_Raw]:
    """All pieces of all features, up to what a scene can hold."""
    if len(entries) > MOST_FEATURES:
        raise InputError(
            f"the file has {len(entries)} features; at most {MOST_FEATURES} can be imported: "
            "cut a smaller area out of it"
        )
    raw: list[_Raw] = []
    positions = 0
    for index, entry in enumerate(entries):
        for piece in _pieces(entry, index, tally):
            positions += sum(map(len, piece.rings))
            if positions > MOST_POSITIONS:
                raise InputError(
                    f"the file has more than {MOST_POSITIONS} positions, up to feature {index}: "
                    "cut a smaller area out of it"
                )
            raw.append(piece)
    return raw


def place_degrees(document: Mapping[str, Any], positions: Floats) -> Floats:
    """Where positions (n, 2), longitude and latitude, lie in the frame of a city read from this document."""
    entries = document.get("features")
    pieces = entries if isinstance(entries, list) else []
    raw = [piece for index, entry in enumerate(pieces) for piece in _pieces(entry, index, Tally())]
    if not raw or not (plane := _plane(raw, Tally())).in_degrees:
        raise InputError("the map is not GeoJSON in degrees; give the file that the city was made from")
    return _to_local(positions, plane)


def _declared(bbox: Any, plane: "_Plane") -> Polygon | None:
    values = [number(value) for value in bbox] if isinstance(bbox, list) and len(bbox) in (4, 6) else []
    half = len(values) // 2
    clean = [value for value in (*values[:2], *values[half : half + 2]) if value is not None]
    if len(clean) != 4:
        return None
    (x_min, y_min), (x_max, y_max) = _to_local(np.array(clean).reshape(2, 2), plane).tolist()
    inside = max(abs(x_min), abs(y_min), abs(x_max), abs(y_max)) < plane.reach_m
    return box(x_min, y_min, x_max, y_max) if inside and x_min < x_max and y_min < y_max else None


def _pieces(entry: Any, index: int, tally: Tally) -> Iterator[_Raw]:
    """A feature's points, lines and polygons, one by one, all under an id of their own."""
    id_ = f"feature {index}"
    if not isinstance(entry, dict):
        tally.add("feature that is not an object", id_)
        return
    properties = entry.get("properties")
    tags = flatten_tags(properties if isinstance(properties, dict) else {})
    given = clean_text(entry.get("id")) or clean_text(tags.get("id")) or clean_text(tags.get("osm_id"))
    id_ = f"{id_} ({given})" if given else id_
    found = False
    for kind, rings in _geometries(entry.get("geometry"), 0):
        arrays = [_positions(ring, id_, tally) for ring in rings]
        outer = arrays[0] if arrays else None
        if outer is None or len(outer) < _POSITIONS_NEEDED[kind]:
            tally.add("geometry with too few positions", id_)
            continue
        found = True
        holes = [array for array in arrays[1:] if array is not None and len(array) >= 3]
        yield _Raw(id_, tags, kind, (outer, *holes))
    if not found:
        tally.add("feature without a usable geometry", id_)


def _geometries(geometry: Any, depth: int) -> Iterator[tuple[str, list[Any]]]:
    if not isinstance(geometry, dict) or depth > _NESTING:
        return
    kind, inside = geometry.get("type"), geometry.get("coordinates")
    if kind == "GeometryCollection":
        members = geometry.get("geometries")
        for member in members if isinstance(members, list) else []:
            yield from _geometries(member, depth + 1)
        return
    if not isinstance(inside, list) or not isinstance(kind, str):
        return
    match kind:
        case "Point":
            yield "Point", [[inside]]
        case "MultiPoint":
            yield from (("Point", [[position]]) for position in inside)
        case "LineString":
            yield "LineString", [inside]
        case "MultiLineString":
            yield from (("LineString", [line]) for line in inside)
        case "Polygon":
            yield "Polygon", inside
        case "MultiPolygon":
            yield from (("Polygon", rings) for rings in inside if isinstance(rings, list))


def _positions(ring: Any, id_: str, tally: Tally) -> Floats | None:
    """Positions (n, 2); those that are not two finite numbers are counted and left out."""
    if not isinstance(ring, list):
        return None
    try:
        array = np.array([position[:2] for position in ring], dtype=np.float64)
    except (TypeError, ValueError, OverflowError, KeyError):
        array = np.zeros(0)
    if array.ndim != 2 or array.shape[1] != 2:
        rows = [
            [number(value) for value in item[:2]] for item in ring if isinstance(item, list) and len(item) > 1
        ]
        clean = [
            row for row in rows if all(value is not None and abs(value) < COORDINATE_LIMIT for value in row)
        ]
        tally.add("position that is not two finite numbers", id_, len(ring) - len(clean))
        return np.array(clean, dtype=np.float64) if clean else None
    finite = (np.abs(array) < COORDINATE_LIMIT).all(axis=1)
    tally.add("position that is not two finite numbers", id_, int((~finite).sum()))
    return array[finite] if finite.any() else None


@dataclass(frozen=True, slots=True)
class _Plane:
    east: float
    north: float
    metres_east: float
    metres_north: float
    reach_m: float
    in_degrees: bool


def _plane(raw: list[_Raw], tally: Tally) -> _Plane:
    """The local plane around the median feature; areas count before lines and points."""
    areas = [piece.rings[0][0] for piece in raw if piece.kind == "Polygon"]
    anchors = np.array(areas if len(areas) >= 3 else [piece.rings[0][0] for piece in raw])
    east, north = (float(value) for value in np.median(anchors, axis=0))
    if abs(east) <= 180.0 and abs(north) <= 90.0:
        plane = _Plane(_middle_longitude(anchors[:, 0]), north, *_degree_lengths(north), MAX_REACH_M, True)
    else:
        tally.guess("coordinates are not degrees, taken as metres")
        plane = _Plane(east, north, 1.0, 1.0, MAX_REACH_M, False)
    away = np.abs(_to_local(anchors, plane)).max(axis=1)
    reach = min(max(MIN_REACH_M, 4 * float(np.quantile(away, 0.9))), MAX_REACH_M)
    return replace(plane, reach_m=reach)


def _middle_longitude(longitudes: Floats) -> float:
    """The median, counted through 180 degrees where a city lies across that meridian."""
    turned = longitudes % 360.0
    spreads = [float(np.subtract(*np.quantile(values, [0.9, 0.1]))) for values in (longitudes, turned)]
    middle = float(np.median(turned if spreads[1] < spreads[0] - 1.0 else longitudes))
    return middle - 360.0 if middle > 180.0 else middle


def _degree_lengths(latitude_deg: float) -> tuple[float, float]:
    """Metres of one degree of longitude and of latitude on the WGS84 ellipsoid."""
    semi_major, squared = 6378137.0, 0.00669437999014
    latitude = math.radians(min(abs(latitude_deg), 89.0))
    bend = 1 - squared * math.sin(latitude) ** 2
    east = math.radians(semi_major / math.sqrt(bend) * math.cos(latitude))
    return east, math.radians(semi_major * (1 - squared) / bend**1.5)


def _to_local(ring: Floats, plane: _Plane) -> Floats:
    east = ring[:, 0] - plane.east
    if plane.in_degrees:
        east = east - 360.0 * (east > 180.0) + 360.0 * (east < -180.0)
    return np.column_stack([(ring[:, 1] - plane.north) * plane.metres_north, east * plane.metres_east])


def _polygons(rings: list[Floats], id_: str, tally: Tally) -> list[Polygon]:
    if not np.array_equal(rings[0][0], rings[0][-1]):
        tally.repair("unclosed ring, closed", id_)
    polygon = Polygon(rings[0], rings[1:])
    if not polygon.is_valid:
        tally.repair("self-intersecting outline repaired", id_)
    pieces = as_polygons(polygon)
    if not pieces:
        tally.add("zero-area outline", id_)
    return pieces


def as_polygons(shape: BaseGeometry) -> list[Polygon]:
    """The valid polygons in a shape, slivers left out."""
    parts = shapely.get_parts(shapely.get_parts(mend(shape)))
    return [part for part in parts if part.geom_type == "Polygon" and part.area > MIN_AREA_M2]
