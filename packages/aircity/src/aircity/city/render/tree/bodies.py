# mypy: allow-untyped-defs, allow-untyped-calls
"""Bodies that move: triangles and trees built once in a body's own frame, put where the body is now.

A pose is (x, y, z, heading). Fields are turned, not measured again, and boxes stay around what they held.
"""

import numpy as np

from aircity.city.render.kernel import exact, kernel


@exact
def turn_of(pose):
    """x, y, z, and the cosine and sine of the heading."""
    return pose[0], pose[1], pose[2], np.cos(pose[3]), np.sin(pose[3])


@exact
def place_triangle(corner, plane, field, turn, out):
    """Write one triangle (9,) with its plane (4,) and fields (22,) as they are at a pose."""
    x, y, z, c, s = turn
    corner_out, plane_out, field_out = out
    for k in range(0, 9, 3):
        px, py = corner[k], corner[k + 1]
        corner_out[k] = c * px - s * py + x
        corner_out[k + 1] = s * px + c * py + y
        corner_out[k + 2] = corner[k + 2] + z
    nx, ny, nz = c * plane[0] - s * plane[1], s * plane[0] + c * plane[1], plane[2]
    plane_out[0], plane_out[1], plane_out[2] = nx, ny, nz
    # Of the rounded corner, as every triangle's plane is.
    plane_out[3] = nx * corner_out[0] + ny * corner_out[1] + nz * corner_out[2]
    for k in range(0, 20, 4):
        value, gx, gy, gz = field[k], field[k + 1], field[k + 2], field[k + 3]
        if k == 8:  # the normal itself turns too
            value, gx = c * value - s * field[12], c * gx - s * field[13]
            gy, gz = c * gy - s * field[14], c * gz - s * field[15]
        elif k == 12:
            value, gx = s * field[8] + c * value, s * field[9] + c * gx
            gy, gz = s * field[10] + c * gy, s * field[11] + c * gz
        field_out[k] = value
        field_out[k + 1], field_out[k + 2], field_out[k + 3] = c * gx - s * gy, s * gx + c * gy, gz
    field_out[20], field_out[21] = field[20], field[21]


@exact
def place_box(box, turn, out):
    """Write the upright box around a box (6,) turned to a pose."""
    x, y, z, c, s = turn
    mx, my = (box[0] + box[3]) * 0.5, (box[1] + box[4]) * 0.5
    hx, hy = (box[3] - box[0]) * 0.5, (box[4] - box[1]) * 0.5
    wx, wy = abs(c) * hx + abs(s) * hy, abs(s) * hx + abs(c) * hy
    tx, ty = c * mx - s * my + x, s * mx + c * my + y
    out[0], out[1], out[2] = tx - wx, ty - wy, box[2] + z
    out[3], out[4], out[5] = tx + wx, ty + wy, box[5] + z


@kernel
def place_bodies(poses, kind, own, starts, out):
    """Put every triangle where its body is; `own` and `out` are (corners, planes, fields)."""
    corners, planes, fields = own
    corners_out, planes_out, fields_out = out
    at = 0
    for body in range(len(kind)):
        turn = turn_of(poses[body])
        for n in range(starts[kind[body]], starts[kind[body] + 1]):
            held = (corners_out[at], planes_out[at], fields_out[at])
            place_triangle(corners[n], planes[n], fields[n], turn, held)
            at += 1


@kernel
def join_trees(poses, kind, own, starts, node_starts):
    """(boxes, first, leaf_size) of one tree over all bodies: halves by place, then each model's own tree."""
    own_boxes, own_first, own_size = own
    m = len(kind)
    sizes = node_starts[1:] - node_starts[:-1]
    total = 2 * m - 1
    under = np.empty(m, np.int64)  # where the nodes of each body below its root begin
    triangles = np.empty(m, np.int64)
    triangle = 0
    for body in range(m):
        under[body], triangles[body] = total, triangle
        total += sizes[kind[body]] - 1
        triangle += starts[kind[body] + 1] - starts[kind[body]]
    boxes = np.empty((total, 6), np.float32)
    first, size = np.zeros(total, np.int32), np.zeros(total, np.int32)
    order = np.arange(m)
    stack = np.empty((128, 3), np.int64)
    stack[0, :] = (0, 0, m)
    waiting, used = 1, 1
    while waiting > 0:
        waiting -= 1
        node, start, end = stack[waiting]
        if end - start == 1:
            body = order[start]
            turn = turn_of(poses[body])
            from_node = node_starts[kind[body]]
            for j in range(sizes[kind[body]]):
                to = node if j == 0 else under[body] + j - 1
                place_box(own_boxes[from_node + j], turn, boxes[to])
                is_leaf = own_size[from_node + j] > 0
                size[to] = own_size[from_node + j]
                ahead = triangles[body] if is_leaf else under[body] - 1
                first[to] = own_first[from_node + j] + ahead
            continue
        part = order[start:end]
        spread = np.array([np.ptp(poses[part, 0]), np.ptp(poses[part, 1])])
        order[start:end] = part[np.argsort(poses[part, np.argmax(spread)], kind="mergesort")]
        middle = (start + end) // 2
        first[node] = used
        stack[waiting, :] = (used, start, middle)
        stack[waiting + 1, :] = (used + 1, middle, end)
        waiting += 2
        used += 2
    for node in range(2 * m - 2, -1, -1):  # children come after their parents
        if size[node] == 0 and first[node] < used:
            enclose_both(boxes[first[node]], boxes[first[node] + 1], boxes[node])
    return boxes, first, size


@exact
def enclose_both(a, b, out):
    """Write the box around two boxes."""
    for axis in range(3):
        out[axis] = min(a[axis], b[axis])
        out[axis + 3] = max(a[axis + 3], b[axis + 3])
