"""The tree holds every triangle once, inside its boxes, however bad the input."""

import numpy as np
import pytest
from numpy.typing import NDArray

from aircity.city.render.tree.boxes import LEAF_TRIANGLES, build_bvh


def _soup(kind: str) -> NDArray[np.float32]:
    random = np.random.default_rng(4)
    if kind == "one":
        return random.normal(0, 1, (1, 3, 3)).astype(np.float32)
    if kind == "same":
        return np.tile(random.normal(0, 1, (1, 3, 3)), (500, 1, 1)).astype(np.float32)
    if kind == "nested":
        return (random.normal(0, 1, (1, 3, 3)) * 1.3 ** np.arange(120)[:, None, None]).astype(np.float32)
    return (random.uniform(-500, 500, (4000, 1, 3)) + random.normal(0, 2, (4000, 3, 3))).astype(np.float32)


@pytest.mark.parametrize("kind", ["one", "same", "nested", "city"])
def test_leaves_partition_the_triangles(kind: str) -> None:
    triangles = _soup(kind)
    tree = build_bvh(triangles)
    assert sorted(tree.order.tolist()) == list(range(len(triangles)))
    seen = np.zeros(len(triangles), int)
    waiting = [(0, tree.boxes[0], 0)]
    deepest = 0
    while waiting:
        node, parent_box, depth = waiting.pop()
        deepest = max(deepest, depth)
        low, high = tree.boxes[node, :3], tree.boxes[node, 3:]
        assert (low >= parent_box[:3]).all() and (high <= parent_box[3:]).all()
        if tree.leaf_size[node]:
            assert tree.leaf_size[node] <= LEAF_TRIANGLES
            leaf = slice(tree.first[node], tree.first[node] + tree.leaf_size[node])
            seen[leaf] += 1
            corners = triangles[tree.order[leaf]]
            assert (corners >= low).all() and (corners <= high).all()
        else:
            waiting += [(tree.first[node] + k, tree.boxes[node], depth + 1) for k in (0, 1)]
    assert (seen == 1).all()
    assert deepest < 100


def test_an_empty_mesh_has_a_tree() -> None:
    tree = build_bvh(np.zeros((0, 3, 3), np.float32))
    assert len(tree.order) == 0 and tree.leaf_size[0] == 0
