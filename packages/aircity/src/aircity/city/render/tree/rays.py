# mypy: allow-untyped-defs, allow-untyped-calls
"""Rays through the tree: the nearest triangle along each, in double precision."""

import math

import numpy as np

from aircity.city.render.kernel import exact, kernel
from aircity.city.render.tree.boxes import STACK_SIZE


@kernel
def cast_rays(tree, corners, origins, directions, max_distance, distance, triangle):
    """Fill distance (+inf) and triangle in leaf order (-1) for unit directions (n, 3)."""
    stack = np.empty(STACK_SIZE, np.int32)
    for k in range(len(origins)):
        distance[k], triangle[k] = cast_ray(tree, corners, origins[k], directions[k], max_distance, stack)


@exact
def cast_ray(tree, corners, origin, direction, max_distance, stack):
    """(distance, triangle) of the first triangle along one ray, or (inf, -1)."""
    nearest, found = max_distance, -1
    stack[0] = 0
    waiting = 1
    while waiting > 0:
        waiting -= 1
        node = stack[waiting]
        if enter_box(tree.boxes[node], origin, direction) >= nearest:
            continue
        if tree.leaf_size[node] > 0:
            for n in range(tree.first[node], tree.first[node] + tree.leaf_size[node]):
                t = meet_triangle(corners[n], origin, direction)
                if t < nearest:
                    nearest, found = t, n
        elif len(corners) > 0:
            child = tree.first[node]
            near_first = enter_box(tree.boxes[child], origin, direction) <= enter_box(
                tree.boxes[child + 1], origin, direction
            )
            stack[waiting] = child + 1 if near_first else child
            stack[waiting + 1] = child if near_first else child + 1
            waiting += 2
    return (nearest, found) if found >= 0 else (math.inf, -1)


@exact
def enter_box(box, origin, direction):
    """Where a ray enters a box (0 when it starts inside), or +inf when it misses."""
    enter, leave = 0.0, math.inf
    for axis in range(3):
        low, high = box[axis] - origin[axis], box[axis + 3] - origin[axis]
        if direction[axis] == 0.0:
            if low > 0.0 or high < 0.0:
                return math.inf
            continue
        inverse = 1.0 / direction[axis]
        t0, t1 = low * inverse, high * inverse
        enter = max(enter, min(t0, t1))
        leave = min(leave, max(t0, t1))
    # A flat box is entered and left at the same distance, so rounding must not lose it.
    return enter if enter <= leave * (1.0 + 1e-12) + 1e-12 else math.inf


@exact
def meet_triangle(corner, origin, direction):
    """Distance along the ray to one triangle seen from either side, +inf for a miss (Möller-Trumbore)."""
    ax, ay, az = float(corner[0]), float(corner[1]), float(corner[2])
    e1x, e1y, e1z = corner[3] - ax, corner[4] - ay, corner[5] - az
    e2x, e2y, e2z = corner[6] - ax, corner[7] - ay, corner[8] - az
    dx, dy, dz = direction[0], direction[1], direction[2]
    px, py, pz = dy * e2z - dz * e2y, dz * e2x - dx * e2z, dx * e2y - dy * e2x
    determinant = e1x * px + e1y * py + e1z * pz
    if determinant == 0.0:
        return math.inf
    inverse = 1.0 / determinant
    sx, sy, sz = origin[0] - ax, origin[1] - ay, origin[2] - az
    u = (sx * px + sy * py + sz * pz) * inverse
    if u < 0.0 or u > 1.0:
        return math.inf
    qx, qy, qz = sy * e1z - sz * e1y, sz * e1x - sx * e1z, sx * e1y - sy * e1x
    v = (dx * qx + dy * qy + dz * qz) * inverse
    if v < 0.0 or u + v > 1.0:
        return math.inf
    t = (e2x * qx + e2y * qy + e2z * qz) * inverse
    return t if t > 0.0 else math.inf
