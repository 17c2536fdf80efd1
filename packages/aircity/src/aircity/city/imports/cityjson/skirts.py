"""The open border of a terrain, carried down to the ground below it so that no gap shows."""

import numpy as np
from numpy.typing import NDArray

from aircity.city.imports.relief import Relief
from aircity.city.imports.things import SOIL
from aircity.city.solids.mesh import MeshBuilder

Floats = NDArray[np.float64]
_DEEPER_M = 0.2


def draw_skirts(
    builder: MeshBuilder, triangles: Floats, object_ids: NDArray[np.int64], relief: Relief
) -> None:
    """Upright faces below every edge that only one of the triangles (n, 3, 3), which face up, has."""
    if not len(triangles):
        return
    begin = triangles.reshape(-1, 3)
    end = np.roll(triangles, -1, axis=1).reshape(-1, 3)
    grid = np.round(np.concatenate([begin, end])[:, :2] * 100).astype(np.int64)
    corner = np.unique(grid[:, 0] * 2**32 + grid[:, 1], return_inverse=True)[1].reshape(2, -1)
    edge = corner.min(axis=0) * (corner.max() + 1) + corner.max(axis=0)
    inverse, uses = np.unique(edge, return_inverse=True, return_counts=True)[1:]
    border = uses[inverse.reshape(-1)] == 1
    owners = np.repeat(object_ids, 3)[border]
    top_a, top_b = begin[border], end[border]
    low_a, low_b = top_a.copy(), top_b.copy()
    low_a[:, 2] = np.minimum(relief.at(top_a[:, :2]), top_a[:, 2]) - _DEEPER_M
    low_b[:, 2] = np.minimum(relief.at(top_b[:, :2]), top_b[:, 2]) - _DEEPER_M
    quads = np.stack([low_a, low_b, top_b, top_a], axis=1)
    for owner in np.unique(owners).tolist():
        builder.quads(quads[owners == owner], SOIL, owner)
