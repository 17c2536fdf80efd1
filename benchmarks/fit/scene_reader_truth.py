"""What the regions of a picture truly are: the labels that the scene reader is fitted to."""

from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from functools import cache

import numpy as np
from numpy.typing import NDArray

from airanchor.bench.grounding.views import TrueView
from airanchor.embedded.eyes.reader.names import NOTHING
from airanchor.embedded.eyes.reader.regions.pieces import Pieces
from airanchor.embedded.eyes.reader.traits import TRAITS, has_trait
from airanchor.learn.eyes.data.truth import is_flat, name_of
from aircity.city.scene import SceneObject

DOUBTFUL = -1
_PURE = 0.6
"""A patch or region belongs to an object that has this share of it."""
_IOU, _DOUBTFUL_IOU = 0.5, 0.35
_PART_PURE, _PART = 0.75, 0.3
"""A region that lies this much on a thing and holds this much of it may bear its name, too."""
_GROUND_SHARE = 0.7


@dataclass(frozen=True, slots=True, eq=False)
class Known:
    """The truth about a view without its pictures."""

    ids: tuple[int, ...]
    """As in ViewTruth, in the order of the columns of overlaps."""
    visible: Mapping[int, int]
    objects: Mapping[int, SceneObject]


def known(true: TrueView) -> Known:
    """What there is to know about a view."""
    return Known(true.truth.ids, true.truth.visible, true.objects)


def overlaps(true: TrueView, pieces: Pieces) -> NDArray[np.int64]:
    """Pixels that each patch shares with each id of the view, (pieces, ids)."""
    rows, columns = (np.arange(side) for side in true.ids.shape)
    at_row = rows * pieces.labels.shape[0] // true.ids.shape[0]
    at_column = columns * pieces.labels.shape[1] // true.ids.shape[1]
    labels = pieces.labels[at_row[:, None], at_column] + 1
    return true.truth.overlap_of_groups(labels, [(row,) for row in range(pieces.count)])


def belong_together(true: TrueView, pieces: Pieces) -> tuple[NDArray[np.int64], NDArray[np.bool_]]:
    """(label, is_clear) of each touching pair: 1 on one thing, or on one kind of ground."""
    table = overlaps(true, pieces)
    is_pure = table.max(axis=1) >= _PURE * table.sum(axis=1)
    categories = sorted({one.category for one in true.objects.values()})
    keys = np.array([_key(true.objects.get(one), categories) for one in true.truth.ids])
    key = keys[table.argmax(axis=1)]
    one, other = pieces.pairs[:, 0], pieces.pairs[:, 1]
    return (key[one] == key[other]).astype(np.int64), is_pure[one] & is_pure[other]


def _key(one: SceneObject | None, categories: list[str]) -> int:
    if one is None:
        return -1
    if is_flat(one) or one.category in ("hills", "forest"):
        return -2 - categories.index(one.category)
    return one.id


def name_regions(known: Known, overlap_px: NDArray[np.float64]) -> NDArray[np.int64]:
    """The name of each region, NOTHING or DOUBTFUL included, from its overlaps (r, ids)."""
    area = np.maximum(overlap_px.sum(axis=1), 1)
    names = np.array([_name_of(known.objects.get(one)) for one in known.ids])
    sizes = np.array([known.visible.get(one, 0) for one in known.ids])
    flat = np.array([one in known.objects and is_flat(known.objects[one]) for one in known.ids])
    on_things = np.where((sizes > 0) & ~flat, overlap_px, 0)
    iou = on_things / (area[:, None] + np.maximum(sizes, 1) - overlap_px)
    is_part = (on_things >= _PART_PURE * area[:, None]) & (on_things >= _PART * np.maximum(sizes, 1))
    labels = np.full(len(area), NOTHING)
    best, at = iou.max(axis=1), iou.argmax(axis=1)
    labels[best >= _DOUBTFUL_IOU] = DOUBTFUL
    has_part = is_part.any(axis=1)
    labels[has_part] = names[is_part.argmax(axis=1)[has_part]]
    labels[best >= _IOU] = names[at[best >= _IOU]]
    shares = np.zeros((len(area), NOTHING + 1))
    np.add.at(shares.T, names[flat], (overlap_px[:, flat] / area[:, None]).T)
    is_ground = shares[:, :NOTHING].max(axis=1) >= _GROUND_SHARE
    labels[is_ground] = shares[is_ground, :NOTHING].argmax(axis=1)
    return labels


def _name_of(one: SceneObject | None) -> int:
    return NOTHING if one is None else name_of(one.category)


def trait_regions(
    known: Known, overlap_px: NDArray[np.float64]
) -> tuple[NDArray[np.bool_], NDArray[np.bool_]]:
    """(traits, is_clear): which traits the thing has that each region mostly lies on."""
    table = np.zeros((len(known.ids), len(TRAITS)), np.bool_)
    for row, one in enumerate(known.ids):
        if one in known.objects:
            table[row] = _traits_of(known.objects[one].attributes)
    at = overlap_px.argmax(axis=1)
    is_object = np.array([one in known.objects for one in known.ids])
    return table[at], (overlap_px.max(axis=1) >= _PURE * overlap_px.sum(axis=1)) & is_object[at]


@cache
def _traits_of(attributes: tuple[str, ...]) -> tuple[bool, ...]:
    return tuple(has_trait(trait, attributes) for trait in TRAITS)


def answering(known: Known, landmark: int, traits: Sequence[str]) -> frozenset[int]:
    """What a phrase could mean in a view: its landmark, and what is of its kind with the traits asked for."""
    kind = known.objects[landmark].category
    return frozenset(
        one
        for one in known.visible
        if one == landmark
        or (
            known.objects[one].category == kind
            and all(_traits_of(known.objects[one].attributes)[TRAITS.index(trait)] for trait in traits)
        )
    )
