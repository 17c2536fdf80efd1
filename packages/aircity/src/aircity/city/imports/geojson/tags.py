"""OpenStreetMap tags as the many exporters write them, brought to one spelling."""

from collections.abc import Mapping
from typing import Any

from aircity.city.imports.words import MAX_HEIGHT_M, STOREY_M, first_metres, is_yes, number

_RENAMED = {
    "building_levels": "building:levels",
    "levels": "building:levels",
    "num_floors": "building:levels",
    "building_min_level": "building:min_level",
    "roof_shape": "roof:shape",
    "roof_height": "roof:height",
    "roof_levels": "roof:levels",
    "roof_colour": "roof:colour",
    "roof:color": "roof:colour",
    "roof_material": "roof:material",
    "roof_orientation": "roof:orientation",
    "building_colour": "building:colour",
    "building:color": "building:colour",
    "colour": "building:colour",
    "building_material": "building:material",
    "building_part": "building:part",
    "facade:material": "building:material",
}
_OSM_KEYS = frozenset(
    [
        "highway",
        "building",
        "building:part",
        "building:levels",
        "natural",
        "landuse",
        "leisure",
        "amenity",
        "railway",
        "waterway",
        "fclass",
        "osm_id",
        "roof:shape",
        "addr:street",
    ]
)
_HEIGHT_KEYS = ("height", "building:height", "render_height", "building_height", "est_height", "HEIGHT")
_FOOT_KEYS = ("min_height", "building:min_height", "render_min_height", "base_height")


def flatten_tags(properties: Mapping[str, Any]) -> dict[str, Any]:
    """A feature's tags in OpenStreetMap's spelling; tables of tiles and shapefiles are understood."""
    nested = properties.get("tags")
    merged = {**properties, **nested} if isinstance(nested, dict) else dict(properties)
    tags = {_RENAMED.get(key, key): value for key, value in merged.items() if value is not None}
    kind, table, detail = tags.get("kind"), tags.get("layer"), tags.get("kind_detail")
    if "building_part" in (kind, table):
        tags["building:part"] = detail or "yes"
    elif "building" in (kind, table):
        tags["building"] = detail or tags.get("building") or "yes"
    elif table == "road" or (table is None and "fclass" in tags and "bridge" in tags):
        tags["highway"] = tags.get("fclass")
    return tags


def looks_like_osm(tags: Mapping[str, Any]) -> bool:
    """Whether tags come from OpenStreetMap."""
    return tags.get("source") == "openstreetmap.org" or len(_OSM_KEYS & tags.keys()) > 0


def layer_of(tags: Mapping[str, Any]) -> int:
    """The stacking order, 0 on the ground; unreadable is 0."""
    value = number(tags.get("layer"))
    return int(value) if value is not None and abs(value) < 20 else 0


def is_underground(tags: Mapping[str, Any]) -> bool:
    """Whether a thing lies below the ground, or inside a building."""
    if tags.get("location") == "underground" or tags.get("parking") == "underground":
        return True
    level = number(tags.get("level"))
    buried = layer_of(tags) < 0 or (level is not None and level < 0)
    return buried or is_yes(tags.get("tunnel")) or is_yes(tags.get("indoor"))


def top_of(tags: Mapping[str, Any]) -> float | None:
    """Height of the top above the ground, roof included: tagged, or three metres per level."""
    tagged = first_metres(tags, *_HEIGHT_KEYS)
    if tagged:
        return tagged
    levels = number(tags.get("building:levels"))
    if levels is None or not 0 < levels <= MAX_HEIGHT_M / STOREY_M:
        return None
    return STOREY_M * (levels + 0.5 * max(number(tags.get("roof:levels")) or 0.0, 0.0))


def foot_of(tags: Mapping[str, Any]) -> float:
    """Height of the underside above the ground."""
    tagged = first_metres(tags, *_FOOT_KEYS)
    if tagged is not None:
        return tagged
    level = number(tags.get("building:min_level")) or 0.0
    return STOREY_M * level if 0 < level < MAX_HEIGHT_M / STOREY_M else 0.0
