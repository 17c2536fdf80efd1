"""A city's ground as a map shows it, from the objects that its scene knows."""

import numpy as np

from airanchor.drawing import CityGround, GroundArea, GroundKind, GroundName
from aircity.city.scene import CityScene, SceneObject

_WATER = ("river", "canal", "lake", "sea", "pond", "swimming pool", "water")
_GREEN = ("park", "lawn", "garden", "sports field", "forest", "wood", "greenery", "bushes", "grass", "hedge")
_STREETS = (
    "road",
    "intersection",
    "roundabout",
    "service road",
    "pedestrian street",
    "bridge",
    "parking lot",
)
_PAVED = (
    *("plaza", "pavement", "courtyard", "path", "yard", "construction site", "square", "footpath", "stairs"),
    *("platform", "bicycle path", "tram track", "railway", "service yard"),
)
_KINDS: dict[str, GroundKind] = {
    **dict.fromkeys(_WATER, "water"),
    **dict.fromkeys(_GREEN, "green"),
    **dict.fromkeys(_STREETS, "street"),
    **dict.fromkeys(_PAVED, "paved"),
    **dict.fromkeys(("beach", "embankment", "sand"), "sand"),
    "field": "field",
    "tree": "tree",
    "flower bed": "tree",
}
_UNDER = ("field", "embankment", "sea", "river", "canal", "lake", "water", "beach")
_ROADS = ("road", "service road", "pedestrian street", "roundabout", "intersection")
_BLOCKS = ("pavement", "square", "construction site", "park", "lawn", "courtyard", "plaza", "yard", "garden")
_FLOORS = (*_UNDER, *_ROADS, *_BLOCKS)
"""Wide things that lie under all others, the lowest first. Footprints have no holes: a ring road covers the
blocks that it goes around, and the pavement of a block covers its lawn, until those are drawn."""
_HIDDEN = (
    *("hills", "ground", "street lamp", "car", "truck", "bus", "fire hydrant", "traffic light", "bench"),
    *("crosswalk", "rock", "market stall", "wall", "object", "flag"),
)
"""Too small, too many or too wide for a map."""
_PLAIN = (
    *("house", "apartment building", "building", "shop", "shop building", "office building", "garage"),
    *("shed", "canopy", "kiosk", "container stack", "warehouse", "unfinished building", "skyscraper"),
)
"""Buildings as there are many; any other solid thing is a landmark."""
_MIDDLE_M, _HIGH_M = 12.0, 30.0
_FLAT_M = 1.0
"""What is no higher lies on the ground."""
_NAMED_TOO = (*_WATER, "park", "plaza", "parking lot", "bridge", "skyscraper")


def ground_of(scene: CityScene) -> CityGround:
    """All of a scene from above: areas from the lowest to the highest, and names of what one may ask for."""
    shown = [one for one in scene.objects if one.category not in _HIDDEN and len(one.footprint) > 2]
    areas = tuple(
        GroundArea(_kind(one), one.footprint, (one.z_min_m, one.z_max_m)) for one in sorted(shown, key=_layer)
    )
    named = [one for one in shown if _kind(one) == "landmark" or one.category in _NAMED_TOO]
    is_real = scene.seed is None  # in generated cities names are only what signs say
    names = tuple(_name(one, (one.name if is_real else None) or one.category) for one in named)
    bounds = scene.bounds
    box = (bounds.x_min_m, bounds.y_min_m, bounds.x_max_m, bounds.y_max_m)
    return CityGround(scene.name, box, areas, names, scene.attribution)


def _kind(one: SceneObject) -> GroundKind:
    if known := _KINDS.get(one.category):
        return known
    if one.category not in _PLAIN:
        return "landmark" if one.z_max_m - one.z_min_m > _FLAT_M else "paved"
    top_m = one.z_max_m
    return "high" if top_m > _HIGH_M else "middle" if top_m > _MIDDLE_M else "low"


def _layer(one: SceneObject) -> tuple[int, float, int]:
    if one.category in _FLOORS and one.category not in _ROADS:
        return _FLOORS.index(one.category) - len(_FLOORS), 0.0, one.id
    if one.category in _ROADS:
        return _FLOORS.index(_ROADS[0]) - len(_FLOORS), one.z_max_m, one.id
    return 0, one.z_max_m, one.id


def _name(one: SceneObject, words: str) -> GroundName:
    corners = np.asarray(one.footprint)
    low, high = corners.min(axis=0), corners.max(axis=0)
    middle = (low + high) / 2
    size_m = float((high - low).max()) + (one.z_max_m - one.z_min_m)
    return GroundName(words, (float(middle[0]), float(middle[1])), size_m)
