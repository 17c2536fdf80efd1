"""A map of an episode from above: footprints, the path coloured by altitude, and the landmarks it names."""

import itertools
from collections.abc import Sequence

import numpy as np

from airanchor.bench.episodes.episode import Episode
from airanchor.bench.episodes.telling.facts import Leg
from airanchor.drawing import (
    PAPER,
    Area,
    Clip,
    Dot,
    MapFrame,
    Mark,
    Sheet,
    Stroke,
    Words,
    draw_ground,
    north_arrow,
    scale_bar,
)
from airanchor.scenery import ground_of
from aircity.city.scene import CityScene, SceneObject

_NAMED, _EDGE, _NAME = "#de783c", "#78746e", "#782800"
_LOW, _HIGH = (40, 70, 200), (200, 30, 90)
_START, _GOAL = "#148c28", "#c80000"
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
    sheet.add(Clip(frame.box, tuple(draw_ground(ground_of(scene), frame))))
    for one in scene.objects:
        if one.id in named and len(one.footprint) > 2:
            sheet.add(Area(frame.line(one.footprint), _NAMED, 0.85, _EDGE))
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


def _width_m(one: SceneObject) -> float:
    return float(np.ptp(np.asarray(one.footprint), axis=0).max())


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
