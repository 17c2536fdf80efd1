"""Naming: how probably each region is each kind of thing, and which attributes it has."""

from itertools import pairwise

import numpy as np
from numpy.typing import NDArray

from airanchor.embedded.eyes.detector.properties import Property, Proposals
from airanchor.embedded.eyes.reader.names import NOTHING
from airanchor.embedded.eyes.reader.recognition import Recognition
from airanchor.embedded.eyes.reader.regions.layout import SurfaceKind
from airanchor.embedded.eyes.reader.regions.perceptron import softmax
from airanchor.embedded.eyes.reader.regions.regions import Regions

Floats = NDArray[np.float32]


def name_shares(log_names: Floats) -> Floats:
    """How probably each region bears each of NAMES, (r, names), from the means over its cells."""
    return softmax(log_names)[:, :NOTHING]


def agreed_shares(pooled: Floats, recognized: Recognition) -> Floats:
    """What pooling and recognition say of each name together, (r, names): the geometric mean."""
    return np.asarray(np.sqrt(pooled * recognized.shares[:, :NOTHING]))


def agreed_traits(painted: Floats, recognized: Recognition) -> Floats:
    """What both say of each trait, (r, traits)."""
    return np.asarray((painted + recognized.traits) / 2)


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
