# mypy: allow-untyped-defs, allow-untyped-calls, disable-error-code=untyped-decorator
"""Candidates: what depth proposes and what the picture alone shows, as regions of one view.

A region of the picture is snapped to the segments that depth and colour cut: a segment it mostly covers is
taken whole, one it hardly touches is left out, and what lies far behind or in front of the rest is dropped.
"""

from dataclasses import dataclass
from typing import TYPE_CHECKING

import numpy as np
from numpy.typing import NDArray

from airanchor.embedded.eyes.detector.apartness import INSIDE, MOST_DETECTIONS, OVERLAP
from airanchor.embedded.eyes.detector.properties import Property, Proposals
from airanchor.perception.one_thread import one_thread
from aircity.machine.compilation import njit
from aircity.world import Observation

if TYPE_CHECKING:
    from airanchor.embedded.eyes.reader import SceneReading

Floats = NDArray[np.float32]

SMALLEST_PX = 56
"""Pixels of the view; a smaller rest of a region is none."""
_WHOLE, _BLEED = 0.7, 0.3
"""From this share on a segment is taken whole; below the other one it is left out,"""
_LARGE = 0.15
"""unless it makes up this share of the region."""
_MINOR = 0.35
"""A smaller share of a region can be dropped for lying elsewhere,"""
_ELSEWHERE = 1.6
"""which means this factor nearer or farther than most of it."""


@dataclass(frozen=True, slots=True, eq=False)
class Candidates:
    """The n1 proposals of a view, then n2 snapped regions of its picture."""

    proposals: Proposals
    cell_of: NDArray[np.int32]  # (height, width) of the view: which cell each pixel lies in
    region: NDArray[np.int64]  # (n2,) which of the reading's regions each is
    groups: NDArray[np.bool_]  # (n1, segments + 1) which segments each proposal holds
    whole: NDArray[np.bool_]  # (n2, segments + 1) which segments it takes whole; 0 is what has no segment
    partial: NDArray[np.bool_]  # (n2, segments + 1) of which it takes only what its patches cover
    members: NDArray[np.bool_]  # (n2, patches)
    size_px: NDArray[np.float64]  # (n,)
    depth_m: NDArray[np.float64]  # (n,) how far most of it is along the axis
    is_ground: NDArray[np.bool_]  # (n,)
    overlap: Floats  # (n1, n2) intersection over union
    cells: NDArray[np.int64]  # (c, 2) segment + 1 and patch of each crossing of the two that has pixels
    cell_px: NDArray[np.int64]  # (c,)

    @property
    def count(self) -> int:
        """How many there are."""
        return len(self.size_px)

    def mask(self, index: int) -> NDArray[np.bool_]:
        """The candidate's pixels in the view."""
        first = len(self.proposals.groups)
        if index < first:
            return self.proposals.mask(index)
        return np.asarray(self.holds(np.array([index]))[0].take(self.cell_of))

    def apart(self, order: NDArray[np.intp]) -> list[int]:
        """Of candidates from best to worst, those that are not the same thing as a better one."""
        is_same = self.is_same(order)
        left = np.ones(len(order), np.bool_)
        chosen: list[int] = []
        while len(chosen) < MOST_DETECTIONS and left.any():
            row = int(left.argmax())
            chosen.append(int(order[row]))
            left &= ~is_same[:, row]
            left[row] = False
        return chosen

    def is_same(self, order: NDArray[np.intp]) -> NDArray[np.bool_]:
        """Which of these candidates overlap so much that they are one thing, (m, m)."""
        held = self.holds(order).astype(np.float32)
        with one_thread:
            shared = (held * self.cell_px) @ held.T
        area = np.maximum(np.diag(shared), 1e-6)
        union = area[:, None] + area - shared
        return (shared / union > OVERLAP) | (shared / np.minimum(area[:, None], area) > INSIDE)

    def holds(self, order: NDArray[np.intp]) -> NDArray[np.bool_]:
        """Which cells each of these candidates holds, (m, cells)."""
        segment, patch = self.cells[:, 0], self.cells[:, 1]
        first = len(self.proposals.groups)
        held = np.zeros((len(order), len(segment)), np.bool_)
        is_own = order < first
        held[is_own] = self.groups[order[is_own]][:, segment]
        one = order[~is_own] - first
        held[~is_own] = self.whole[one][:, segment]
        held[~is_own] |= self.partial[one][:, segment] & self.members[one][:, patch]
        return held


def find_candidates(view: Observation, proposals: Proposals, reading: "SceneReading") -> Candidates:
    """Both kinds of candidates of a view."""
    labels = proposals.labels
    members = reading.regions.members
    segments, width = len(proposals.size_px) + 1, members.shape[1]
    table = _cross(labels, reading.patches, np.zeros((segments, width), np.int32))
    cells = np.argwhere(table)
    cell_px = table[cells[:, 0], cells[:, 1]]
    groups = segment_members(proposals, segments)
    size_px = np.bincount(cells[:, 0], cell_px, minlength=segments).astype(np.float32)
    depth_m = _depths_m(view, labels, segments)
    is_ground = np.asarray((groups[proposals.column(Property.GROUND) > 0.5] > 0).any(axis=0))
    shared = _add_shared(members, cells, cell_px, segments)
    whole, partial, main_m, on_ground = _snap(shared, size_px, depth_m, is_ground)
    held = np.where(whole, size_px, np.where(partial, shared, 0)).astype(np.float32)
    kept = np.flatnonzero(held.sum(axis=1) >= SMALLEST_PX)
    held = held[kept]
    with one_thread:
        common = groups @ held.T
        own_px = groups @ size_px
    region_px = held.sum(axis=1)
    return Candidates(
        proposals=proposals,
        cell_of=_places(labels, reading.patches, cells, table),
        region=kept,
        groups=groups > 0,
        whole=whole[kept],
        partial=partial[kept],
        members=members[kept],
        size_px=np.concatenate([own_px, region_px]).astype(np.float64),
        depth_m=np.concatenate([proposals.column(Property.DISTANCE_M), main_m[kept]]).astype(np.float64),
        is_ground=np.concatenate([proposals.column(Property.GROUND) > 0.5, on_ground[kept]]),
        overlap=common / np.maximum(own_px[:, None] + region_px - common, 1),
        cells=cells,
        cell_px=cell_px.astype(np.int64),
    )


def _snap(
    shared: Floats, size_px: Floats, depth_m: NDArray[np.float64], is_ground: NDArray[np.bool_]
) -> tuple[NDArray[np.bool_], NDArray[np.bool_], NDArray[np.float64], NDArray[np.bool_]]:
    """(whole, partial, depth_m, is_ground) of regions that share so many pixels with each segment."""
    of_segment = shared / np.maximum(size_px, 1)
    of_region = shared / np.maximum(shared.sum(axis=1, keepdims=True), 1)
    on_ground = of_region[:, is_ground].sum(axis=1)
    main_m = _weighted_medians(depth_m, shared)
    taken = (of_segment >= _BLEED) | (of_region >= _LARGE)
    ratio = depth_m / np.maximum(main_m[:, None], 1e-3)
    is_away = (ratio > _ELSEWHERE) | (ratio < 1 / _ELSEWHERE)
    taken &= ~(is_away & (of_region < _MINOR) & (on_ground < 0.5)[:, None])
    taken &= ~((on_ground < _MINOR)[:, None] & is_ground)
    taken &= ~((on_ground > 1 - _MINOR)[:, None] & ~is_ground)
    taken &= shared > 0
    whole = taken & (of_segment >= _WHOLE)
    whole[:, 0] = False
    return whole, taken & ~whole, main_m, on_ground > 0.5


def _weighted_medians(values: NDArray[np.float64], weights: Floats) -> NDArray[np.float64]:
    """For each row of weights (r, n), the value (n,) that half of the weight lies below."""
    order = np.argsort(values, kind="stable")
    total = np.cumsum(weights[:, order], axis=1)
    return np.asarray(values[order][np.argmax(total >= total[:, -1:] / 2, axis=1)])


def _depths_m(view: Observation, labels: NDArray[np.int32], segments: int) -> NDArray[np.float64]:
    """Mean depth of each segment; what has none counts as farther than all."""
    total, count = _add_depths(np.ascontiguousarray(view.depth_m), labels, segments)
    depth_m: NDArray[np.float64] = total / np.maximum(count, 1)
    depth_m[0] = 2 * max(float(depth_m.max()), 500.0)
    return depth_m


def segment_members(proposals: Proposals, segments: int) -> Floats:
    """Which segments each proposal holds, (n1, segments)."""
    groups = np.zeros((len(proposals.groups), segments), np.float32)
    rows = np.repeat(np.arange(len(groups)), [len(group) for group in proposals.groups])
    columns = [segment + 1 for group in proposals.groups for segment in group]
    groups[rows, columns] = 1
    return groups


@njit(cache=True, nogil=True)
def _add_depths(depth_m, labels, segments):
    """(total, count) of the readings of each segment; a pixel without one counts as 0 m for segment 0."""
    total, count = np.zeros(segments, np.float64), np.zeros(segments, np.int64)
    for v in range(labels.shape[0]):
        for u in range(labels.shape[1]):
            here = depth_m[v, u]
            has_depth = np.isfinite(here) and here > 0
            segment = labels[v, u] if has_depth else 0
            total[segment] += here if has_depth else 0
            count[segment] += 1
    return total, count


@njit(cache=True, nogil=True)
def _cross(labels, patches, table):
    """Count into `table` (segments, patches) the pixels that each segment shares with each patch."""
    rows, columns = labels.shape
    across = np.arange(columns) * patches.shape[1] // columns
    for v in range(rows):
        row = patches[v * patches.shape[0] // rows]
        for u in range(columns):
            table[labels[v, u], row[across[u]]] += 1
    return table


@njit(cache=True, nogil=True)
def _add_shared(members, cells, cell_px, segments):
    """The pixels (r, segments) that regions made of patches (r, n) share with each segment."""
    out = np.zeros((len(members), segments), np.float32)
    for region in range(len(members)):
        for k in range(len(cells)):
            if members[region, cells[k, 1]]:
                out[region, cells[k, 0]] += cell_px[k]
    return out


@njit(cache=True, nogil=True)
def _places(labels, patches, cells, table):
    """Which of the crossings that are cells each pixel lies in; into `table` go their numbers."""
    rows, columns = labels.shape
    for k in range(len(cells)):
        table[cells[k, 0], cells[k, 1]] = k
    across = np.arange(columns) * patches.shape[1] // columns
    out = np.empty((rows, columns), np.int32)
    for v in range(rows):
        row = patches[v * patches.shape[0] // rows]
        for u in range(columns):
            out[v, u] = table[labels[v, u], row[across[u]]]
    return out
