"""Bridges: ways lifted over what they cross, with decks, parapets and piers, ramped down to the ground."""

from collections.abc import Sequence
from dataclasses import dataclass

import numpy as np
import shapely
from numpy.typing import NDArray
from shapely.geometry import LineString, Polygon
from shapely.geometry import box as rectangle

from aircity.city.imports.geojson.ways import ROAD_Z_M, Way
from aircity.city.imports.things import CONCRETE
from aircity.city.imports.truth import TruthBook
from aircity.city.solids.mesh import MeshBuilder

Floats = NDArray[np.float64]
CLEARANCE_M, LOW_DECK_M = 5.8, 0.8
_DECK_M, _PARAPET_M, _KERB_M, _PARAPET_WIDTH_M = 0.6, 0.9, 0.12, 0.25
_RAMP_SLOPE = 0.08
_STEP_M = 6.0
_PIER_EVERY_M = 24.0


@dataclass(frozen=True, slots=True, eq=False)
class _Span:
    way: Way
    height_m: float
    lands: tuple[bool, bool]
    """Whether the begin and the end come down to the ground."""


def draw_bridges(
    builder: MeshBuilder, bridges: Sequence[Way], ground: Sequence[Way], town: Polygon, truth: TruthBook
) -> None:
    """Every bridge as one object."""
    for index, span in enumerate(_spans(bridges, ground, town)):
        points = _profile(span, lift_m=0.06 * (index % 8))
        object_id = truth.new_id()
        width = max(span.way.kind.width_m, 1.5) + 2 * _PARAPET_WIDTH_M
        _draw_deck(builder, points, width, span.way, object_id)
        _draw_piers(builder, points, width, object_id)
        outline = span.way.line.buffer(width / 2, cap_style="flat")
        top = float(points[:, 2].max()) + _rail(points)
        truth.add(object_id, "bridge", outline, (0.0, top), attributes=("concrete",), name=span.way.name)


def _spans(bridges: Sequence[Way], ground: Sequence[Way], town: Polygon) -> list[_Span]:
    below = shapely.STRtree(
        [way.line for way in ground if way.kind.width_m > 1.8 or way.kind.category == "tram track"]
    )
    ends: dict[tuple[int, int], list[int]] = {}
    heights = []
    for index, way in enumerate(bridges):
        middle = shapely.ops.substring(way.line, 0.1, 0.9, normalized=True)
        crosses = len(below.query(middle, predicate="crosses")) > 0
        heights.append(CLEARANCE_M * way.bridge_layer if crosses else LOW_DECK_M)
        for point in (way.line.coords[0], way.line.coords[-1]):
            ends.setdefault(_node(point), []).append(index)
    for _ in bridges[:50]:
        for touching in ends.values():
            tallest = max(heights[index] for index in touching)
            for index in touching:
                heights[index] = tallest
    border = town.exterior
    return [
        _Span(
            way,
            heights[index],
            (_lands(way.line.coords[0], ends, border), _lands(way.line.coords[-1], ends, border)),
        )
        for index, way in enumerate(bridges)
    ]


def _node(point: tuple[float, ...]) -> tuple[int, int]:
    return round(point[0]), round(point[1])


def _lands(point: tuple[float, ...], ends: dict[tuple[int, int], list[int]], border: LineString) -> bool:
    return len(ends[_node(point)]) == 1 and border.distance(shapely.Point(point)) > 1.0


def _profile(span: _Span, lift_m: float) -> Floats:
    """The centre line (n, 3) with its heights."""
    line = span.way.line.simplify(0.1)
    height = min(span.height_m, ROAD_Z_M + _RAMP_SLOPE * 2 * line.length)
    steps = np.arange(_STEP_M, line.length - 0.5 * _STEP_M, _STEP_M)
    corners = [line.project(shapely.Point(point)) for point in line.coords]
    along = np.unique(np.concatenate([[0.0], steps, corners, [line.length]]))
    along = along[np.concatenate([[True], np.diff(along) > 0.05])]
    plan = np.array([line.interpolate(distance).coords[0][:2] for distance in along])
    ramp = max(min(height / _RAMP_SLOPE, line.length / 2), 1e-3)
    share = np.ones(len(along))
    if span.lands[0]:
        share = np.minimum(share, along / ramp)
    if span.lands[1]:
        share = np.minimum(share, (line.length - along) / ramp)
    share = share * share * (3 - 2 * share)
    return np.column_stack([plan, ROAD_Z_M + 0.05 + lift_m + share * (height - ROAD_Z_M)])


def _rail(points: Floats) -> float:
    """How high the edge stands above the deck: a parapet on high bridges, a kerb on low ones."""
    return _PARAPET_M if points[:, 2].max() > 2.5 else _KERB_M


def _draw_deck(builder: MeshBuilder, points: Floats, width_m: float, way: Way, object_id: int) -> None:
    half, inner = width_m / 2, width_m / 2 - _PARAPET_WIDTH_M
    rail = _rail(points)
    section = [
        (-half, -_DECK_M),
        (half, -_DECK_M),
        (half, rail),
        (inner, rail),
        (inner, 0.0),
        (-inner, 0.0),
        (-inner, rail),
        (-half, rail),
    ]
    rings = _sweep(points, section)
    run = np.concatenate([[0.0], np.cumsum(np.linalg.norm(np.diff(points[:, :2], axis=0), axis=1))])
    for index in range(len(section)):
        after = (index + 1) % len(section)
        corners = np.stack([rings[:-1, index], rings[:-1, after], rings[1:, after], rings[1:, index]], axis=1)
        is_road = index == 4
        across = (section[index][0], section[after][0]) if is_road else (0.0, 1.0)
        uv = np.stack(
            [
                np.column_stack([at, np.full(len(at), side)])
                for at, side in (
                    (run[:-1], across[0]),
                    (run[:-1], across[1]),
                    (run[1:], across[1]),
                    (run[1:], across[0]),
                )
            ],
            axis=1,
        )
        builder.quads(corners, way.kind.surface if is_road else CONCRETE, object_id, uv=uv)
    for ring, turned in ((rings[0], True), (rings[-1], False)):
        deck = ring[[0, 1, 2, 7]]
        builder.quads(deck[::-1] if turned else deck, CONCRETE, object_id)


def _sweep(points: Floats, section: list[tuple[float, float]]) -> Floats:
    """The section at every point of a path, (n, k, 3)."""
    step = np.gradient(points[:, :2], axis=0)
    direction = step / np.maximum(np.linalg.norm(step, axis=1, keepdims=True), 1e-9)
    left = np.column_stack([-direction[:, 1], direction[:, 0]])
    side, up = np.array(section).T
    plan = points[:, None, :2] + side[None, :, None] * left[:, None, :]
    return np.concatenate([plan, (points[:, None, 2] + up[None, :])[..., None]], axis=2)


def _draw_piers(builder: MeshBuilder, points: Floats, width_m: float, object_id: int) -> None:
    run = np.concatenate([[0.0], np.cumsum(np.linalg.norm(np.diff(points[:, :2], axis=0), axis=1))])
    for distance in np.arange(_PIER_EVERY_M / 2, run[-1], _PIER_EVERY_M):
        x, y, z = (float(np.interp(distance, run, points[:, axis])) for axis in range(3))
        if z > 3.5:
            half = min(0.25 * width_m, 1.2)
            builder.prism(
                rectangle(x - half, y - half, x + half, y + half), 0.0, z - _DECK_M, CONCRETE, object_id
            )
