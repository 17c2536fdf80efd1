# mypy: allow-untyped-defs, allow-untyped-calls
"""A tree of boxes over triangles (BVH), split by the surface-area heuristic: what every query walks."""

from typing import NamedTuple

import numpy as np
from numpy.typing import NDArray

from aircity.city.render.kernel import exact, kernel

LEAF_TRIANGLES = 12
STACK_SIZE = 128
"""Enough for every walk: the tree is at most `_FREE_DEPTH` + log2(n) deep."""

_BINS = 16
_FREE_DEPTH = 64
_HUGE = np.float32(3e38)


class Bvh(NamedTuple):
    """Node k is a leaf when leaf_size[k] > 0; its children, else, are first[k] and first[k] + 1."""

    boxes: NDArray[np.float32]  # (m, 6): low x, y, z, high x, y, z
    first: NDArray[np.int32]  # (m,) first child, or first triangle of a leaf
    leaf_size: NDArray[np.int32]  # (m,) triangles of a leaf, 0 for an inner node
    order: NDArray[np.int32]  # (n,) original index of each triangle in leaf order


def build_bvh(vertices: NDArray[np.float32]) -> Bvh:
    """The tree over triangles (n, 3, 3); an empty mesh gives one empty node."""
    if len(vertices) == 0:
        empty_box = np.array([[1, 1, 1, -1, -1, -1]], np.float32)
        none = np.zeros(0, np.int32)
        return Bvh(empty_box, np.zeros(1, np.int32), np.zeros(1, np.int32), none)
    low = np.ascontiguousarray(vertices.min(axis=1))
    high = np.ascontiguousarray(vertices.max(axis=1))
    return Bvh(*_build(low, high))


@kernel
def _build(low, high):
    """Split from the root down; the stack holds (node, start, end, depth)."""
    n = len(low)
    centre = (low + high) * np.float32(0.5)
    order = np.arange(n).astype(np.int32)
    boxes = np.empty((2 * n, 6), np.float32)
    first = np.zeros(2 * n, np.int32)
    count = np.zeros(2 * n, np.int32)
    stack = np.empty((STACK_SIZE, 4), np.int64)
    scratch = (np.empty((_BINS, 7), np.float32), np.empty(_BINS, np.float32), np.empty(6, np.float32))
    stack[0, :] = (0, 0, n, 0)
    waiting, used = 1, 1
    while waiting > 0:
        waiting -= 1
        node, start, end, depth = stack[waiting]
        _enclose(low, high, order, start, end, boxes[node])
        if end - start <= LEAF_TRIANGLES:
            first[node], count[node] = start, end - start
            continue
        middle = -1
        if depth < _FREE_DEPTH:
            middle = _split_by_area(low, high, centre, order, start, end, scratch)
        if middle <= start or middle >= end:
            middle = (start + end) // 2
        first[node] = used
        stack[waiting, :] = (used, start, middle, depth + 1)
        stack[waiting + 1, :] = (used + 1, middle, end, depth + 1)
        waiting += 2
        used += 2
    return boxes[:used].copy(), first[:used].copy(), count[:used].copy(), order


@exact
def _enclose(low, high, order, start, end, box):
    """Write into `box` the smallest box around the triangles order[start:end]."""
    box[:3] = _HUGE
    box[3:] = -_HUGE
    for k in range(start, end):
        for axis in range(3):
            box[axis] = min(box[axis], low[order[k], axis])
            box[axis + 3] = max(box[axis + 3], high[order[k], axis])


@exact
def _split_by_area(low, high, centre, order, start, end, scratch):
    """Reorder order[start:end] around the cheapest plane; the middle index, or -1 where none helps."""
    bins, right_cost, box = scratch
    best_cost, best_axis, best_bin = _HUGE, -1, 0
    best_from, best_scale = np.float32(0), np.float32(0)
    for axis in range(3):
        smallest, largest = _HUGE, -_HUGE
        for k in range(start, end):
            smallest = min(smallest, centre[order[k], axis])
            largest = max(largest, centre[order[k], axis])
        if largest - smallest <= np.float32(1e-6):
            continue
        scale = np.float32(_BINS) / (largest - smallest)
        _fill_bins(low, high, centre, order, start, end, axis, smallest, scale, bins)
        cost, where = _cheapest_bin(bins, right_cost, box)
        if cost < best_cost:
            best_cost, best_axis, best_bin, best_from, best_scale = cost, axis, where, smallest, scale
    if best_axis < 0:
        return -1
    i, j = start, end - 1
    while i <= j:
        if min(int((centre[order[i], best_axis] - best_from) * best_scale), _BINS - 1) <= best_bin:
            i += 1
        else:
            order[i], order[j] = order[j], order[i]
            j -= 1
    return i


@exact
def _fill_bins(low, high, centre, order, start, end, axis, smallest, scale, bins):
    """Sort triangles into bins along one axis; a bin is (low xyz, high xyz, count)."""
    for b in range(_BINS):
        bins[b, :3] = _HUGE
        bins[b, 3:6] = -_HUGE
        bins[b, 6] = 0
    for k in range(start, end):
        i = order[k]
        b = min(int((centre[i, axis] - smallest) * scale), _BINS - 1)
        bins[b, 6] += 1
        for d in range(3):
            bins[b, d] = min(bins[b, d], low[i, d])
            bins[b, d + 3] = max(bins[b, d + 3], high[i, d])


@exact
def _cheapest_bin(bins, right_cost, box):
    """(cost, bin): split after this bin, cost = Σ area x count of both sides."""
    box[:3], box[3:] = _HUGE, -_HUGE
    total = np.float32(0)
    for b in range(_BINS - 1, 0, -1):
        total += bins[b, 6]
        right_cost[b] = _grow(box, bins[b]) * total if total > 0 else np.float32(-1)
    box[:3], box[3:] = _HUGE, -_HUGE
    total = np.float32(0)
    best, where = _HUGE, 0
    for b in range(_BINS - 1):
        total += bins[b, 6]
        area = _grow(box, bins[b])
        if total == 0 or right_cost[b + 1] < 0:
            continue
        cost = area * total + right_cost[b + 1]
        if cost < best:
            best, where = cost, b
    return best, where


@exact
def _grow(box, addition):
    """Extend a box by another and return half its surface area."""
    for d in range(3):
        box[d] = min(box[d], addition[d])
        box[d + 3] = max(box[d + 3], addition[d + 3])
    x, y, z = box[3] - box[0], box[4] - box[1], box[5] - box[2]
    return x * y + y * z + z * x
