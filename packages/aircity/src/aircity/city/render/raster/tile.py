# mypy: allow-untyped-defs, allow-untyped-calls
"""Which triangle each pixel of a tile sees: the tree is walked front to back with the tile's frustum.

A tile keeps, per pixel, its nearness w = 1/z (planar) and the triangle in front. In homogeneous pixel
coordinates P = (fx a + cx c, fy b + cy c, c) of camera coordinates (a, b, c) a pixel p = (u, v, 1) lies
in a triangle when its three edge functions (P1 x P2) . p share the sign of the determinant
P0 . (P1 x P2), and w is their sum over the determinant. No clipping is needed behind the camera: there
w is negative.
"""

import numpy as np

from aircity.city.render.kernel import exact, inlined

TILE = 16


@exact
def aim_frustum(view, left, top, frustum, corner):
    """Write the five planes of a tile, inward: sides through the outer pixel centres, then forward.

    frustum (5, 4) holds normals and offsets; corner (5, 3) the entries of a box farthest inward.
    """
    a0, a1 = (left - view[14]) / view[12], (left + TILE - 1 - view[14]) / view[12]
    b0, b1 = (top - view[15]) / view[13], (top + TILE - 1 - view[15]) / view[13]
    for axis in range(3):
        right, down, forward = view[3 + axis], view[6 + axis], view[9 + axis]
        frustum[0, axis] = right - a0 * forward
        frustum[1, axis] = a1 * forward - right
        frustum[2, axis] = down - b0 * forward
        frustum[3, axis] = b1 * forward - down
        frustum[4, axis] = forward
    for plane in range(5):
        offset = 0.0
        for axis in range(3):
            offset -= frustum[plane, axis] * view[axis]
            corner[plane, axis] = axis + 3 if frustum[plane, axis] > 0.0 else axis
        frustum[plane, 3] = offset


@inlined
def near_depth(box, frustum, corner, slack):
    """Least planar depth of a box that meets the frustum, or -1 for a box outside it."""
    for plane in range(5):
        inward = (
            frustum[plane, 0] * box[corner[plane, 0]]
            + frustum[plane, 1] * box[corner[plane, 1]]
            + frustum[plane, 2] * box[corner[plane, 2]]
            + frustum[plane, 3]
        )
        if inward < -slack:
            return np.float32(-1.0)
    near = (
        frustum[4, 0] * box[3 - corner[4, 0] if corner[4, 0] == 3 else corner[4, 0] + 3]
        + frustum[4, 1] * box[5 - corner[4, 1] if corner[4, 1] == 4 else corner[4, 1] + 3]
        + frustum[4, 2] * box[7 - corner[4, 2] if corner[4, 2] == 5 else corner[4, 2] + 3]
        + frustum[4, 3]
    )
    return max(near - slack, np.float32(1e-6))


@exact
def fill_tile(city, view, left, top, scratch):
    """Find the nearest triangle of each pixel of the tile at (left, top)."""
    frustum, corner, stack, stack_near, nearness, triangle = scratch
    boxes, first, count = city.tree.boxes, city.tree.first, city.tree.leaf_size
    slack = np.float32(city.slack_m)
    aim_frustum(view, left, top, frustum, corner)
    nearness[:] = np.float32(0.0)
    triangle[:] = -1
    farthest = np.float32(0.0)
    stack[0], stack_near[0] = 0, np.float32(1e-6)
    waiting = 1 if len(city.corners) > 0 else 0
    while waiting > 0:
        waiting -= 1
        node, near = stack[waiting], stack_near[waiting]
        if near * farthest > np.float32(1.00001):
            continue
        if count[node] > 0:
            drawn = False
            for n in range(first[node], first[node] + count[node]):
                drawn |= draw_triangle(city.corners[n], n, view, left, top, farthest, nearness, triangle)
            if drawn:
                farthest = least(nearness)
            continue
        child = first[node]
        near_0 = near_depth(boxes[child], frustum, corner, slack)
        near_1 = near_depth(boxes[child + 1], frustum, corner, slack)
        swap = near_0 > near_1
        if swap:
            near_0, near_1 = near_1, near_0
        if near_1 > np.float32(0.0):
            stack[waiting], stack_near[waiting] = child if swap else child + 1, near_1
            waiting += 1
        if near_0 > np.float32(0.0):
            stack[waiting], stack_near[waiting] = child + 1 if swap else child, near_0
            waiting += 1


@inlined
def least(nearness):
    """The nearness of the tile's farthest pixel; 0 while any pixel is empty."""
    smallest = nearness[0]
    for k in range(TILE * TILE):
        smallest = min(smallest, nearness[k])
    return smallest


@inlined
def planar_depths(corner, view):
    """Depths along the camera's axis of the corners of a triangle (9,)."""
    ox, oy, oz = view[0], view[1], view[2]
    fx, fy, fz = view[9], view[10], view[11]
    return (
        (corner[0] - ox) * fx + (corner[1] - oy) * fy + (corner[2] - oz) * fz,
        (corner[3] - ox) * fx + (corner[4] - oy) * fy + (corner[5] - oz) * fz,
        (corner[6] - ox) * fx + (corner[7] - oy) * fy + (corner[8] - oz) * fz,
    )


@inlined
def pixel_axis(corner, view, axis, focal, shift, c):
    """One homogeneous pixel coordinate of the corners: axis 3 (right) or 6 (down) of the view."""
    ox, oy, oz = view[0], view[1], view[2]
    ax, ay, az = view[axis] * focal, view[axis + 1] * focal, view[axis + 2] * focal
    return (
        (corner[0] - ox) * ax + (corner[1] - oy) * ay + (corner[2] - oz) * az + shift * c[0],
        (corner[3] - ox) * ax + (corner[4] - oy) * ay + (corner[5] - oz) * az + shift * c[1],
        (corner[6] - ox) * ax + (corner[7] - oy) * ay + (corner[8] - oz) * az + shift * c[2],
    )


@inlined
def edge_functions(a, b, c):
    """The three edge functions P1 x P2, P2 x P0, P0 x P1 and the determinant, from the pixel axes."""
    e0 = b[1] * c[2] - c[1] * b[2], c[1] * a[2] - a[1] * c[2], a[1] * b[2] - b[1] * a[2]
    e1 = b[2] * c[0] - c[2] * b[0], c[2] * a[0] - a[2] * c[0], a[2] * b[0] - b[2] * a[0]
    e2 = b[0] * c[1] - c[0] * b[1], c[0] * a[1] - a[0] * c[1], a[0] * b[1] - b[0] * a[1]
    return e0, e1, e2, a[0] * e0[0] + b[0] * e0[1] + c[0] * e0[2]


@inlined
def misses_tile(e, side):
    """Whether an edge function is negative, beyond rounding, at every pixel: it is largest at a corner."""
    reach = TILE - 1
    most = side * e[2] + reach * (max(side * e[0], 0.0) + max(side * e[1], 0.0))
    return most < -1e-5 * (abs(e[2]) + reach * (abs(e[0]) + abs(e[1])))


@inlined
def draw_triangle(corner, n, view, left, top, farthest, nearness, triangle):
    """Rasterise one triangle into the tile; False when it cannot touch it."""
    c = planar_depths(corner, view)
    nearest = min(c[0], c[1], c[2])
    if max(c[0], c[1], c[2]) <= 0.0 or nearest * farthest > 1.00001:
        return False
    a = pixel_axis(corner, view, 3, view[12], view[14] - left, c)
    b = pixel_axis(corner, view, 6, view[13], view[15] - top, c)
    row_from, row_to = 0, TILE - 1
    if nearest > 1e-3:
        w0, w1, w2 = 1.0 / c[0], 1.0 / c[1], 1.0 / c[2]
        u0, u1, u2 = a[0] * w0, a[1] * w1, a[2] * w2
        if max(u0, u1, u2) < -1e-6 or min(u0, u1, u2) > TILE - 1 + 1e-6:
            return False
        v0, v1, v2 = b[0] * w0, b[1] * w1, b[2] * w2
        low, high = min(v0, v1, v2) - 1e-6, max(v0, v1, v2) + 1e-6
        if high < 0.0 or low > TILE - 1:
            return False
        row_from, row_to = max(int(np.ceil(low)), 0), min(int(np.floor(high)), TILE - 1)
    e0, e1, e2, determinant = edge_functions(a, b, c)
    if determinant == 0.0:
        return False
    side, inverse = 1.0 if determinant > 0.0 else -1.0, 1.0 / determinant
    if misses_tile(e0, side) or misses_tile(e1, side) or misses_tile(e2, side):
        return False
    gx, gy, gz = (
        (e0[0] + e1[0] + e2[0]) * inverse,
        (e0[1] + e1[1] + e2[1]) * inverse,
        (e0[2] + e1[2] + e2[2]) * inverse,
    )
    if gz + (TILE - 1) * (max(gx, 0.0) + max(gy, 0.0)) < 0.9999 * farthest:
        return False
    slopes = np.float32(side * e0[0]), np.float32(side * e1[0]), np.float32(side * e2[0]), np.float32(gx)
    for row in range(row_from, row_to + 1):
        starts = (
            np.float32(side * (e0[2] + e0[1] * row)),
            np.float32(side * (e1[2] + e1[1] * row)),
            np.float32(side * (e2[2] + e2[1] * row)),
            np.float32(gz + gy * row),
        )
        pixels = slice(row * TILE, row * TILE + TILE)
        cover_row(nearness[pixels], triangle[pixels], n, slopes, starts)
    return True


@inlined
def cover_row(nearness, triangle, n, slopes, starts):
    """One row of one triangle; always 16 pixels wide, so that it becomes straight vector code."""
    s0, s1, s2, s3 = slopes
    k0, k1, k2, k3 = starts
    for column in range(TILE):
        u = np.float32(column)
        w = k3 + s3 * u
        inside = (min(k0 + s0 * u, k1 + s1 * u, k2 + s2 * u) >= np.float32(0.0)) & (w > nearness[column])
        nearness[column] = w if inside else nearness[column]
        triangle[column] = n if inside else triangle[column]
