# mypy: allow-untyped-defs, allow-untyped-calls, disable-error-code=untyped-decorator
"""The kernel that measures proposals; its columns are those of properties.Property."""

import numpy as np

from aircity.machine.compilation import njit

_SAMPLE = 500
"""At most about this many pixels decide a proposal's percentiles."""
_SHARP = 7.0
"""A step of lightness that counts as an edge."""


@njit(cache=True, nogil=True)
def by_label(labels, count):
    """(order, starts): pixels (n,) sorted by label, and where those of labels 1 to `count` start and end."""
    starts = np.zeros(count + 2, np.int64)
    for label in labels:
        starts[label] += 1
    total = 0
    for label in range(count + 2):
        starts[label], total = total, total + starts[label]
    order = np.empty(len(labels), np.int64)
    filled = starts.copy()
    for pixel in range(len(labels)):
        order[filled[labels[pixel]]] = pixel
        filled[labels[pixel]] += 1
    return order, starts[1:]


@njit(cache=True, nogil=True)
def cut_lengths(rows, edges, touching, boundary_px, size_px):
    """(cut_px, size_px) of groups of segments: how much outline runs through a surface, and the size."""
    count = len(edges) - 1
    cut_px, total_px = np.zeros(count, np.int64), np.zeros(count, np.int64)
    group_of = np.full(len(size_px), -1, np.int64)
    for g in range(count):
        for row in rows[edges[g] : edges[g + 1]]:
            group_of[row] = g
            total_px[g] += size_px[row]
        for k in range(len(touching)):
            if (group_of[touching[k, 0]] == g) != (group_of[touching[k, 1]] == g):
                cut_px[g] += boundary_px[k]
    return cut_px, total_px


@njit(cache=True, nogil=True)
def _percentile(values, share):
    """The value at that share of the way from the least to the largest; reorders the values."""
    last = len(values) - 1
    return _ranked(values, min(max(int(share * last + 0.5), 0), last))


@njit(cache=True, nogil=True)
def _ranked(values, rank):
    """The value that would stand at `rank` if the values were sorted, by Hoare's selection; reorders them."""
    low, high = 0, len(values) - 1
    while low < high:
        pivot = values[(low + high) // 2]
        i, j = low, high
        while i <= j:
            while values[i] < pivot:
                i += 1
            while values[j] > pivot:
                j -= 1
            if i <= j:
                values[i], values[j] = values[j], values[i]
                i += 1
                j -= 1
        if rank <= j:
            high = j
        elif rank >= i:
            low = i
        else:
            break
    return values[rank]


@njit(cache=True, nogil=True)
def _sides(xs, ys, count):
    """Length and breadth (2nd to 98th percentile) along the principal axes of points seen from above."""
    mean_x, mean_y = xs[:count].mean(), ys[:count].mean()
    xx = yy = xy = 0.0
    for k in range(count):
        dx, dy = xs[k] - mean_x, ys[k] - mean_y
        xx += dx * dx
        yy += dy * dy
        xy += dx * dy
    angle = 0.5 * np.arctan2(2 * xy, xx - yy)
    cos, sin = np.cos(angle), np.sin(angle)
    along = np.empty(count, np.float32)
    across = np.empty(count, np.float32)
    for k in range(count):
        dx, dy = xs[k] - mean_x, ys[k] - mean_y
        along[k] = dx * cos + dy * sin
        across[k] = dy * cos - dx * sin
    length = _percentile(along, 0.98) - _percentile(along, 0.02)
    breadth = _percentile(across, 0.98) - _percentile(across, 0.02)
    return max(length, breadth), min(length, breadth)


@njit(cache=True, nogil=True)
def measure_groups(
    order,
    starts,
    rows,
    edges,
    points,
    height_m,
    up,
    depth_m,
    level_m2,
    lab,
    names,
    unrest,
    steps,
    is_ground,
    sizes,
):
    """(values, colours, boxes) of groups of segments; see properties.measure."""
    image_rows, image_columns = height_m.shape
    count = len(edges) - 1
    values = np.zeros((count, sizes[0]), np.float32)
    colours = np.zeros((count, sizes[1]), np.float32)
    boxes = np.zeros((count, 4), np.int32)
    sums, tallies = _add_surfaces(
        order, starts, image_columns, up, level_m2, lab, unrest, steps, names, sizes[1]
    )
    for g in range(count):
        area = 0
        for r in range(edges[g], edges[g + 1]):
            area += starts[rows[r] + 1] - starts[rows[r]]
        pixels = np.empty(area, np.int64)
        at = 0
        for r in range(edges[g], edges[g + 1]):
            for k in range(starts[rows[r]], starts[rows[r] + 1]):
                pixels[at] = order[k]
                at += 1
        _box(pixels, image_columns, boxes[g])
        _metric(pixels, image_columns, points, height_m, depth_m, values[g])
        _surface(rows[edges[g] : edges[g + 1]], area, sums, tallies, values[g], colours[g])
        _paint(pixels, image_columns, up, lab, values[g])
        _outline(pixels, image_rows, image_columns, boxes[g], is_ground, depth_m, values[g])
    return values, colours, boxes


@njit(cache=True, nogil=True)
def _box(pixels, columns, box):
    box[0], box[1], box[2], box[3] = 1 << 30, 1 << 30, 0, 0
    for pixel in pixels:
        v, u = pixel // columns, pixel % columns
        box[0], box[1] = min(box[0], u), min(box[1], v)
        box[2], box[3] = max(box[2], u + 1), max(box[3], v + 1)


@njit(cache=True, nogil=True)
def _metric(pixels, columns, points, height_m, depth_m, out):
    step = max(1, len(pixels) // _SAMPLE)
    count = (len(pixels) + step - 1) // step
    xs, ys = np.empty(count, np.float32), np.empty(count, np.float32)
    hs, ds = np.empty(count, np.float32), np.empty(count, np.float32)
    for k in range(count):
        v, u = pixels[k * step] // columns, pixels[k * step] % columns
        xs[k], ys[k] = points[v, u, 0], points[v, u, 1]
        hs[k], ds[k] = height_m[v, u], depth_m[v, u]
    length, breadth = _sides(xs, ys, count)
    out[0] = len(pixels)
    out[1] = _percentile(ds, 0.5)
    out[2] = _percentile(hs, 0.985)
    out[3] = _percentile(hs, 0.03)
    out[4], out[5] = length, breadth
    out[6] = out[2] / max(length, 0.3)
    out[7] = length / max(breadth, 0.3)


@njit(cache=True, nogil=True)
def _add_surfaces(order, starts, columns, up, level_m2, lab, unrest, steps, names, colours):
    """(sums, tallies) of each segment: what `_surface` adds up, and how many pixels have each colour name."""
    count = len(starts) - 1
    sums, tallies = np.zeros((count, 8)), np.zeros((count, colours))
    for row in range(count):
        one = sums[row]
        for pixel in order[starts[row] : starts[row + 1]]:
            v, u = pixel // columns, pixel % columns
            slope = up[v, u]
            one[0] += slope < 0.35
            one[1] += slope > 0.92
            one[2] += unrest[v, u, 0]
            one[3] += unrest[v, u, 1]
            one[4] += (steps[v, u, 0] > _SHARP) + (steps[v, u, 1] > _SHARP)
            one[5] += np.sqrt(lab[v, u, 1] ** 2 + lab[v, u, 2] ** 2)
            one[6] += lab[v, u, 0]
            one[7] += level_m2[v, u]
            tallies[row, names[v, u]] += 1
    return sums, tallies


@njit(cache=True, nogil=True)
def _surface(rows, area, sums, tallies, out, colours):
    """What a group looks like, from what its segments add up to."""
    total, tally = np.zeros(sums.shape[1]), np.zeros(tallies.shape[1])
    for row in rows:
        total += sums[row]
        tally += tallies[row]
    colours[:] = tally / area
    out[8], out[9], out[10] = total[0] / area, total[1] / area, total[2] / area
    out[13], out[14], out[15] = total[3] / area, total[4] / (2 * area), total[5] / area
    out[21] = total[6] / area
    out[19] = total[7]


@njit(cache=True, nogil=True)
def _paint(pixels, columns, up, lab, out):
    """The mean colour of the brighter half of the steep pixels, or of all where few are steep."""
    only_steep = out[8] > 0.25
    step = max(1, len(pixels) // _SAMPLE)
    light = np.empty(len(pixels) // step + 1, np.float32)
    count = 0
    for k in range(0, len(pixels), step):
        v, u = pixels[k] // columns, pixels[k] % columns
        if not only_steep or up[v, u] < 0.35:
            light[count] = lab[v, u, 0]
            count += 1
    if count == 0:
        return
    middle = _ranked(light[:count], count // 2)
    total, number = np.zeros(3), 0
    for k in range(0, len(pixels), step):
        v, u = pixels[k] // columns, pixels[k] % columns
        if (not only_steep or up[v, u] < 0.35) and lab[v, u, 0] >= middle:
            total += lab[v, u]
            number += 1
    out[28:31] = total / number


@njit(cache=True, nogil=True)
def _outline(pixels, rows, columns, box, is_ground, depth_m, out):
    width, height = box[2] - box[0], box[3] - box[1]
    out[11] = len(pixels) / (width * height)
    lowest = np.full(width, -1, np.int64)
    top_pixels = bottom_pixels = at_top = 0
    ground = 0
    third = max(height // 3, 1)
    for pixel in pixels:
        v, u = pixel // columns, pixel % columns
        lowest[u - box[0]] = max(lowest[u - box[0]], v)
        top_pixels += v < box[1] + third
        bottom_pixels += v >= box[3] - third
        at_top += v == 0
        ground += is_ground[v, u]
    out[12] = top_pixels / max(bottom_pixels, 1)
    out[16] = at_top / width
    out[17] = 1.0 if box[0] == 0 or box[2] == columns else 0.0
    out[18] = 1.0 if 2 * ground > len(pixels) else 0.0
    meets = seen = 0
    for k in range(width):
        if lowest[k] < 0:
            continue
        seen += 1
        below = min(lowest[k] + 1, rows - 1)
        here, there = depth_m[lowest[k], k + box[0]], depth_m[below, k + box[0]]
        meets += is_ground[below, k + box[0]] and abs(here - there) < 1.0 + 0.05 * here
    out[20] = meets / max(seen, 1)
