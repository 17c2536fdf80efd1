"""A city of tagged footprints, lines and points as triangles and ground truth, on flat ground."""

from collections.abc import Callable, Sequence

import numpy as np
import shapely
from shapely.geometry import LineString, Polygon, box
from shapely.geometry.base import BaseGeometry

from aircity.city.imports.geojson.covers import Patch, draw_patches, patch_of
from aircity.city.imports.geojson.document import Feature, Features
from aircity.city.imports.geojson.extrusion import draw_buildings
from aircity.city.imports.geojson.fates import kind_of, reason_unseen
from aircity.city.imports.geojson.footprints import Building, gather_buildings, is_building, is_part
from aircity.city.imports.geojson.greenery import draw_trees, draw_wood
from aircity.city.imports.geojson.names import name_buildings
from aircity.city.imports.geojson.shores import guess_waters
from aircity.city.imports.geojson.strips import lay_strips
from aircity.city.imports.geojson.tags import is_underground
from aircity.city.imports.geojson.viaducts import draw_bridges
from aircity.city.imports.geojson.ways import PATH_Z_M, ROAD_Z_M, TRACK_Z_M, Way, gather_ways
from aircity.city.imports.relief import HORIZON_M
from aircity.city.imports.report import Tally
from aircity.city.imports.truth import DrawnCity, TruthBook
from aircity.city.imports.zones import COUNTRY, STREETS
from aircity.city.solids.mesh import MeshBuilder
from aircity.errors import InputError

_MARGIN_M = 20.0


def draw_features(
    builder: MeshBuilder,
    features: Features,
    truth: TruthBook,
    tally: Tally,
    tell: Callable[[str, float], None],
) -> DrawnCity:
    """Draw everything that can be seen, and note the ground truth."""
    visible = []
    for feature in features.items:
        if is_underground(feature.tags):
            tally.add("underground, not drawn", feature.id, kind=kind_of(feature.tags))
        else:
            visible.append(feature)
    building_features = [item for item in visible if is_building(item.tags) or is_part(item.tags)]
    others = [item for item in visible if not (is_building(item.tags) or is_part(item.tags))]
    buildings = gather_buildings(building_features, tally)
    tell("buildings understood", 0.4)
    town = _town(buildings, others, features.declared)
    name_buildings(buildings, others)
    draw_buildings(builder, buildings, truth, tell)
    tell("buildings drawn", 0.6)
    patches = _gather_patches(others, town, tally)
    tally.drawn += len({building.id for building in buildings})
    inside = [item for item in others if town.intersects(item.shape)]
    ways = gather_ways(inside, town)
    patches = _without_copies(patches, tally)
    taken = [building.outline for building in buildings] + [
        way.line.buffer(way.kind.width_m / 2) for way in ways
    ]
    patches += guess_waters(inside, patches, taken, town, tally)
    drawn = draw_patches(builder, patches, truth, tally)
    for index, patch in enumerate(drawn):
        if patch.cover.has_trees:
            draw_wood(builder, patch.shape, f"wood {index}", truth)
    draw_trees(builder, inside, truth)
    _draw_ways(builder, ways, town, truth)
    tell("streets drawn", 0.9)
    if not truth.objects:
        raise InputError(
            "none of the file's features is a building, street, water, park or tree; nothing to draw"
        )
    _draw_ground(builder, town, truth)
    top = max([item.z_max_m for item in truth.objects])
    x_min, y_min, x_max, y_max = town.bounds
    return DrawnCity((x_min, y_min, x_max, y_max), 0.0, top)


def _town(buildings: Sequence[Building], others: Sequence[Feature], declared: Polygon | None) -> Polygon:
    """The box the file declares if the buildings are in it, else one around them, else around everything."""
    middles = [building.outline.centroid for building in buildings]
    if declared is not None and sum(map(declared.contains, middles)) > 0.9 * len(middles):
        return declared
    shapes = middles if len(buildings) >= 10 else []
    shapes = shapes or [building.outline for building in buildings] + [item.shape for item in others]
    bounds = np.array([shape.bounds for shape in shapes])
    low, high = bounds[:, :2].min(axis=0) - _MARGIN_M, bounds[:, 2:].max(axis=0) + _MARGIN_M
    return box(float(low[0]), float(low[1]), float(high[0]), float(high[1]))


def _gather_patches(features: Sequence[Feature], town: Polygon, tally: Tally) -> list[Patch]:
    """The ground that features cover; each that will not be seen in any form is noted with its reason."""
    patches: list[Patch] = []
    seen: set[str] = set()
    for feature in features:
        patch = patch_of(feature, town)
        reason = reason_unseen(feature, patch, town)
        if reason is None:
            seen.add(feature.id)
        else:
            tally.add(reason, feature.id, kind=kind_of(feature.tags))
        if patch is not None:
            patches.append(patch)
    tally.drawn += len(seen)
    return patches


def _without_copies(patches: Sequence[Patch], tally: Tally) -> list[Patch]:
    kept: dict[tuple[str, float, float, float], Patch] = {}
    for patch in patches:
        centre = patch.shape.centroid
        mark = (patch.cover.category, round(centre.x, 1), round(centre.y, 1), round(patch.shape.area))
        if mark in kept:
            tally.add("duplicate geometry", patch.name or "", kind=patch.cover.category)
        else:
            kept[mark] = patch
    return list(kept.values())


def _draw_ways(builder: MeshBuilder, ways: Sequence[Way], town: Polygon, truth: TruthBook) -> None:
    ground = [way for way in ways if not way.bridge_layer]
    ids = _note_ways(ground, truth)
    for z in (PATH_Z_M, ROAD_Z_M, TRACK_Z_M):
        level = [(way, id_) for way, id_ in zip(ground, ids, strict=True) if way.kind.z_m == z]
        level.sort(key=lambda pair: (-pair[0].kind.rank, -pair[0].kind.width_m, -pair[0].line.length))
        if level:
            lay_strips(builder, [way for way, _ in level], [id_ for _, id_ in level], z)
    draw_bridges(builder, [way for way in ways if way.bridge_layer], ground, town, truth)


def _note_ways(ways: Sequence[Way], truth: TruthBook) -> list[int]:
    """One object per street: pieces with one name that touch are one, others each their own."""
    shapes = [way.line.buffer(way.kind.width_m / 2, cap_style="flat", join_style="mitre") for way in ways]
    groups: dict[tuple[str, str], list[int]] = {}
    for index, way in enumerate(ways):
        groups.setdefault((way.kind.category, way.name or f"#{index}"), []).append(index)
    ids = [0] * len(ways)
    for (category, _), members in groups.items():
        joined = shapely.get_parts(shapely.union_all([shapes[index].buffer(3.0) for index in members]))
        for own in _members_by_piece(joined, [(index, ways[index].line) for index in members]):
            object_id = truth.new_id()
            for index in own:
                ids[index] = object_id
            outline = shapely.union_all([shapes[index] for index in own])
            z = ways[own[0]].kind.z_m
            truth.add(object_id, category, outline, (0.0, z), name=ways[own[0]].name)
    return ids


def _members_by_piece(joined: Sequence[BaseGeometry], lines: list[tuple[int, LineString]]) -> list[list[int]]:
    """The ways of each connected piece, in the order of the pieces; a way belongs to the first it meets."""
    tree = shapely.STRtree(joined)
    found: dict[int, list[int]] = {}
    for index, line in lines:
        if len(near := tree.query(line, predicate="intersects")):
            found.setdefault(int(near.min()), []).append(index)
    return [found[piece] for piece in sorted(found)]


def _draw_ground(builder: MeshBuilder, town: Polygon, truth: TruthBook) -> None:
    object_id = truth.new_id()
    builder.flat(town, 0.0, STREETS, object_id)
    horizon = town.buffer(HORIZON_M, join_style="mitre").difference(town)
    builder.flat(horizon, 0.0, COUNTRY, object_id)
    truth.add(object_id, "ground", town, (0.0, 0.0))
