"""Trees: a handful of shapes in natural variety, for single trees, rows and woods."""

import math
from collections.abc import Sequence
from functools import cache

import numpy as np
import shapely
from numpy.typing import NDArray
from shapely.geometry import Point
from shapely.geometry.base import BaseGeometry

from aircity.city.imports.geojson.document import Feature
from aircity.city.imports.paint import generator
from aircity.city.imports.truth import TruthBook
from aircity.city.imports.words import first_metres
from aircity.city.solids.materials import Material
from aircity.city.solids.mesh import MeshBuilder, Surface
from aircity.city.solids.shapes import Shape, cylinder, lathe

Floats = NDArray[np.float64]
ROW_SPACING_M, WOOD_SPACING_M, MOST_PER_WOOD = 8.0, 9.0, 400
_MOST_PER_ROW = 500
_MOST_SPOTS = 100 * MOST_PER_WOOD
"""That are looked at for one wood, however thin it is in its box."""
_SUNK_M = 0.1
_TALL_M = 9.0
"""The model's own height; others are scaled."""
_LEAVES = tuple(
    Surface(Material.FOLIAGE, colour, (colour[0] * 0.6, colour[1] * 0.65, colour[2] * 0.55))
    for colour in ((0.25, 0.40, 0.16), (0.30, 0.44, 0.18), (0.22, 0.36, 0.18), (0.36, 0.46, 0.20))
)
_NEEDLES = Surface(Material.FOLIAGE, (0.15, 0.29, 0.17), (0.09, 0.19, 0.11))
_BARK = Surface(Material.BARK, (0.36, 0.28, 0.21))


def is_planted(feature: Feature) -> bool:
    """Whether a feature is a tree or a row of them."""
    kind = (feature.tags.get("natural"), feature.shape.geom_type)
    return kind in (("tree", "Point"), ("tree_row", "LineString"))


def draw_trees(builder: MeshBuilder, features: Sequence[Feature], truth: TruthBook) -> None:
    """Single trees and rows."""
    for feature in features:
        kind = feature.tags.get("natural")
        conifer = (
            "needleleaved" in str(feature.tags.get("leaf_type")) or feature.tags.get("type") == "conifer"
        )
        tall = first_metres(feature.tags, "height")
        if kind == "tree" and feature.shape.geom_type == "Point":
            plant(builder, feature.shape.coords[0], feature.id, truth, tall_m=tall, conifer=conifer)
        elif kind == "tree_row" and feature.shape.geom_type == "LineString":
            spacing = max(ROW_SPACING_M, feature.shape.length / _MOST_PER_ROW)
            for index, distance in enumerate(np.arange(0.0, feature.shape.length, spacing)):
                spot = feature.shape.interpolate(distance).coords[0]
                plant(builder, spot, f"{feature.id} {index}", truth, tall_m=tall, conifer=conifer)


def draw_wood(builder: MeshBuilder, shape: BaseGeometry, id_: str, truth: TruthBook) -> None:
    """Trees scattered over a wood, on a shaken grid."""
    rng = generator(id_)
    x_min, y_min, x_max, y_max = shape.bounds
    box_m2 = (x_max - x_min) * (y_max - y_min)
    spacing = max(WOOD_SPACING_M, math.sqrt(shape.area / MOST_PER_WOOD), math.sqrt(box_m2 / _MOST_SPOTS))
    x, y = np.meshgrid(np.arange(x_min, x_max, spacing), np.arange(y_min, y_max, spacing))
    spots = np.column_stack([x.ravel(), y.ravel()]) + rng.uniform(-0.35, 0.35, (x.size, 2)) * spacing
    for index, spot in enumerate(spots[shapely.contains_xy(shape, spots[:, 0], spots[:, 1])]):
        plant(builder, (float(spot[0]), float(spot[1])), f"{id_} {index}", truth)


def plant(
    builder: MeshBuilder,
    spot: Sequence[float],
    id_: str,
    truth: TruthBook,
    *,
    tall_m: float | None = None,
    conifer: bool = False,
) -> None:
    """One tree."""
    rng = generator(id_)
    tall = min(max(tall_m or float(rng.uniform(7.0, 12.0)), 2.0), 40.0)
    spread = tall / _TALL_M * float(rng.uniform(0.8, 1.2))
    turn = float(rng.uniform(0, 2 * math.pi))
    leaves = _NEEDLES if conifer else _LEAVES[int(rng.integers(len(_LEAVES)))]
    trunk, crown = _model(conifer, int(rng.integers(3)))
    object_id = truth.new_id()
    for shape, surface in ((trunk, _BARK), (crown, leaves)):
        placed = shape.scaled(spread, spread, tall / _TALL_M).turned(turn).at(spot[0], spot[1], -_SUNK_M)
        builder.triangles(placed.vertices, surface, object_id, uv=placed.uv, normals=placed.normals)
    radius = 3.0 * spread * (0.7 if conifer else 1.0)
    truth.add(
        object_id,
        "tree",
        Point(spot[0], spot[1]).buffer(radius, quad_segs=2),
        (0.0, tall),
        attributes=("green", "conifer" if conifer else "leafy"),
    )


@cache
def _model(conifer: bool, variant: int) -> tuple[Shape, Shape]:
    """(trunk, crown) of a tree nine metres tall."""
    trunk = cylinder(0.22, 3.6, 5, top_m=0.16)
    if conifer:
        return trunk, lathe([(0.3, 1.2), (2.1, 1.6), (1.5, 4.2), (0.8, 6.8), (0.0, 9.0)], 7, "round")
    profiles = (
        [(0.2, 2.4), (2.2, 3.2), (3.0, 5.2), (2.4, 7.4), (1.0, 8.7), (0.0, 9.0)],
        [(0.2, 2.8), (1.8, 3.4), (2.4, 5.6), (2.0, 7.8), (0.0, 9.0)],
        [(0.2, 2.2), (2.6, 3.4), (3.2, 5.0), (1.8, 7.6), (0.0, 9.0)],
    )
    crown = lathe(profiles[variant], 8, "soft")
    rough = np.random.default_rng(variant)
    bumps = {}
    for corner in np.unique(np.round(crown.vertices.reshape(-1, 3), 3), axis=0):
        bumps[tuple(corner)] = rough.uniform(0.86, 1.14)
    factors = np.array([bumps[tuple(corner)] for corner in np.round(crown.vertices.reshape(-1, 3), 3)])
    shaken = crown.vertices * np.concatenate(
        [np.repeat(factors[:, None], 2, axis=1), np.ones((len(factors), 1))], axis=1
    ).reshape(crown.vertices.shape)
    return trunk, Shape(shaken, crown.normals, crown.uv)
