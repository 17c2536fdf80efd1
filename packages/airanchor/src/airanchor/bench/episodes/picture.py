"""A map of an episode from above: footprints, the path coloured by altitude, and the landmarks it names."""

import itertools
from collections.abc import Mapping, Sequence

import numpy as np

from airanchor.bench.episodes.episode import Episode
from airanchor.bench.episodes.telling.facts import Leg
from airanchor.drawing import (
    PAPER,
    Area,
    Dot,
    MapFrame,
    Mark,
    Sheet,
    Stroke,
    Words,
    north_arrow,
    rectangle,
    scale_bar,
)
from aircity.city.scene import CityScene, SceneObject

_GROUND = "#eeece4"
_FILLS: Mapping[str, str] = {
    **dict.fromkeys(("river", "canal", "lake", "sea", "pond", "swimming pool"), "#a6cde3"),
    **dict.fromkeys(("park", "lawn", "garden", "sports field", "forest", "field"), "#cde2be"),
    **dict.fromkeys(("road", "intersection", "crosswalk", "roundabout", "parking lot"), "#d6d4d0"),
    **dict.fromkeys(
        ("plaza", "pavement", "courtyard", "path", "yard", "beach", "embankment", "construction site"),
        "#e6e0d0",
    ),
}
_UNDER = (
    "field",
    "embankment",
    "sea",
    "river",
    "canal",
    "lake",
    "beach",
    "construction site",
    "park",
    "lawn",
)
_TREE, _NAMED, _EDGE, _NAME = "#b0cda0", "#de783c", "#78746e", "#782800"
_SOLID = (176, 168, 160)
_LOW, _HIGH = (40, 70, 200), (200, 30, 90)
_START, _GOAL = "#148c28", "#c80000"
_HIDDEN = ("hills", "street lamp", "car", "fire hydrant", "traffic light")
_MARGIN_M = 60.0


def draw_episode(episode: Episode, scene: CityScene, size: float = 1000.0) -> Sheet:
    """The map; north is up."""
    path = episode.known_path()
    legs = [Leg.from_json(row) for row in episode.facts.get("legs", ())]
    named = {leg.landmark: str(number) for number, leg in enumerate(legs, start=1)}
    for number, leg in enumerate(legs, start=1):
        if leg.partner is not None:
            named[leg.partner] = str(number)
        named.update({met.object_id: "" for met in leg.met if met.object_id not in named})
    frame = _frame(path, [one for one in scene.objects if one.id in named], size)
    sheet = Sheet(size, size)
    sheet.add(Area(rectangle(frame.box), _GROUND))
    for one in sorted(scene.objects, key=_layer):
        if one.category not in _HIDDEN and _shows(frame, one):
            sheet.add(*_object(frame, one, one.id in named))
    sheet.add(*_path(frame, path))
    text = max(12.0, size / 60)
    for one in scene.objects:
        if one.id in named:
            x, y = frame.at(np.asarray(one.footprint).mean(axis=0))
            name = f"{named[one.id]} {one.category}".strip()
            sheet.add(Words((x, y + 0.35 * text), name, text, _NAME, "middle", has_halo=True))
    sheet.add(*scale_bar(frame, text), *north_arrow(frame, text))
    return sheet


def _frame(path: np.ndarray, things: Sequence[SceneObject], size: float) -> MapFrame:
    points = np.vstack([path[:, :2], *[np.asarray(one.footprint) for one in things if _width_m(one) < 150]])
    low, high = points.min(axis=0), points.max(axis=0)
    return MapFrame.square(size, (low + high) / 2, float((high - low).max()) + _MARGIN_M)


def _shows(frame: MapFrame, one: SceneObject) -> bool:
    corners = np.asarray(one.footprint) - (frame.north_m, frame.east_m)
    half_m = frame.span_m / 2
    return bool((corners.min(axis=0) < half_m).all() and (corners.max(axis=0) > -half_m).all())


def _width_m(one: SceneObject) -> float:
    return float(np.ptp(np.asarray(one.footprint), axis=0).max())


def _layer(one: SceneObject) -> tuple[int, float, int]:
    if one.category in _UNDER:
        return _UNDER.index(one.category) - 10, 0.0, one.id
    return 0, one.z_max_m, one.id


def _object(frame: MapFrame, one: SceneObject, is_named: bool) -> list[Mark]:
    corners = frame.line(one.footprint)
    if len(corners) < 3:
        return []
    if one.category in _FILLS:
        return [Area(corners, _FILLS[one.category], 1.0, _NAMED if is_named else None, 3.0)]
    shade = max(0.55, 1.0 - one.z_max_m / 160.0)
    fill = _TREE if one.category == "tree" else _hex([value * shade for value in _SOLID])
    return [Area(corners, _NAMED if is_named else fill, 1.0, _EDGE)]


def _path(frame: MapFrame, path: np.ndarray) -> list[Mark]:
    """The path coloured by its height, green where it begins and red where it ends."""
    low_m, high_m = path[:, 2].min(), max(path[:, 2].max(), path[:, 2].min() + 1.0)
    marks: list[Mark] = []
    for before, after in itertools.pairwise(path):
        share = float((after[2] - low_m) / (high_m - low_m))
        colour = _hex([a + share * (b - a) for a, b in zip(_LOW, _HIGH, strict=True)])
        marks.append(Stroke((frame.at(before), frame.at(after)), colour, 4.0))
    return [*marks, Dot(frame.at(path[0]), 7.0, _START, PAPER), Dot(frame.at(path[-1]), 7.0, _GOAL, PAPER)]


def _hex(colour: Sequence[float]) -> str:
    return "#" + "".join(f"{int(value):02x}" for value in colour)
