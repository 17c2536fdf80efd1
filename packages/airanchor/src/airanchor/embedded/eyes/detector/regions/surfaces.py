# mypy: allow-untyped-defs, allow-untyped-calls, disable-error-code=untyped-decorator
"""Which neighbouring pixels lie on one surface, and the bodies that surfaces join into.

One over the depth along the axis is affine across a plane, so a neighbour that either side can
extrapolate to is no jump, however obliquely the plane is seen.
"""

import numpy as np

from aircity.machine.compilation import njit

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
    parent = np.arange(rows * columns).astype(np.uint32)
    for i in range(rows):
        for j in range(columns):
            node = i * columns + j
            if links[i, j, 0]:
                a, b = _root(parent, node), _root(parent, node + 1)
                parent[max(a, b)] = min(a, b)
            if links[i, j, 1]:
                a, b = _root(parent, node), _root(parent, node + columns)
                parent[max(a, b)] = min(a, b)
    return _number(parent, is_surface)


@njit(cache=True, nogil=True)
def blur_within(values, bodies, radius_px):
    """Four channels (h, w, 4) averaged over a window of each pixel's own radius, within its body."""
    rows, columns, _ = values.shape
    across = np.empty_like(values)
    out = np.empty_like(values)
    for i in range(rows):
        for j in range(columns):
            reach, body = radius_px[i, j], bodies[i, j]
            total, count = (np.float32(0), np.float32(0), np.float32(0), np.float32(0)), 0
            for k in range(max(j - reach, 0), min(j + reach + 1, columns)):
                if bodies[i, k] == body:
                    count += 1
                    total = _added(total, values[i, k])
            _write_mean(total, count, across[i, j])
    for i in range(rows):
        for j in range(columns):
            reach, body = radius_px[i, j], bodies[i, j]
            total, count = (np.float32(0), np.float32(0), np.float32(0), np.float32(0)), 0
            for k in range(max(i - reach, 0), min(i + reach + 1, rows)):
                if bodies[k, j] == body:
                    count += 1
                    total = _added(total, across[k, j])
            _write_mean(total, count, out[i, j])
    return out


@njit(cache=True, nogil=True, inline="always")
def _added(total, pixel):
    return total[0] + pixel[0], total[1] + pixel[1], total[2] + pixel[2], total[3] + pixel[3]


@njit(cache=True, nogil=True, inline="always", error_model="numpy")
def _write_mean(total, count, out):
    out[0], out[1], out[2], out[3] = total[0] / count, total[1] / count, total[2] / count, total[3] / count


@njit(cache=True, nogil=True)
def split_bodies(weights, links, is_surface, scale, smallest_px):
    """Segments (h, w), 1 upwards, 0 for none: Felzenszwalb and Huttenlocher's graph cut along links.

    Two segments join when the edge between them is no larger than the largest inside either plus
    scale / size; those smaller than `smallest_px` then join their most alike linked neighbour.
    `weights` (h, w, 2) is how unlike each pixel is to its right and to its lower neighbour.
    """
    rows, columns = is_surface.shape
    order = _by_weight(weights.ravel(), links.ravel())
    parent, size = np.arange(rows * columns).astype(np.uint32), np.ones(rows * columns, np.int32)
    left = _join_alike(order, weights.ravel(), columns, parent, size, scale)
    _join_small(left, columns, parent, size, smallest_px)
    return _number(parent, is_surface)


@njit(cache=True, nogil=True)
def weigh_edges(features):
    """How unlike each pixel is to its right and lower neighbour, (h, w, 2), 0 on the border.

    Features lie channel by channel in each row, (h, channels, w).
    """
    rows, channels, columns = features.shape
    out = np.empty((rows, columns, 2), np.float32)
    across, down = np.empty(columns, np.float64), np.empty(columns, np.float64)
    for i in range(rows):
        across[:] = 0
        down[:] = 0
        for c in range(channels):
            here, below = features[i, c], features[min(i + 1, rows - 1), c]
            for j in range(columns - 1):
                step = here[j] - here[j + 1]
                across[j] += step * step
            for j in range(columns):
                step = here[j] - below[j]
                down[j] += step * step
        for j in range(columns):
            out[i, j, 0], out[i, j, 1] = np.sqrt(across[j]), np.sqrt(down[j])
    return out


@njit(cache=True, nogil=True)
def _by_weight(weights, is_linked):
    """Linked edges from light to heavy, by counting: weights are told apart to a hundredth.

    Edge 2 n is that of pixel n to its right, edge 2 n + 1 that to the one below.
    """
    level = np.empty(len(weights), np.int32)
    starts = np.zeros(_LEVELS + 1, np.int32)
    count = 0
    for k in range(len(weights)):
        level[k] = min(int(weights[k] * _LEVELS_PER_UNIT), _LEVELS - 1)
        if is_linked[k]:
            starts[level[k] + 1] += 1
            count += 1
    for step in range(_LEVELS):
        starts[step + 1] += starts[step]
    order = np.empty(count, np.int32)
    for k in range(len(weights)):
        if is_linked[k]:
            order[starts[level[k]]] = k
            starts[level[k]] += 1
    return order


@njit(cache=True, nogil=True, error_model="numpy")
def _join_alike(order, weights, columns, parent, size, scale):
    """Join along edges that are small for both sides; the edges that still part segments, in order."""
    limit = np.full(len(parent), float(scale))
    inside = np.zeros(len(parent), np.float32)
    left = np.empty(len(order), np.int32)
    count = 0
    for k in order:
        a, b = _ends(parent, k, columns)
        if a == b:
            continue
        weight = weights[k]
        if weight > limit[a] or weight > limit[b]:
            left[count] = k
            count += 1
            continue
        root, child = (a, b) if size[a] >= size[b] else (b, a)
        parent[child] = root
        size[root] += size[child]
        inside[root] = max(weight, inside[root], inside[child])
        limit[root] = inside[root] + scale / size[root]
    return left[:count]


@njit(cache=True, nogil=True)
def _join_small(order, columns, parent, size, smallest_px):
    for k in order:
        a, b = _ends(parent, k, columns)
        if a != b and (size[a] < smallest_px or size[b] < smallest_px):
            root, child = (a, b) if size[a] >= size[b] else (b, a)
            parent[child] = root
            size[root] += size[child]


@njit(cache=True, nogil=True)
def _ends(parent, edge, columns):
    """The roots of the two pixels of an edge."""
    node = np.uint32(edge >> 1)
    return _root(parent, node), _root(parent, np.uint32(node + (columns if edge & 1 else 1)))


@njit(cache=True, nogil=True)
def _number(parent, is_surface):
    """Labels (h, w), 1 upwards in reading order; 0 where there is no surface."""
    rows, columns = is_surface.shape
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
def sum_by_label(labels, lab, up, height_m, count):
    """The sums (count, 5) of colour, vertical share and height over the pixels of labels 1 to `count`."""
    out = np.zeros((count + 1, 5), np.float64)
    lab, up, height_m = lab.reshape(-1, 3), up.ravel(), height_m.ravel()
    for k in range(len(labels)):
        one = out[labels[k]]
        for c in range(3):
            one[c] += lab[k, c]
        one[3] += up[k]
        one[4] += height_m[k]
    return out[1:]
