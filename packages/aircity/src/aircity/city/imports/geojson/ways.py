"""Streets, paths and tracks: which lines become which strips, how wide, and what they are called."""

from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from typing import Any

import numpy as np
import shapely
from shapely.geometry import LineString, Polygon

from aircity.city.imports.geojson.document import Feature
from aircity.city.imports.geojson.tags import layer_of
from aircity.city.imports.repair import touching_pairs
from aircity.city.imports.things import ASPHALT, BRICK_PAVING, GRAVEL, PAVING
from aircity.city.imports.words import clean_text, first_metres, is_yes, number
from aircity.city.solids import palette
from aircity.city.solids.materials import Material
from aircity.city.solids.mesh import Surface

PATH_Z_M, ROAD_Z_M, TRACK_Z_M = 0.15, 0.20, 0.25
_LANE_M = 3.3
SHORTEST_M = 0.5
"""Shorter lines are not drawn."""
STEEL = Surface(Material.METAL, (0.46, 0.46, 0.47))


@dataclass(frozen=True, slots=True)
class WayKind:
    """How one class of way looks; a higher rank keeps its surface where two cross."""

    category: str
    rank: int
    width_m: float
    lanes: int
    surface: Surface
    z_m: float


def _road(rank: int, width_m: float, lanes: int) -> WayKind:
    surface = Surface(Material.ROAD, palette.ASPHALT, (0.90, 0.89, 0.85), (width_m, float(lanes)))
    return WayKind("road", rank, width_m, lanes, surface, ROAD_Z_M)


def _path(category: str, rank: int, width_m: float, surface: Surface) -> WayKind:
    return WayKind(category, rank, width_m, 0, surface, PATH_Z_M)


_HIGHWAYS = {
    "motorway": _road(20, 11.0, 3),
    "trunk": _road(19, 11.0, 3),
    "primary": _road(18, 13.2, 4),
    "secondary": _road(17, 10.8, 3),
    "tertiary": _road(16, 8.0, 2),
    "motorway_link": _road(15, 5.5, 1),
    "trunk_link": _road(15, 5.5, 1),
    "primary_link": _road(14, 5.5, 1),
    "secondary_link": _road(14, 5.0, 1),
    "tertiary_link": _road(14, 5.0, 1),
    "residential": _road(13, 7.6, 2),
    "unclassified": _road(13, 7.6, 2),
    "road": _road(12, 7.0, 2),
    "living_street": _path("road", 11, 6.0, BRICK_PAVING),
    "service": WayKind("service road", 10, 4.2, 0, ASPHALT, ROAD_Z_M),
    "busway": _road(12, 7.0, 2),
    "pedestrian": _path("pedestrian street", 9, 6.0, BRICK_PAVING),
    "cycleway": _path("bicycle path", 8, 2.4, Surface(Material.ASPHALT, (0.44, 0.30, 0.28))),
    "footway": _path("footpath", 7, 2.0, PAVING),
    "steps": _path(
        "stairs", 6, 2.2, Surface(Material.CONCRETE, (0.62, 0.61, 0.58), (0.5, 0.5, 0.5), (0.35, 3.0))
    ),
    "path": _path("footpath", 5, 1.6, GRAVEL),
    "trail": _path("footpath", 5, 1.4, GRAVEL),
    "track": _path("footpath", 5, 2.6, GRAVEL),
    "bridleway": _path("footpath", 5, 2.0, GRAVEL),
}
_RAILWAYS = {
    "rail": WayKind("railway", 3, 3.2, 0, Surface(Material.RAIL, (0.42, 0.38, 0.35)), TRACK_Z_M),
    "narrow_gauge": WayKind("railway", 2, 2.6, 0, Surface(Material.RAIL, (0.42, 0.38, 0.35)), TRACK_Z_M),
    "light_rail": WayKind("railway", 2, 3.0, 0, Surface(Material.RAIL, (0.42, 0.38, 0.35)), TRACK_Z_M),
    "tram": WayKind("tram track", 1, 1.0, 0, STEEL, TRACK_Z_M),
}


@dataclass(frozen=True, slots=True, eq=False)
class Way:
    """One line to draw, with what it is."""

    kind: WayKind
    line: LineString
    name: str | None
    bridge_layer: int
    """0 on the ground."""


def way_kind(tags: Mapping[str, Any]) -> WayKind | None:
    """The kind of strip that a line's tags name, or None."""
    kind = _HIGHWAYS.get(str(tags.get("highway"))) or _RAILWAYS.get(str(tags.get("railway")))
    if kind is None or is_yes(tags.get("area")):
        return None
    lanes = number(tags.get("lanes"))
    if kind.lanes and lanes is not None and 1 <= lanes <= 12:
        kind = _widened(kind, _LANE_M * lanes, int(lanes))
    tagged = first_metres(tags, "width", "est_width")
    if tagged and 0.5 <= tagged <= 60 and kind.category != "tram track":
        kind = _widened(kind, tagged, kind.lanes)
    return kind


def _widened(kind: WayKind, width_m: float, lanes: int) -> WayKind:
    surface = kind.surface
    if surface.material == Material.ROAD:
        surface = Surface(surface.material, surface.colour, surface.accent, (round(width_m, 1), float(lanes)))
    return WayKind(kind.category, kind.rank, round(width_m, 1), lanes, surface, kind.z_m)


def gather_ways(features: Sequence[Feature], town: Polygon) -> list[Way]:
    """Lines clipped to the town; pieces of one street joined end to end."""
    groups: dict[tuple[WayKind, str | None, int], list[LineString]] = {}
    for feature in features:
        if feature.shape.geom_type != "LineString":
            continue
        kind = way_kind(feature.tags)
        if kind is None:
            continue
        bridge = max(layer_of(feature.tags), 1) if is_yes(feature.tags.get("bridge")) else 0
        name = clean_text(feature.tags.get("name"))
        inside = feature.shape.intersection(town)
        lines = [
            line
            for line in shapely.get_parts(inside)
            if line.geom_type == "LineString" and line.length > SHORTEST_M
        ]
        if lines:
            groups.setdefault((kind, name, bridge), []).extend(lines)
    touching_pairs(
        [piece for lines in groups.values() for line in lines for piece in _pieces(line)], "streets"
    )
    ways = []
    for (kind, name, bridge), lines in groups.items():
        unique = shapely.node(shapely.union_all(lines)) if len(lines) > 1 else lines[0]
        merged = shapely.line_merge(unique)
        ways += [
            Way(kind, line, name, bridge)
            for line in shapely.get_parts(merged)
            if line.geom_type == "LineString" and line.length > SHORTEST_M
        ]
    return ways


def _pieces(line: LineString) -> list[LineString]:
    """The straight pieces of a line, whose crossings are what joining lines costs."""
    points = shapely.get_coordinates(line)
    return list(shapely.linestrings(np.stack([points[:-1], points[1:]], axis=1)))
