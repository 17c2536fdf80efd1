# mypy: allow-untyped-defs, allow-untyped-calls, disable-error-code=untyped-decorator
"""Which neighbouring pixels lie on one surface, and the bodies that surfaces join into.

One over the depth along the axis is affine across a plane, so a neighbour that either side can
extrapolate to is no jump, however obliquely the plane is seen.
"""

import numpy as np
from numba import njit

_JUMP_M = 0.5
_JUMP_SHARE = 0.018
"""A gap is a jump beyond _JUMP_M plus this share of the distance."""
_LEVELS, _LEVELS_PER_UNIT = 20000, 100.0


@njit(cache=True, nogil=True)
def _is_jump(before, here, there, after):
    """Whether depth jumps between `here` and `there`, given one more pixel on either side (0: none)."""
    gap = abs(here - there)
    if before > 0:
        gap = min(gap, abs(2 * here - before - there))
    if after > 0:
        gap = min(gap, abs(2 * there - after - here))
    nearest = max(here, there)
    gap_m = gap / (nearest * min(here, there))
    return gap_m > _JUMP_M + _JUMP_SHARE / nearest


@njit(cache=True, nogil=True)
def find_links(inverse, is_ground):
    """(h, w, 2) bool: whether a pixel is joined to its right and to its lower neighbour."""
    rows, columns = inverse.shape
    links = np.zeros((rows, columns, 2), np.bool_)
    for i in range(rows):
        for j in range(columns):
            here = inverse[i, j]
            if here <= 0:
                continue
            if j + 1 < columns and inverse[i, j + 1] > 0 and is_ground[i, j] == is_ground[i, j + 1]:
                before = inverse[i, j - 1] if j > 0 else np.float32(0)
                after = inverse[i, j + 2] if j + 2 < columns else np.float32(0)
                links[i, j, 0] = not _is_jump(before, here, inverse[i, j + 1], after)
            if i + 1 < rows and inverse[i + 1, j] > 0 and is_ground[i, j] == is_ground[i + 1, j]:
                before = inverse[i - 1, j] if i > 0 else np.float32(0)
                after = inverse[i + 2, j] if i + 2 < rows else np.float32(0)
                links[i, j, 1] = not _is_jump(before, here, inverse[i + 1, j], after)
    return links


@njit(cache=True, nogil=True)
def _root(parent, node):
    while parent[node] != node:
        parent[node] = parent[parent[node]]
        node = parent[node]
    return node


@njit(cache=True, nogil=True)
def find_bodies(links, is_surface):
    """Label (h, w) of the connected surfaces, 1 upwards; 0 where there is no surface."""
    rows, columns = is_surface.shape
    parent = np.arange(rows * columns)
    for i in range(rows):
        for j in range(columns):
            node = i * columns + j
            if links[i, j, 0]:
                a, b = _root(parent, node), _root(parent, node + 1)
                parent[max(a, b)] = min(a, b)
            if links[i, j, 1]:
                a, b = _root(parent, node), _root(parent, node + columns)
                parent[max(a, b)] = min(a, b)
    labels = np.zeros((rows, columns), np.int32)
    names = np.zeros(rows * columns, np.int32)
    count = 0
    for i in range(rows):
        for j in range(columns):
            if not is_surface[i, j]:
                continue
            root = _root(parent, i * columns + j)
            if names[root] == 0:
                count += 1
                names[root] = count
            labels[i, j] = names[root]
    return labels


@njit(cache=True, nogil=True)
def blur_within(values, bodies, radius_px):
    """Channels (h, w, c) averaged over a window of each pixel's own radius, within its body."""
    rows, columns, channels = values.shape
    across = np.zeros_like(values)
    out = np.zeros_like(values)
    for i in range(rows):
        for j in range(columns):
            reach, count = radius_px[i, j], 0
            for k in range(max(j - reach, 0), min(j + reach + 1, columns)):
                if bodies[i, k] == bodies[i, j]:
                    count += 1
                    for c in range(channels):
                        across[i, j, c] += values[i, k, c]
            for c in range(channels):
                across[i, j, c] /= count
    for i in range(rows):
        for j in range(columns):
            reach, count = radius_px[i, j], 0
            for k in range(max(i - reach, 0), min(i + reach + 1, rows)):
                if bodies[k, j] == bodies[i, j]:
                    count += 1
                    for c in range(channels):
                        out[i, j, c] += across[k, j, c]
            for c in range(channels):
                out[i, j, c] /= count
    return out


@njit(cache=True, nogil=True)
def _by_weight(weights):
    """Indices from light to heavy, by counting: weights are told apart to a hundredth."""
    level = np.empty(len(weights), np.int32)
    starts = np.zeros(_LEVELS + 1, np.int64)
    for k in range(len(weights)):
        level[k] = min(int(weights[k] * _LEVELS_PER_UNIT), _LEVELS - 1)
        starts[level[k] + 1] += 1
    for step in range(_LEVELS):
        starts[step + 1] += starts[step]
    order = np.empty(len(weights), np.int64)
    for k in range(len(weights)):
        order[starts[level[k]]] = k
        starts[level[k]] += 1
    return order


@njit(cache=True, nogil=True)
def split_bodies(features, links, is_surface, scale, smallest_px):
    """Segments (h, w), 1 upwards, 0 for none: Felzenszwalb and Huttenlocher's graph cut along links.

    Two segments join when the edge between them is no larger than the largest inside either plus
    scale / size; those smaller than `smallest_px` then join their most alike linked neighbour.
    """
    rows, columns, channels = features.shape
    pixels = rows * columns
    weights = np.empty(2 * pixels, np.float32)
    edges = np.empty((2 * pixels, 2), np.int32)
    count = 0
    for i in range(rows):
        for j in range(columns):
            for way in range(2):
                if links[i, j, way]:
                    y, x = (i, j + 1) if way == 0 else (i + 1, j)
                    total = 0.0
                    for c in range(channels):
                        step = features[i, j, c] - features[y, x, c]
                        total += step * step
                    weights[count] = np.sqrt(total)
                    edges[count, 0], edges[count, 1] = i * columns + j, y * columns + x
                    count += 1
    order = _by_weight(weights[:count])
    parent, size = np.arange(pixels), np.ones(pixels, np.int32)
    inside = np.zeros(pixels, np.float32)
    for sweep in range(2):
        for k in order:
            a, b = _root(parent, edges[k, 0]), _root(parent, edges[k, 1])
            if a == b:
                continue
            weight = weights[k]
            if sweep == 0:
                joined = weight <= min(inside[a] + scale / size[a], inside[b] + scale / size[b])
            else:
                joined = size[a] < smallest_px or size[b] < smallest_px
            if joined:
                root, child = min(a, b), max(a, b)
                parent[child] = root
                size[root] += size[child]
                inside[root] = max(weight, inside[root], inside[child])
    labels = np.zeros((rows, columns), np.int32)
    names = np.zeros(pixels, np.int32)
    found = 0
    for node in range(pixels):
        if is_surface[node // columns, node % columns]:
            root = _root(parent, node)
            if names[root] == 0:
                found += 1
                names[root] = found
            labels[node // columns, node % columns] = names[root]
    return labels
