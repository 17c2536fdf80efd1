"""Buildings from footprints: pieces joined, parts under their building, heights guessed from neighbours."""

from collections.abc import Mapping, Sequence
from dataclasses import dataclass, field
from typing import Any

import numpy as np
import shapely
from shapely.geometry import Polygon
from shapely.geometry.base import BaseGeometry

from aircity.city.imports.geojson.document import Feature, as_polygons
from aircity.city.imports.geojson.tags import foot_of, top_of
from aircity.city.imports.repair import touching_pairs
from aircity.city.imports.report import Tally
from aircity.city.imports.things import building_category
from aircity.city.imports.words import STOREY_M, clean_text, first_metres, is_yes

DEFAULT_TOP_M = 9.0
MIN_TALL_M = 1.0
_SMALL_M2 = 35.0
_SMALL_TOP_M = 3.2
_NEIGHBOURS = 7
_USUAL_TOP_M = {
    "canopy": 4.0,
    "kiosk": 3.5,
    "shed": 3.0,
    "garage": 3.0,
    "house": 7.0,
    "greenhouse": 5.0,
    "supermarket": 6.0,
    "warehouse": 8.0,
    "sports hall": 10.0,
    "factory": 10.0,
    "parking garage": 12.0,
    "train station": 14.0,
    "stadium": 22.0,
}
_CANOPY_M = 0.6


@dataclass(frozen=True, slots=True, eq=False)
class Volume:
    """One upright solid: an outline from its underside to its top."""

    outline: BaseGeometry
    foot_m: float
    top_m: float
    tags: Mapping[str, Any]


@dataclass(slots=True, eq=False)
class Building:
    """All volumes of one building."""

    id: str
    outline: BaseGeometry
    tags: Mapping[str, Any]
    category: str
    volumes: list[Volume] = field(default_factory=list)
    name: str | None = None

    @property
    def top_m(self) -> float:
        """Its highest point."""
        return max(volume.top_m for volume in self.volumes)


def is_building(tags: Mapping[str, Any]) -> bool:
    """Whether tags say building, or canopy, which is one without walls."""
    return (is_yes(tags.get("building")) and tags.get("building") != "entrance") or tags.get(
        "man_made"
    ) == "canopy"


def is_part(tags: Mapping[str, Any]) -> bool:
    """Whether tags say part of a building."""
    return is_yes(tags.get("building:part"))


def gather_buildings(features: Sequence[Feature], tally: Tally) -> list[Building]:
    """Buildings with their volumes; overlaps between buildings are given to the taller one."""
    for feature in features:
        if (area := _area(feature)) is None or area.is_empty:
            tally.add("line or point, where an area is needed", feature.id, kind="building")
    areas = _without_copies([feature for feature in features if _area(feature) is not None], tally)
    if not areas:
        return []
    wholes = _join_pieces([feature for feature in areas if not is_part(feature.tags)], "id")
    parts = _join_pieces([feature for feature in areas if is_part(feature.tags)], "id")
    owners = _owners(wholes, parts)
    used = {index for indices in owners.values() for index in indices}
    guess = _Heights([*wholes, *parts])
    buildings = []
    for index, feature in enumerate(wholes):
        own = [parts[part] for part in owners.get(index, [])]
        buildings.append(_assemble(feature, own, guess, tally))
    for index, feature in enumerate(parts):
        if index not in used:
            buildings.append(_assemble(feature, [], guess, tally))
    return _without_overlaps(buildings, tally)


def _area(feature: Feature) -> BaseGeometry | None:
    shape = feature.shape
    if shape.geom_type in ("Polygon", "MultiPolygon"):
        return shape
    if shape.geom_type == "LineString" and shape.is_closed and len(shape.coords) > 3:
        return shapely.union_all(as_polygons(Polygon(shape)))
    return None


def _without_copies(features: list[Feature], tally: Tally) -> list[Feature]:
    """Areas, closed lines among them, each outline once; areas come before lines."""
    kept: list[Feature] = []
    seen: set[tuple[Any, ...]] = set()
    for feature in sorted(features, key=lambda item: item.shape.geom_type == "LineString"):
        area = _area(feature)
        if area is None or area.is_empty:
            continue
        rims = [Polygon(piece.exterior) for piece in shapely.get_parts(area)]
        levels = (is_part(feature.tags), foot_of(feature.tags), top_of(feature.tags))
        middles = [(rim.centroid, rim.area) for rim in rims]
        marks = {(*levels, round(middle.x, 1), round(middle.y, 1), round(size)) for middle, size in middles}
        if marks <= seen:
            tally.add("duplicate geometry", feature.id)
            continue
        seen |= marks
        kept.append(Feature(feature.id, area, feature.tags))
    return kept


def _join_pieces(features: list[Feature], key: str) -> list[Feature]:
    """One feature for all pieces with the same id and height, as tiled exports cut them."""
    groups: dict[tuple[str, Any, Any], list[Feature]] = {}
    for position, feature in enumerate(features):
        given = clean_text(feature.tags.get(key))
        mark = given if given else f"#{position}"
        groups.setdefault((mark, top_of(feature.tags), foot_of(feature.tags)), []).append(feature)
    joined = []
    for pieces in groups.values():
        shape = pieces[0].shape
        if len(pieces) > 1:
            grown = [piece.shape.buffer(0.02, join_style="mitre") for piece in pieces]
            shape = shapely.union_all(grown).buffer(-0.02, join_style="mitre")
        joined.append(Feature(pieces[0].id, shape, pieces[0].tags))
    return joined


def _owners(wholes: list[Feature], parts: list[Feature]) -> dict[int, list[int]]:
    """Parts by building: as the file says, else the building that a point of the part lies in."""
    by_id = {clean_text(feature.tags.get("id")): index for index, feature in enumerate(wholes)}
    found: dict[int, list[int]] = {}
    tree = shapely.STRtree(np.array([feature.shape for feature in wholes], dtype=object))
    for position, part in enumerate(parts):
        root = clean_text(part.tags.get("root_id"))
        owner = by_id.get(root) if root else None
        if owner is None:
            near = tree.query(part.shape.representative_point(), predicate="within")
            owner = int(min(near, key=lambda index: wholes[index].shape.area)) if len(near) else None
        if owner is not None:
            found.setdefault(owner, []).append(position)
    return found


class _Heights:
    """Tops of the buildings that have one, to guess the others from."""

    def __init__(self, features: Sequence[Feature]) -> None:
        known = [
            (feature, top)
            for feature in features
            if (top := top_of(feature.tags)) and foot_of(feature.tags) == 0
        ]
        self._points = np.array([feature.shape.centroid.coords[0] for feature, _ in known]).reshape(-1, 2)
        self._tops = np.array([top for _, top in known])

    def guess(self, feature: Feature, category: str) -> float:
        """A usual height for the kind, else the median of the nearest known ones."""
        if category in _USUAL_TOP_M:
            return _USUAL_TOP_M[category]
        if feature.shape.area < _SMALL_M2:
            return _SMALL_TOP_M
        if len(self._tops) < 3:
            return DEFAULT_TOP_M
        away = np.hypot(*(self._points - feature.shape.centroid.coords[0]).T)
        return float(np.median(self._tops[np.argsort(away, kind="stable")[:_NEIGHBOURS]]))


def _assemble(feature: Feature, parts: list[Feature], heights: _Heights, tally: Tally) -> Building:
    tags = feature.tags
    words = [
        tags.get(key) for key in ("building", "amenity", "tourism", "shop", "office", "railway", "man_made")
    ]
    category = (
        building_category(words)
        or building_category([tags.get("landuse_kind")] if not parts else [])
        or "building"
    )
    building = Building(feature.id, feature.shape, tags, category, name=clean_text(tags.get("name")))
    building.volumes = [_volume(part, part.shape, category, heights, tally) for part in parts]
    rest = feature.shape
    if parts:
        rest = rest.difference(
            shapely.union_all([part.shape for part in parts]).buffer(0.05, join_style="mitre")
        )
        if rest.area < max(20.0, 0.1 * feature.shape.area):
            return building
    whole = _volume(feature, rest, category, heights, tally)
    low = [volume.top_m for volume in building.volumes if volume.foot_m == 0.0]
    if low and whole.top_m > min(low):
        whole = Volume(rest, whole.foot_m, max(min(low), whole.foot_m + MIN_TALL_M), tags)
    building.volumes.append(whole)
    return building


def _volume(
    feature: Feature, outline: BaseGeometry, category: str, heights: _Heights, tally: Tally
) -> Volume:
    tags = feature.tags
    foot, top = foot_of(tags), top_of(tags)
    if top is None:
        tally.guess("height guessed", feature.id)
        above = max(first_metres(tags, "roof:height") or 0.0, STOREY_M)
        top = foot + above if foot > 0 else heights.guess(feature, category)
    if top < foot + 0.2:
        tally.repair("top below the underside, raised", feature.id)
        top = foot + 3.0
    if category == "canopy" and foot == 0.0:
        foot = max(top - _CANOPY_M, 0.0)
        tagged = first_metres(tags, "min_height")
        foot = tagged if tagged else foot
    return Volume(outline, foot, max(top, foot + 0.2), tags)


def _without_overlaps(buildings: list[Building], tally: Tally) -> list[Building]:
    """Where outlines overlap, the lower building gives way; one that vanishes is left out."""
    first, second = touching_pairs([building.outline for building in buildings], "buildings")
    rivals: dict[int, list[int]] = {}
    for low, high in zip(first.tolist(), second.tolist(), strict=True):
        if low != high and (buildings[low].top_m, -low) < (buildings[high].top_m, -high):
            rivals.setdefault(low, []).append(high)
    kept = []
    for index, building in enumerate(buildings):
        others = [
            volume.outline
            for rival in rivals.get(index, [])
            for volume in buildings[rival].volumes
            if volume.foot_m == 0.0
        ]
        if others and not _cut_volumes(building, shapely.union_all(others)):
            tally.add("hidden inside another building", building.id)
            continue
        kept.append(building)
    return kept


def _cut_volumes(building: Building, taken: BaseGeometry) -> bool:
    remaining = []
    for volume in building.volumes:
        shared = volume.outline.intersection(taken).area if volume.foot_m == 0.0 else 0.0
        if shared < 0.2:
            remaining.append(volume)
            continue
        rest = shapely.union_all(as_polygons(volume.outline.difference(taken)))
        if rest.area > max(2.0, 0.02 * volume.outline.area):
            remaining.append(Volume(rest, volume.foot_m, volume.top_m, volume.tags))
    building.volumes = remaining
    return bool(remaining)
