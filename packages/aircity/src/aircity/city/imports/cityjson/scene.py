"""A CityJSON city as triangles and ground truth."""

from collections.abc import Callable, Mapping, Sequence
from dataclasses import dataclass
from typing import Any

import numpy as np
import shapely
from numpy.typing import NDArray
from shapely.geometry import Polygon
from shapely.geometry.base import BaseGeometry

from aircity.city.imports.cityjson.placement import CityGroup, LocalPart
from aircity.city.imports.cityjson.skirts import draw_skirts
from aircity.city.imports.facets import Facets, facet, turn_outward
from aircity.city.imports.paint import Coat, coat
from aircity.city.imports.relief import Relief, draw_relief, make_relief
from aircity.city.imports.report import Tally
from aircity.city.imports.things import PLAIN, Thing, building_category, thing_of
from aircity.city.imports.truth import DrawnCity, TruthBook, hull_of, plan_of
from aircity.city.imports.walls import measure_planes
from aircity.city.imports.words import clean_text
from aircity.city.imports.zones import Zones
from aircity.city.solids.mesh import MeshBuilder, Surface
from aircity.errors import InputError

Floats = NDArray[np.float64]
Bools = NDArray[np.bool_]
_NAME_KEYS = ("name", "Name", "gml:name", "naam", "Bezeichnung", "bezeichnung", "title")
_USE_KEYS = ("function", "class", "usage", "Function", "Gebaeudefunktion", "kas_warenhuis", "type")
_BURIED_M = 0.6
"""Undersides less than this above the ground are not drawn: nobody can see them."""
_GAP_M = 6.0
"""Walls that end less than this above the ground are carried down to it."""


@dataclass(frozen=True, slots=True, eq=False)
class _Faceted:
    group: CityGroup
    facets: Facets
    semantics: NDArray[np.str_]  # (m,) per triangle
    closed: bool


def draw_groups(
    builder: MeshBuilder,
    groups: Sequence[CityGroup],
    truth: TruthBook,
    tally: Tally,
    tell: Callable[[str, float], None],
) -> DrawnCity:
    """Draw every group, the ground below them, and note the ground truth; z = 0 is the median ground."""
    faceted: list[_Faceted] = []
    for index, group in enumerate(groups):
        if index % 200 == 0:
            tell("cutting surfaces into triangles", 0.2 + 0.3 * index / len(groups))
        if (item := _facet_group(group, tally)) is not None:
            faceted.append(item)
    if not faceted:
        raise InputError("none of the file's surfaces has an area; nothing can be drawn")
    tally.drawn = len(faceted)
    tell("surfaces cut into triangles", 0.5)
    samples, is_terrain = _ground_samples(faceted)
    level = float(np.median(samples[:, 2]))
    shift = np.array([0.0, 0.0, level])
    corners = np.concatenate([item.facets.triangles.reshape(-1, 3) for item in faceted]) - shift
    extent = _extent(corners)
    relief = make_relief(samples - shift, extent, below_m=0.5 if is_terrain else 0.0)
    moved = [
        _Faceted(
            item.group,
            Facets(item.facets.triangles - shift, item.facets.face, item.facets.normals),
            item.semantics,
            item.closed,
        )
        for item in faceted
    ]
    buildings = [item for item in moved if item.group.type.startswith("Building")]
    zones = Zones.around([_draw_building(builder, item, relief, truth) for item in buildings])
    tell("buildings drawn", 0.7)
    things = [item for item in moved if not item.group.type.startswith("Building")]
    terrain = [ground for item in things if (ground := _draw_thing(builder, item, zones, truth, tally))]
    if terrain:
        owners = np.repeat([id_ for id_, _ in terrain], [len(faces) for _, faces in terrain])
        draw_skirts(builder, np.concatenate([faces for _, faces in terrain]), owners, relief)
    tell("ground drawn", 0.9)
    ground_id = truth.new_id()
    draw_relief(builder, relief, Zones(Polygon(), Polygon()) if is_terrain else zones, ground_id)
    ground_min = float(relief.heights.min())
    truth.add(ground_id, "ground", shapely.box(*extent), (ground_min, 0.0))
    return DrawnCity(extent, min(ground_min, float(samples[:, 2].min()) - level), float(corners[:, 2].max()))


def _facet_group(group: CityGroup, tally: Tally) -> _Faceted | None:
    pieces: list[Facets] = []
    semantics: list[NDArray[np.str_]] = []
    closed = True
    for part in group.parts:
        faces, shut = _outward(part)
        piece = facet(part.points, faces, tally, group.id)
        pieces.append(piece)
        semantics.append(np.array(part.semantics, dtype=np.str_)[piece.face])
        closed &= shut
    triangles = np.concatenate([piece.triangles for piece in pieces])
    if not len(triangles):
        tally.add("object without a usable surface", group.id, kind=group.type)
        return None
    facets = Facets(
        triangles,
        np.concatenate([piece.face for piece in pieces]),
        np.concatenate([piece.normals for piece in pieces]),
    )
    return _Faceted(group, facets, np.concatenate(semantics), closed)


def _outward(part: LocalPart) -> tuple[list[list[NDArray[np.int64]]], bool]:
    flip, closed = turn_outward(part.points, part.faces)
    faces = [
        [ring[::-1] for ring in rings] if turned else rings
        for rings, turned in zip(part.faces, flip.tolist(), strict=True)
    ]
    return faces, closed


def _ground_samples(items: Sequence[_Faceted]) -> tuple[Floats, bool]:
    """Points of the file's own terrain, or the feet of its buildings; and whether they are terrain."""
    terrain, feet = [], []
    for item in items:
        thing = thing_of(item.group.type, item.group.attributes)
        if thing is not None and thing.is_ground:
            level = np.abs(item.facets.normals[:, 2]) > 0.7
            terrain.append(item.facets.triangles[level].reshape(-1, 3))
        else:
            for part in item.group.parts:
                low = part.points[:, 2].min()
                feet.append(part.points[part.points[:, 2] < low + 0.3])
    if terrain and sum(map(len, terrain)) >= 30:
        return np.concatenate(terrain), True
    return np.concatenate(feet or terrain), False


def _extent(corners: Floats) -> tuple[float, float, float, float]:
    low, high = corners[:, :2].min(axis=0), corners[:, :2].max(axis=0)
    return float(low[0]), float(low[1]), float(high[0]), float(high[1])


def _draw_building(builder: MeshBuilder, item: _Faceted, relief: Relief, truth: TruthBook) -> BaseGeometry:
    triangles, normals = item.facets.triangles, item.facets.normals
    foot, top = float(triangles[..., 2].min()), float(triangles[..., 2].max())
    group, object_id = item.group, truth.new_id()
    dress = coat(group.id, max(top - foot, 2.0))
    wall, roof, under = _roles(item)
    if wall.any():
        uv, wide = measure_planes(triangles[wall], normals[wall], dress.wall.scale[0], foot)
        for chosen, surface in ((wide, dress.wall), (~wide, dress.plain)):
            builder.triangles(triangles[wall][chosen], surface, object_id, uv=uv[chosen])
        _carry_down(builder, triangles[wall], relief, dress, object_id)
    _draw_roof(builder, triangles[roof], normals[roof], dress, object_id)
    hanging = under & (triangles[..., 2].min(axis=1) > relief.at(triangles[..., :2].mean(axis=1)) + _BURIED_M)
    builder.triangles(triangles[hanging], dress.plain, object_id)
    seen = under if under.any() else roof if roof.any() else np.ones(len(triangles), dtype=bool)
    plan = plan_of(triangles[seen])
    truth.add(
        object_id,
        _category(group.attributes),
        plan,
        (foot, top),
        attributes=(*dress.words, "building"),
        name=_name(group.attributes),
    )
    return plan


def _roles(item: _Faceted) -> tuple[Bools, Bools, Bools]:
    """(walls, roofs, undersides) by meaning where the file says so, else by slope."""
    up = item.facets.normals[:, 2]
    meaning = item.semantics
    said_roof = np.isin(meaning, ["RoofSurface", "OuterFloorSurface"])
    said_under = np.isin(meaning, ["GroundSurface", "OuterCeilingSurface"])
    if not item.closed:
        up = np.where(said_roof, np.abs(up), np.where(said_under, -np.abs(up), up))
    steep = np.abs(up) < 0.3
    wall = steep & ~(said_roof & (np.abs(up) > 0.12))
    return wall, ~wall & (up > 0), ~wall & (up <= 0)


def _draw_roof(builder: MeshBuilder, triangles: Floats, normals: Floats, dress: Coat, object_id: int) -> None:
    flat = np.abs(normals[:, 2]) > 0.985
    builder.triangles(_upward(triangles[flat]), dress.flat_roof, object_id)
    pitched, slope = _upward(triangles[~flat]), normals[~flat]
    if len(pitched):
        level = np.column_stack([-slope[:, 1], slope[:, 0], np.zeros(len(slope))])
        level /= np.maximum(np.linalg.norm(level, axis=1, keepdims=True), 1e-9)
        rising = np.cross(slope, level)
        uv = np.stack([(pitched * axis[:, None]).sum(axis=2) for axis in (level, rising)], axis=2)
        builder.triangles(pitched, dress.pitched_roof, object_id, uv=uv)


def _upward(triangles: Floats) -> Floats:
    first, second = triangles[:, 1] - triangles[:, 0], triangles[:, 2] - triangles[:, 0]
    down = first[:, 0] * second[:, 1] - first[:, 1] * second[:, 0] < 0
    return np.where(down[:, None, None], triangles[:, ::-1], triangles)


def _carry_down(builder: MeshBuilder, walls: Floats, relief: Relief, dress: Coat, object_id: int) -> None:
    """Plinths below wall edges that end just above the ground."""
    begin, end = walls.reshape(-1, 3), np.roll(walls, -1, axis=1).reshape(-1, 3)
    third = np.roll(walls, -2, axis=1).reshape(-1, 3)
    ground_begin, ground_end = relief.at(begin[:, :2]), relief.at(end[:, :2])
    level = np.abs(begin[:, 2] - end[:, 2]) < 0.05
    bottom = level & (third[:, 2] > begin[:, 2] + 0.1)
    gap = np.maximum(begin[:, 2] - ground_begin, end[:, 2] - ground_end)
    chosen = bottom & (gap > 0.02) & (gap < _GAP_M)
    if chosen.any():
        a, b = begin[chosen], end[chosen]
        low_a, low_b = a.copy(), b.copy()
        low_a[:, 2] = ground_begin[chosen] - 0.3
        low_b[:, 2] = ground_end[chosen] - 0.3
        builder.quads(np.stack([low_a, low_b, b, a], axis=1), dress.plain, object_id)


def _draw_thing(
    builder: MeshBuilder, item: _Faceted, zones: Zones, truth: TruthBook, tally: Tally
) -> tuple[int, Floats] | None:
    """Draw what is no building; of ground, the id and the level triangles are returned."""
    group = item.group
    thing = thing_of(group.type, group.attributes)
    if thing is None:
        tally.guess("unknown object type, drawn plain", f"{group.id} ({group.type})")
        thing = Thing("object", PLAIN, PLAIN)
    triangles = item.facets.triangles
    level = item.facets.normals[:, 2] > 0.7
    if thing.is_ground:
        level = np.abs(item.facets.normals[:, 2]) > 0.7
        triangles = np.where(level[:, None, None], _upward(triangles), triangles)
    object_id = truth.new_id()
    is_terrain = thing.category == "ground"
    if is_terrain:
        zones.paint(builder, triangles[level], thing.top, object_id)
    else:
        _paint(builder, triangles[level], item.facets.normals[level], thing.top, object_id)
    _paint(builder, triangles[~level], item.facets.normals[~level], thing.side, object_id)
    low, high = float(triangles[..., 2].min()), float(triangles[..., 2].max())
    plan = hull_of(triangles) if is_terrain else plan_of(triangles[level] if level.any() else triangles)
    truth.add(object_id, thing.category, plan, (low, high), name=_name(group.attributes))
    return (object_id, triangles[level]) if thing.is_ground else None


def _paint(
    builder: MeshBuilder, triangles: Floats, normals: Floats, surface: Surface, object_id: int
) -> None:
    steep = np.abs(normals[:, 2]) < 0.7
    uv = triangles[..., :2].copy()
    if steep.any():
        uv[steep] = measure_planes(triangles[steep], normals[steep], 1.0, 0.0)[0]
    builder.triangles(triangles, surface, object_id, uv=uv)


def _category(attributes: Mapping[str, Any]) -> str:
    return building_category([attributes.get(key) for key in _USE_KEYS]) or "building"


def _name(attributes: Mapping[str, Any]) -> str | None:
    return next((name for key in _NAME_KEYS if (name := clean_text(attributes.get(key)))), None)
