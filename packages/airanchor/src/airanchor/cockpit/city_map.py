"""The map of a city for the page: outlines in layers from the ground up, and what can be asked for there."""

import math
from collections.abc import Iterable
from typing import Any

from airanchor.bench.scene_objects import list_kinds, rank_of
from aircity.city.scene import Bounds, CityScene, SceneObject

LAYERS = ("field", "water", "green", "road", "paved", "tree", "thing", "building", "landmark")
"""From the ground up; each has a colour of its own on the page."""
_BY_CATEGORY = {
    "field": ("field", "hills", "embankment", "land", "construction site", "rock", "beach"),
    "water": ("river", "canal", "lake", "sea", "pond", "swimming pool", "water", "fountain basin"),
    "green": (
        *("park", "lawn", "garden", "sports field", "forest", "wood", "greenery", "flower bed", "hedge"),
        *("football pitch", "tennis court", "playground", "cemetery"),
    ),
    "road": ("road", "intersection", "roundabout", "service road", "bridge", "railway", "tram track"),
    "paved": (
        *("plaza", "pavement", "courtyard", "path", "yard", "parking lot", "sidewalk", "footpath"),
        *("bicycle path", "quay", "stairs", "pier"),
    ),
    "tree": ("tree",),
}
_LAYER_OF = {category: layer for layer, names in _BY_CATEGORY.items() for category in names}
_HIDDEN = ("street lamp", "car", "fire hydrant", "traffic light", "crosswalk", "ground", "horizon", "bench")
MOST_EXAMPLES = 6
MOST_NAMES = 60


def map_json(scene: CityScene) -> dict[str, Any]:
    """Layers of flat outlines (north, east, north, ...) with their height, and names of landmarks."""
    layers: dict[str, list[list[float]]] = {name: [] for name in LAYERS}
    heights: dict[str, list[float]] = {name: [] for name in LAYERS}
    for thing in sorted(scene.objects, key=lambda one: (one.z_max_m, one.id)):
        if thing.category in _HIDDEN or len(thing.footprint) < 3:
            continue
        layer = layer_of(thing)
        layers[layer].append([round(value, 1) for corner in thing.footprint for value in corner])
        heights[layer].append(round(thing.z_max_m))
    bounds = scene.bounds
    return {
        "bounds": bounds_row(bounds),
        "layers": [{"name": name, "outlines": layers[name], "heights": heights[name]} for name in LAYERS],
        "names": _names(scene.objects),
        "attribution": scene.attribution,
    }


def layer_of(thing: SceneObject) -> str:
    """Where a thing is drawn."""
    known = _LAYER_OF.get(thing.category)
    if known is not None:
        return known
    rank = rank_of(thing.category)
    return {0: "landmark", 1: "thing", 2: "paved", 3: "building"}[rank]


def bounds_row(bounds: Bounds) -> list[float]:
    """South, west, north, east, lowest and highest, in metres."""
    sides = (bounds.x_min_m, bounds.y_min_m, bounds.x_max_m, bounds.y_max_m, bounds.z_min_m, bounds.z_max_m)
    return [round(side, 1) for side in sides]


def examples(scene: CityScene, north_m: float, east_m: float) -> list[dict[str, Any]]:
    """Sentences that fit this city, the landmarks that are near first."""
    found = list_kinds(scene, (north_m, east_m), by_distance=True)
    landmarks = [kind for kind in found if kind.rank == 0 and kind.unique]
    return [{"sentence": kind.sentence, "away_m": round(kind.away_m)} for kind in landmarks[:MOST_EXAMPLES]]


def _names(things: Iterable[SceneObject]) -> list[list[Any]]:
    """Landmarks with the middle of their outline; the largest where there are many."""
    landmarks = [thing for thing in things if layer_of(thing) == "landmark" and len(thing.footprint) >= 3]
    landmarks.sort(key=lambda thing: -_width_m(thing))
    return [
        [thing.name or thing.category, *_middle(thing), " ".join((*thing.attributes[:3], thing.category))]
        for thing in landmarks[:MOST_NAMES]
    ]


def _middle(thing: SceneObject) -> tuple[float, float]:
    norths, easts = zip(*thing.footprint, strict=True)
    return round((max(norths) + min(norths)) / 2, 1), round((max(easts) + min(easts)) / 2, 1)


def _width_m(thing: SceneObject) -> float:
    norths, easts = zip(*thing.footprint, strict=True)
    return math.hypot(max(norths) - min(norths), max(easts) - min(easts))
