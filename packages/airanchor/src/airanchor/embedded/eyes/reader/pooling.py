# mypy: allow-untyped-defs, allow-untyped-calls, disable-error-code=untyped-decorator
"""Pooling: what the network says of cells, brought together for patches and the regions made of them."""

from dataclasses import dataclass
from typing import TYPE_CHECKING

import numpy as np
from numpy.typing import NDArray

from airanchor.perception.one_thread import one_thread
from aircity.machine.compilation import njit

if TYPE_CHECKING:
    from airanchor.embedded.eyes.net import CellMaps

Floats = NDArray[np.float32]


@dataclass(frozen=True, slots=True, eq=False)
class RegionLooks:
    """What the network says of regions, over their cells."""

    features: Floats  # (r, F) means
    spreads: Floats  # (r, F) of the same
    log_names: Floats  # (r, names + nothing + sky) of the means, but for what all names of a region share
    traits: Floats  # (r, traits) means


@dataclass(frozen=True, slots=True, eq=False)
class PatchSums:
    """Sums over the pixels of patches."""

    features: Floats  # (patches, F)
    squares: Floats  # (patches, F) of their squares
    traits: Floats  # (patches, traits)


def patch_sums(maps: "CellMaps", labels: NDArray[np.int32], count: int) -> PatchSums:
    """Those of patches by `labels` (rows, columns), 0 upwards."""
    features = maps.features
    cells = (features, features * features, maps.traits)
    return PatchSums(*(_add_cells(labels, one, count) for one in cells))


def pool(maps: "CellMaps", sums: PatchSums, members: NDArray[np.bool_], size: Floats) -> RegionLooks:
    """Regions (r, patches) that have so many pixels; names are linear in the features."""
    held = members.astype(np.float32)
    with one_thread:
        features, squares, traits = (
            held @ one / size[:, None] for one in (sums.features, sums.squares, sums.traits)
        )
        spreads = np.sqrt(np.maximum(squares - features * features, 0))
        return RegionLooks(features, spreads, maps.name_scores(features), traits)


@njit(cache=True, nogil=True)
def _add_cells(labels, maps, count):
    """The sums (count, c) of maps (h, w, c) over the pixels of each label."""
    rows, columns = labels.shape
    out = np.zeros((count, maps.shape[2]), np.float32)
    for i in range(rows):
        line = maps[i * maps.shape[0] // rows]
        start = 0
        for j in range(1, columns + 1):
            at = start * maps.shape[1] // columns
            is_one = j < columns and labels[i, j] == labels[i, start] and j * maps.shape[1] // columns == at
            if is_one:
                continue
            own, cell, times = out[labels[i, start]], line[at], np.float32(j - start)
            for k in range(len(own)):
                own[k] += times * cell[k]
            start = j
    return out
