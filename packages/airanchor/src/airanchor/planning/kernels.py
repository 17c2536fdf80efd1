# mypy: allow-untyped-defs, allow-untyped-calls, disable-error-code=untyped-decorator
"""Compiled parts of planning: the test of one point against a depth image, and the search over actions.

All kernels stand in this one file, since numba's cache notices changes of a kernel's own file only.
"""

import math
from heapq import heappop, heappush

import numpy as np

from aircity.machine.compilation import njit

FOUND, EXHAUSTED, CAPPED = 0, 1, 2
FORWARD, LEFT, RIGHT, UP, DOWN, TURN_LEFT, TURN_RIGHT = range(7)
_AT_START_M = 1e-9
_TICKS_PER_M = 1e6
_CELLS_PER_M = 20.0
_BLIND_RADII = 4.0


@njit(cache=True, nogil=True)
def square_minima(limit_m, levels):
    """The least limit of every square of side 2^k that fits, k < levels; lost readings are skipped."""
    height, width = limit_m.shape
    minima = np.empty((levels, height, width), np.float32)
    for v in range(height):
        for u in range(width):
            known = limit_m[v, u]
            minima[0, v, u] = np.inf if known == -np.inf else known
    for level in range(1, levels):
        half = 1 << (level - 1)
        small, large = minima[level - 1], minima[level]
        for v in range(height - 2 * half + 1):
            for u in range(width - 2 * half + 1):
                upper = min(small[v, u], small[v, u + half])
                lower = min(small[v + half, u], small[v + half, u + half])
                large[v, u] = min(upper, lower)
    return minima


@njit(cache=True, nogil=True)
def _window_minimum(lowest_m, left, right, top, bottom):
    """The least limit of the pixels left..right, top..bottom, from squares that overlap."""
    level = 0
    while level + 1 < lowest_m.shape[0] and (2 << level) <= min(right - left, bottom - top) + 1:
        level += 1
    side = 1 << level
    least = np.float32(np.inf)
    v = top
    while True:
        u = left
        while True:
            least = min(least, lowest_m[level, v, u])
            if u + side > right:
                break
            u = min(u + side, right - side + 1)
        if v + side > bottom:
            break
        v = min(v + side, bottom - side + 1)
    return least


@njit(cache=True, nogil=True)
def _shadow(across, ahead, radius):
    """The least and greatest slope at which a line of sight touches a ball, seen along one image axis."""
    if ahead <= radius:
        return -np.inf, np.inf
    reach = radius * math.sqrt(across * across + ahead * ahead - radius * radius)
    scale = 1.0 / (ahead * ahead - radius * radius)
    return (across * ahead - reach) * scale, (across * ahead + reach) * scale


@njit(cache=True, nogil=True)
def _ball_is_free(view, right, down, ahead, distance):
    """Whether a ball around the point lies before every surface that was seen, and within the image.

    Within a few radii of the start the ball cannot fit into the image; there its unseen part is taken for
    free, as the start itself is.
    """
    fx, fy, cx, cy = view.lens
    height, width = view.limit_m.shape
    is_blind = distance < _BLIND_RADII * view.clearance_m
    low_x, high_x = _shadow(right, ahead, view.clearance_m)
    low_y, high_y = _shadow(down, ahead, view.clearance_m)
    u_low, u_high = fx * low_x + cx, fx * high_x + cx
    v_low, v_high = fy * low_y + cy, fy * high_y + cy
    is_seen = min(u_low, v_low) >= -0.5 and u_high <= width - 0.5 and v_high <= height - 0.5
    if not is_seen and not is_blind:
        return False
    # One pixel more on every side: an edge between two pixels shows in the outer one only.
    left, last_u = math.ceil(max(u_low - 1, 0.0)), math.floor(min(u_high + 1, width - 1.0))
    top, last_v = math.ceil(max(v_low - 1, 0.0)), math.floor(min(v_high + 1, height - 1.0))
    needed_m = distance + view.clearance_m - view.margin_m  # limits end a margin before the surfaces
    return _window_minimum(view.lowest_m, left, last_u, top, last_v) > needed_m


@njit(cache=True, nogil=True)
def is_free(view, x, y, z, hair):
    """Whether a point relative to the body is in free space; `hair` px and m of doubt count against it."""
    distance = math.sqrt(x * x + y * y + z * z)
    if distance <= _AT_START_M:
        return True
    turn = view.rotation
    right = turn[0, 0] * x + turn[1, 0] * y + turn[2, 0] * z
    down = turn[0, 1] * x + turn[1, 1] * y + turn[2, 1] * z
    ahead = turn[0, 2] * x + turn[1, 2] * y + turn[2, 2] * z
    if ahead <= _AT_START_M:
        return False
    fx, fy, cx, cy = view.lens
    height, width = view.limit_m.shape
    u, v = fx * right / ahead + cx, fy * down / ahead + cy
    if min(u, v) - hair <= -0.5 or u + hair >= width - 0.5 or v + hair >= height - 0.5:
        return False
    for row in range(math.ceil(v - 0.5 - hair), math.floor(v + 0.5 + hair) + 1):
        for column in range(math.ceil(u - 0.5 - hair), math.floor(u + 0.5 + hair) + 1):
            if not distance + hair < view.limit_m[row, column]:
                return False
    return view.clearance_m == 0.0 or _ball_is_free(view, right, down, ahead, distance)


@njit(cache=True, nogil=True)
def are_free(view, points, hair):
    """Which points (n, 3), relative to the body, are in free space."""
    free = np.empty(len(points), np.bool_)
    for k in range(len(points)):
        free[k] = is_free(view, points[k, 0], points[k, 1], points[k, 2], hair)
    return free


@njit(cache=True, nogil=True)
def _sweep_is_free(view, start, end, sampling_m, hair):
    """Whether the segment is free after its start, tested from the far end."""
    dx, dy, dz = end[0] - start[0], end[1] - start[1], end[2] - start[2]
    count = max(1, math.ceil(math.sqrt(dx * dx + dy * dy + dz * dz) / sampling_m - 1e-9))
    for k in range(count, 0, -1):
        share = k / count
        if not is_free(view, start[0] + share * dx, start[1] + share * dy, start[2] + share * dz, hair):
            return False
    return True


@njit(cache=True, nogil=True)
def has_free_end(view, rules, hair):
    """Whether any point close enough to the goal, at a height that whole steps reach, is free.

    Heights are exact, the rest is a grid as fine as the sampling. Most hopeless searches end here.
    """
    step, climb_m = rules.sampling_m, rules.steps_m[2]
    wide = math.floor(rules.horizontal_tolerance_m / step)
    lowest = math.ceil((rules.goal[2] - rules.vertical_tolerance_m) / climb_m - 1e-9)
    highest = math.floor((rules.goal[2] + rules.vertical_tolerance_m) / climb_m + 1e-9)
    for k in range(lowest, highest + 1):
        for i in range(-wide, wide + 1):
            for j in range(-wide, wide + 1):
                x, y = rules.goal[0] + i * step, rules.goal[1] + j * step
                if i * i + j * j <= wide * wide and is_free(view, x, y, k * climb_m, hair):
                    return True
    return False


@njit(cache=True, nogil=True)
def _key(x, y, z, heading):
    """One number per heading and 5 cm cell."""
    i, j, k = round(x * _CELLS_PER_M), round(y * _CELLS_PER_M), round(z * _CELLS_PER_M)
    return ((i + (1 << 17)) << 44) | ((j + (1 << 17)) << 26) | ((k + (1 << 15)) << 10) | heading


@njit(cache=True, nogil=True)
def _slot(table, key):
    """Where a key is, or belongs, in an open hash table whose length is a power of two."""
    mask = len(table) - 1
    slot = ((key * 0x9E3779B97F4A7C1) >> 20) & mask
    while table[slot] != -1 and table[slot] != key:
        slot = (slot + 1) & mask
    return slot


@njit(cache=True, nogil=True)
def _remaining(rules, x, y, z, heading):
    """The least cost from a state to an acceptable end, in empty air.

    Across, n = ceil((D - tolerance) / step) moves at least, and D - n step is missed; likewise up or down;
    and the turns to the last heading. One action lowers none of the three by more than it costs.
    """
    dx, dy, dz = rules.goal[0] - x, rules.goal[1] - y, abs(rules.goal[2] - z)
    across = math.sqrt(dx * dx + dy * dy)
    longest, shortest = max(rules.steps_m[0], rules.steps_m[1]), min(rules.steps_m[0], rules.steps_m[1])
    moves = max(0.0, math.ceil((across - rules.horizontal_tolerance_m) / longest - 1e-9))
    climbs = max(0.0, math.ceil((dz - rules.vertical_tolerance_m) / rules.steps_m[2] - 1e-9))
    missed = max(0.0, across - moves * longest) + abs(dz - climbs * rules.steps_m[2])
    turns = 0
    if rules.end_class >= 0:
        apart = abs(heading - rules.end_class)
        turns = min(apart, len(rules.headings_rad) - apart)
    return moves * shortest + climbs * rules.steps_m[2] + missed + turns * rules.turn_cost_m


@njit(cache=True, nogil=True)
def _is_end(rules, x, y, z, heading):
    if rules.end_class >= 0 and heading != rules.end_class:
        return False
    dx, dy = rules.goal[0] - x, rules.goal[1] - y
    close = rules.horizontal_tolerance_m + 1e-9
    return dx * dx + dy * dy <= close * close and abs(rules.goal[2] - z) <= rules.vertical_tolerance_m + 1e-9


@njit(cache=True, nogil=True)
def _advance(rules, place, heading, action):
    """Where an action leads and what it costs: x, y, z, the heading's class, metres."""
    x, y, z = place[0], place[1], place[2]
    cos, sin = math.cos(rules.headings_rad[heading]), math.sin(rules.headings_rad[heading])
    forward_m, lateral_m, vertical_m = rules.steps_m
    if action == FORWARD:
        return x + forward_m * cos, y + forward_m * sin, z, heading, forward_m
    if action == LEFT:
        return x + lateral_m * sin, y - lateral_m * cos, z, heading, lateral_m
    if action == RIGHT:
        return x - lateral_m * sin, y + lateral_m * cos, z, heading, lateral_m
    if action == UP:
        return x, y, z + vertical_m, heading, vertical_m
    if action == DOWN:
        return x, y, z - vertical_m, heading, vertical_m
    change = -1 if action == TURN_LEFT else 1
    return x, y, z, (heading + change) % len(rules.headings_rad), rules.turn_cost_m


@njit(cache=True, nogil=True)
def _urgency(rules, places, heading, record):
    """What orders the queue: cost through here in whole micrometres, then what is left and strays from the
    ray. Whole numbers, since equal sums of steps differ in their last bits and noise would break ties.
    """
    x, y, z = places[record, 0], places[record, 1], places[record, 2]
    left = _remaining(rules, x, y, z, heading)
    goal = rules.goal
    along = (x * goal[0] + y * goal[1] + z * goal[2]) / (goal[0] ** 2 + goal[1] ** 2 + goal[2] ** 2)
    astray = math.sqrt((x - along * goal[0]) ** 2 + (y - along * goal[1]) ** 2 + (z - along * goal[2]) ** 2)
    return round((places[record, 3] + left) * _TICKS_PER_M), left + astray, record


@njit(cache=True, nogil=True)
def search(view, rules, hair):
    """A* from the start: (outcome, states visited, actions of the best plan).

    The goal counts as joined to every acceptable end by an edge as long as the miss, so the first end to
    leave the queue has the least sum of metres flown, turns and metres missed. A step is tested when its
    end leaves the queue, not when it enters: most never leave.
    """
    places = np.empty((7 * rules.node_cap + 8, 4))  # x, y, z, cost so far
    links = np.empty((7 * rules.node_cap + 8, 3), np.int32)  # heading class, parent record, action
    places[0], links[0] = 0.0, 0
    links[0, 1] = -1
    size = 1
    while size < 4 * rules.node_cap:
        size *= 2
    closed = np.full(size, -1, np.int64)
    queue = [_urgency(rules, places, 0, 0)]
    count, visited = 1, 0
    while len(queue) > 0:
        record = heappop(queue)[2]
        heading, parent, action = links[record, 0], links[record, 1], links[record, 2]
        key = _key(places[record, 0], places[record, 1], places[record, 2], heading)
        slot = _slot(closed, key)
        if closed[slot] == key:
            continue
        is_turn = action >= TURN_LEFT or parent < 0
        if not is_turn and not _sweep_is_free(view, places[parent], places[record], rules.sampling_m, hair):
            continue
        closed[slot] = key
        if _is_end(rules, places[record, 0], places[record, 1], places[record, 2], heading):
            return FOUND, visited, _trace(links, record)
        visited += 1
        if visited >= rules.node_cap:
            return CAPPED, visited, _trace(links, 0)
        for action in range(7):
            x, y, z, turned, cost_m = _advance(rules, places[record], heading, action)
            key = _key(x, y, z, turned)
            if closed[_slot(closed, key)] == key:
                continue
            places[count, 0], places[count, 1], places[count, 2] = x, y, z
            places[count, 3] = places[record, 3] + cost_m
            links[count, 0], links[count, 1], links[count, 2] = turned, record, action
            heappush(queue, _urgency(rules, places, turned, count))
            count += 1
    return EXHAUSTED, visited, _trace(links, 0)


@njit(cache=True, nogil=True)
def _trace(links, record):
    """The actions that led to a record, first to last."""
    length, back = 0, record
    while links[back, 1] >= 0:
        length, back = length + 1, links[back, 1]
    actions = np.empty(length, np.int64)
    while links[record, 1] >= 0:
        length -= 1
        actions[length] = links[record, 2]
        record = links[record, 1]
    return actions
