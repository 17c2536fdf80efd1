"""What lies on the ground in areas: parks, lawns, water, squares, pitches, parking, piers."""

from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from typing import Any

import shapely
from shapely.geometry import Polygon
from shapely.geometry.base import BaseGeometry

from aircity.city.imports.geojson.document import Feature, as_polygons
from aircity.city.imports.repair import touching_pairs
from aircity.city.imports.report import Tally
from aircity.city.imports.things import ASPHALT, CONCRETE, GRASS, GRAVEL, PARKING, PAVING, SHRUBS, SOIL, WATER
from aircity.city.imports.truth import TruthBook
from aircity.city.imports.words import clean_text, is_yes
from aircity.city.solids.materials import Material
from aircity.city.solids.mesh import MeshBuilder, Surface

LAND_Z_M, WATER_Z_M = 0.05, 0.10
PLATFORM_M, PIER_M, DECK_M = 0.35, 0.6, 0.9
_WATERWAY_WIDTH_M = {"river": 20.0, "canal": 12.0, "stream": 3.0, "drain": 2.0, "ditch": 1.5}

_WOOD = Surface(Material.GRASS, (0.24, 0.34, 0.16), (0.18, 0.26, 0.12))
_PITCH = Surface(Material.GRASS, (0.30, 0.50, 0.24), (0.26, 0.44, 0.20))
_PLAYGROUND = Surface(Material.SAND, (0.76, 0.62, 0.44))
_TIMBER = Surface(Material.WOOD, (0.52, 0.42, 0.31), (0.38, 0.30, 0.22), (3.0, 0.2))


@dataclass(frozen=True, slots=True)
class Cover:
    """A kind of ground."""

    category: str
    surface: Surface
    raised_m: float = 0.0
    """Above 0 it is a low solid: a platform, a pier."""
    is_water: bool = False
    has_trees: bool = False


_BY_TAG: dict[str, dict[str, Cover]] = {
    "natural": {
        "water": Cover("water", WATER, is_water=True),
        "bay": Cover("water", WATER, is_water=True),
        "wood": Cover("wood", _WOOD, has_trees=True),
        "scrub": Cover("bushes", SHRUBS),
        "heath": Cover("bushes", SHRUBS),
        "grassland": Cover("lawn", GRASS),
        "beach": Cover("beach", GRAVEL),
        "sand": Cover("sand", GRAVEL),
        "scree": Cover("gravel", GRAVEL),
        "bare_rock": Cover("rock", CONCRETE),
        "wetland": Cover("wetland", SHRUBS),
    },
    "waterway": {
        "riverbank": Cover("water", WATER, is_water=True),
        "dock": Cover("water", WATER, is_water=True),
    },
    "landuse": {
        "basin": Cover("water", WATER, is_water=True),
        "pond": Cover("water", WATER, is_water=True),
        "reservoir": Cover("water", WATER, is_water=True),
        "grass": Cover("lawn", GRASS),
        "meadow": Cover("lawn", GRASS),
        "village_green": Cover("lawn", GRASS),
        "recreation_ground": Cover("lawn", GRASS),
        "forest": Cover("wood", _WOOD, has_trees=True),
        "cemetery": Cover("cemetery", GRASS),
        "construction": Cover("construction site", SOIL),
        "brownfield": Cover("construction site", SOIL),
        "railway": Cover("rail yard", GRAVEL),
        "farmland": Cover("field", SOIL),
    },
    "leisure": {
        "park": Cover("park", GRASS),
        "garden": Cover("garden", GRASS),
        "pitch": Cover("sports pitch", _PITCH),
        "playground": Cover("playground", _PLAYGROUND),
        "golf_course": Cover("lawn", GRASS),
        "swimming_pool": Cover("swimming pool", WATER, is_water=True),
        "dog_park": Cover("lawn", GRASS),
        "fitness_station": Cover("playground", _PLAYGROUND),
    },
    "amenity": {
        "parking": Cover("parking lot", PARKING),
        "fountain": Cover("fountain", WATER, is_water=True),
        "marketplace": Cover("market square", PAVING),
        "grave_yard": Cover("cemetery", GRASS),
    },
    "man_made": {
        "pier": Cover("pier", _TIMBER, raised_m=PIER_M),
        "bridge": Cover("bridge", CONCRETE, raised_m=DECK_M),
        "breakwater": Cover("pier", CONCRETE, raised_m=PIER_M),
    },
    "railway": {"platform": Cover("platform", CONCRETE, raised_m=PLATFORM_M)},
    "public_transport": {"platform": Cover("platform", CONCRETE, raised_m=PLATFORM_M)},
    "place": {"square": Cover("square", PAVING)},
    "highway": {
        "pedestrian": Cover("square", PAVING),
        "footway": Cover("footpath", PAVING),
        "path": Cover("footpath", PAVING),
        "platform": Cover("platform", CONCRETE, raised_m=PLATFORM_M),
        "service": Cover("service yard", ASPHALT),
        "residential": Cover("road", ASPHALT),
        "unclassified": Cover("road", ASPHALT),
    },
}
_ORDER = (
    "man_made",
    "natural",
    "waterway",
    "amenity",
    "railway",
    "public_transport",
    "leisure",
    "highway",
    "landuse",
    "place",
)


def cover_of(tags: Mapping[str, Any]) -> Cover | None:
    """The kind of ground that an area's tags name, or None if it would not be seen."""
    for key in _ORDER:
        value = tags.get(key)
        found = _BY_TAG[key].get(value) if isinstance(value, str) else None
        if found is not None:
            return found
    return None


@dataclass(frozen=True, slots=True, eq=False)
class Patch:
    """One area of one kind of ground."""

    cover: Cover
    shape: BaseGeometry
    name: str | None


def is_waterway(feature: Feature) -> bool:
    """Whether a feature is the middle line of a river or a smaller water."""
    value = feature.tags.get("waterway")
    return feature.shape.geom_type == "LineString" and isinstance(value, str) and value in _WATERWAY_WIDTH_M


def patch_of(feature: Feature, town: Polygon) -> Patch | None:
    """The ground a feature covers inside the town, or None; waterways get a width."""
    tags, shape = feature.tags, feature.shape
    if shape.geom_type == "LineString":
        if is_waterway(feature):
            width = _WATERWAY_WIDTH_M[tags["waterway"]]
            cover = Cover("water", WATER, is_water=True)
            return _patch(cover, shape.buffer(width / 2, cap_style="flat"), tags, town)
        is_area = shape.is_closed and len(shape.coords) > 3
        if not is_area or ("highway" in tags and not is_yes(tags.get("area"))):
            return None
        shape = shapely.union_all(as_polygons(Polygon(shape)))
    found = cover_of(tags)
    return _patch(found, shape, tags, town) if found is not None and shape.area > 1.0 else None


def _patch(cover: Cover, shape: BaseGeometry, tags: Mapping[str, Any], town: Polygon) -> Patch | None:
    inside = shapely.union_all(as_polygons(shape.intersection(town)))
    return Patch(cover, inside, clean_text(tags.get("name"))) if inside.area > 1.0 else None


def draw_patches(
    builder: MeshBuilder, patches: Sequence[Patch], truth: TruthBook, tally: Tally
) -> list[Patch]:
    """Every patch once, smaller ones cut out of larger ones; returns those that were drawn."""
    ordered = sorted(patches, key=lambda patch: (patch.shape.area, patch.cover.category))
    drawn: list[Patch] = []
    for layer in (False, True):
        level = [patch for patch in ordered if _is_upper(patch) == layer]
        drawn += _draw_layer(builder, level, truth, tally)
    return drawn


def _is_upper(patch: Patch) -> bool:
    return patch.cover.is_water or patch.cover.raised_m > 0


def _draw_layer(builder: MeshBuilder, patches: list[Patch], truth: TruthBook, tally: Tally) -> list[Patch]:
    below: dict[int, list[int]] = {}
    for one, other in zip(*touching_pairs([patch.shape for patch in patches], "areas"), strict=True):
        if other < one:
            below.setdefault(int(one), []).append(int(other))
    drawn = []
    for index, patch in enumerate(patches):
        near = below.get(index, [])
        shape = patch.shape
        if near:
            shape = shape.difference(shapely.union_all([patches[other].shape for other in near]))
        pieces = [piece.simplify(0.02) for piece in as_polygons(shape)]
        pieces = [piece for piece in pieces if piece.area > 0.5 and piece.geom_type == "Polygon"]
        if not pieces:
            tally.add("hidden under other ground", patch.name or "", kind=patch.cover.category)
            continue
        object_id, cover = truth.new_id(), patch.cover
        z = WATER_Z_M if cover.is_water else LAND_Z_M
        for piece in pieces:
            if cover.raised_m:
                builder.prism(piece, 0.0, cover.raised_m, CONCRETE, object_id, top=cover.surface)
            else:
                builder.flat(piece, z, cover.surface, object_id)
        whole = shapely.union_all(pieces)
        truth.add(object_id, cover.category, whole, (0.0, max(z, cover.raised_m)), name=patch.name)
        drawn.append(Patch(cover, whole, patch.name))
    return drawn
