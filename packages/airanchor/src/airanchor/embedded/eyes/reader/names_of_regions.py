"""Naming: how probably each region is each kind of thing, and which attributes it has."""

from itertools import pairwise

import numpy as np
from numpy.typing import NDArray

from airanchor.embedded.eyes.detector.properties import Property, Proposals
from airanchor.embedded.eyes.reader.regions.layout import SurfaceKind
from airanchor.embedded.eyes.reader.regions.regions import Regions

Floats = NDArray[np.float32]


def region_features(regions: Regions) -> Floats:
    """What a name goes by, (r, features): size in camera heights, shape, colours, kinds, surroundings."""
    logs = [
        regions.top, regions.length, regions.nearness, regions.taper + 0.05,
        np.maximum(regions.box[:, 2] - regions.box[:, 0], 1e-3),
        np.maximum(regions.box[:, 3] - regions.box[:, 1], 1e-3),
        regions.top / np.maximum(regions.length, 1e-3), regions.size,
    ]  # fmt: skip
    base_gap = np.log(np.maximum(regions.box[:, 3], 0.01) / regions.nearness)
    spread = np.sqrt(np.maximum(regions.means[:, 3] - regions.means[:, 0] ** 2, 0))
    tint = np.maximum(regions.means[:, 4] - regions.means[:, 1] ** 2 - regions.means[:, 2] ** 2, 0)
    near_spread = np.sqrt(np.maximum(regions.means[:, 6] - regions.means[:, 5] ** 2, 0))
    plain = [
        regions.fill, regions.isolation, regions.unity, base_gap, spread, np.sqrt(tint), near_spread,
        regions.box[:, 1], regions.box[:, 3], np.abs(regions.box[:, 0] + regions.box[:, 2]) / 2,
    ]  # fmt: skip
    return np.concatenate(
        [
            np.stack([np.log(np.maximum(value, 1e-3)) for value in logs] + plain, axis=1),
            regions.paint / 50,
            regions.means[:, [0, 1, 2]] / 50,
            regions.means[:, 7:10] / np.array([5, 5, 1]),
            regions.cut,
            np.sqrt(np.maximum(regions.colours, 0)),
            regions.kinds,
            regions.below,
            regions.around,
        ],
        axis=1,
    ).astype(np.float32)


def measured_features(features: Floats, regions: Regions, height_m: float) -> Floats:
    """`region_features` with sizes in metres, for a camera so high, and what the picture is made of."""
    height = np.full(len(features), np.log(height_m))
    sizes = [np.log(np.maximum(value, 1e-3)) + height for value in (regions.top, regions.length)]
    weights = regions.size / max(float(regions.size.sum()), 1.0)
    surroundings = np.broadcast_to(weights @ regions.kinds, regions.kinds.shape)
    return np.concatenate([features, np.stack([height, *sizes], axis=1), surroundings], axis=1).astype(
        np.float32
    )


def as_proposals(regions: Regions, labels: NDArray[np.int32], height_m: float) -> Proposals:
    """The regions as the detector's proposals, for words about colour, size, shape and material."""
    values = np.zeros((len(regions.size), len(Property)), np.float32)
    kinds = regions.kinds
    for which, column in {
        Property.AREA_PX: regions.size,
        Property.TOP_M: regions.top * height_m,
        Property.LENGTH_M: regions.length * height_m,
        Property.SLENDERNESS: regions.top / np.maximum(regions.length, 0.01),
        Property.WALL: np.where(_is_building(regions), np.maximum(kinds[:, SurfaceKind.WALL], 0.5), 0),
        Property.LEVEL: kinds[:, SurfaceKind.ROOF],
        Property.FILL: regions.fill,
        Property.TAPER: regions.taper,
        Property.CHROMA: np.hypot(regions.means[:, 1], regions.means[:, 2]),
        Property.GREENERY: kinds[:, SurfaceKind.TREE] + kinds[:, SurfaceKind.GRASS],
        Property.GRAYNESS: regions.colours[:, :3].sum(axis=1),
        Property.WARMTH: regions.colours[:, [5, 6, 7, 8]].sum(axis=1),
        Property.PAINT_L: regions.paint[:, 0],
        Property.PAINT_A: regions.paint[:, 1],
        Property.PAINT_B: regions.paint[:, 2],
        Property.GROUND: regions.is_ground,
        Property.ISOLATION: regions.isolation,
    }.items():
        values[:, which] = column
    patches = np.nonzero(regions.members)[1].tolist()
    ends = np.cumsum(regions.members.sum(axis=1)).tolist()
    groups = tuple(tuple(patches[start:end]) for start, end in pairwise([0, *ends]))
    size = np.bincount(labels.ravel(), minlength=regions.members.shape[1])
    boxes = np.zeros((len(groups), 4), np.int32)
    boxes[:, 2:] = labels.shape[1], labels.shape[0]
    return Proposals(labels + 1, groups, values, regions.colours, boxes, size)


def _is_building(regions: Regions) -> NDArray[np.bool_]:
    return np.asarray(regions.kinds[:, SurfaceKind.WALL] + regions.kinds[:, SurfaceKind.ROOF] > 0.5)
