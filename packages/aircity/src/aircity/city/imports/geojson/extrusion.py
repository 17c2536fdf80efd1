"""Footprint buildings as triangles and ground truth."""

from collections.abc import Callable, Mapping, Sequence
from dataclasses import dataclass
from typing import Any

import numpy as np
import shapely
from numpy.typing import NDArray
from shapely.geometry.polygon import orient

from aircity.city.imports.geojson.footprints import Building, Volume
from aircity.city.imports.paint import Coat, coat, wall_material
from aircity.city.imports.roofs import default_rise, draw_roof, outline_pieces
from aircity.city.imports.truth import TruthBook
from aircity.city.imports.walls import inset_ring, raise_walls, upright
from aircity.city.imports.words import first_metres, parse_colour
from aircity.city.solids.mesh import MeshBuilder

_SIMPLIFY_M = 0.04
_PARAPET_M, _PARAPET_WIDTH_M = 0.7, 0.35
_PARAPET_FROM_M, _PARAPET_MIN_M2 = 8.0, 40.0
_WINDOWLESS = ("canopy", "shed", "garage", "ruin")


def draw_buildings(
    builder: MeshBuilder, buildings: Sequence[Building], truth: TruthBook, tell: Callable[[str, float], None]
) -> None:
    """Every building: its volumes with one coat, and one row of ground truth."""
    for index, building in enumerate(buildings):
        if index % 200 == 0:
            tell(f"drawing building {index} of {len(buildings)}", 0.4 + 0.2 * index / len(buildings))
        object_id = truth.new_id()
        words = _draw_building(builder, building, object_id)
        truth.add(
            object_id,
            building.category,
            shapely.union_all([volume.outline for volume in building.volumes]),
            (min(volume.foot_m for volume in building.volumes), building.top_m),
            attributes=(*words, "building"),
            name=building.name,
        )


def _draw_building(builder: MeshBuilder, building: Building, object_id: int) -> tuple[str, ...]:
    words: tuple[str, ...] = ()
    material = _tag(building, "building:material")
    for volume in sorted(building.volumes, key=lambda item: -item.outline.area * (item.top_m - item.foot_m)):
        tags = volume.tags
        dress = coat(
            building.id,
            building.top_m,
            windows=building.category not in _WINDOWLESS and volume.outline.area > 6.0,
            material=wall_material(tags.get("building:material")) or wall_material(material),
            colour=parse_colour(tags.get("building:colour"))
            or parse_colour(building.tags.get("building:colour")),
            roof_material=tags.get("roof:material"),
            roof_colour=parse_colour(tags.get("roof:colour"))
            or parse_colour(building.tags.get("roof:colour")),
        )
        words = words or dress.words
        for piece in outline_pieces(volume.outline.simplify(_SIMPLIFY_M), 0.3):
            _draw_piece(builder, orient(piece), volume, dress, object_id)
    return words


def _draw_piece(
    builder: MeshBuilder, piece: shapely.Polygon, volume: Volume, dress: Coat, object_id: int
) -> None:
    rise, shape = _roof(volume.tags, piece, volume)
    eaves = volume.top_m - rise
    plain, plain_uv = [], []
    if eaves > volume.foot_m + 0.05:
        walls = raise_walls(piece, volume.foot_m, eaves, dress.wall.scale[0])
        builder.quads(walls.corners[walls.wide], dress.wall, object_id, uv=walls.uv[walls.wide])
        plain, plain_uv = [walls.corners[~walls.wide]], [walls.uv[~walls.wide]]
    if rise:
        draw_roof(
            builder,
            piece,
            shape,
            base_m=max(eaves, volume.foot_m),
            rise_m=rise,
            coat=dress,
            object_id=object_id,
            across=volume.tags.get("roof:orientation") == "across",
        )
    elif (parapet := _parapet(piece, volume.top_m)) is not None:
        builder.flat(parapet.inside, volume.top_m - _PARAPET_M, dress.flat_roof, object_id)
        plain.append(parapet.corners)
        plain_uv.append(np.zeros((len(parapet.corners), 4, 2)))
    else:
        builder.flat(piece, volume.top_m, dress.flat_roof, object_id)
    if plain:
        builder.quads(np.concatenate(plain), dress.plain, object_id, uv=np.concatenate(plain_uv))
    if volume.foot_m > 0.5:
        builder.flat(piece, volume.foot_m, dress.plain, object_id, up=False)


@dataclass(frozen=True, slots=True, eq=False)
class _Parapet:
    inside: shapely.Polygon
    corners: NDArray[np.float64]  # (n, 4, 3) its top and its inner side


def _parapet(piece: shapely.Polygon, top_m: float) -> _Parapet | None:
    """The low wall around a flat roof, where there is room for one."""
    if top_m < _PARAPET_FROM_M or piece.area < _PARAPET_MIN_M2:
        return None
    outer = [np.asarray(line.coords)[:-1, :2] for line in (piece.exterior, *piece.interiors)]
    inner = [moved for ring in outer if (moved := inset_ring(ring, _PARAPET_WIDTH_M)) is not None]
    if len(inner) < len(outer):
        return None
    inside = shapely.Polygon(inner[0], inner[1:])
    if not inside.is_valid:
        return None
    quads = []
    for far, near in zip(outer, inner, strict=True):
        rim = np.full((len(far), 4, 3), top_m)
        rim[:, 0, :2], rim[:, 3, :2] = far, near
        rim[:, 1, :2], rim[:, 2, :2] = np.roll(far, -1, axis=0), np.roll(near, -1, axis=0)
        quads += [rim, upright(near, top_m - _PARAPET_M, top_m)[:, ::-1]]
    return _Parapet(inside, np.concatenate(quads))


def _tag(building: Building, key: str) -> Any:
    """The building's own tag, else that of its largest part that has it."""
    if key in building.tags:
        return building.tags[key]
    parts = sorted(building.volumes, key=lambda volume: -volume.outline.area)
    return next((volume.tags[key] for volume in parts if key in volume.tags), None)


def _roof(tags: Mapping[str, Any], piece: shapely.Polygon, volume: Volume) -> tuple[float, str]:
    """(rise, shape) of a roof; the rise is 0 for flat ones."""
    shape = str(tags.get("roof:shape", "flat")).strip().lower()
    if shape in ("", "flat", "yes", "no", "unknown", "many", "complex"):
        return 0.0, "flat"
    tall = volume.top_m - volume.foot_m
    tagged = first_metres(tags, "roof:height")
    rise = tagged if tagged else min(default_rise(shape, piece), 0.4 * tall)
    return min(rise, tall), shape
