"""Names of places given to the buildings they are in."""

from collections.abc import Mapping, Sequence
from typing import Any

import shapely

from aircity.city.imports.geojson.document import Feature
from aircity.city.imports.geojson.footprints import Building
from aircity.city.imports.things import building_category
from aircity.city.imports.words import clean_text

_PLACE_KEYS = ("amenity", "tourism", "shop", "office", "leisure", "historic", "fclass", "healthcare")
_WHOLE = frozenset(
    [
        "cathedral",
        "church",
        "mosque",
        "synagogue",
        "temple",
        "hospital",
        "school",
        "library",
        "museum",
        "theatre",
        "cinema",
        "courthouse",
        "prison",
        "hotel",
        "embassy",
        "stadium",
        "supermarket",
    ]
) | {
    "university building",
    "fire station",
    "police station",
    "town hall",
    "train station",
    "department store",
}

_SMALL_TOP_M, _SMALL_M2 = 40.0, 1500.0
"""A café names a building of at most this size; larger ones are known by other names."""
_UNSEEN = ("tower", "atm", "telephone", "drinking_water", "bicycle_rental", "car_sharing", "toilet", "bench")


def is_place(feature: Feature) -> bool:
    """Whether a feature is a point with a name that may be its building's."""
    tags = feature.tags
    return (
        feature.shape.geom_type == "Point"
        and clean_text(tags.get("name")) is not None
        and any(key in tags and tags[key] not in _UNSEEN for key in _PLACE_KEYS)
    )


def name_buildings(buildings: Sequence[Building], features: Sequence[Feature]) -> None:
    """Unnamed buildings take the name of the weightiest place inside, and its category if it fills them."""
    places = [
        (feature.shape, name, _category(feature.tags))
        for feature in features
        if is_place(feature) and (name := clean_text(feature.tags.get("name")))
    ]
    if not places or not buildings:
        return
    tree = shapely.STRtree([building.outline for building in buildings])
    place_index, building_index = tree.query([shape for shape, _, _ in places], predicate="within")
    found: dict[int, list[int]] = {}
    for place, building in zip(place_index.tolist(), building_index.tolist(), strict=True):
        found.setdefault(building, []).append(place)
    for index, inside in found.items():
        building = buildings[index]
        if building.top_m > _SMALL_TOP_M or building.outline.area > _SMALL_M2:
            inside = [place for place in inside if places[place][2] in _WHOLE]
        if not inside:
            continue
        best = min(inside, key=lambda place: (places[place][2] not in _WHOLE, place))
        _, name, category = places[best]
        if building.name is None:
            building.name = name
        if building.category == "building" and category in _WHOLE and building.name == name:
            building.category = category or building.category


def _category(tags: Mapping[str, Any]) -> str | None:
    return building_category([tags.get(key) for key in _PLACE_KEYS])
