"""Why a tagged feature is not in the scene, so that nothing is lost without a word."""

from collections.abc import Mapping
from typing import Any

from shapely.geometry import Polygon

from aircity.city.imports.geojson.covers import Patch, cover_of, is_waterway
from aircity.city.imports.geojson.document import Feature
from aircity.city.imports.geojson.footprints import is_building, is_part
from aircity.city.imports.geojson.greenery import is_planted
from aircity.city.imports.geojson.names import is_place
from aircity.city.imports.geojson.shores import is_water_point
from aircity.city.imports.geojson.ways import SHORTEST_M, way_kind
from aircity.city.imports.things import building_category
from aircity.city.imports.words import clean_text

_TELLING = (
    *("natural", "landuse", "leisure", "amenity", "man_made", "highway", "railway", "waterway", "barrier"),
    *("power", "historic", "tourism", "shop", "office", "place", "boundary", "entrance", "addr:housenumber"),
)


def kind_of(tags: Mapping[str, Any]) -> str:
    """What a person would call a feature, or its most telling tag where nobody knows a word."""
    if is_building(tags) or is_part(tags):
        return building_category([tags.get("building"), tags.get("amenity")]) or "building"
    if (way := way_kind(tags)) is not None:
        return way.category
    if (cover := cover_of(tags)) is not None:
        return cover.category
    for key in _TELLING:
        if (value := clean_text(tags.get(key), 30)) is not None:
            return f"{key}={value}" if key != "addr:housenumber" else "address"
    return "no telling tag"


def reason_unseen(feature: Feature, patch: Patch | None, town: Polygon) -> str | None:
    """Why a feature that is no building is not drawn, or None if it is."""
    shape, tags = feature.shape, feature.tags
    if not town.intersects(shape):
        return "outside the built area"
    if patch is not None or is_planted(feature) or is_water_point(feature):
        return None
    is_line = shape.geom_type == "LineString"
    if is_line and way_kind(tags) is not None:
        return None if shape.intersection(town).length > SHORTEST_M else "too small"
    if is_waterway(feature):
        return "too small"
    if cover_of(tags) is not None:
        return "line or point, where an area is needed" if is_line or shape.area == 0.0 else "too small"
    return "place that only names its building" if is_place(feature) else "unknown kind"
