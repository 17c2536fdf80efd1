"""The truth about one view: which objects answer a phrase, and how well regions cover them."""

from collections.abc import Sequence
from dataclasses import dataclass

import numpy as np
from numpy.typing import NDArray

from airanchor.perception import Phrase
from airanchor.perception.oracle_words import has_attributes, is_covered, is_named
from aircity.city.scene import SceneObject

RIGHT_IOU = 0.5
"""A region is right from this overlap with what the phrase names."""
RIGHT_SHARE = 0.7
"""A piece of a surface (road, lawn, water) is right when this share of it lies on such a surface,"""
LEAST_PIECE = 0.1
"""and it holds at least this share of what the view shows of such surfaces."""
FLAT_M = 1.5
"""An object no taller than this is a surface, which has no outline that a view would show whole."""


@dataclass(frozen=True, slots=True, eq=False)
class Verdicts:
    """How each of n regions compares with the objects that answer a phrase."""

    iou: NDArray[np.float64]
    """With the best single object, or with all objects it holds at least half of, whichever is better."""
    on_target: NDArray[np.float64]
    """Share of the region that lies on objects that answer."""
    is_right: NDArray[np.bool_]
    found: NDArray[np.bool_]  # (n, objects of the view)
    """Which objects of the view a right region finds."""


class ViewTruth:
    """Object ids of a view with their words."""

    def __init__(self, ids: NDArray[np.int32], objects: dict[int, SceneObject]) -> None:
        seen, rows, counts = np.unique(ids, return_inverse=True, return_counts=True)
        self._rows = rows.reshape(ids.shape)
        self.ids: tuple[int, ...] = tuple(int(one) for one in seen)
        """The ids in the view, sky and scenery included, in the order of the columns of `overlap_px`."""
        self._size_px = counts
        self._objects = objects
        sizes = zip(self.ids, counts.tolist(), strict=True)
        self.visible: dict[int, int] = {one: size for one, size in sizes if one in objects}
        """Objects in the view and how many pixels each has."""

    def answers(self, phrase: Phrase) -> dict[int, int]:
        """The visible objects that answer the phrase and their pixels."""
        return {one: size for one, size in self.visible.items() if _is_answer(phrase, self._objects[one])}

    def overlap_of_masks(self, masks: Sequence[NDArray[np.bool_]]) -> NDArray[np.int64]:
        """Pixels that each mask shares with each id, (n, ids)."""
        rows = [np.bincount(self._rows[mask], minlength=len(self.ids)) for mask in masks]
        return np.array(rows, np.int64).reshape(len(masks), len(self.ids))

    def overlap_of_groups(
        self, labels: NDArray[np.int32], groups: Sequence[tuple[int, ...]]
    ) -> NDArray[np.int64]:
        """The same for groups of labelled segments (row r has label r + 1), without drawing their masks."""
        most = max([int(labels.max(initial=0)), *(group[-1] + 1 for group in groups)])
        width = len(self.ids)
        codes = labels.ravel().astype(np.int64) * width + self._rows.ravel()
        table = np.bincount(codes, minlength=(most + 1) * width).reshape(most + 1, width)[1:]
        rows = [table[list(group)].sum(axis=0) for group in groups]
        return np.array(rows, np.int64).reshape(len(groups), width)

    def judge(self, phrase: Phrase, overlap_px: NDArray[np.int64]) -> Verdicts:
        """Compare regions, given by their overlaps with every id, with the objects that answer."""
        answers = self.answers(phrase)
        chosen = np.array([one in answers for one in self.ids])
        flat = np.array([one in answers and _is_flat(self._objects[one]) for one in self.ids])
        area = np.maximum(overlap_px.sum(axis=1), 1)
        shared = np.where(chosen, overlap_px, 0)
        singles = shared / (area[:, None] + self._size_px - shared)
        held = shared >= 0.5 * np.where(chosen, self._size_px, np.inf)
        held_px = np.where(held, shared, 0).sum(axis=1)
        group = held_px / (area + np.where(held, self._size_px, 0).sum(axis=1) - held_px)
        iou = np.maximum(singles.max(axis=1, initial=0), group)
        on_flat = np.where(flat, overlap_px, 0).sum(axis=1)
        is_piece = (on_flat >= RIGHT_SHARE * area) & (on_flat >= LEAST_PIECE * self._size_px[flat].sum())
        is_piece &= bool(flat.any())
        is_right = (iou >= RIGHT_IOU) | is_piece
        found = np.where(group[:, None] >= RIGHT_IOU, held, False) | (singles >= RIGHT_IOU)
        found |= is_piece[:, None] & flat & (shared >= 0.5 * self._size_px)
        return Verdicts(iou, shared.sum(axis=1) / area, is_right, found)


def _is_flat(one: SceneObject) -> bool:
    return one.z_max_m - one.z_min_m < FLAT_M


def _is_answer(phrase: Phrase, one: SceneObject) -> bool:
    if not (is_named(phrase, one.category, one.name) or is_covered(phrase, one.category)):
        return False
    return has_attributes(phrase, one.attributes)
