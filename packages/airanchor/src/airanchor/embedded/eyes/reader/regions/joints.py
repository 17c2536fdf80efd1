# mypy: allow-untyped-defs, allow-untyped-calls, disable-error-code=untyped-decorator
"""Joining: patches that belong to one thing are put together, at several levels of doubt."""

import numpy as np
from numpy.typing import NDArray

from airanchor.embedded.eyes.reader.regions.layout import SurfaceKind
from airanchor.embedded.eyes.reader.regions.perceptron import Perceptron, softmax
from airanchor.embedded.eyes.reader.regions.pieces import Pieces
from aircity.machine.compilation import njit

Floats = NDArray[np.float32]

LEVELS = (0.9, 0.8, 0.7, 0.6, 0.5, 0.4, 0.3, 0.2)
"""Patches are joined down to each of these mean probabilities of belonging together."""
SMALLEST_PX = 12
MOST_REGIONS = 400


def pair_features(pieces: Pieces) -> Floats:
    """What tells whether two touching patches belong together, (k, features); the same either way round."""
    means, kinds = pieces.means[:, :7], pieces.kinds
    one, other = pieces.pairs[:, 0], pieces.pairs[:, 1]
    length = pieces.borders[:, 0]
    smaller = np.minimum(pieces.size[one], pieces.size[other])
    larger = np.maximum(pieces.size[one], pieces.size[other])
    middle = pieces.rows @ np.arange(pieces.rows.shape[1], dtype=np.float32) / pieces.size
    scale = pieces.rows.shape[1]
    upright = np.abs(pieces.borders[:, 1] - pieces.borders[:, 2]) / length
    simple = [
        np.log(length), np.log(smaller), np.log(larger), length / np.sqrt(smaller), upright,
        np.abs(middle[one] - middle[other]) / scale, (middle[one] + middle[other]) / scale,
    ]  # fmt: skip
    return np.concatenate(
        [
            np.stack(simple, axis=1),
            np.abs(means[one] - means[other]),
            np.minimum(means[one], means[other])[:, [0, 5]],
            pieces.borders[:, 3:] / length[:, None],
            kinds[one] + kinds[other],
            np.abs(kinds[one] - kinds[other]),
        ],
        axis=1,
    ).astype(np.float32)


def join(pieces: Pieces, model: Perceptron) -> tuple[NDArray[np.bool_], Floats]:
    """(members, together): the regions (r, n) as sets of patches, and how surely each pair is one thing."""
    together = softmax(model.run(pair_features(pieces)))[:, 1]
    steps = _agglomerate(pieces.pairs, together, pieces.borders[:, 0], pieces.count)
    sky = pieces.size * (pieces.kinds[:, SurfaceKind.SKY] > 0.5)
    members = _sets(steps, np.array(LEVELS), np.stack([pieces.size, sky], axis=1))
    if len(members) > MOST_REGIONS:
        largest = np.argsort(-(members @ pieces.size), kind="stable")[:MOST_REGIONS]
        members = members[np.sort(largest)]
    return members, together


@njit(cache=True, nogil=True)
def _sets(steps, levels, sizes):
    """The sets (r, n) of patches that are joined at any level, each once, without small ones and sky.

    Joins come in falling order of doubt, so a set is known by its last survivor and how many it holds.
    """
    count = len(sizes)
    parent = np.arange(count)
    held = np.zeros(count, np.int64)
    found = np.empty((count * len(levels), count), np.bool_)
    number = done = 0
    for level in levels:
        while done < len(steps) and steps[done, 2] >= level:
            parent[int(steps[done, 1])] = int(steps[done, 0])
            done += 1
        root, many, area = np.empty(count, np.int64), np.zeros(count, np.int64), np.zeros((count, 2))
        for k in range(count):
            root[k] = _root(parent, k)
            many[root[k]] += 1
            area[root[k]] += sizes[k]
        for one in range(count):
            is_new = many[one] > 0 and many[one] != held[one]
            held[one] = many[one]
            if is_new and area[one, 0] >= SMALLEST_PX and area[one, 1] < 0.5 * area[one, 0]:
                found[number] = root == one
                number += 1
    return found[:number].copy()


@njit(cache=True, nogil=True)
def _root(parent, node):
    while parent[node] != node:
        parent[node] = parent[parent[node]]
        node = parent[node]
    return node


@njit(cache=True, nogil=True, error_model="numpy")
def _agglomerate(pairs, together, lengths, count):
    """Joins (m, 3) in order, best first: what stays, what joins it, and the least probability so far.

    The probability of two sets is the mean over their common border.
    """
    total, weight = np.zeros((count, count), np.float32), np.zeros((count, count), np.float32)
    beside, many = np.empty((count, count), np.int32), np.zeros(count, np.int64)
    for k in range(len(pairs)):
        a, b = pairs[k, 0], pairs[k, 1]
        total[a, b] = total[b, a] = together[k] * lengths[k]
        weight[a, b] = weight[b, a] = lengths[k]
        _neighbour(beside, many, a, b)
    best, at = np.empty(count, np.float32), np.empty(count, np.int64)
    for a in range(count):
        best[a], at[a] = _best_of(total[a], weight[a], beside[a, : many[a]])
    steps = np.empty((count, 3), np.float64)
    made = 0
    least = 1.0
    while made < count - 1:
        a = int(np.argmax(best))
        if best[a] <= 0.02:
            break
        b = at[a]
        least = min(least, best[a])
        steps[made, 0], steps[made, 1], steps[made, 2] = a, b, least
        made += 1
        best[b] = -1.0
        for c in beside[b, : many[b]]:
            if weight[b, c] > 0:
                if c != a:
                    if weight[a, c] == 0:
                        _neighbour(beside, many, a, c)
                    total[a, c] += total[b, c]
                    weight[a, c] += weight[b, c]
                    total[c, a], weight[c, a] = total[a, c], weight[a, c]
                weight[b, c] = weight[c, b] = 0.0
        best[a], at[a] = _best_of(total[a], weight[a], beside[a, : many[a]])
        for c in beside[a, : many[a]]:
            if weight[a, c] > 0:
                value = total[a, c] / weight[a, c]
                if at[c] == a or at[c] == b:
                    best[c], at[c] = _best_of(total[c], weight[c], beside[c, : many[c]])
                elif value > best[c]:
                    best[c], at[c] = value, a
    return steps[:made]


@njit(cache=True, nogil=True)
def _neighbour(beside, many, a, b):
    beside[a, many[a]], beside[b, many[b]] = b, a
    many[a] += 1
    many[b] += 1


@njit(cache=True, nogil=True, error_model="numpy")
def _best_of(total, weight, beside):
    """The largest mean of a row among its neighbours and the first of them; -1 at 0 where there is none."""
    best, at = np.float32(-1), 0
    for c in beside:
        if weight[c] > 0:
            value = total[c] / weight[c]
            if value > best or (value == best and c < at):
                best, at = value, c
    return best, at
