"""What the regions of a picture truly are: the labels that the scene reader is fitted to."""

import numpy as np
from numpy.typing import NDArray

from airanchor.bench.grounding_views import TrueView
from airanchor.perception.embedded.words import singular
from airanchor.perception.scene_reader.names import NAMES, NOTHING
from airanchor.perception.scene_reader.pieces import Pieces
from airanchor.perception.scene_reader.traits import TRAITS, has_trait
from airanchor.sim.city.scene import SceneObject

DOUBTFUL = -1
FLAT_M = 1.5
_PURE = 0.6
"""A patch or region belongs to an object that has this share of it."""
_IOU, _DOUBTFUL_IOU = 0.5, 0.35
_PART_PURE, _PART = 0.75, 0.3
"""A region that lies this much on a thing and holds this much of it may bear its name, too."""
_GROUND_SHARE = 0.7
_OWNER = {singular(word): index for index, one in enumerate(NAMES) for word in reversed(one.all_words)}
_ALSO = {"building": "apartment building", "hall": "warehouse"}


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


def is_flat(one: SceneObject) -> bool:
    """Whether it is a surface on the ground."""
    return one.z_max_m - one.z_min_m < FLAT_M


def name_regions(true: TrueView, overlap_px: NDArray[np.float64]) -> NDArray[np.int64]:
    """The name of each region, NOTHING or DOUBTFUL included, from its overlaps (r, ids)."""
    area = np.maximum(overlap_px.sum(axis=1), 1)
    names = np.array([_name_of(true.objects.get(one)) for one in true.truth.ids])
    sizes = np.array([true.truth.visible.get(one, 0) for one in true.truth.ids])
    flat = np.array([one in true.objects and is_flat(true.objects[one]) for one in true.truth.ids])
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
    if one is None:
        return NOTHING
    return _OWNER.get(singular(_ALSO.get(one.category, one.category)), NOTHING)


def trait_regions(
    true: TrueView, overlap_px: NDArray[np.float64]
) -> tuple[NDArray[np.bool_], NDArray[np.bool_]]:
    """(traits, is_clear): which traits the thing has that each region mostly lies on."""
    table = np.zeros((len(true.truth.ids), len(TRAITS)), np.bool_)
    for row, one in enumerate(true.truth.ids):
        if one in true.objects:
            table[row] = [has_trait(trait, true.objects[one].attributes) for trait in TRAITS]
    at = overlap_px.argmax(axis=1)
    known = np.array([one in true.objects for one in true.truth.ids])
    return table[at], (overlap_px.max(axis=1) >= _PURE * overlap_px.sum(axis=1)) & known[at]
