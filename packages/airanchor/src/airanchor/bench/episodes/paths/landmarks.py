"""The things of a scene that an instruction may name, and how far they are from a point or a track."""

import functools
import math
import tomllib
from collections.abc import Mapping
from dataclasses import dataclass
from importlib import resources
from typing import Any

import numpy as np
import shapely
from numpy.typing import ArrayLike

from aircity.city.scene import CityScene, SceneObject

STREET = ("road", "intersection", "crosswalk", "roundabout")
WATER = ("river", "canal", "lake", "sea")
_FURTHEST_CORNER_M = 60.0


@dataclass(frozen=True, slots=True)
class CategoryWords:
    """What instructions say of one category."""

    likely: float = 0.0
    flat: bool = False
    building: bool = False
    nouns: tuple[str, ...] = ()
    us: tuple[str, ...] = ()
    uk: tuple[str, ...] = ()

    def spoken(self, dialect: str) -> tuple[str, ...]:
        """The nouns of one dialect, "us" or "uk"."""
        return self.nouns + (self.us if dialect == "us" else self.uk)


@functools.cache
def kinds(table: str = "kinds") -> Mapping[str, CategoryWords]:
    """Every nameable category, or every area that is said in passing."""
    text = resources.files(__package__).joinpath("kinds.toml").read_text("utf-8")
    return {category: _kind(row) for category, row in tomllib.loads(text)[table].items()}


def _kind(row: Mapping[str, Any]) -> CategoryWords:
    return CategoryWords(
        likely=float(row.get("likely", 0.0)),
        flat=bool(row.get("flat", False)),
        building=bool(row.get("building", False)),
        nouns=tuple(row.get("nouns", ())),
        us=tuple(row.get("us", ())),
        uk=tuple(row.get("uk", ())),
    )


@dataclass(frozen=True, slots=True, eq=False)
class NameableObject:
    """A nameable thing with its outline."""

    thing: SceneObject
    kind: CategoryWords
    outline: shapely.Polygon
    x_m: float
    y_m: float
    radius_m: float

    @property
    def id(self) -> int:
        """The object's id in the scene."""
        return self.thing.id

    def distance_m(self, x_m: float, y_m: float) -> float:
        """Horizontal distance to the outline, 0 above it."""
        return float(self.outline.distance(shapely.Point(x_m, y_m)))

    def distance_to_path_m(self, points: ArrayLike) -> float:
        """Horizontal distance of the outline to a track (n, 2 or 3)."""
        track = np.asarray(points, dtype=np.float64)[:, :2]
        line = shapely.LineString(track) if len(np.unique(track, axis=0)) > 1 else shapely.Point(track[0])
        return float(self.outline.distance(line))

    def reach_m(self, bearing_rad: float) -> float:
        """How far the outline reaches from its middle in a direction."""
        along = np.array([math.cos(bearing_rad), math.sin(bearing_rad)])
        corners = np.asarray(self.thing.footprint) - (self.x_m, self.y_m)
        return max(0.0, float((corners @ along).max()))


def landmark_of(thing: SceneObject, kind: CategoryWords) -> NameableObject:
    """The landmark that an object is."""
    outline = shapely.Polygon(thing.footprint)
    if not outline.is_valid:
        outline = outline.convex_hull
    middle = outline.centroid
    corners = np.asarray(thing.footprint) - (middle.x, middle.y)
    return NameableObject(thing, kind, outline, middle.x, middle.y, float(np.hypot(*corners.T).max()))


def nameable(scene: CityScene) -> dict[int, NameableObject]:
    """Every thing with a kind, by id."""
    known = kinds()
    found = (
        landmark_of(one, known[one.category])
        for one in scene.objects
        if one.category in known and len(one.footprint) >= 3
    )
    return {one.id: one for one in found if one.radius_m <= _FURTHEST_CORNER_M}


def union_of(scene: CityScene, categories: tuple[str, ...]) -> shapely.Geometry:
    """The ground that some categories cover, prepared for many questions."""
    parts = [
        shapely.Polygon(one.footprint).buffer(0)
        for one in scene.objects
        if one.category in categories and len(one.footprint) >= 3
    ]
    union = shapely.union_all(parts)
    shapely.prepare(union)
    return union
