# mypy: allow-untyped-defs, allow-untyped-calls, disable-error-code=untyped-decorator
"""Depth readings made usable: thinned, holes filled, noise smoothed within a surface, slopes measured."""

import numpy as np
from numpy.typing import NDArray

from aircity.machine.compilation import njit

_SAME_SURFACE = 0.03
"""Relative depth difference below which neighbours belong to one surface."""


def fill_and_smooth(depth_m: NDArray[np.float32], stride: int) -> NDArray[np.float32]:
    """Depth thinned by `stride`: the block's middle reading, holes from neighbours, noise averaged."""
    return np.asarray(_smooth(_fill(_thin(depth_m, stride))))


@njit(cache=True, nogil=True)
def _lower_median(values, count):
    """The lower median of the first `count` values, which are put in order: few, so by insertion."""
    for k in range(1, count):
        value, at = values[k], k
        while at > 0 and values[at - 1] > value:
            values[at] = values[at - 1]
            at -= 1
        values[at] = value
    return values[(count - 1) // 2]


@njit(cache=True, nogil=True)
def _thin(depth_m, stride):
    """The median of each block's readings; sky where most of the block is sky."""
    rows, columns = (depth_m.shape[0] + stride - 1) // stride, (depth_m.shape[1] + stride - 1) // stride
    out = np.zeros((rows, columns), np.float32)
    block = np.empty(stride * stride, np.float32)
    for i in range(rows):
        for j in range(columns):
            count = 0
            for y in range(i * stride, min((i + 1) * stride, depth_m.shape[0])):
                for x in range(j * stride, min((j + 1) * stride, depth_m.shape[1])):
                    value = depth_m[y, x]
                    if value > 0:
                        block[count] = value
                        count += 1
            if count:
                out[i, j] = _lower_median(block, count)
    return out


@njit(cache=True, nogil=True)
def _fill(depth_m):
    """Holes of one or two pixels take the lower median of the readings around them."""
    rows, columns = depth_m.shape
    out = depth_m.copy()
    around = np.empty(8, np.float32)
    for i in range(rows):
        for j in range(columns):
            if depth_m[i, j] > 0:
                continue
            count = 0
            for y in range(max(i - 1, 0), min(i + 2, rows)):
                for x in range(max(j - 1, 0), min(j + 2, columns)):
                    if depth_m[y, x] > 0:
                        around[count] = depth_m[y, x]
                        count += 1
            if count >= 3:
                out[i, j] = _lower_median(around, count)
    return out


@njit(cache=True, nogil=True)
def _smooth(depth_m):
    """Each reading averaged with the neighbours on its surface; thin things keep their own depth."""
    rows, columns = depth_m.shape
    out = depth_m.copy()
    for i in range(rows):
        for j in range(columns):
            here = depth_m[i, j]
            if not (here > 0 and np.isfinite(here)):
                continue
            total, count = 0.0, 0
            for y in range(max(i - 1, 0), min(i + 2, rows)):
                for x in range(max(j - 1, 0), min(j + 2, columns)):
                    if abs(depth_m[y, x] - here) < _SAME_SURFACE * here:
                        total += depth_m[y, x]
                        count += 1
            out[i, j] = total / count
    return out


@njit(cache=True, nogil=True)
def upward(points, is_surface):
    """|n_z| of the surface normal over two pixels to each side; 0 where it cannot be measured."""
    rows, columns = is_surface.shape
    out = np.zeros((rows, columns), np.float32)
    for i in range(rows):
        top, bottom = max(i - 2, 0), min(i + 2, rows - 1)
        for j in range(columns):
            left, right = max(j - 2, 0), min(j + 2, columns - 1)
            if not (is_surface[i, j] and is_surface[top, j] and is_surface[bottom, j]):
                continue
            if not (is_surface[i, left] and is_surface[i, right]):
                continue
            ax = points[i, right, 0] - points[i, left, 0]
            ay = points[i, right, 1] - points[i, left, 1]
            az = points[i, right, 2] - points[i, left, 2]
            bx = points[bottom, j, 0] - points[top, j, 0]
            by = points[bottom, j, 1] - points[top, j, 1]
            bz = points[bottom, j, 2] - points[top, j, 2]
            nx, ny, nz = ay * bz - az * by, az * bx - ax * bz, ax * by - ay * bx
            length = np.sqrt(nx * nx + ny * ny + nz * nz)
            if length > 0:
                out[i, j] = abs(nz) / length
    return out


@njit(cache=True, nogil=True)
def widen_labels(labels, coarse_m, depth_m, stride):
    """Lattice labels at the view's resolution: each pixel takes the label nearby whose depth is nearest."""
    rows, columns = depth_m.shape
    out = np.zeros((rows, columns), np.int32)
    for v in range(rows):
        for u in range(columns):
            i, j = v // stride, u // stride
            here = depth_m[v, u]
            if not (here > 0 and np.isfinite(here)):
                if not here > 0:
                    out[v, u] = labels[i, j]
                continue
            best = abs(coarse_m[i, j] - here) if labels[i, j] > 0 else np.inf
            out[v, u] = labels[i, j]
            if best <= _SAME_SURFACE * here or stride == 1:
                continue
            for y in range(max(i - 1, 0), min(i + 2, labels.shape[0])):
                for x in range(max(j - 1, 0), min(j + 2, labels.shape[1])):
                    gap = abs(coarse_m[y, x] - here)
                    if labels[y, x] > 0 and gap < best:
                        best = gap
                        out[v, u] = labels[y, x]
    return out
