# mypy: allow-untyped-defs, allow-untyped-calls
"""Touch: whether a sphere swept along a segment meets any triangle, exactly, in double precision."""

import numpy as np

from aircity.city.render.kernel import exact, kernel
from aircity.city.render.tree.boxes import STACK_SIZE


@kernel
def touches_any(tree, corners, start, end, radius):
    """Whether any triangle lies within `radius` of the segment start-end."""
    if len(corners) == 0:
        return False
    stack = np.empty(STACK_SIZE, np.int32)
    stack[0] = 0
    waiting = 1
    while waiting > 0:
        waiting -= 1
        node = stack[waiting]
        if not segment_meets_box(tree.boxes[node], start, end, radius):
            continue
        if tree.leaf_size[node] == 0:
            stack[waiting], stack[waiting + 1] = tree.first[node], tree.first[node] + 1
            waiting += 2
            continue
        for n in range(tree.first[node], tree.first[node] + tree.leaf_size[node]):
            if squared_distance(corners[n], start, end) <= radius * radius:
                return True
    return False


@exact
def segment_meets_box(box, start, end, radius):
    """Whether the segment meets the box grown by `radius`: never False for a box that is touched."""
    enter, leave = 0.0, 1.0
    for axis in range(3):
        low, high = box[axis] - radius - 1e-9, box[axis + 3] + radius + 1e-9
        along = end[axis] - start[axis]
        if abs(along) < 1e-12:
            if max(start[axis], end[axis]) < low or min(start[axis], end[axis]) > high:
                return False
            continue
        t0, t1 = (low - start[axis]) / along, (high - start[axis]) / along
        enter, leave = max(enter, min(t0, t1)), min(leave, max(t0, t1))
    return enter <= leave + 1e-12


@exact
def squared_distance(corner, start, end):
    """Squared distance of a segment to a triangle (9,).

    It is 0 where they cross; else the nearest pair holds an end of the segment or lies on an edge.
    """
    p = (start[0], start[1], start[2])
    q = (end[0], end[1], end[2])
    a = (float(corner[0]), float(corner[1]), float(corner[2]))
    b = (float(corner[3]), float(corner[4]), float(corner[5]))
    c = (float(corner[6]), float(corner[7]), float(corner[8]))
    if crosses(p, q, a, b, c):
        return 0.0
    ends = min(point_to_triangle(p, a, b, c), point_to_triangle(q, a, b, c))
    edges = min(between_segments(p, q, a, b), between_segments(p, q, b, c), between_segments(p, q, c, a))
    return min(ends, edges)


@exact
def subtract(a, b):
    """a - b."""
    return a[0] - b[0], a[1] - b[1], a[2] - b[2]


@exact
def dot(a, b):
    """a . b."""
    return a[0] * b[0] + a[1] * b[1] + a[2] * b[2]


@exact
def cross(a, b):
    """a x b."""
    return a[1] * b[2] - a[2] * b[1], a[2] * b[0] - a[0] * b[2], a[0] * b[1] - a[1] * b[0]


@exact
def clamp01(x):
    """x kept within 0..1."""
    return min(max(x, 0.0), 1.0)


@exact
def crosses(p, q, a, b, c):
    """Whether the segment p-q passes through the triangle (Möller-Trumbore)."""
    along, e1, e2 = subtract(q, p), subtract(b, a), subtract(c, a)
    h = cross(along, e2)
    determinant = dot(e1, h)
    if determinant == 0.0:
        return False
    s = subtract(p, a)
    u = dot(s, h) / determinant
    k = cross(s, e1)
    v = dot(along, k) / determinant
    t = dot(e2, k) / determinant
    return u >= 0.0 and v >= 0.0 and u + v <= 1.0 and t >= 0.0 and t <= 1.0


@exact
def point_to_segment(p, a, b):
    """Squared distance of a point to a segment."""
    along, to = subtract(b, a), subtract(p, a)
    length = dot(along, along)
    t = clamp01(dot(to, along) / length) if length > 0.0 else 0.0
    apart = (to[0] - t * along[0], to[1] - t * along[1], to[2] - t * along[2])
    return dot(apart, apart)


@exact
def point_to_triangle(p, a, b, c):
    """Squared distance of a point to a triangle: to its plane above its inside, else to its edges."""
    ab, ac, ap = subtract(b, a), subtract(c, a), subtract(p, a)
    normal = cross(ab, ac)
    size = dot(normal, normal)
    if size > 0.0:
        v = dot(cross(ap, ac), normal) / size
        w = dot(cross(ab, ap), normal) / size
        if v >= 0.0 and w >= 0.0 and v + w <= 1.0:
            height = dot(ap, normal)
            return height * height / size
    return min(point_to_segment(p, a, b), point_to_segment(p, b, c), point_to_segment(p, c, a))


@exact
def between_segments(p, q, a, b):
    """Squared distance between the segments p-q and a-b (Ericson, Real-Time Collision Detection 5.1.9)."""
    d1, d2, r = subtract(q, p), subtract(b, a), subtract(p, a)
    aa, ee, f = dot(d1, d1), dot(d2, d2), dot(d2, r)
    if aa <= 1e-30:
        return point_to_segment(p, a, b)
    if ee <= 1e-30:
        return point_to_segment(a, p, q)
    c, bb = dot(d1, r), dot(d1, d2)
    denominator = aa * ee - bb * bb
    s = clamp01((bb * f - c * ee) / denominator) if denominator > 1e-12 * aa * ee else 0.0
    t = (bb * s + f) / ee
    if t < 0.0:
        s, t = clamp01(-c / aa), 0.0
    elif t > 1.0:
        s, t = clamp01((bb - c) / aa), 1.0
    apart = (
        r[0] + s * d1[0] - t * d2[0],
        r[1] + s * d1[1] - t * d2[1],
        r[2] + s * d1[2] - t * d2[2],
    )
    return dot(apart, apart)
