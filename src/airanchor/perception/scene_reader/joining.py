# mypy: allow-untyped-defs, allow-untyped-calls, disable-error-code=untyped-decorator
"""Joining: patches that belong to one thing are put together, at several levels of doubt."""

import numpy as np
from numba import njit
from numpy.typing import NDArray

from airanchor.perception.one_thread import one_thread
from airanchor.perception.scene_reader.layout import Kind
from airanchor.perception.scene_reader.perceptron import Perceptron, softmax
from airanchor.perception.scene_reader.pieces import Pieces

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
    sky = pieces.size * (pieces.kinds[:, Kind.SKY] > 0.5)
    regions: dict[bytes, NDArray[np.bool_]] = {}
    for level in LEVELS:
        table = _regions_at(steps, level, pieces.count)
        with one_thread:
            area, sky_area = (table.astype(np.float32) @ np.stack([pieces.size, sky], axis=1)).T
        for region in table[(area >= SMALLEST_PX) & (sky_area < 0.5 * area)]:
            regions.setdefault(np.packbits(region).tobytes(), region)
    members = np.array(list(regions.values()), np.bool_).reshape(len(regions), pieces.count)
    if len(members) > MOST_REGIONS:
        largest = np.argsort(-(members @ pieces.size), kind="stable")[:MOST_REGIONS]
        members = members[np.sort(largest)]
    return members, together


def _regions_at(steps: NDArray[np.float64], level: float, count: int) -> NDArray[np.bool_]:
    """The sets (r, n) of patches that are joined at a level."""
    roots, rows = np.unique(_cut_tree(steps, level, count), return_inverse=True)
    table = np.zeros((len(roots), count), np.bool_)
    table[rows, np.arange(count)] = True
    return table


@njit(cache=True, nogil=True)
def _cut_tree(steps, level, count):
    """The representative of each patch when all joins at or above a level are made."""
    parent = np.arange(count)
    for k in range(len(steps)):
        if steps[k, 2] >= level:
            parent[int(steps[k, 1])] = int(steps[k, 0])
    for k in range(count):
        node = k
        while parent[node] != node:
            node = parent[node]
        parent[k] = node
    return parent


@njit(cache=True, nogil=True)
def _agglomerate(pairs, together, lengths, count):
    """Joins (m, 3) in order, best first: what stays, what joins it, and the least probability so far.

    The probability of two sets is the mean over their common border.
    """
    total = np.zeros((count, count), np.float32)
    weight = np.zeros((count, count), np.float32)
    for k in range(len(pairs)):
        a, b = pairs[k, 0], pairs[k, 1]
        total[a, b] = total[b, a] = together[k] * lengths[k]
        weight[a, b] = weight[b, a] = lengths[k]
    alive = np.ones(count, np.bool_)
    best, at = np.full(count, -1.0, np.float32), np.zeros(count, np.int64)
    for a in range(count):
        for b in range(count):
            if weight[a, b] > 0 and total[a, b] / weight[a, b] > best[a]:
                best[a], at[a] = total[a, b] / weight[a, b], b
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
        alive[b] = False
        best[b] = -1.0
        for c in range(count):
            if weight[b, c] > 0 and c != a and alive[c]:
                total[a, c] += total[b, c]
                weight[a, c] += weight[b, c]
                total[c, a], weight[c, a] = total[a, c], weight[a, c]
            weight[b, c] = weight[c, b] = 0.0
        best[a] = -1.0
        for c in range(count):
            if weight[a, c] > 0:
                value = total[a, c] / weight[a, c]
                if value > best[a]:
                    best[a], at[a] = value, c
                if at[c] == a or at[c] == b:
                    best[c] = -1.0
                    for e in range(count):
                        if weight[c, e] > 0 and total[c, e] / weight[c, e] > best[c]:
                            best[c], at[c] = total[c, e] / weight[c, e], e
                elif value > best[c]:
                    best[c], at[c] = value, a
    return steps[:made]
