"""Segments: the smallest pieces of a view, and which of them touch."""

from dataclasses import dataclass

import numpy as np
from numpy.typing import NDArray

from airanchor.embedded.eyes.detector.regions.lattice import Lattice
from airanchor.embedded.eyes.detector.regions.surfaces import (
    blur_within,
    find_bodies,
    find_links,
    split_bodies,
    sum_by_label,
    weigh_edges,
)

_STANDING_BLUR_M = 3.2
"""About a storey: windows fade into their facade."""
_GROUND_BLUR_M = 1.0
_BLUR_LIMIT_PX = 5
_LIGHTNESS_WEIGHT = 0.6
"""Shade tells less than hue."""
_SLOPE_WEIGHT = 12.0
"""A roof against its wall counts as much as this difference of colour."""
_GROUND_WEIGHT = 1.8
"""Kerbs and verges are faint, so colour counts more on the ground."""
_SCALE = 160.0
_SMALLEST_PX = 12
_GAP_PX = 4


@dataclass(frozen=True, slots=True, eq=False)
class Segments:
    """A partition of the surfaces of a lattice; arrays of rows are indexed by label - 1."""

    labels: NDArray[np.int32]  # (h, w), 0 where there is no surface
    bodies: NDArray[np.int32]  # (h, w), the connected surface each pixel belongs to
    body_of: NDArray[np.int32]  # (n,)
    is_ground: NDArray[np.bool_]  # (n,)
    size_px: NDArray[np.int64]  # (n,)
    lab: NDArray[np.float64]  # (n, 3) mean colour
    up: NDArray[np.float64]  # (n,) mean vertical share of the normal
    height_m: NDArray[np.float64]  # (n,) mean height above ground
    touching: NDArray[np.int64]  # (k, 2) pairs of rows that share a boundary on one surface
    boundary_px: NDArray[np.int64]  # (k,) how long it is
    near: NDArray[np.int64]  # (m, 2) pairs of pieces of ground with only something narrow between them


def find_segments(lattice: Lattice) -> Segments:
    """Cut the lattice's surfaces by depth jumps, then by colour and slope."""
    links = find_links(lattice.inverse, lattice.is_ground)
    bodies = find_bodies(links, lattice.is_surface)
    blur_m = np.where(lattice.is_ground, _GROUND_BLUR_M, _STANDING_BLUR_M)
    radius_px = np.clip(blur_m / 2 / np.maximum(lattice.pixel_m, 1e-3), 0, _BLUR_LIMIT_PX).astype(np.int32)
    slope = np.where(lattice.is_ground, 0, _SLOPE_WEIGHT * lattice.up)
    lightness = _LIGHTNESS_WEIGHT * lattice.lab[..., 0]
    features = np.stack([lightness, lattice.lab[..., 1], lattice.lab[..., 2], slope], axis=-1)
    features *= np.where(lattice.is_ground, _GROUND_WEIGHT, 1.0)[..., None]
    smooth = blur_within(features.astype(np.float32), bodies, radius_px)
    weights = weigh_edges(np.ascontiguousarray(smooth.transpose(0, 2, 1)))
    labels = split_bodies(weights, links, lattice.is_surface, _SCALE, _SMALLEST_PX)
    return _describe(lattice, labels, bodies, links)


def _describe(
    lattice: Lattice, labels: NDArray[np.int32], bodies: NDArray[np.int32], links: NDArray[np.bool_]
) -> Segments:
    count = int(labels.max(initial=0))
    rows = labels.ravel()
    size_px = np.bincount(rows, minlength=count + 1)[1:]

    means = sum_by_label(rows, lattice.lab, lattice.up, lattice.height_m, count)
    means /= np.maximum(size_px, 1)[:, None]
    first = np.zeros(count + 1, np.int64)
    first[rows[::-1]] = np.arange(rows.size)[::-1]
    touching, boundary_px = _touching(labels, links)
    return Segments(
        labels=labels,
        bodies=bodies,
        body_of=bodies.ravel()[first[1:]],
        is_ground=lattice.is_ground.ravel()[first[1:]],
        size_px=size_px,
        lab=np.ascontiguousarray(means[:, :3]),
        up=np.ascontiguousarray(means[:, 3]),
        height_m=np.ascontiguousarray(means[:, 4]),
        touching=touching,
        boundary_px=boundary_px,
        near=_near(labels, lattice.is_ground),
    )


def _near(labels: NDArray[np.int32], is_ground: NDArray[np.bool_]) -> NDArray[np.int64]:
    """A lamp post, a kerb or a painted line does not make two roads of one."""
    ground = np.where(is_ground, labels, 0)
    pairs = [(ground[:, :-_GAP_PX], ground[:, _GAP_PX:]), (ground[:-_GAP_PX], ground[_GAP_PX:])]
    one = np.concatenate([a[(a > 0) & (b > 0) & (a != b)] for a, b in pairs]).astype(np.int64) - 1
    other = np.concatenate([b[(a > 0) & (b > 0) & (a != b)] for a, b in pairs]).astype(np.int64) - 1
    codes = np.unique(np.minimum(one, other) << 32 | np.maximum(one, other))
    return np.stack([codes >> 32, codes & 0xFFFFFFFF], axis=-1)


def _touching(
    labels: NDArray[np.int32], links: NDArray[np.bool_]
) -> tuple[NDArray[np.int64], NDArray[np.int64]]:
    right = links[:, :-1, 0] & (labels[:, :-1] != labels[:, 1:])
    below = links[:-1, :, 1] & (labels[:-1] != labels[1:])
    one = np.concatenate([labels[:, :-1][right], labels[:-1][below]]).astype(np.int64) - 1
    other = np.concatenate([labels[:, 1:][right], labels[1:][below]]).astype(np.int64) - 1
    low, high = np.minimum(one, other), np.maximum(one, other)
    codes, boundary_px = np.unique(low << 32 | high, return_counts=True)
    return np.stack([codes >> 32, codes & 0xFFFFFFFF], axis=-1), boundary_px
