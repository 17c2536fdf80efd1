"""Batches: pictures disturbed, turned into planes, with the targets of a sample of their cells."""

from collections.abc import Sequence
from dataclasses import dataclass

import numpy as np
import torch
from numpy.typing import NDArray
from torch import Tensor

from airanchor.embedded.eyes.net.planes import (
    LOG_DEPTH_MEAN,
    LOG_DEPTH_SCALE,
    PLANES,
    STEP_PX,
    depth_planes,
    fold_colours,
    rays,
)
from airanchor.embedded.eyes.reader.traits import COLOURS, ROOFS, TOUCHES, TRAITS
from airanchor.learn.eyes.data.shots import VIEW_PX
from airanchor.learn.eyes.data.store import TrainingPicture
from airanchor.learn.eyes.data.truth import FIRST_OBJECT
from airanchor.learn.eyes.training.disturbance import mirror, repaint, unsettle_depth

Floats = NDArray[np.float32]

_SAMPLED = 0.16
"""The share of cells whose names and traits are learned from in one step: things before ground."""
_WITH_DEPTH = 0.5
IS_HUE = np.array([one in (*COLOURS, *ROOFS, *TOUCHES) for one in TRAITS])


@dataclass(frozen=True, slots=True, eq=False)
class NameWeights:
    """How much more often cells of each name are drawn, and how much more they count, (names,) each."""

    drawn: Floats
    counted: Floats


@dataclass(frozen=True, slots=True, eq=False)
class Batch:
    """What one step learns from; cells are counted along the flattened grid of each picture."""

    planes: Tensor  # (b, PLANES, h / 2, w / 2)
    at: Tensor  # (b, n) sampled cells
    names: Tensor  # (b, n)
    name_weights: Tensor  # (b, n) rare names count more
    traits: Tensor  # (b, n, TRAITS)
    trait_weights: Tensor  # (b, n, TRAITS) 0 where nothing is known
    joins: Tensor  # (b, 2, h / 4, w / 4) whether a cell goes with its right and its lower neighbour
    depth: Tensor  # (b, 1, h / 4, w / 4) scaled log depth


def planes_of(
    rgb: NDArray[np.uint8] | Floats, window: Floats, depth: tuple[Floats, NDArray[np.bool_]] | None
) -> Floats:
    """(h / 2, w / 2, PLANES) of one picture; `depth` is log depth and where it was read."""
    h, w = (side // STEP_PX for side in rgb.shape[:2])
    middle = (VIEW_PX - 1) / 2 - (STEP_PX - 1) / 2
    u, v = (
        at + STEP_PX * np.arange(n, dtype=np.float32) - middle
        for at, n in zip(window[:2], (w, h), strict=True)
    )
    right, up = rays(u, v, float(window[2]), float(window[3]))
    planes = np.zeros((h, w, PLANES), np.float32)
    planes[..., :12] = fold_colours(rgb)
    planes[..., 12], planes[..., 13] = right, up
    if depth is not None:
        planes[..., 14:] = depth_planes(*depth, up)
    return planes


def make_batch(
    pictures: Sequence[TrainingPicture], class_weights: NameWeights, rng: np.random.Generator
) -> Batch:
    """The pictures, disturbed, as one batch."""
    rows = [_row(one, class_weights, rng) for one in pictures]
    planes, *rest = (torch.from_numpy(np.stack(column)) for column in zip(*rows, strict=True))
    return Batch(planes.permute(0, 3, 1, 2), *rest)


def _row(
    picture: TrainingPicture, class_weights: NameWeights, rng: np.random.Generator
) -> tuple[NDArray[np.generic], ...]:
    if rng.random() < 0.5:
        mirror(picture)
    rgb, keeps_hues = repaint(picture, rng)
    depth = unsettle_depth(picture.log_depth, rng) if rng.random() < _WITH_DEPTH else None
    at = _sample(picture, class_weights, rng)
    is_object = (picture.rows.ravel()[at] >= FIRST_OBJECT)[:, None]
    known = np.where(IS_HUE & (not keeps_hues), np.float32(0), np.float32(1))
    h, w = picture.rows.shape
    deep = picture.log_depth.reshape(h, 2, w, 2).mean(axis=(1, 3))
    return (
        planes_of(rgb, picture.window, depth),
        at,
        picture.names.ravel()[at],
        class_weights.counted[picture.names.ravel()[at]],
        picture.traits.reshape(h * w, -1)[at].astype(np.float32),
        is_object * known,
        joins(picture.keys),
        ((deep - LOG_DEPTH_MEAN) / LOG_DEPTH_SCALE).astype(np.float32)[None],
    )


def _sample(
    picture: TrainingPicture, class_weights: NameWeights, rng: np.random.Generator
) -> NDArray[np.int64]:
    """Cells drawn without putting back: rare names, and things that show few cells, more often."""
    keys = picture.keys.ravel()
    _, which, count = np.unique(keys, return_inverse=True, return_counts=True)
    weights = class_weights.drawn[picture.names.ravel()] / np.sqrt(count[which])
    draws = int(_SAMPLED * len(keys))
    race = rng.exponential(size=len(keys)) / weights
    return np.argpartition(race, draws)[:draws].astype(np.int64)


def joins(keys: NDArray[np.int64]) -> Floats:
    """Whether each cell goes with its right and its lower neighbour, (2, h, w); 0 at the far edges."""
    right, lower = np.zeros((2, *keys.shape), np.float32)
    right[:, :-1] = keys[:, :-1] == keys[:, 1:]
    lower[:-1] = keys[:-1] == keys[1:]
    return np.stack([right, lower])


def weights_of(counts: NDArray[np.int64]) -> NameWeights:
    """By how many cells bear each name: (median / count) ** 0.5 when drawn, ** 0.3 when counted, capped.

    Drawing alone cannot make up for it: of a rare thing, all cells are soon drawn.
    """
    usual = np.median(counts[counts > 0]) if (counts > 0).any() else 1.0
    ratio = usual / np.maximum(counts, 1)
    drawn, counted = np.clip(ratio**0.5, 0.03, 8.0), np.clip(ratio**0.3, 0.3, 3.0)
    return NameWeights(drawn.astype(np.float32), counted.astype(np.float32))
